// Builds message attributes as JSON, following the GenAI conventions.

import { type AssistantMessage, callsOf, type Message, textOf } from '../../../shared/conversation/message.ts';
import { firstCharacters } from '../../lib/text.ts';
import { validParts } from '../web/validParts.ts';

/** Limit per attribute: trace stores truncate or reject longer ones. */
const max = 64 * 1024;
/** Bytes of a result to read. */
export const maxResult = 256 * 1024;

type Mask = (text: string) => string;

export interface SaidMessage {
  role: string;
  parts: Record<string, unknown>[];
  finish_reason?: string;
}

/** `mask`: hides secrets before truncation. */
export function inputMessageOf(message: Message, fullText: string, mask: Mask): SaidMessage | null {
  if (message.role === 'tool') {
    return {
      role: 'tool',
      parts: [{ type: 'tool_call_response', id: message.tool_call_id, response: maskAndTruncate(fullText, mask) }],
    };
  }
  if (message.role !== 'user') return null;
  const parts = validParts(message.content).map((part) => {
    if (part.type === 'image' || part.type === 'file') {
      const modality = part.type === 'image' ? 'image' : 'document';
      return { type: 'file', modality, mime_type: part.mediaType, file_id: part.hash };
    }
    return { type: 'text', content: maskAndTruncate(textOf({ content: [part] }), mask) };
  });
  return { role: 'user', parts };
}

export function outputMessageOf(message: AssistantMessage, mask: Mask): SaidMessage {
  const parts: Record<string, unknown>[] = [];
  if (message.reasoning) parts.push({ type: 'reasoning', content: maskAndTruncate(message.reasoning, mask) });
  if (message.content) parts.push({ type: 'text', content: maskAndTruncate(message.content, mask) });
  for (const { id, function: call } of callsOf(message)) {
    parts.push({ type: 'tool_call', id, name: call.name, arguments: valueOrText(call.arguments, mask) });
  }
  return { role: 'assistant', parts, finish_reason: otlpFinishReason(message) };
}

/** Maps to the conventions' names. */
export function otlpFinishReason({ finishReason: reason, partType }: AssistantMessage): string {
  if (partType === 'error') return 'error';
  return reason === 'tool_calls' ? 'tool_call' : (reason ?? 'stop');
}

export function maskAndTruncate(text: string, mask: Mask): string {
  const masked = mask(text);
  return masked.length <= max ? masked : `${firstCharacters(masked, max)}…`;
}

function valueOrText(text: string, mask: Mask): unknown {
  if (text.length > max) return maskAndTruncate(text, mask);
  try {
    const value: unknown = JSON.parse(text);
    // Values too deep to serialize stay text.
    return JSON.stringify(value) === undefined ? text : value;
  } catch {
    return text;
  }
}
