// Per-record facts about a branch, computed once: when a branch starts with the previous one's records, only new ones
// are examined. Most branches are simple: no summary, no record excluded from requests, no failed reply with calls.
// Then what is sent for a record depends on that record alone.

import { type Context, contextOf, isCompaction } from '../../shared/conversation/context.ts';
import type { Marks } from '../../shared/conversation/marks.ts';
import { type AssistantMessage, callsOf, type Message } from '../../shared/conversation/message.ts';
import { createWaitingCalls, isResult } from '../../shared/conversation/pairing.ts';
import { isBlankText } from '../../shared/conversation/sendable.ts';
import { hasImages } from './resultImages.ts';

export interface SimpleBranch {
  readonly isSimple: boolean;
  /** Without marks, every record except compactions is sent unchanged. */
  readonly isPlain: boolean;
  /** What is sent without marks, if the branch is simple. */
  readonly history: readonly Message[];
  /** Records that may name attachments. */
  readonly bringing: readonly Message[];
  /** Number of calls without a result; null if only `pairResults` can tell. */
  readonly waiting: number | null;
}

interface BranchScan {
  records: Message[];
  isSimple: boolean;
  isPlain: boolean;
  history: Message[];
  bringing: Message[];
  calls: ReturnType<typeof createWaitingCalls>;
  isPaired: boolean;
}

const scans = new WeakMap<Message, BranchScan>();

export function inspectBranch(branch: readonly Message[]): SimpleBranch {
  const [first] = branch;
  const previous = first && scans.get(first);
  const scan = previous && isContinuation(previous, branch) ? previous : emptyScan();
  for (let at = scan.records.length; at < branch.length; at++) scanMessage(scan, branch[at] as Message);
  if (first) scans.set(first, scan);
  const { isSimple, isPlain, history, bringing, isPaired, calls } = scan;
  return { isSimple, isPlain, history, bringing, waiting: isPaired ? calls.count : null };
}

function emptyScan(): BranchScan {
  return {
    records: [],
    isSimple: true,
    isPlain: true,
    history: [],
    bringing: [],
    calls: createWaitingCalls(),
    isPaired: true,
  };
}

function isContinuation({ records }: BranchScan, branch: readonly Message[]): boolean {
  return records.length <= branch.length && records.every((record, at) => record === branch[at]);
}

function scanMessage(scan: BranchScan, record: Message): void {
  scan.records.push(record);
  scan.isPaired &&= scan.calls.add(record);
  if (Array.isArray(record.content) || (record.role === 'tool' && hasImages(record))) scan.bringing.push(record);
  const isFailed = isFailedCall(record);
  const isNote = record.partType === 'note' && !isResult(record);
  if (isNote || isFailed || record.includeInContext === false) scan.isPlain = false;
  if (isNote) return;
  if (isFailed && callsOf(record).length > 0) scan.isSimple = false;
  if (record.includeInContext === false) {
    // The error of a withheld request is not part of the context.
    if (!isFailed) scan.isSimple = false;
    return;
  }
  if (isCompaction(record)) scan.isSimple = false;
  scan.history.push(isFailed ? errorAsText(record) : record);
}

const contexts = new WeakMap<readonly Message[], { marks: Marks; length: number; context: Context }>();

/** Returns a branch's context, shared by all who need it for one request. Callers must not modify it. */
export function sharedContextOf(branch: readonly Message[], marks: Marks): Context {
  const cached = contexts.get(branch);
  if (cached?.marks === marks && cached.length === branch.length) return cached.context;
  const context = contextOf(branch, marks);
  contexts.set(branch, { marks, length: branch.length, context });
  return context;
}

/** Replaces a failed reply for the model. The cause, and the advice, are for the user. */
export const noReply = '[No reply: the model call failed.]';

/** The sent form of a failed model call. Returns its text, or a note that it failed; without its calls. */
export function errorAsText(message: AssistantMessage): AssistantMessage {
  const { tool_calls: _unfinished, reasoning: _thought, providerData: _data, ...rest } = message;
  return { ...rest, content: isBlankText(message.content) ? noReply : message.content };
}

export function isFailedCall(message: Message): message is AssistantMessage {
  return message.role === 'assistant' && message.partType === 'error';
}
