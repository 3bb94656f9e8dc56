// Handles replies written after `--resume`: content parts with `functionCall`, instead of the original text, `thoughts`
// and `toolCalls`.

import type { JsonObject } from '../../../shared/core/json.ts';
import { row as objectIn, rows, text } from '../looseJson.ts';

/** Merges a row into the message's earlier state: later fields win, others stay. */
export function latestState(row: JsonObject, earlier: JsonObject | undefined): JsonObject {
  // Repeated rows have the time of the resumption.
  const merged = earlier?.timestamp === undefined ? row : { ...row, timestamp: earlier.timestamp };
  if (merged.type !== 'gemini') return merged;
  const parts = rows(merged.content);
  const calledParts = parts.flatMap((part, at) => {
    const call = objectIn(part.functionCall);
    return call ? [{ ...call, id: text(call.id) || `${text(merged.id)}_call_${at}` }] : [];
  });
  const thoughts = parts.filter(({ thought }) => thought === true).map((part) => ({ description: text(part.text) }));
  const isParts = calledParts.length > 0 || thoughts.length > 0 || (parts.length > 0 && earlier !== undefined);
  if (!isParts) return merged;
  const signed = parts.filter(({ thoughtSignature }) => thoughtSignature !== undefined);
  const earlierCalls = rows(earlier?.toolCalls);
  const knownIds = new Set(earlierCalls.map(({ id }) => id));
  const byId = new Map(calledParts.toReversed().map((call) => [call.id as unknown, call]));
  const toolCalls = [
    ...earlierCalls.map((call) => ({ ...call, ...byId.get(call.id) })),
    ...calledParts.filter(({ id }) => !knownIds.has(id)),
  ];
  return {
    ...(thoughts.length > 0 ? { thoughts } : {}),
    ...earlier,
    ...merged,
    content: parts.filter((part) => part.thought !== true && !objectIn(part.functionCall)),
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    ...(signed.length > 0 ? { signed } : {}),
  };
}
