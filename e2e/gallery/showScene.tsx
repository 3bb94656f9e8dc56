// Shows a scene until it is ended. It leaves nothing behind for the next scene in the page.

import { Tooltip } from 'radix-ui';
import { createRoot } from 'react-dom/client';
import { App } from '../../renderer/app/App.tsx';
import { createSession } from '../../renderer/app/createSession.ts';
import { createMemory } from '../../renderer/core/memory.ts';
import { SessionProvider } from '../../renderer/core/state/context.tsx';
import { createFrameSchedule, startTimer } from '../../renderer/core/state/frames.ts';
import { followRights } from '../../renderer/features/remote/deviceView.ts';
import { applyAppearance } from '../../renderer/features/theme/appearance.ts';
import { ok } from '../../shared/core/errors.ts';
import { snapshotFixture } from './appFixture.ts';
import { askedAppearance } from './askedAppearance.ts';
import { Board } from './Board.tsx';
import { boardConversation } from './boardFixture.ts';
import { GalleryIndex } from './GalleryIndex.tsx';
import { galleryHandlers } from './galleryHandlers.ts';
import { highlighter, mathLoader } from './late.ts';
import { openScene } from './openScene.ts';
import type { Scene } from './scene.ts';
import { sceneLink } from './sceneLink.ts';
import { scenes } from './scenes.ts';
import { createScriptedHost } from './scriptedHost.ts';

/** `query`: from the gallery's URL. Returns a function that applies the system's preferences again. */
export function showScene(query: URLSearchParams, ended: AbortSignal): () => void {
  const show = query.get('show');
  const board: Scene = { snapshot: snapshotFixture(), conversation: boardConversation() };
  const scene = (show !== null && Object.hasOwn(scenes, show) ? scenes[show]?.() : undefined) ?? board;
  const { context } = scene;
  scene.snapshot.settings = { ...scene.snapshot.settings, ...askedAppearance(query) };
  const page = document.documentElement;
  const look = (settings = scene.snapshot.settings): void => {
    if (!ended.aborted) applyAppearance(page, settings);
  };
  look();

  const host = createScriptedHost({
    snapshot: scene.snapshot,
    conversations: [...(scene.conversation ? [scene.conversation] : []), ...(scene.others ?? [])],
    handlers: {
      ...galleryHandlers,
      ...(context ? { 'context.read': async () => ok(context) } : {}),
      ...scene.handlers,
    },
  });
  const memory = createMemory(() => {
    throw new Error('The gallery remembers nothing.');
  });
  const made = createSession({
    link: sceneLink(scene, host, ended),
    memory,
    tab: memory,
    schedule: createFrameSchedule(),
    later: startTimer,
  });
  const session = Object.assign(made, { highlighter, mathLoader });
  const stopRights = scene.snapshot.device && followRights(session.app);
  openScene(session, scene, query, ended);
  scene.play?.(host, ended);
  session.app.store.subscribe(({ snapshot }) => snapshot && look(snapshot.settings));
  session.connection.start();

  const shown = show === null ? <GalleryIndex /> : scene === board ? <Board /> : <App />;
  const root = createRoot(document.getElementById('root') as HTMLElement);
  root.render(
    <SessionProvider session={session}>
      <Tooltip.Provider>{shown}</Tooltip.Provider>
    </SessionProvider>,
  );
  ended.addEventListener('abort', () => {
    root.unmount();
    stopRights?.();
    host.drop();
    for (const name of ['drawn', 'streamed', 'stream']) delete page.dataset[name];
  });
  return () => look();
}
