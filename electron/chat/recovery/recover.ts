// What an interrupted run left behind, as the records that the next one stores before the person's new message: the
// reply that was streaming, and a result for every call that has none. Pure: opening a conversation stores nothing, and
// the request that is shown before it is sent is built from the same records. A result has its id from what is known before
// it is stored: the words that name its file are shown as they will be sent.

import type { Message, NewMessage, ToolDetails } from '../../../shared/conversation/message.ts';
import { pairResults } from '../../../shared/conversation/pairing.ts';
import { type OpenCallState, openCallText } from '../../../shared/conversation/repair.ts';
import type { ExecutionEntry, Partial } from '../../conversation/formats.ts';
import { simpleBranch } from '../../conversation/simpleBranch.ts';
import { derivedUlid } from '../../lib/ids.ts';
import type { StartedProcess } from '../../ports/processes.ts';
import type { StoredBranch } from '../../ports/store.ts';

export interface OpenCall {
  messageId: string;
  index: number;
  toolCallId: string;
  name: string;
  state: OpenCallState;
  /** What it started, each time that it was started; one may have outlived the app. */
  processes: StartedProcess[];
  /** The conversation of the agent that it started last. */
  agent: string | null;
}

/** The calls at the end of the branch that have no result, with what the execution log knows of each. */
export function openCalls(branch: readonly Message[], log: readonly ExecutionEntry[] | null): OpenCall[] {
  // What cannot be read may hold any start: then no outcome is known.
  const started = log && new Set(log.filter((entry) => entry.type === 'tool_started').map((entry) => key(entry)));
  return pairResults(branch)
    .slots.filter((slot) => slot.result === null)
    .map(({ messageId, callIndex: index, call }) => ({
      messageId,
      index,
      toolCallId: call.id,
      name: call.function.name,
      state: !started || started.has(key({ messageId, index })) ? 'unknown' : 'not_started',
      processes: log ? processesOf(log, { messageId, index }) : [],
      agent: log?.findLast((entry) => entry.agent && key(entry) === key({ messageId, index }))?.agent ?? null,
    }));
}

/** One without a start time cannot be told from a later one with its id. */
function processesOf(log: readonly ExecutionEntry[], of: { messageId: string; index: number }): StartedProcess[] {
  return log.flatMap((entry) => {
    const { pid, processStartedAt: startedAt } = entry;
    return key(entry) === key(of) && pid !== undefined && startedAt !== undefined ? [{ pid, startedAt }] : [];
  });
}

/** Whether the execution log has anything to say: where every call has its result it need not be read. */
export function hasOpenCalls(branch: readonly Message[]): boolean {
  const { waiting } = simpleBranch(branch);
  if (waiting !== null) return waiting > 0;
  return pairResults(branch).slots.some((slot) => slot.result === null);
}

function key(of: { messageId: string; index: number }): string {
  return `${of.messageId}:${of.index}`;
}

/** The interrupted reply as a record; null when there is none or it was stored after all. */
export function partialRecord(branch: readonly Message[], partial: Partial | null): NewMessage | null {
  if (!partial || partial.text.trim() === '') return null;
  const last = branch.at(-1);
  if (partial.parentId !== (last?.id ?? null)) return null;
  return {
    id: partial.messageId,
    role: 'assistant',
    content: partial.text,
    ...(partial.reasoning === '' ? {} : { reasoning: partial.reasoning }),
    ...(partial.reasoning === '' || partial.reasoningMs === undefined ? {} : { reasoningMs: partial.reasoningMs }),
    finishReason: 'interrupted',
    ...(partial.model ? { model: partial.model } : {}),
    ...(partial.response ? { response: partial.response } : {}),
  };
}

export function placeOf({ messageId, index }: { messageId: string; index: number }): NonNullable<ToolDetails['call']> {
  return { messageId, index };
}

/** The agent's conversation stays within reach of the call that started it. */
export function agentDetails(agent: string | null): Pick<ToolDetails, 'agent'> {
  return agent === null ? {} : { agent: { conversationId: agent } };
}

/**
 * Everything to store before a new user message, in order. `lastId`: the last record of the log, on this branch or not; what
 * is stored later is derived from another one.
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

/** The result of each open call of the last reply that has calls. */
export function interruptedResults(
  { messages: branch, lastId }: Pick<StoredBranch, 'messages' | 'lastId'>,
  open: readonly OpenCall[],
): { call: OpenCall; record: Extract<NewMessage, { role: 'tool' }> }[] {
  const lastWithCalls = branch.findLast((message) => message.role === 'assistant' && message.tool_calls !== undefined);
  return open
    .filter((call) => call.messageId === lastWithCalls?.id)
    .map((call) => ({
      call,
      record: {
        id: derivedUlid(call.messageId, [call.messageId, String(call.index), lastId ?? '']),
        role: 'tool',
        tool_call_id: call.toolCallId,
        toolName: call.name,
        outcome: 'interrupted',
        content: openCallText(call.state),
        details: { interrupted: call.state, call: placeOf(call), ...agentDetails(call.agent) },
      },
    }));
}
