// Classifies how a Gemini reply ended. After a bad finish no call is run. Source: ai.google.dev/api/generate-content
// (FinishReason), checked November 2026.

import { say } from '../../../shared/core/sentence.ts';
import type { ReplyFault } from '../http/replyReader.ts';

export interface GeminiEnd {
  /** `otlpFinishReason` verbatim; empty so far. */
  reason: string;
  /** `finishMessage`, or the message of a blocked request. */
  message: string;
  /** `promptFeedback.blockReason`. */
  blocked: string;
}

/** `FUNCTION_CALL` is not Google's: imitators use it for replies with calls. */
const counting: Readonly<Record<string, string>> = { STOP: 'stop', MAX_TOKENS: 'length', FUNCTION_CALL: 'stop' };

const filtered = new Set([
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'MODEL_ARMOR',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
]);

/** Finish reasons that invalidate the whole reply. */
const malformed = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MISSING_THOUGHT_SIGNATURE',
  'MALFORMED_RESPONSE',
]);

/** Returns the provider-neutral reason; null while the reply is incomplete. */
export function finishReasonOf({ reason, blocked }: GeminiEnd, calls: number): string | null {
  if (blocked !== '' || filtered.has(reason)) return 'content_filter';
  if (counting[reason] === 'stop' && calls > 0) return 'tool_calls';
  return reason === '' ? null : (counting[reason] ?? reason.toLowerCase());
}

/** Why the reply is invalid; null if it is valid. `holds`: its content. */
export function faultOf(
  { reason, message, blocked }: GeminiEnd,
  holds: { hasText: boolean; parts: number; calls: number; openCall: boolean },
  host: string,
): ReplyFault | null {
  const why = (name: string): string => (message === '' ? name : `${name}: ${message}`);
  if (blocked !== '') {
    const message = say`${host} refused the request because of its content filter (${why(blocked)}).`;
    return { code: 'LLM_CONTENT_FILTER', message, retryable: false };
  }
  if (filtered.has(reason)) {
    const message = say`${host} ended the reply because of its content filter (${why(reason)}).`;
    return { code: 'LLM_CONTENT_FILTER', message, retryable: false };
  }
  if (malformed.has(reason) || (holds.openCall && reason !== 'MAX_TOKENS')) {
    const message = say`${host} ended the reply with an invalid tool call (${why(reason)}). None of its calls were run.`;
    return { code: 'LLM_BAD_RESPONSE', message, retryable: true };
  }
  const isOdd = reason !== '' && counting[reason] === undefined;
  if (isOdd && (holds.calls > 0 || !holds.hasText)) {
    const message = say`${host} cut the reply off (${why(reason)}).`;
    return { code: 'LLM_BAD_RESPONSE', message, retryable: true };
  }
  if (holds.parts === 0) {
    const message = say`${host} returned no text or tool call (it ended with “${reason}”).`;
    return { code: 'LLM_EMPTY_RESPONSE', message, retryable: reason === 'STOP' };
  }
  return null;
}
