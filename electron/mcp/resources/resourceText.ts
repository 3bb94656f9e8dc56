// Converts a resource to text and images for the model; describes anything else. The text contains each image's hash,
// so that a changed image changes the text.

import { createHash } from 'node:crypto';
import type { ReadResourceResult } from '@modelcontextprotocol/client';
import { maxMentionBytes } from '../../../shared/conversation/mentions.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { imageType, maxImageBytes } from '../../../shared/core/imageType.ts';
import { say } from '../../../shared/core/sentence.ts';
import { checkImage } from '../../lib/checkImage.ts';
import { oneLine } from '../connection/listedPrompts.ts';
import type { ReadContents } from '../connection/resourceWatch.ts';

type Contents = ReadResourceResult['contents'][number];

const maxImages = 20;
/** Maximum parts of a resource, such as the files of a folder. */
const maxParts = 1000;

export function resourceText({ contents }: ReadResourceResult, uri: string): Result<ReadContents> {
  if (contents.length === 0) return fail('TOOL_EXEC_FAILED', say`Its server returned nothing for it.`);
  const images: ReadContents['images'] = [];
  const isOne = contents.length === 1;
  const texts = contents.slice(0, maxParts).map((part) => {
    const text = partText(part, images);
    return isOne ? text : `[${oneLine(part.uri, 2000)}]\n${text}`;
  });
  if (contents.length > maxParts) texts.push(`[${contents.length - maxParts} more parts are left out]`);
  const text = texts.join('\n\n');
  const bytes = Buffer.byteLength(text);
  if (bytes > maxMentionBytes) {
    const most = maxMentionBytes.toLocaleString('en-US');
    return fail('TOOL_EXEC_FAILED', say`It is too large: it has ${bytes} bytes, and at most ${most} can be sent.`);
  }
  return ok({ text: text === '' ? `[${uri} is empty]` : text, images });
}

function partText(part: Contents, images: ReadContents['images']): string {
  if ('text' in part) return part.text.toWellFormed();
  const bytes = Buffer.from(part.blob, 'base64');
  const type = oneLine(part.mimeType ?? 'no type', 100);
  const image = imageType(bytes);
  if (image !== null) return imageText(bytes, image, part.uri, images);
  const text = isTextual(type) ? decodedText(bytes) : null;
  return text ?? `[${type}, ${bytes.length} bytes; not text]`;
}

function imageText(bytes: Buffer, mediaType: string, uri: string, images: ReadContents['images']): string {
  const description = `${mediaType}, ${bytes.length} bytes`;
  const checked = checkImage(bytes);
  if (!checked.sound) return `[Image, ${description}; ${say`it ${checked.problem}`.text}]`;
  if (bytes.length > maxImageBytes) return `[Image, ${description}; it is too large to send]`;
  if (images.length >= maxImages) return `[Image, ${description}; only ${maxImages} images are sent]`;
  images.push({ bytes, mediaType, name: oneLine(uri, 200) });
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return `[Image, ${description}, SHA-256 ${hash}…]`;
}

function isTextual(type: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml|javascript)\b/.test(type);
}

/** Null if it is not text, whatever type the server declares. */
function decodedText(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
