// Updates: each step, and one scene whose host plays them all.

import type { Handlers } from '../../../../electron/lib/protocolServer.ts';
import { ok } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { UpdateState } from '../../../../shared/features/updates/updates.ts';
import { snapshotFixture } from '../../appFixture.ts';
import type { Scene } from '../../scene.ts';
import type { ScriptedHost } from '../../scriptedHost.ts';

const size = 97_200_000;

const upToDate: UpdateState = {
  version: '1.4.2',
  kind: 'appImage',
  off: null,
  byHand: null,
  server: 'updates.example.org',
  checkedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  phase: 'idle',
  offer: null,
  isDeclined: false,
  bytes: 0,
  bytesPerSecond: null,
  onQuit: false,
  problem: null,
  outcome: null,
};

const offer = { version: '1.5.0', published: '2026-11-20T12:00:00.000Z', size };

/** Hostile, too: release notes are text from a server. */
const notes = `## What is new

- **Two conversations side by side** in one window, each with its own panel.
- Search finds words in other languages, and *inside* attachments.
- \`throughline export\` writes several conversations at once.

### Fixed

- A long reply no longer jumps while it streams.

<img src="https://tracker.example/pixel.png" onerror="document.title='run'">
![a picture](https://tracker.example/picture.png)
[Click here](javascript:document.title='run')
<script>document.title='run'</script>
`;

/** For the settings of the other scenes. */
export const updatesHandlers: Partial<Handlers> = {
  'updates.open': async () => ok({ state: upToDate, notes: '' }),
  'updates.check': async () => ok({}),
};

function scene(change: Partial<UpdateState>, more: Partial<Scene> = {}): Scene {
  const state = { ...upToDate, ...change };
  return {
    snapshot: snapshotFixture(),
    conversation: null,
    dialog: { type: 'settings', section: 'updates' },
    handlers: { 'updates.open': async () => ok({ state, notes: state.offer ? notes : '' }) },
    ...more,
  };
}

const running = [
  { conversationId: 'c1', title: 'Find why the health check is slow', command: null },
  { conversationId: 'c2', title: '记账本：按月汇总', command: 'npm run dev -- --port 5173' },
];

/** A host that does what its buttons ask. */
function played(): Scene {
  let state: UpdateState = { ...upToDate, checkedAt: null };
  let host: ScriptedHost | null = null;
  let isBusy = true;
  const become = (change: Partial<UpdateState>) => {
    state = { ...state, ...change };
    host?.publish({ type: 'updates.changed', state });
    return ok({});
  };
  return scene(
    {},
    {
      handlers: {
        'updates.open': async () => ok({ state, notes: state.offer ? notes : '' }),
        async 'updates.check'() {
          become({ phase: 'checking' });
          return become({ phase: 'idle', offer, checkedAt: new Date().toISOString() });
        },
        'updates.download': async () => become({ phase: 'downloading', bytes: 33_000_000, bytesPerSecond: 4_100_000 }),
        'updates.pause': async () => become({ phase: 'paused', bytesPerSecond: null }),
        'updates.discard': async () => become({ phase: 'idle', bytes: 0 }),
        'updates.decline': async ({ declined }) => become({ isDeclined: declined }),
        async 'updates.install'({ when, stop }) {
          if (when === 'now' && isBusy && !stop) return ok({ running });
          if (when === 'idle') become({ phase: 'waiting' });
          if (when === 'quit') become({ onQuit: true });
          if (when === 'never') become({ phase: 'ready', onQuit: false });
          if (when === 'now') become({ phase: 'installing' });
          isBusy = false;
          return ok({ running: [] });
        },
      },
      play(scripted, ended) {
        host = scripted;
        const ready = (): void => void become({ phase: 'ready', bytes: size, bytesPerSecond: null });
        addEventListener('gallery:downloaded', ready, { signal: ended });
      },
    },
  );
}

export const updateScenes: Record<string, () => Scene> = {
  updatesOffer: () => scene({ offer }),
  updatesDownloading: () => scene({ offer, phase: 'downloading', bytes: 33_000_000, bytesPerSecond: 4_100_000 }),
  updatesPaused: () =>
    scene({
      ...{ offer, phase: 'paused', bytes: 33_000_000 },
      problem: say`The update server stopped answering. Nothing was changed.`,
    }),
  updatesReady: () => scene({ offer, phase: 'ready', bytes: size }),
  updatesRolledBack: () =>
    scene({
      outcome: say`Version ${'1.5.0'} did not start, so ${'1.4.2'} was restored. Your conversations and settings were kept. Version ${'1.5.0'} will not be offered again.`,
    }),
  updatesOff: () =>
    scene({
      ...{ kind: 'source', server: null, checkedAt: null },
      off: say`This copy was started from its source folder. Update it with git pull, then start it again.`,
    }),
  updatesByHand: () =>
    scene({
      ...{ offer, kind: 'archive' },
      byHand: say`This copy was unpacked from an archive, so it does not replace itself. Download the new archive and unpack it in a new folder. Your data stays where it is.`,
    }),
  updatesPlayed: played,
};
