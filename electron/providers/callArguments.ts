// Converts call arguments, which a model may have garbled, to a JSON object. History stores the exact string; APIs that
// require an object (Anthropic, Gemini, Ollama: "invalid tool call arguments") receive anything else wrapped in one.

import { isSendable, sendableValue } from '../../shared/conversation/sendable.ts';

/** Field that holds arguments that are not a JSON object. */
const exactArguments = 'invalid_arguments';

/** Replaces lone surrogates: an escape that the model wrote may contain half a pair. */
export function argumentsObject(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return sendableValue(value);
  } catch {
    // Invalid JSON, or nested too deep for servers to parse.
  }
  return { [exactArguments]: text };
}

/** As `argumentsObject`, but serialized; returns valid objects unchanged. */
export function objectText(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value) && isSendable(value)) return text;
  } catch {
    // Invalid JSON.
  }
  return JSON.stringify(argumentsObject(text));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
