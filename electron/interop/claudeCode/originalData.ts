// Type of `origin.kept` for Claude Code: line data without an equivalent in our messages, which the writer restores.

import type { ContentPart, Message, UserMessage } from '../../../shared/conversation/message.ts';
import { isBlankText } from '../../../shared/conversation/sendable.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import type { ImportOrigin } from '../history.ts';
import { jsonObjectOrNull, objectsOf } from '../looseJson.ts';
import { bytesReference, textReference } from './bytes.ts';
import { nonEmptyText } from './values.ts';

/** The provider API, as the key in `providerData`. */
export const providerApi = 'anthropic';
export const program = 'claude-code';

export interface OriginalData {
  /** The fields of each line, without tree links and blocks. */
  lines: OriginalLine[];
  /** User lines: the content, if our parts do not reproduce it. Results: `content`, if it is not text. */
  content?: unknown;
  /** Results: other fields of the block. */
  block?: JsonObject;
  /** Number of mentions among the parts that have lines of their own. */
  mentions?: number;
  /** The metadata file of a sub-agent, on its first message. */
  meta?: JsonObject;
}

interface OriginalLine {
  /** Number of blocks in the line. */
  blocks: number;
  line: JsonObject;
}

export function importOriginOf(message: Message): ImportOrigin | null {
  const { origin } = message;
  return origin?.type === 'import' && origin.program === program ? (origin as unknown as ImportOrigin) : null;
}

/** Null if the message is from another app, or malformed. */
export function originalDataOf(message: Message): OriginalData | null {
  const originalData = jsonObjectOrNull(importOriginOf(message)?.kept);
  if (!originalData || message.removed) return null;
  const lines = objectsOf(originalData.lines).flatMap(({ blocks, line }) => {
    const fields = jsonObjectOrNull(line);
    return typeof blocks === 'number' && fields ? [{ blocks, line: fields }] : [];
  });
  return { ...(originalData as Partial<OriginalData>), lines };
}

/** A user message's content as written, with references for bytes. Omits mentions that have lines of their own. */
export function contentOf({ content }: Pick<UserMessage, 'content'>, mentions = 0): string | JsonObject[] {
  if (typeof content === 'string') return content;
  const parts = mentions > 0 ? content.filter((part) => part.type !== 'mention') : content;
  return parts.flatMap((part): JsonObject[] => {
    switch (part.type) {
      case 'text':
        return isBlankText(part.text) ? [] : [{ type: 'text', text: part.text }];
      case 'image':
        if (!nonEmptyText(part.hash) || !nonEmptyText(part.mediaType)) return [];
        return [{ type: 'image', source: source(part.mediaType, part.hash) }];
      case 'file':
        if (!nonEmptyText(part.hash) || !nonEmptyText(part.mediaType)) return [];
        return [documentOf(part)];
      default:
        return [];
    }
  });
}

/** The provider accepts these two types and rejects the whole request for any other. */
function documentOf({ mediaType, hash, name }: Extract<ContentPart, { type: 'file' }>): JsonObject {
  if (mediaType === 'application/pdf') return { type: 'document', source: source(mediaType, hash), title: name };
  if (!mediaType.startsWith('text/')) return { type: 'text', text: `[file: ${name}]` };
  return {
    type: 'document',
    source: { type: 'text', media_type: 'text/plain', data: textReference(hash) },
    title: name,
  };
}

function source(mediaType: string, hash: string): JsonObject {
  return { type: 'base64', media_type: mediaType, data: bytesReference(hash) };
}
