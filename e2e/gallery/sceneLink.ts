// How the gallery's window reaches its host: as a scene has it.

import type { Link } from '../../renderer/core/connection/link.ts';
import type { Scene } from './scene.ts';
import type { ScriptedHost } from './scriptedHost.ts';

export function sceneLink(scene: Scene, host: ScriptedHost, ended: AbortSignal): Link {
  let opened = false;
  return {
    async open() {
      // Nothing is tried again in a page that has gone on.
      if (ended.aborted) return new Promise(() => {});
      if (scene.link === 'refused') return { kind: 'refused', wants: 'newAddress' };
      if (scene.link === 'startedAgain' && opened) return { kind: 'refused', wants: 'newAddress' };
      if (scene.link === 'never' || (scene.link === 'lost' && opened)) return { kind: 'unreachable' };
      opened = true;
      // What is on the page stays there when the host goes.
      if (scene.link === 'lost' || scene.link === 'startedAgain') setTimeout(() => host.drop(), 300);
      return { kind: 'open', transport: host.connect() };
    },
  };
}
