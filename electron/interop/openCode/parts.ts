// Converts OpenCode message parts and keeps their other fields.

import type { ContentPart } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { contentHash } from '../../lib/ids.ts';
import { textOrEmpty } from '../looseJson.ts';

export function readUserParts(
  rawParts: readonly JsonObject[],
  attachments: Map<string, Uint8Array>,
): { parts: ContentPart[]; kept: JsonObject[] } {
  const parts: ContentPart[] = [];
  const keptParts = rawParts.map((part): JsonObject => {
    if (part.type === 'text' && typeof part.text === 'string') {
      const { text: _words, ...rest } = part;
      parts.push({ type: 'text', text: part.text });
      return { ...rest, held: 'text' };
    }
    const file = part.type === 'file' ? readFilePart(part, attachments) : null;
    if (!file) return { whole: part };
    parts.push(file);
    const { url: _url, ...rest } = part;
    return { ...rest, held: 'file' };
  });
  return { parts, kept: keptParts };
}

/** Null if the bytes are not in the file. */
export function readFilePart(
  part: JsonObject,
  attachments: Map<string, Uint8Array>,
): Extract<ContentPart, { mediaType: string }> | null {
  const url = textOrEmpty(part.url);
  const head = /^data:[^,]{0,200};base64,/.exec(url.slice(0, 300));
  if (!head) return null;
  const bytes = Buffer.from(url.slice(head[0].length), 'base64');
  const hash = contentHash(bytes);
  attachments.set(hash, bytes);
  const [mediaType, name] = [textOrEmpty(part.mime), textOrEmpty(part.filename)];
  if (mediaType.startsWith('image/')) {
    return { type: 'image', hash, mediaType, bytes: bytes.length, ...(name === '' ? {} : { name }) };
  }
  return { type: 'file', hash, mediaType, name: name || 'file', bytes: bytes.length };
}

export function dataUrl(mediaType: string, bytes: Uint8Array): string {
  return `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Joins the text of all parts of a type. If there is only one such part, `keep` omits its text. */
export function joinPartTexts(
  parts: readonly JsonObject[],
  type: 'text' | 'reasoning',
): { words: string; keep(part: JsonObject): JsonObject } {
  const matching = parts.filter((part) => part.type === type && typeof part.text === 'string');
  return {
    words: matching.flatMap(({ text: partText }) => (partText === '' ? [] : [partText])).join('\n\n'),
    keep(part) {
      const { text: _said, ...rest } = part;
      return matching.length === 1 ? rest : part;
    },
  };
}
