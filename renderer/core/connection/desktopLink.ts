// The desktop's link: the preload script exposes a transport object on the window. It lives as long as the page, so
// reconnecting requires a reload.

import type { Transport } from '../../../shared/protocol/transport.ts';
import type { Link } from './link.ts';

declare global {
  interface Window {
    readonly throughline?: Transport;
  }
}

export function createDesktopLink(bridge: Transport): Link {
  let used = false;
  return {
    async open() {
      if (used) return { kind: 'refused', wants: 'newPage' };
      used = true;
      return { kind: 'open', transport: bridge };
    },
  };
}
