// Validates stored message parts, which a damaged file or another app may have left malformed.

import type { ContentPart, ToolMessage } from '../../../shared/conversation/message.ts';
import { isJsonObject } from '../../../shared/core/json.ts';
import { objectItems } from './values.ts';

export function validParts(content: unknown): ContentPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown): ContentPart[] => {
    if (!isJsonObject(part)) return [];
    if (part.type === 'text') return typeof part.text === 'string' ? [part as unknown as ContentPart] : [];
    if (part.type === 'mention') return typeof part.path === 'string' ? [part as unknown as ContentPart] : [];
    if (part.type === 'command') return typeof part.name === 'string' ? [part as unknown as ContentPart] : [];
    if (part.type !== 'image' && part.type !== 'file') return [];
    if (typeof part.hash !== 'string' || typeof part.mediaType !== 'string') return [];
    const name = typeof part.name === 'string' ? part.name : part.type === 'file' ? 'file' : undefined;
    return [{ ...part, name } as unknown as ContentPart];
  });
}

export function imagesOf({ attachments }: ToolMessage): { hash: string; mediaType: string; name?: string }[] {
  return objectItems(attachments).flatMap(({ hash, mediaType, name }) =>
    typeof hash === 'string' && typeof mediaType === 'string' && mediaType.startsWith('image/')
      ? [{ hash, mediaType, ...(typeof name === 'string' ? { name } : {}) }]
      : [],
  );
}
