// The remains of an interrupted run, as records that the next run stores before the user's new message: the streaming
// reply, and a result for every call without one. Opening a conversation stores nothing, and the request preview is
// built from the same records. A result's id is derived from known data, so the preview shows its file name exactly as
// it will be sent.

import type { Message, NewMessage, ToolDetails } from '../../../shared/conversation/message.ts';
import { isResult, pairResults } from '../../../shared/conversation/pairing.ts';
import { type OpenCallState, openCallText } from '../../../shared/conversation/repair.ts';
import type { ExecutionEntry, Partial } from '../../conversation/formats.ts';
import { inspectBranch } from '../../conversation/simpleBranch.ts';
import { deriveUlid } from '../../lib/ids.ts';
import type { StartedProcess } from '../../ports/processes.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { CallTask } from '../../ports/tool.ts';

export interface OpenCall {
  messageId: string;
  index: number;
  toolCallId: string;
  name: string;
  state: OpenCallState;
  /** Every process it started; one may have outlived the app. */
  processes: StartedProcess[];
  /** The conversation of the last agent it started. */
  agent: string | null;
  /** A server continues it. */
  task: CallTask | null;
}

/** Returns the calls without a result at the end of the branch, with what the execution log knows about each. */
export function openCalls(branch: readonly Message[], log: readonly ExecutionEntry[] | null): OpenCall[] {
  // An unreadable log may contain any start, so no outcome is known.
  const started = log && new Set(log.filter((entry) => entry.type === 'tool_started').map((entry) => key(entry)));
  // An external agent starts its calls itself, whether or not they are in our log.
  const external = new Set(branch.flatMap((message) => (isExternal(message) ? [message.id] : [])));
  return pairResults(branch)
    .slots.filter((slot) => slot.result === null)
    .map(({ messageId, callIndex: index, call }) => ({
      messageId,
      index,
      toolCallId: call.id,
      name: call.function.name,
      state: !started || external.has(messageId) || started.has(key({ messageId, index })) ? 'unknown' : 'not_started',
      processes: log ? processesOf(log, { messageId, index }) : [],
      agent: log?.findLast((entry) => entry.agent && key(entry) === key({ messageId, index }))?.agent ?? null,
      task: log?.findLast((entry) => entry.task && key(entry) === key({ messageId, index }))?.task ?? null,
    }));
}

/** A process without a start time cannot be told apart from a later one with its id. */
function processesOf(log: readonly ExecutionEntry[], of: { messageId: string; index: number }): StartedProcess[] {
  return log.flatMap((entry) => {
    const { pid, processStartedAt: startedAt } = entry;
    return key(entry) === key(of) && pid !== undefined && startedAt !== undefined ? [{ pid, startedAt }] : [];
  });
}

/** Returns whether the execution log is needed: not if every call has its result. */
export function hasOpenCalls(branch: readonly Message[]): boolean {
  const { waiting } = inspectBranch(branch);
  if (waiting !== null) return waiting > 0;
  return pairResults(branch).slots.some((slot) => slot.result === null);
}

function key(of: { messageId: string; index: number }): string {
  return `${of.messageId}:${of.index}`;
}

/** Returns the interrupted reply as a record; null if there is none or it was stored after all. */
export function partialRecord(branch: readonly Message[], partial: Partial | null): NewMessage | null {
  if (!partial || partial.text.trim() === '') return null;
  if (!followsBranch(partial, branch)) return null;
  return {
    id: partial.messageId,
    role: 'assistant',
    content: partial.text,
    ...(partial.reasoning === '' ? {} : { reasoning: partial.reasoning }),
    ...(partial.reasoning === '' || partial.reasoningMs === undefined ? {} : { reasoningMs: partial.reasoningMs }),
    finishReason: 'interrupted',
    ...(partial.model ? { model: partial.model } : {}),
    ...(partial.response ? { response: partial.response } : {}),
    ...(partial.external ? { external: partial.external } : {}),
  };
}

/**
 * Returns whether a reply belongs to the end of the branch. Results and notes may have been stored since it began,
 * because an external agent writes while its calls run.
 */
export function followsBranch({ parentId }: Pick<Partial, 'parentId'>, branch: readonly Message[]): boolean {
  for (const message of branch.toReversed()) {
    if (message.id === parentId) return true;
    if (!isResult(message) && message.partType !== 'note') return false;
  }
  return branch.length === 0 && parentId === null;
}

export function callRefOf({
  messageId,
  index,
}: {
  messageId: string;
  index: number;
}): NonNullable<ToolDetails['call']> {
  return { messageId, index };
}

/** Keeps the agent's conversation reachable from the call that started it. */
export function agentDetails(agent: string | null): Pick<ToolDetails, 'agent'> {
  return agent === null ? {} : { agent: { conversationId: agent } };
}

/**
 * Returns everything to store before a new user message, in order. `lastId`: the log's last record, on any branch; ids
 * of the records stored later derive from it.
 */
export function recoveryRecords(
  { messages: branch, lastId }: Pick<StoredBranch, 'messages' | 'lastId'>,
  partial: Partial | null,
  log: readonly ExecutionEntry[] | null,
): NewMessage[] {
  const results = interruptedResults({ messages: branch, lastId }, openCalls(branch, log)).map(({ record }) => record);
  const reply = partialRecord(branch, partial);
  return reply ? [...results, reply] : results;
}

function isExternal(message: Message): boolean {
  return message.role === 'assistant' && message.external !== undefined;
}

/** Returns the last reply with calls, and an external agent's earlier ones since the user's message. */
function lastReplies(branch: readonly Message[]): Set<string> {
  const ids = new Set<string>();
  for (const message of branch.toReversed()) {
    if (message.role === 'user' && ids.size > 0) break;
    if (message.role !== 'assistant' || message.tool_calls === undefined) continue;
    if (ids.size === 0 || isExternal(message)) ids.add(message.id);
  }
  return ids;
}

/** Returns a result for each open call of the last reply with calls. */
export function interruptedResults(
  { messages: branch, lastId }: Pick<StoredBranch, 'messages' | 'lastId'>,
  open: readonly OpenCall[],
): { call: OpenCall; record: Extract<NewMessage, { role: 'tool' }> }[] {
  const last = lastReplies(branch);
  return open
    .filter((call) => last.has(call.messageId))
    .map((call) => ({
      call,
      record: {
        id: deriveUlid(call.messageId, [call.messageId, String(call.index), lastId ?? '']),
        role: 'tool',
        tool_call_id: call.toolCallId,
        toolName: call.name,
        outcome: 'interrupted',
        content: openCallText(call.state),
        details: { interrupted: call.state, call: callRefOf(call), ...agentDetails(call.agent) },
      },
    }));
}
