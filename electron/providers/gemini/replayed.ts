// Replays reply parts. A reply by the same provider and model is sent verbatim, with signatures in place. Changed
// replies (hidden, masked, corrected) and other models' replies become plain parts.

import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import type { ToolCall } from '../../../shared/conversation/message.ts';
import { isBlankText } from '../../../shared/conversation/sendable.ts';
import { callName } from '../../conversation/callNames.ts';
import { argumentsObject } from '../callArguments.ts';
import { objectOrNull } from '../http/replyReader.ts';
import { needsSignatures } from './abilities.ts';

export type Part = Record<string, unknown>;

/** Google's placeholder for calls made by another model (docs: thought-signatures). */
const unsigned = 'skip_thought_signature_validator';

/** `parts`: as stored, unvalidated. */
export function replyParts(message: ApiMessage & { role: 'assistant' }, parts: unknown, model: string): Part[] {
  const replayParts = matchingParts(message, parts) ?? plainParts(message);
  return needsSignatures(model) ? withSignature(replayParts) : replayParts;
}

/** Returns the stored parts if they still match the message; null if they differ or are malformed. */
function matchingParts(message: ApiMessage & { role: 'assistant' }, stored: unknown): Part[] | null {
  if (!Array.isArray(stored) || !stored.every((part) => objectOrNull(part) !== null && isSound(part as Part)))
    return null;
  const all = stored as Part[];
  const text = all
    .flatMap((part) => (typeof part.text === 'string' && part.thought !== true ? part.text : []))
    .join('');
  if ((isBlankText(text) ? null : text) !== message.content) return null;
  // Rejected: "it must have a text parameter". White space between other text is kept.
  const parts = all.filter(
    (part) => Object.keys(part).some((name) => name !== 'text' && name !== 'thought') || isText(part),
  );
  const storedCalls = parts.map((part) => objectOrNull(part.functionCall)).filter((call) => call !== null);
  const calls = message.tool_calls ?? [];
  const same =
    storedCalls.length === calls.length && storedCalls.every((call, index) => isSame(call, calls[index] as ToolCall));
  return same && parts.length > 0 ? parts : null;

  function isText({ text, thought }: Part): boolean {
    return (
      typeof text === 'string' && text !== '' && (thought === true || message.content !== null || !isBlankText(text))
    );
  }
}

function isSame(isSameCall: Part, { function: { name, arguments: text } }: ToolCall): boolean {
  const args = JSON.stringify(isSameCall.args ?? {});
  const isPlain =
    typeof isSameCall.name === 'string' &&
    toValidName(isSameCall.name) === isSameCall.name &&
    callName(isSameCall.name) === name;
  return isPlain && JSON.stringify(argumentsObject(text)) === args;
}

function isSound({ thoughtSignature: signature }: Part): boolean {
  if (signature === undefined) return true;
  // Base64 in either alphabet; Google's placeholders are not.
  return typeof signature === 'string' && signature.length % 4 === 0 && /^[\w+/-]+={0,2}$/.test(signature);
}

function plainParts(message: ApiMessage & { role: 'assistant' }): Part[] {
  const parts: Part[] = message.content === null ? [] : [{ text: message.content }];
  const calls = (message.tool_calls ?? []).map(({ function: { name, arguments: text } }) => ({
    functionCall: { name: toValidName(name), args: argumentsObject(text) },
  }));
  return [...parts, ...calls];
}

/** "Function call is missing a thought_signature": the first call of every reply needs one. */
function withSignature(parts: readonly Part[]): Part[] {
  const first = parts.findIndex((part) => part.functionCall !== undefined);
  return parts.map((part, index) =>
    index === first && part.thoughtSignature === undefined ? { ...part, thoughtSignature: unsigned } : part,
  );
}

/** Names must start with a letter or `_`. */
export function toValidName(name: string): string {
  return /^[a-zA-Z_]/.test(name) ? name : `_${name}`.slice(0, 64);
}
