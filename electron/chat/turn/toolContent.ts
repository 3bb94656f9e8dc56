// Converts a tool's return value to the string that the model reads. Every kind of value has a defined form (LOOP-5).

import type { ToolDetails } from '../../../shared/conversation/message.ts';
import { spillThresholdBytes } from '../../conversation/formats.ts';

const noOutputText = '(no output)';

export function toolContent(value: unknown): string {
  const text = toText(value);
  return text === '' ? noOutputText : text;
}

/** Puts a tool's output between its leading text and its final line. */
export function wrapOutput(text: string, { before, after }: { before: string; after: string }): string {
  const body = text === '' ? noOutputText : text;
  return `${before}${body}${body.endsWith('\n') ? '' : '\n'}${after}`;
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value.toWellFormed();
  if (value === undefined || value === null) return '';
  if (value instanceof Uint8Array) return bytesToText(value);
  if (value instanceof Error) return `Error: ${value.message}`;
  if (typeof value !== 'object') return String(value);
  try {
    return JSON.stringify(value, null, 2) ?? '';
  } catch {
    return '[a value that cannot be written as JSON]';
  }
}

/** Returns text if the bytes are UTF-8 without NUL, else their number. */
function bytesToText(bytes: Uint8Array): string {
  if (bytes.includes(0)) return `[binary data, ${bytes.length} bytes]`;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return `[binary data, ${bytes.length} bytes]`;
  }
}

/** Goes after the result, or before it if the result is spilled, since the model then reads only the start. */
function withNote(content: string, note: string): string {
  if (note === '') return content;
  const large = Buffer.byteLength(content) + Buffer.byteLength(note) + 2 > spillThresholdBytes;
  return large ? prependNote(content, note) : `${content}\n\n${note}`;
}

/** Adds the note to both forms of a result: as rendered by a terminal, and as printed. */
export function addNoteToResult(content: string, details: ToolDetails | undefined, note: string): NotedResult {
  if (details?.printed === undefined) return { content: withNote(content, note), ...(details ? { details } : {}) };
  return { content: withNote(content, note), details: { ...details, printed: withNote(details.printed, note) } };
}

interface NotedResult {
  content: string;
  details?: ToolDetails;
}

export function prependNote(content: string, note: string): string {
  return note === '' ? content : `${note}\n\n${content}`;
}
