// A call's arguments as a JSON object. A model may have sent anything; the exact string is what is stored. Where a wire takes
// objects only (Anthropic, Gemini), or its servers parse the string (Ollama: "invalid tool call arguments"), what is no object
// is sent as one that holds the exact string.

import { isSendable, sendableValue } from '../../shared/conversation/sendable.ts';

/** The field of the object that stands for arguments that are none. */
const exactArguments = 'invalid_arguments';

/** Every text in it is sendable: an escape that the model wrote may name half a surrogate pair. */
export function argumentsObject(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return sendableValue(value);
  } catch {
    // Not JSON, or nested deeper than servers read.
  }
  return { [exactArguments]: text };
}

/** The same as a string of JSON, unchanged where it is a sendable object already. */
export function objectText(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value) && isSendable(value)) return text;
  } catch {
    // Not JSON.
  }
  return JSON.stringify(argumentsObject(text));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
