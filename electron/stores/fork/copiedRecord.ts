// A record as it stands in a copy of its conversation: what names the full results of the one names those of the other. What a
// provider signed is carried over byte for byte, whatever it says: changed by one letter it would be refused.

import type { Message } from '../../../shared/conversation/message.ts';
import { maskDeep } from '../../lib/maskDeep.ts';
import type { SecretMask } from '../../lib/secretMask.ts';

/** Of a record: what may name a result. */
const naming = new Set(['content', 'fullOutputPath', 'tool_calls', 'arguments']);
/** Sent as they were received, and hidden in, where they had to be, when they were stored. */
const asReceived = new Set(['providerData', 'reasoning']);

/** The fields keep their order. */
export function copiedRecord(record: Message, from: string, to: string, mask: SecretMask): Message {
  const [before, after] = [resultsOf(from), resultsOf(to)];
  const fields = Object.entries(record).map(([key, value]) => {
    if (asReceived.has(key)) return [key, value];
    const hidden = key === 'details' ? withoutUndo(maskDeep(mask, value as unknown)) : maskDeep(mask, value as unknown);
    return [key, naming.has(key) ? replaced(hidden, before, after) : hidden];
  });
  return Object.fromEntries(fields) as Message;
}

/** What a call changed in files is undone where it was made: what that takes is not copied. */
function withoutUndo(details: unknown): unknown {
  const { changes } = (details ?? {}) as { changes?: unknown };
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) return details;
  return { ...(details as object), changes: { ...changes, copied: true } };
}

function resultsOf(conversationId: string): string {
  return `@state/logs/tool-results/${conversationId}/`;
}

function replaced(value: unknown, before: string, after: string): unknown {
  if (typeof value === 'string') return value.replaceAll(before, () => after);
  if (Array.isArray(value)) return value.map((item) => replaced(item, before, after));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, replaced(field, before, after)]));
}
