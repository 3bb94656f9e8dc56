// Describes errors in the order of a stored history, caused by the user, another app or a damaged disk. Requests are
// repaired anyway (`repair.ts`); this reports where.

import { callsOf, type Message, type ToolCall, textOf } from '../../shared/conversation/message.ts';
import { isResult, type Pairing, pairResults, type Slot } from '../../shared/conversation/pairing.ts';
import { isEmpty } from '../../shared/conversation/repair.ts';
import { isLastQuestion } from '../../shared/conversation/resume.ts';

export interface SequenceFinding {
  /** A problem is damage. A note may also come from a crash or an unusual reply. */
  kind: 'problem' | 'note';
  messageId: string;
  /** Null: not about a call. */
  callId: string | null;
  /** A sentence. */
  what: string;
}

/** Checks one branch, from its first record or from a place where no call is open; findings are in record order. */
export function sequenceFindings(branch: readonly Message[]): SequenceFinding[] {
  const places = new Map(branch.map((message, index) => [message.id, index]));
  const pairing = pairResults(branch);
  const problems = [
    ...unansweredCalls(branch, pairing),
    ...interposedRows(branch, pairing, places),
    ...strayResults(branch, pairing, places),
    ...emptyRows(branch),
  ];
  return problems.sort((one, other) => (places.get(one.messageId) ?? 0) - (places.get(other.messageId) ?? 0));
}

/**
 * Checks a branch record by record without retaining any. Returns false once there may be findings other than a crash's
 * at the end; while it is true, `sequenceFindings` has no problem.
 */
export function createOrderChecker(): { add(message: Message): boolean } {
  let isSound = true;
  /** Ids of the last requested calls that have no result yet. */
  const open: string[] = [];
  return {
    add(message) {
      if (isResult(message)) {
        const at = open.indexOf(message.tool_call_id);
        if (at < 0) isSound = false;
        else open.splice(at, 1);
      } else {
        if (open.length > 0) isSound = false;
        open.length = 0;
        for (const { id } of callsOf(message)) open.push(id);
      }
      return isSound;
    },
  };
}

/** Strips a record to its position and calls, so that even a long branch fits into memory. */
export function stripRecord(message: Message): Message {
  const content = isEmpty(message) && textOf(message).trim() === '' ? '' : '…';
  const { v, id, parentId, createdAt, role, partType } = message;
  const calls = callsOf(message).map(({ id: callId, function: { name } }) => {
    return { id: callId, type: 'function', function: { name, arguments: '' } };
  });
  const of = {
    ...('finishReason' in message ? { finishReason: message.finishReason } : {}),
    ...('external' in message && message.external ? { external: message.external } : {}),
  };
  return {
    ...{ v, id, parentId, createdAt, role, content },
    ...(partType === undefined ? {} : { partType }),
    ...of,
    ...(role === 'assistant' && message.tool_calls !== undefined ? { tool_calls: calls } : {}),
    ...(role === 'tool' ? { tool_call_id: message.tool_call_id, toolName: message.toolName } : {}),
  } as Message;
}

function unansweredCalls(branch: readonly Message[], { slots }: Pairing): SequenceFinding[] {
  const open = slots.filter(({ result }) => result === null);
  return open.map(({ messageId, call }) => {
    const named = nameOf(call);
    return isLastQuestion(branch, messageId)
      ? finding('note', messageId, call.id, `The call ${named} has no result; it is shown and sent as interrupted.`)
      : finding(
          'problem',
          messageId,
          call.id,
          `The call ${named} has no result although the conversation continued; it is sent as interrupted.`,
        );
  });
}

/** Returns the first message between a call and its result. */
function interposedRows(
  branch: readonly Message[],
  { slots }: Pairing,
  places: ReadonlyMap<string, number>,
): SequenceFinding[] {
  let next: number | null = null;
  /** Per position, the nearest later message that the app itself would not put between a call and its result. */
  const behind: (number | null)[] = new Array(branch.length);
  for (let at = branch.length - 1; at >= 0; at--) {
    behind[at] = next;
    if (speaks(branch[at] as Message)) next = at;
  }
  return slots.flatMap(({ assistantIndex, call, result }: Slot) => {
    const between = behind[assistantIndex] ?? null;
    const row = between === null ? undefined : branch[between];
    if (!result || !row || between === null || (places.get(result.id) ?? 0) < between) return [];
    const what = `This message comes between the call ${nameOf(call)} and its result; it is sent after them.`;
    return [finding('problem', row.id, call.id, what)];
  });
}

function speaks({ role, partType, ...rest }: Message): boolean {
  if (role === 'user') return true;
  // An external agent makes calls while earlier ones run.
  if (role === 'assistant' && 'external' in rest && rest.external) return false;
  return (
    role === 'assistant' && partType === undefined && !('finishReason' in rest && rest.finishReason === 'interrupted')
  );
}

function strayResults(
  branch: readonly Message[],
  { orphans, duplicates, early }: Pairing,
  places: ReadonlyMap<string, number>,
): SequenceFinding[] {
  const replies = orphans.length > 0 ? repliesBefore(branch) : [];
  return [
    ...orphans.map(({ id, tool_call_id: callId, toolName }) => {
      const reply = replies[places.get(id) ?? 0];
      const stripped = reply ? ` The calls of message ${reply.id}, which it follows, may have been removed.` : '';
      const what = `This is the result of a missing call ${callId} (${toolName}); it is not sent.${stripped}`;
      return finding('problem', id, callId, what);
    }),
    ...duplicates.map(({ id, tool_call_id: callId, toolName }) =>
      finding('problem', id, callId, `This is a second result of the call ${callId} (${toolName}); it is not sent.`),
    ),
    ...early.map(({ id, tool_call_id: callId, toolName }) =>
      finding('problem', id, callId, `This result comes before its call ${callId} (${toolName}); it is sent after it.`),
    ),
  ];
}

/** Per position, the preceding reply if it made no calls. */
function repliesBefore(branch: readonly Message[]): (Message | null)[] {
  let reply: Message | null = null;
  return branch.map((message) => {
    const before = reply;
    if (!isResult(message)) reply = message.role === 'assistant' && message.tool_calls === undefined ? message : null;
    return before;
  });
}

function emptyRows(branch: readonly Message[]): SequenceFinding[] {
  return branch.flatMap((message) => {
    const note = (what: string): SequenceFinding[] => [finding('note', message.id, null, what)];
    if (madeNoCalls(message)) return note('This reply ended with calls but has none: they may have been removed.');
    return isUnexplained(message) ? note(`This ${message.role} message is empty; it is not sent.`) : [];
  });
}

function madeNoCalls(message: Message): boolean {
  if (message.role !== 'assistant' || message.partType !== undefined) return false;
  return message.finishReason === 'tool_calls' && callsOf(message).length === 0;
}

/** Records that only clear results, and failed calls without text, are legitimately empty. */
function isUnexplained(message: Message): boolean {
  return isEmpty(message) && message.partType === undefined && textOf(message).trim() === '';
}

function nameOf({ id, function: { name } }: ToolCall): string {
  return `${name} (${id})`;
}

function finding(
  kind: SequenceFinding['kind'],
  messageId: string,
  callId: string | null,
  what: string,
): SequenceFinding {
  return { kind, messageId, callId, what };
}
