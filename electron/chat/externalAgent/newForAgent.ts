// Divides a branch into what an agent's session knows, what it has missed, and the content of the next prompt. Pure.

import { contextOf } from '../../../shared/conversation/context.ts';
import { isHidden } from '../../../shared/conversation/marks.ts';
import { callsOf, type Message, type SystemMessage, type UserMessage } from '../../../shared/conversation/message.ts';
import { isResult } from '../../../shared/conversation/pairing.ts';
import type { StoredBranch } from '../../ports/store.ts';

export interface NewForAgent {
  /** The summary at the start of what was missed. */
  summary: SystemMessage | null;
  /** Said before the prompt and unknown to the session, oldest first. */
  missed: Message[];
  /** The user's messages since the last reply, and the app's records that are sent with them. */
  prompt: Message[];
}

/**
 * `known`: the session continues, and knows everything up to this record (`lastId` null: nothing) and up to its last
 * answer, whichever is later; null: a new session. A prompt that got no answer is part of the next one: the agent may
 * never have received it, and twice is better than never.
 */
export function newForAgent(
  { messages, meta: { marks } }: Pick<StoredBranch, 'messages' | 'meta'>,
  known: { sessionId: string; lastId: string | null } | null,
): NewForAgent {
  const { summary, keptMessages } = contextOf(messages, marks);
  const at =
    known === null
      ? -1
      : keptMessages.findLastIndex(
          (message) => message.id === known.lastId || (isAnswer(message) && isOf(message, known.sessionId)),
        );
  const later = keptMessages.slice(at + 1);
  const ownCalls = known === null ? new Set<string>() : callsOfSession(keptMessages, known.sessionId);
  const isSpoken = (message: Message): boolean => {
    if (isHidden(message, marks) || message.includeInContext === false || message.partType === 'note') return false;
    if (known === null) return true;
    if (message.role === 'assistant') return !isOf(message, known.sessionId);
    return !isResult(message) || !ownCalls.has(message.tool_call_id);
  };
  const spoken = later.filter(isSpoken);
  const end = spoken.findLastIndex((message) => !belongsToPrompt(message)) + 1;
  return {
    // A summary that was made before its last record is known to it in full.
    summary: at < 0 ? summary : null,
    missed: spoken.slice(0, end).filter((message) => !isForModels(message)),
    prompt: spoken.slice(end).filter((message) => !isForModels(message) && message.role !== 'assistant'),
  };
}

/** Whether an agent's record shows that it received the prompt: a text or a call. */
export function isAnswer(message: Message): boolean {
  if (message.role !== 'assistant' || message.external === undefined) return false;
  return callsOf(message).length > 0 || (message.content ?? '').trim() !== '' || (message.reasoning ?? '') !== '';
}

/** Written in this session. */
export function isOf(message: Message, sessionId: string): boolean {
  return message.role === 'assistant' && message.external?.sessionId === sessionId;
}

/** Returns the user's last message: sent again if the session got no answer to it. */
export function lastUserMessage(messages: readonly Message[]): UserMessage | null {
  return messages.findLast((message): message is UserMessage => message.role === 'user') ?? null;
}

function callsOfSession(messages: readonly Message[], sessionId: string): Set<string> {
  return new Set(
    messages.flatMap((message) =>
      message.role === 'assistant' && isOf(message, sessionId) ? callsOf(message).map(({ id }) => id) : [],
    ),
  );
}

/** The row of a failed turn has no text of its own that was an answer. */
function belongsToPrompt(message: Message): boolean {
  if (message.role === 'user' || message.role === 'system') return true;
  return message.role === 'assistant' && message.partType === 'error' && (message.content ?? '').trim() === '';
}

/** Environment records are for models: an agent reads its environment itself, except restored files and hooks. */
function isForModels(message: Message): boolean {
  if (message.role !== 'system' || message.partType !== 'environment') return false;
  return !['changes', 'hook'].includes(message.environment?.about ?? 'moment');
}
