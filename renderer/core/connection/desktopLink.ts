// The desktop's link: the preload puts one object with the shape of a transport on the window. It lives as long as the
// page, so a second one is had by loading the page again.

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
