// Which records of a branch a run is about: from the question that it answers to its end. Those of agents go with the run of
// whoever started them.

import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import type { Message } from '../../../shared/conversation/message.ts';

export interface RunRecords {
  /** The run's records when the event ended one that is told of; else null. */
  heard(conversationId: string, event: ConversationEvent, messages: readonly Message[]): readonly Message[] | null;
}

export function createRunRecords(): RunRecords {
  /** The last record before each run that goes on; null: there was none. */
  const begun = new Map<string, string | null>();
  /** Conversations of agents that go on. */
  const agents = new Set<string>();
  return {
    heard(conversationId, event, messages) {
      if (event.type === 'call.agent') agents.add(event.conversationId);
      if (event.type === 'run.started') begun.set(conversationId, messages.at(-1)?.id ?? null);
      if (event.type !== 'run.ended') return null;
      const before = begun.get(conversationId);
      begun.delete(conversationId);
      if (agents.delete(conversationId) || before === undefined) return null;
      return recordsSince(messages, before);
    },
  };
}

function recordsSince(messages: readonly Message[], before: string | null): readonly Message[] {
  const after = before === null ? 0 : messages.findIndex(({ id }) => id === before) + 1;
  const first = messages.slice(after).find(({ role }) => role !== 'system');
  // A run that goes on with what was asked before it belongs to that question.
  const question = first?.role === 'user' ? -1 : messages.slice(0, after).findLastIndex(({ role }) => role === 'user');
  return messages.slice(question === -1 ? after : question);
}
