// Makes the worktree of a conversation. Meanwhile the view knows how far it has come, and how to give it up: nothing of it is
// left then.

import { strings } from '../strings.ts';
import type { Actions, ActionsDeps } from './actions.ts';

type Deps = Pick<ActionsDeps, 'connection' | 'view' | 'toasts'> & Pick<Actions, 'call' | 'report'>;

export async function makeWorktree(
  { connection, view, toasts, call, report }: Deps,
  conversationId: string,
  wish: Parameters<Actions['makeWorktree']>[1],
): Promise<boolean> {
  const controller = new AbortController();
  const told = (done: number, of: number): void =>
    view.setState({ makingWorktree: { done, of, cancel: () => controller.abort() } });
  told(0, 0);
  const stop = connection.onEvent(({ event }) => {
    if (event.type === 'worktree.progress' && event.conversationId === conversationId) told(event.done, event.of);
  });
  const answer =
    wish === 'again'
      ? await call('worktree.makeAgain', { conversationId }, controller.signal)
      : await call('worktree.make', { conversationId, ...wish }, controller.signal);
  stop();
  view.setState({ makingWorktree: null });
  if (!answer.ok) {
    report(answer.error);
    return false;
  }
  for (const note of answer.value.notes) {
    toasts.show({ tone: 'info', stays: true, message: strings.sentences.host(note) });
  }
  return true;
}
