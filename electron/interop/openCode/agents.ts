// Agents of OpenCode: separate sessions, in its database or in neighboring exports, named by the call part that
// started them.

import type { JsonObject } from '../../../shared/core/json.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { History, HistoryAgent } from '../history.ts';
import { jsonObjectOrNull, objectsOf, textOrEmpty } from '../looseJson.ts';

interface StartedAgent {
  session: string;
  call: NonNullable<HistoryAgent['call']>;
}

/** In call order, without duplicates. */
export async function findStartedAgents({ messages }: History): Promise<StartedAgent[]> {
  const slice = createTimeSlice();
  const agentsById = new Map<string, StartedAgent>();
  for (const message of messages) {
    const turn = slice();
    if (turn) await turn;
    if (message.role !== 'assistant') continue;
    toolsOf(jsonObjectOrNull(jsonObjectOrNull(message.origin)?.kept)?.parts).forEach((part, index) => {
      const session = textOrEmpty(jsonObjectOrNull(jsonObjectOrNull(part.state)?.metadata)?.sessionId);
      if (session !== '' && !agentsById.has(session))
        agentsById.set(session, { session, call: { messageId: message.id, index } });
    });
  }
  return [...agentsById.values()];
}

function toolsOf(parts: unknown): JsonObject[] {
  return objectsOf(parts).filter((part) => part.type === 'tool' && jsonObjectOrNull(part.state));
}
