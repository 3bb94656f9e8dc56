// Reports errors in message order on every branch: calls without results, results without calls, misplaced messages.
// Checks a branch in batches.

import { callsOf, type Message, type ToolCall } from '../../../shared/conversation/message.ts';
import { isResult, pairResults } from '../../../shared/conversation/pairing.ts';
import type { ConversationMeta, ExecutionEntry } from '../../conversation/formats.ts';
import { sequenceFindings } from '../../conversation/sequenceFindings.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { effectiveHeadOf } from '../log/effectiveHead.ts';
import type { CheckReport } from './checkReport.ts';
import type { Outline } from './outline.ts';

/** Messages per batch; a batch grows while a call still waits for its result. */
const together = 1_000;
const maxTogether = 4_000;

/**
 * Returns the calls without a result on any branch. `isWhole` is false if some branches were skipped. `maxSteps` limits
 * the messages visited on branches other than the open one.
 */
export async function checkConversationSequence(
  conversationId: string,
  outline: Outline,
  { meta, execution }: { meta: ConversationMeta; execution: readonly ExecutionEntry[] },
  report: CheckReport,
  maxSteps: number,
): Promise<{ open: ToolCall[]; isWhole: boolean }> {
  const reportedKeys = new Set<string>();
  const open: ToolCall[] = [];
  const slice = createTimeSlice();
  const problem = (messageId: string, what: string): void => {
    const key = `${messageId} ${what}`;
    if (!reportedKeys.has(key)) report.problems.push({ conversationId, what, where: messageId });
    reportedKeys.add(key);
  };

  function lookAt(piece: readonly Message[], isOpenBranch: boolean): void {
    open.push(...pairResults(piece).slots.flatMap(({ result, call }) => (result ? [] : [call])));
    for (const { kind, messageId, what } of sequenceFindings(piece)) {
      if (kind === 'problem') problem(messageId, what);
      // Branches other than the open one may end anywhere.
      else if (isOpenBranch) report.notes.push({ conversationId, what, where: messageId });
    }
  }

  /** Returns the number of messages on the branch. */
  async function look(leaf: number, isOpenBranch: boolean): Promise<number> {
    const path: number[] = [];
    for (let at = leaf; at >= 0; at = outline.before(at)) path.push(at);
    let piece: Message[] = [];
    let unanswered = 0;
    for (let index = path.length - 1; index >= 0; index--) {
      const message = outline.at(path[index] as number);
      const isWhole = unanswered <= 0 && !isResult(message);
      if (piece.length >= maxTogether || (piece.length >= together && isWhole)) {
        lookAt(piece, isOpenBranch);
        [piece, unanswered] = [[], 0];
        const pause = slice();
        if (pause) await pause;
      }
      piece.push(message);
      const callCount = callsOf(message).length;
      unanswered = callCount > 0 ? callCount : unanswered - (isResult(message) ? 1 : 0);
    }
    lookAt(piece, isOpenBranch);
    return path.length;
  }

  const head = headPlace(outline, meta);
  await look(head, true);
  const followed = new Uint8Array(outline.size);
  for (let at = 0; at < outline.size; at++) if (outline.before(at) >= 0) followed[outline.before(at)] = 1;
  let steps = 0;
  let isWhole = true;
  for (let at = 0; at < outline.size && isWhole; at++) {
    const pause = slice();
    if (pause) await pause;
    if (followed[at] === 1 || at === head) continue;
    isWhole = steps < maxSteps;
    if (isWhole) steps += await look(at, false);
  }
  for (const { messageId, index, toolCallId, name } of execution) {
    const place = outline.find(messageId);
    const askingRecord = place === null ? null : outline.at(place);
    if (askingRecord?.role !== 'assistant' || index < callsOf(askingRecord).length) continue;
    problem(
      messageId,
      `The call ${name} (${toolCallId}) was started for this message, which no longer has such a call.`,
    );
  }
  return { open, isWhole };
}

/** Index of the open branch's last message; -1 before the first one. */
function headPlace(outline: Outline, meta: ConversationMeta): number {
  const lastPlace = outline.size - 1;
  const last = lastPlace < 0 ? null : outline.at(lastPlace);
  const head = effectiveHeadOf(meta, last);
  if (!head || head.after !== last?.id) return lastPlace;
  return head.id === null ? -1 : (outline.find(head.id) ?? lastPlace);
}
