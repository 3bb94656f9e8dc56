// Content that the agents' session files share: images, calls, token counts.

import type { ContentPart, ToolCall, Usage } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { countOrUndefined, textOrEmpty } from '../looseJson.ts';
import type { ImportedBytes } from '../web/importedBytes.ts';
import { jsonTextOf } from '../web/values.ts';

export const noTime = '1970-01-01T00:00:00.000Z';

/** A base64 image or file; by name only if it is too large or no supported image. */
export function bytesPart(
  bytes: ImportedBytes,
  { data, mediaType, name }: { data: unknown; mediaType: unknown; name: string },
): ContentPart {
  const type = textOrEmpty(mediaType);
  const raw = typeof data === 'string' && data !== '' ? Buffer.from(data, 'base64') : null;
  const part = raw && (type.startsWith('image/') ? bytes.image(raw, name) : bytes.file(raw, type, name));
  return part ?? { type: 'text', text: `[${name || type || 'file'}]` };
}

/** The images among a result's parts. */
export function imagesIn(parts: readonly ContentPart[]): { hash: string; mediaType: string }[] {
  return parts.flatMap((part) => (part.type === 'image' ? [{ hash: part.hash, mediaType: part.mediaType }] : []));
}

export function textIn(parts: readonly ContentPart[]): string {
  return parts.flatMap((part) => (part.type === 'text' && part.text !== '' ? [part.text] : [])).join('\n');
}

/** Plain text if there is nothing else. */
export function contentOf(parts: ContentPart[]): string | ContentPart[] {
  const [only] = parts;
  if (!only) return '';
  return parts.length === 1 && only.type === 'text' ? only.text : parts;
}

/** `fallback`: the id of a call without one. */
export function callOf(id: unknown, name: unknown, input: unknown, fallback: string): ToolCall {
  const called = { name: textOrEmpty(name) || 'unnamed', arguments: jsonTextOf(input ?? {}) };
  return { id: textOrEmpty(id) || fallback, type: 'function', function: called };
}

/** Drops what is unknown, and totals without any token. */
export function usageOf(counts: { [Name in keyof Usage]?: unknown }): Usage | null {
  const counted = Object.entries(counts).flatMap(([name, value]) => {
    const count = countOrUndefined(value);
    return count === undefined ? [] : [[name, count] as const];
  });
  const usage: Usage = Object.fromEntries(counted);
  return (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0) > 0 ? usage : null;
}

export function withoutFields(row: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}
