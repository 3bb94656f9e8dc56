// Worktrees: a conversation with its own folder and git branch.

import type { WindowFeature } from '../../core/feature.ts';
import { newChatProject, projectOf } from '../../core/state/choices.ts';
import type { Command, Session } from '../../core/state/session.ts';

const act =
  (kind: 'changes' | 'merge' | 'remove' | 'make') =>
  (session: Session): void => {
    const conversationId = session.conversation.store.getState().id;
    if (conversationId !== null) session.view.setState({ dialog: { type: 'worktree', conversationId, act: kind } });
    else session.view.setState(({ newChat }) => ({ newChat: { ...newChat, worktree: { bring: false } } }));
  };

const stateOf = ({ conversation }: Session) => conversation.store.getState().state;
const hasWorktree = (session: Session): boolean => stateOf(session)?.worktree != null;

/** Commands for worktrees: a chat with its own folder and branch. */
const worktreeCommands: readonly Command[] = [
  { id: 'worktree.work', group: 'conversation', when: canHaveOne, run: act('make') },
  { id: 'worktree.changes', group: 'conversation', when: hasWorktree, run: act('changes') },
  { id: 'worktree.merge', group: 'conversation', when: hasWorktree, run: act('merge') },
  { id: 'worktree.remove', group: 'conversation', when: hasWorktree, run: act('remove') },
];

export const worktreesFeature: WindowFeature = {
  commands: worktreeCommands,
  dialogs: { worktree: async () => (await import('./WorktreeDialog.tsx')).WorktreeDialog },
};

function canHaveOne(session: Session): boolean {
  const state = stateOf(session);
  const projectId = state ? state.projectId : newChatProject(session.app, session.view);
  const project = projectOf(session.app.store.getState().snapshot, projectId);
  return project?.folderExists === true && !state?.worktree;
}
