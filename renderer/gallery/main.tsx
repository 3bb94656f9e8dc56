// The gallery: every state of the window without a host. `?show=NAME` opens a whole window in that state, `?show=all`
// (or nothing) every box and panel on one page; `?theme=dark` or `light`; `?open=KEY,…` opens boxes.

import '../styles/index.css';
import { Tooltip } from 'radix-ui';
import { createRoot } from 'react-dom/client';
import { ok } from '../../shared/errors.ts';
import { App } from '../app.tsx';
import type { Link } from '../connection/link.ts';
import { guardNavigation } from '../markdown/navigationGuard.ts';
import { SessionProvider } from '../state/context.tsx';
import { createFrameSchedule } from '../state/frames.ts';
import { later } from '../state/later.ts';
import { createMemory } from '../state/memory.ts';
import { createSession, type Session } from '../state/session.ts';
import type { OpenDialog } from '../state/viewStore.ts';
import { strings } from '../strings.ts';
import { snapshotFixture } from './appFixture.ts';
import { Board } from './Board.tsx';
import { boardConversation } from './boardFixture.ts';
import { galleryHandlers } from './galleryHandlers.ts';
import type { Scene } from './scene.ts';
import { scenes } from './scenes.ts';
import { createScriptedHost } from './scriptedHost.ts';

const query = new URLSearchParams(location.search);
const show = query.get('show') ?? 'all';
const board: Scene = { snapshot: snapshotFixture(), conversation: boardConversation() };
const scene = (Object.hasOwn(scenes, show) ? scenes[show]?.() : undefined) ?? board;
const { context } = scene;
const theme = query.get('theme');
if (theme === 'dark' || theme === 'light') scene.snapshot.settings = { ...scene.snapshot.settings, theme };
document.documentElement.dataset.theme = scene.snapshot.settings.theme;

const host = createScriptedHost({
  snapshot: scene.snapshot,
  conversations: [...(scene.conversation ? [scene.conversation] : []), ...(scene.others ?? [])],
  handlers: { ...galleryHandlers, ...(context ? { 'context.read': async () => ok(context) } : {}), ...scene.handlers },
});
const link: Link = { open: async () => ({ kind: 'open', transport: host.connect() }) };
const memory = createMemory(() => {
  throw new Error('The gallery remembers nothing.');
});
const session = createSession({ link, memory, schedule: createFrameSchedule(), later });
guardNavigation(document);
prepare(session);
session.connection.start();

createRoot(document.getElementById('root') as HTMLElement).render(
  <SessionProvider session={session}>
    {scene === board ? (
      <Tooltip.Provider>
        <Board />
      </Tooltip.Provider>
    ) : (
      <App />
    )}
  </SessionProvider>,
);

function prepare({ actions, app, toasts, view }: Session): void {
  const open = [...(query.get('open') ?? '').split(',').filter(Boolean), ...(scene.open ?? [])];
  view.setState({
    openCalls: Object.fromEntries(open.map((key) => [key, true])),
    panelOpen: query.has('panel') || scene.panel !== undefined,
    panel: scene.panel ?? 'chain',
    paletteOpen: query.has('palette'),
    dialog: dialogOf(query.get('dialog')) ?? scene.dialog ?? null,
    sheet: query.has('sheet') ? 'sidebar' : null,
  });
  if (query.has('toast')) {
    toasts.show({
      tone: 'error',
      message:
        'The conversation could not be saved: the disk is full. What you wrote is kept here; free some space and try again.',
      action: { label: 'Try again', run: () => {} },
    });
    toasts.show({ tone: 'info', message: 'This message was sent already; it cannot be withdrawn.' });
  }
  if (query.has('deleted')) {
    const action = { label: strings.sidebar.undo, isUndo: true, run: () => {} };
    toasts.show({ tone: 'info', message: strings.sidebar.deleted('Find why the health check is slow'), action });
  }
  const stop = app.store.subscribe(({ snapshot }) => {
    if (!snapshot) return;
    stop();
    if (scene.conversation) actions.show(scene.conversation.conversationId);
  });
}

function dialogOf(name: string | null): OpenDialog | null {
  if (name === 'delete') return { type: 'delete', conversationId: 'current' };
  if (name === 'forget') return { type: 'forget', messageId: 'm4', what: 'result' };
  if (name === 'folder') return { type: 'folder', onPath: () => {} };
  if (name === 'output') return { type: 'output', messageId: 'm8', title: 'Ran npm test' };
  if (name === 'request') return { type: 'request' };
  if (name === 'toolRun') return { type: 'toolRun', toolName: 'run_command' };
  if (name === 'image') {
    return { type: 'image', hash: 'b'.repeat(64), mediaType: 'image/png', label: 'Image: Read docs/拓扑图.png' };
  }
  if (name === null) return null;
  return { type: 'settings', section: name as never };
}
