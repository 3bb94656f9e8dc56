// Handles replies written after `--resume`: content parts with `functionCall`, instead of the original text, `thoughts`
// and `toolCalls`.

import type { JsonObject } from '../../../shared/core/json.ts';
import { row as objectIn, rows, text } from '../looseJson.ts';

/** Merges a row into the message's earlier state: later fields win, others stay. */
export function latestState(row: JsonObject, earlier: JsonObject | undefined): JsonObject {
  // Repeated rows have the time of the resumption.
  const given = earlier?.timestamp === undefined ? row : { ...row, timestamp: earlier.timestamp };
  if (given.type !== 'gemini') return given;
  const parts = rows(given.content);
  const called = parts.flatMap((part, at) => {
    const call = objectIn(part.functionCall);
    return call ? [{ ...call, id: text(call.id) || `${text(given.id)}_call_${at}` }] : [];
  });
  const thoughts = parts.filter(({ thought }) => thought === true).map((part) => ({ description: text(part.text) }));
  const isParts = called.length > 0 || thoughts.length > 0 || (parts.length > 0 && earlier !== undefined);
  if (!isParts) return given;
  const signed = parts.filter(({ thoughtSignature }) => thoughtSignature !== undefined);
  const known = rows(earlier?.toolCalls);
  const knownIds = new Set(known.map(({ id }) => id));
  const byId = new Map(called.toReversed().map((call) => [call.id as unknown, call]));
  const toolCalls = [
    ...known.map((call) => ({ ...call, ...byId.get(call.id) })),
    ...called.filter(({ id }) => !knownIds.has(id)),
  ];
  return {
    ...(thoughts.length > 0 ? { thoughts } : {}),
    ...earlier,
    ...given,
    content: parts.filter((part) => part.thought !== true && !objectIn(part.functionCall)),
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    ...(signed.length > 0 ? { signed } : {}),
  };
}
