// Determines the records of a run, from its question to its end. Sub-agents' records belong to the run that started them.

import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import type { Message } from '../../../shared/conversation/message.ts';

export interface RunRecords {
  /** The run's records if the event ended a reportable one; else null. */
  heard(conversationId: string, event: ConversationEvent, messages: readonly Message[]): readonly Message[] | null;
}

export function createRunRecords(): RunRecords {
  /** The last record before each running run; null if none. */
  const runStarts = new Map<string, string | null>();
  /** Running sub-agent conversations. */
  const agents = new Set<string>();
  return {
    heard(conversationId, event, messages) {
      if (event.type === 'call.agent') agents.add(event.conversationId);
      if (event.type === 'run.started') runStarts.set(conversationId, messages.at(-1)?.id ?? null);
      if (event.type !== 'run.ended') return null;
      const before = runStarts.get(conversationId);
      runStarts.delete(conversationId);
      if (agents.delete(conversationId) || before === undefined) return null;
      return recordsSince(messages, before);
    },
  };
}

function recordsSince(messages: readonly Message[], before: string | null): readonly Message[] {
  const after = before === null ? 0 : messages.findIndex(({ id }) => id === before) + 1;
  const first = messages.slice(after).find(({ role }) => role !== 'system');
  // A run that continues an earlier question belongs to it.
  const question = first?.role === 'user' ? -1 : messages.slice(0, after).findLastIndex(({ role }) => role === 'user');
  return messages.slice(question === -1 ? after : question);
}
