// Creates a conversation's worktree. Reports progress and can be canceled, which removes it completely.

import type { Session } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';

/** `again`: recreates it from its branch after the folder was lost. */
export type WorktreeRequest = { name?: string; base?: string | null; bring: boolean } | 'again';

export async function createWorktree(
  { connection, view, toasts, actions }: Pick<Session, 'actions' | 'connection' | 'toasts' | 'view'>,
  conversationId: string,
  wish: WorktreeRequest,
): Promise<boolean> {
  const controller = new AbortController();
  const onProgress = (done: number, of: number): void =>
    view.setState({ makingWorktree: { done, of, cancel: () => controller.abort() } });
  onProgress(0, 0);
  const stop = connection.onEvent(({ event }) => {
    if (event.type === 'worktree.progress' && event.conversationId === conversationId) onProgress(event.done, event.of);
  });
  const answer =
    wish === 'again'
      ? await actions.call('worktree.makeAgain', { conversationId }, controller.signal)
      : await actions.call('worktree.make', { conversationId, ...wish }, controller.signal);
  stop();
  view.setState({ makingWorktree: null });
  if (!answer.ok) {
    actions.report(answer.error);
    return false;
  }
  for (const note of answer.value.notes) {
    toasts.show({ tone: 'info', stays: true, message: strings.sentences.host(note) });
  }
  return true;
}
