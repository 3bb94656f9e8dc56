// What of a line has no place in our records, as it stands in `origin.kept`: the reader fills it, the writer gives it back.

import type { ContentPart, Message, UserMessage } from '../../../shared/conversation/message.ts';
import { isBlankText } from '../../../shared/conversation/sendable.ts';
import type { ImportOrigin } from '../history.ts';
import { type Row, row, rows } from '../looseJson.ts';
import { reference, textReference } from './bytes.ts';
import { filled } from './values.ts';

/** The wire of its models, which `providerData` is named by. */
export const wire = 'anthropic';
export const program = 'claude-code';

export interface Kept {
  /** Of each line its fields, without what says its place in the tree and without its blocks. */
  lines: KeptLine[];
  /** Of a person's line: its content, where our parts do not come to the same. Of a result: its `content`, if it is no text. */
  content?: unknown;
  /** Of a result: the other fields of its block. */
  block?: Row;
  /** Mentions among the parts that stand in lines of their own, which are kept. */
  mentions?: number;
  /** Of the first record of a sub-agent: its file of facts. */
  meta?: Row;
}

interface KeptLine {
  /** How many blocks the line had. */
  blocks: number;
  line: Row;
}

export function importOrigin(message: Message): ImportOrigin | null {
  const { origin } = message;
  return origin?.type === 'import' && origin.program === program ? (origin as unknown as ImportOrigin) : null;
}

/** Null: the record is not of this program, or it is damaged. */
export function keptOf(message: Message): Kept | null {
  const kept = row(importOrigin(message)?.kept);
  if (!kept || message.removed) return null;
  const lines = rows(kept.lines).flatMap(({ blocks, line }) => {
    const fields = row(line);
    return typeof blocks === 'number' && fields ? [{ blocks, line: fields }] : [];
  });
  return { ...(kept as Partial<Kept>), lines };
}

/** A person's content as it is written; bytes are named. Mentions that stand in lines of their own are left out. */
export function contentOf({ content }: Pick<UserMessage, 'content'>, mentions = 0): string | Row[] {
  if (typeof content === 'string') return content;
  const parts = mentions > 0 ? content.filter((part) => part.type !== 'mention') : content;
  return parts.flatMap((part): Row[] => {
    switch (part.type) {
      case 'text':
        return isBlankText(part.text) ? [] : [{ type: 'text', text: part.text }];
      case 'image':
        if (!filled(part.hash) || !filled(part.mediaType)) return [];
        return [{ type: 'image', source: source(part.mediaType, part.hash) }];
      case 'file':
        if (!filled(part.hash) || !filled(part.mediaType)) return [];
        return [documentOf(part)];
      default:
        return [];
    }
  });
}

/** The provider takes these two kinds, and refuses the whole request for any other. */
function documentOf({ mediaType, hash, name }: Extract<ContentPart, { type: 'file' }>): Row {
  if (mediaType === 'application/pdf') return { type: 'document', source: source(mediaType, hash), title: name };
  if (!mediaType.startsWith('text/')) return { type: 'text', text: `[file: ${name}]` };
  return {
    type: 'document',
    source: { type: 'text', media_type: 'text/plain', data: textReference(hash) },
    title: name,
  };
}

function source(mediaType: string, hash: string): Row {
  return { type: 'base64', media_type: mediaType, data: reference(hash) };
}
