// Sanitizes blocks: an invalid one would make the provider reject the whole conversation. Unusable content becomes
// text.

import { isBlankText } from '../../../shared/conversation/sendable.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { jsonObjectOrNull } from '../looseJson.ts';

const imageTypes = new Set<unknown>(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** For messages and results. Valid blocks are returned as is. */
export function validContent(content: unknown): unknown {
  if (typeof content === 'string' || content === undefined) return content;
  if (!Array.isArray(content)) return JSON.stringify(content);
  const blocks = content.flatMap((block) => validBlock(jsonObjectOrNull(block)));
  return blocks.length === 0 && content.length > 0 ? [{ type: 'text', text: '(no content)' }] : blocks;
}

function validBlock(block: JsonObject | null): JsonObject[] {
  switch (block?.type) {
    case 'text':
      return typeof block.text === 'string' && !isBlankText(block.text) ? [block] : [];
    case 'image':
    case 'document':
      return [
        isValid(block.type, jsonObjectOrNull(block.source))
          ? block
          : { type: 'text', text: `[${block.type}: no longer there]` },
      ];
    case 'tool_result': {
      const content = validContent(block.content);
      return [content === block.content ? block : { ...block, content }];
    }
    default:
      return block && typeof block.type === 'string' ? [block] : [];
  }
}

function isValid(type: 'image' | 'document', source: JsonObject | null): boolean {
  if (!source) return false;
  const { type: kind, media_type: media, data } = source;
  if (kind === 'url' || kind === 'file') return true;
  if (kind !== 'base64' && kind !== 'text') return false;
  if (typeof data !== 'string' || data === '') return false;
  if (kind === 'text') return type === 'document' && media === 'text/plain';
  const isBase64 = data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
  return isBase64 && (type === 'image' ? imageTypes.has(media) : media === 'application/pdf');
}
