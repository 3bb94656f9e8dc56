// Determines how a run continues without a new message: unchanged or, if a reply was cut short, with a "Continue."
// message, because a request may not end with a reply. Otherwise it returns the reason why it cannot.

import type { NewMessage } from '../../../shared/conversation/message.ts';
import { continueText } from '../../../shared/conversation/repair.ts';
import { type ResumePoint, resumePoint } from '../../../shared/conversation/resume.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { ChatDeps } from '../chatDeps.ts';
import { partialRecord } from './recover.ts';

export interface Resumption {
  /** Stored first; null: the request uses the existing records. */
  message: NewMessage | null;
  /** Rows of failed model calls to hide, so that the same request is sent again. */
  failed: string[];
}

/** NOTHING_TO_RESUME if the conversation ends with a reply, is empty, or has calls to resolve. */
export async function prepareResumption(
  deps: Pick<ChatDeps, 'store'>,
  branch: StoredBranch,
  waiting: number,
): Promise<Result<Resumption>> {
  const partial = await deps.store.readPartial(branch.conversationId);
  const cut = partialRecord(branch.messages, partial) !== null;
  const point = resumePoint(branch.messages, branch.meta.marks, cut);
  switch (point.kind) {
    case 'request':
      return ok({ message: null, failed: point.failed });
    case 'message':
      return ok({ message: waiting > 0 ? null : { role: 'user', content: continueText }, failed: [] });
    case 'open_calls':
      return fail('NOTHING_TO_RESUME', openCallsSentence(point), { openCalls: point.calls });
    case 'nothing':
      return waiting > 0 ? ok({ message: null, failed: [] }) : fail('NOTHING_TO_RESUME', nothingSentences[point.why]);
  }
}

const nothingSentences = {
  empty: say`There is nothing to continue: the conversation is empty.`,
  answered: say`There is nothing to continue: the last message has a reply. Write a message instead.`,
  left_out: say`The message waiting for a reply is now hidden from the model. Write a message to continue.`,
};

function openCallsSentence({ calls }: ResumePoint & { kind: 'open_calls' }): Sentence {
  const names = calls.map(({ name }) => name).join(', ');
  return calls.length === 1
    ? say`The ${names} call was interrupted. Run it again, skip it or mark it as done, or write a message.`
    : say`${calls.length} calls were interrupted (${names}). Run each again, skip it or mark it as done, or write a message.`;
}

/** Hides the rows of failed model calls. */
export async function hideFailedCalls(
  deps: Pick<ChatDeps, 'clock' | 'hub' | 'store'>,
  branch: StoredBranch,
  ids: readonly string[],
): Promise<Result<void>> {
  if (ids.length === 0) return ok(undefined);
  const { conversationId, projectId } = branch;
  const at = deps.clock.now().toISOString();
  const saved = await deps.store.updateMeta(conversationId, (meta) => ({
    ...meta,
    marks: {
      ...meta.marks,
      ...Object.fromEntries(ids.map((id) => [id, { ...meta.marks[id], hidden: true, at }])),
    },
  }));
  if (!saved.ok) return saved;
  await deps.hub.publishMeta(conversationId, { projectId, meta: saved.value });
  return ok(undefined);
}

/** Returns whether no call of the last reply waits for the user's choice. */
export async function areCallsDecided(deps: Pick<ChatDeps, 'store'>, conversationId: string): Promise<boolean> {
  const branch = await deps.store.readBranch(conversationId, 'context');
  return branch.ok && resumePoint(branch.value.messages, branch.value.meta.marks).kind !== 'open_calls';
}
