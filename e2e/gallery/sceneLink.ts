// The connection to the scripted host, in the state that the scene requires.

import type { Link } from '../../renderer/core/connection/link.ts';
import type { Scene } from './scene.ts';
import type { ScriptedHost } from './scriptedHost.ts';

export function sceneLink(scene: Scene, host: ScriptedHost, ended: AbortSignal): Link {
  let opened = false;
  return {
    async open() {
      // A page that shows another scene must not reconnect.
      if (ended.aborted) return new Promise(() => {});
      if (scene.link === 'refused') return { kind: 'refused', wants: 'newAddress' };
      if (scene.link === 'startedAgain' && opened) return { kind: 'refused', wants: 'newAddress' };
      if (scene.link === 'never' || (scene.link === 'lost' && opened)) return { kind: 'unreachable' };
      opened = true;
      // Drops late, since rendered content must stay when the host disappears.
      if (scene.link === 'lost' || scene.link === 'startedAgain') setTimeout(() => host.drop(), 300);
      return { kind: 'open', transport: host.connect() };
    },
  };
}
