// Converts call arguments, which a model may have garbled, to a JSON object. History stores the exact string; APIs that
// require an object (Anthropic, Gemini, Ollama: "invalid tool call arguments") receive anything else wrapped in one.

import { isSendable, sendableValue } from '../../shared/conversation/sendable.ts';
import { isJsonObject } from '../../shared/core/json.ts';

/** Field that holds arguments that are not a JSON object. */
const exactArguments = 'invalid_arguments';

/** Replaces lone surrogates: an escape that the model wrote may contain half a pair. */
export function argumentsObject(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return sendableValue(value);
  } catch {
    // Invalid JSON, or nested too deep for servers to parse.
  }
  return { [exactArguments]: text };
}

/** As `argumentsObject`, but serialized; returns valid objects unchanged. */
export function objectText(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value) && isSendable(value)) return text;
  } catch {
    // Invalid JSON.
  }
  return JSON.stringify(argumentsObject(text));
}
