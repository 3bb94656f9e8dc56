// Creates a conversation's worktree. Reports progress and can be cancelled, which removes it completely.

import type { AppError } from '../../../shared/core/errors.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { strings } from '../../core/strings.ts';
import type { Toasts } from '../../core/state/toasts.ts';
import type { ViewStore } from '../../core/state/viewStore.ts';

/** `again`: recreates it from its branch after the folder was lost. */
export type WorktreeWish = { name?: string; base?: string | null; bring: boolean } | 'again';

interface Deps {
  connection: Pick<Connection, 'onEvent'>;
  view: ViewStore;
  toasts: Toasts;
  call: Connection['call'];
  report(error: AppError): void;
}

export async function makeWorktree(
  { connection, view, toasts, call, report }: Deps,
  conversationId: string,
  wish: WorktreeWish,
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
