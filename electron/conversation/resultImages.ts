// The images of a result as content parts, each preceded by text that names its call. Images that are missing, damaged,
// of an unsupported type or over the limit are mentioned instead.

import type { AttachedBytes } from '../../shared/conversation/apiContent.ts';
import type { ApiContentPart } from '../../shared/conversation/apiMessage.ts';
import type { ToolMessage } from '../../shared/conversation/message.ts';
import { sendableText } from '../../shared/conversation/sendable.ts';
import { isImageType } from '../../shared/core/imageType.ts';
import { type ImageBudget, noImageBudget } from './imageBudget.ts';

const maxNameLength = 100;

/**
 * Returns whether there is anything to send in addition to the text. The log may hold any type in place of the list.
 */
export function hasImages(record: ToolMessage): boolean {
  return Array.isArray(record.attachments) && record.attachments.length > 0;
}

/** `room`: the remaining image budget, which these reduce. */
export function resultImages(
  record: ToolMessage,
  { imageData, imageProblem, unloaded }: AttachedBytes,
  room: ImageBudget,
): ApiContentPart[] {
  if (!hasImages(record)) return [];
  return (record.attachments as unknown[]).flatMap((entry, index): ApiContentPart[] => {
    const { hash, mediaType, name } = (entry ?? {}) as { hash?: unknown; mediaType?: unknown; name?: unknown };
    const label = `Image ${index + 1} of ${oneLine(record.toolName) || 'a tool'}${named(name)}`;
    if (!isImageType(mediaType)) return [text(`[${label}: not sent, models do not take this kind]`)];
    const data = typeof hash === 'string' ? imageData?.(hash) : undefined;
    if (typeof hash === 'string' && data === undefined && unloaded?.(hash) !== undefined) {
      return [text(`[${label}: not sent, ${noImageBudget}]`)];
    }
    if (typeof hash !== 'string' || data === undefined) return [text(`[${label}: no longer kept]`)];
    const whyNot = imageProblem?.(hash) ?? room.take(data);
    if (whyNot !== null) return [text(`[${label}: not sent, ${whyNot}]`)];
    return [text(`[${label}]`), { type: 'image', hash, mediaType, data }];
  });
}

function named(name: unknown): string {
  const line = oneLine(name);
  return line === '' ? '' : `, ${line}`;
}

function oneLine(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = sendableText(value)
    .replace(/[\s[\]]+/g, ' ')
    .trim();
  return line.length > maxNameLength ? `${sendableText(line.slice(0, maxNameLength))}…` : line;
}

function text(content: string): ApiContentPart {
  return { type: 'text', text: content };
}
