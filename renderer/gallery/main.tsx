// The gallery: every state of the window without a host. Without a query it lists its scenes by area. `?show=NAME` opens a
// whole window in that state, `?show=all` every box on one page; `open=KEY,…` opens boxes; the look is asked for as
// askedAppearance.ts has it, the language by `lang=zh`. The root element has `data-drawn` once a scene stands.

import '../styles/index.css';
import { Tooltip } from 'radix-ui';
import { createRoot } from 'react-dom/client';
import { ok } from '../../shared/errors.ts';
import { App } from '../app.tsx';
import { guardNavigation } from '../markdown/navigationGuard.ts';
import { onSystemAppearance, showAppearance } from '../state/appearance.ts';
import { SessionProvider } from '../state/context.tsx';
import { createFrameSchedule } from '../state/frames.ts';
import { later } from '../state/later.ts';
import { createMemory } from '../state/memory.ts';
import { createSession } from '../state/session.ts';
import { locale } from '../strings.ts';
import { snapshotFixture } from './appFixture.ts';
import { askedAppearance } from './askedAppearance.ts';
import { Board } from './Board.tsx';
import { boardConversation } from './boardFixture.ts';
import { GalleryIndex } from './GalleryIndex.tsx';
import { galleryHandlers } from './galleryHandlers.ts';
import { openScene } from './openScene.ts';
import type { Scene } from './scene.ts';
import { sceneLink } from './sceneLink.ts';
import { scenes } from './scenes.ts';
import { createScriptedHost } from './scriptedHost.ts';

const query = new URLSearchParams(location.search);
const show = query.get('show');
const board: Scene = { snapshot: snapshotFixture(), conversation: boardConversation() };
const scene = (show !== null && Object.hasOwn(scenes, show) ? scenes[show]?.() : undefined) ?? board;
const { context } = scene;
const asked = askedAppearance(query);
scene.snapshot.settings = { ...scene.snapshot.settings, ...asked };
const root = document.documentElement;
root.lang = locale;
showAppearance(root, scene.snapshot.settings);
onSystemAppearance(() => showAppearance(root, scene.snapshot.settings));

const host = createScriptedHost({
  snapshot: scene.snapshot,
  conversations: [...(scene.conversation ? [scene.conversation] : []), ...(scene.others ?? [])],
  handlers: { ...galleryHandlers, ...(context ? { 'context.read': async () => ok(context) } : {}), ...scene.handlers },
});
const memory = createMemory(() => {
  throw new Error('The gallery remembers nothing.');
});
const session = createSession({
  link: sceneLink(scene, host),
  memory,
  tab: memory,
  schedule: createFrameSchedule(),
  later,
});
guardNavigation(document);
openScene(session, scene, query);
scene.play?.(host);
session.app.store.subscribe(({ snapshot }) => snapshot && showAppearance(root, snapshot.settings));
session.connection.start();

function page() {
  if (show === null) return <GalleryIndex query={query} />;
  return scene === board ? <Board /> : <App />;
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <SessionProvider session={session}>
    <Tooltip.Provider>{page()}</Tooltip.Provider>
  </SessionProvider>,
);
