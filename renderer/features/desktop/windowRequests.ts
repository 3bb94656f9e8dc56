// Connects a window with the desktop's own menus: names them in the window's language, and does what they ask.

import { menuCommands } from '../../../shared/features/desktop/labels.ts';
import type { WindowRequest } from '../../../shared/features/desktop/methods.ts';
import { isAvailable, titleOf } from '../../core/commands/commandList.ts';
import { keysFor } from '../../core/commands/shortcuts.ts';
import { focusedTarget } from '../../core/state/commandTarget.ts';
import type { Session } from '../../core/state/session.ts';
import { goToWaiting } from '../approvals/waiting.ts';
import { desktopWords } from './words.ts';

/** Runs until the returned function is called. `isThis`: whether requests are for this window. */
export function startWindowRequests(session: Session, isThis: () => Promise<boolean>): () => void {
  const { app, connection, actions, commands, panes, view } = session;
  let shortcuts: unknown;

  async function describe(): Promise<void> {
    const { snapshot } = app.store.getState();
    if (!snapshot) return;
    const answer = await actions.call('desktop.describe', {
      labels: desktopWords.labels,
      commands: menuCommands.flatMap((id) => {
        const command = commands.find((each) => each.id === id);
        return command ? [{ id, title: titleOf(command), keys: keysFor(command, snapshot) }] : [];
      }),
    });
    if (answer.ok) for (const request of answer.value.requests) await grant(request);
  }

  async function grant(request: WindowRequest): Promise<void> {
    if (request.what === 'show') return show(request.conversationId);
    if (request.what === 'newChat') return newChat(request.folder);
    const command = commands.find((each) => each.id === request.command);
    const { dialog, paletteOpen } = view.getState();
    const isCovered = dialog !== null || paletteOpen;
    if (!command || (isCovered && !command.overDialogs)) return;
    const target = focusedTarget();
    const pane = panes.current();
    if (isAvailable(command, pane, target)) command.run?.(pane, target);
  }

  function show(conversationId: string): void {
    panes.current().actions.show(conversationId);
    const row = app.store.getState().snapshot?.conversations.find(({ id }) => id === conversationId);
    if (row?.activity === 'waiting') goToWaiting(panes.current());
  }

  async function newChat(folder: string | null): Promise<void> {
    if (folder === null) return panes.current().actions.newChat();
    const project = await actions.call('project.open', { path: folder });
    if (project.ok) panes.current().actions.newChat(project.value.id);
    else actions.report(project.error);
  }

  const ends = [
    connection.onEvent(({ event }) => {
      if (event.type !== 'window.request') return;
      const { request } = event;
      void isThis().then((isMeant) => (isMeant ? grant(request) : undefined));
    }),
    app.store.subscribe(({ snapshot }) => {
      if (!snapshot || snapshot.settings.shortcuts === shortcuts) return;
      ({ shortcuts } = snapshot.settings);
      void describe();
    }),
  ];
  shortcuts = app.store.getState().snapshot?.settings.shortcuts;
  void describe();
  return () => {
    for (const end of ends) end();
  };
}
