// Fetches conversations that other devices stored: those that somebody waits for first, then the newest.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { withSmallHeap } from '../../../lib/smallHeap.ts';
import { undoableDeletions } from '../../../stores/removal/removal.ts';
import { fetchConversation } from './applyRemote.ts';
import { checkSpace } from './diskSpace.ts';
import type { SyncContext } from './syncContext.ts';
import { isWaiting, type Urgent, waitingConversations } from './waiting.ts';

const together = 6;
/** Conversations between two looks at the free space. */
const fetchedBetween = 50;
/** More conversations than this take minutes. */
const manyConversations = 500;

export async function fetchWaiting(
  context: SyncContext,
  fetch: typeof fetchConversation,
  urgent: Urgent,
  onProgress: (waiting: number) => void,
): Promise<void> {
  const deletions = await undoableDeletions(context.disk, context.data);
  const waiting = (await waitingConversations(context)).filter((id) => !deletions.has(id));
  if (waiting.length === 0) return;
  await checkSpace(context);
  let count = 0;
  let isOver = false;
  const next = (): string | undefined => {
    if (isOver) return undefined;
    const at = urgent.ids().length === 0 ? -1 : waiting.findIndex((id) => urgent.has(id));
    return at < 0 ? waiting.shift() : waiting.splice(at, 1)[0];
  };
  // Each merge waits for the disk several times.
  const worker = async (): Promise<void> => {
    for (let id = next(); id !== undefined; id = next()) {
      if (++count % fetchedBetween === 0) await checkSpace(context);
      await fetch(context, id);
      if (urgent.has(id)) urgent.arrived(id, await outcomeOf(context, id));
      onProgress(waiting.length);
    }
  };
  const work = () =>
    Promise.allSettled(Array.from({ length: together }, () => worker().finally(() => (isOver = true))));
  const workers = await (waiting.length > manyConversations ? withSmallHeap(work) : work());
  const failed = workers.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Those that somebody waits for, in the middle of other work. */
export async function fetchUrgent(context: SyncContext, urgent: Urgent): Promise<void> {
  for (const id of urgent.ids()) urgent.arrived(id, await fetchOne(context, id));
}

/** CONVERSATION_NOT_FOUND: nobody has stored it. */
export async function fetchOne(context: SyncContext, conversation: string): Promise<Result<void>> {
  const isHere = (await context.data.locate(conversation)).ok;
  if (!isHere && !isWaiting(context, conversation)) {
    return fail('CONVERSATION_NOT_FOUND', say`No synced device has stored this conversation.`);
  }
  await fetchConversation(context, conversation);
  return outcomeOf(context, conversation);
}

async function outcomeOf({ data, problems }: SyncContext, conversation: string): Promise<Result<void>> {
  if ((await data.locate(conversation)).ok) return ok(undefined);
  const reason = problems.get(conversation) ?? say`The store does not have its messages yet.`;
  return fail('STORE_READ_FAILED', reason);
}
