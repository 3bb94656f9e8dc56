// Salvages the parts of a result. A malformed part keeps whatever is readable, and the rest is described in its place,
// so that a completed call loses nothing else.

import type { ContentBlock } from '@modelcontextprotocol/client';
import { imageType } from '../../../../shared/core/imageType.ts';
import { isJsonObject, type JsonObject } from '../../../../shared/core/json.ts';
import { boundedText } from '../../../lib/boundedText.ts';

/** Maximum characters of a part shown as raw JSON. */
const maxShown = 4000;

/** Accepts a list, a single part, a text, or nothing. */
export function toUsableBlocks(content: unknown): ContentBlock[] {
  if (content === undefined || content === null) return [];
  return (Array.isArray(content) ? content : [content]).map(toUsableBlock);
}

export function toUsableBlock(part: unknown): ContentBlock {
  if (!isJsonObject(part))
    return text(typeof part === 'string' ? part : unusableBlock('a part', 'it is no object', part));
  switch (typeOf(part)) {
    case 'text':
      return text(textOf(part.text ?? part.value));
    case 'image':
      return media(part, 'image');
    case 'audio':
      return media(part, 'audio');
    case 'resource_link':
      return link(part);
    case 'resource':
      return embedded(part);
    default:
      return unknown(part);
  }
}

/** Its declared type, else inferred from its fields. */
function typeOf({ type, text: content, data, uri, resource, mimeType }: JsonObject): unknown {
  // The provider APIs' names for an image.
  if (type === 'image_url' || type === 'input_image') return 'image';
  if (typeof type === 'string' && type !== '') return type;
  if (content !== undefined) return 'text';
  if (data !== undefined) return String(mimeType).startsWith('audio/') ? 'audio' : 'image';
  if (resource !== undefined) return 'resource';
  return uri === undefined ? undefined : 'resource_link';
}

function media(part: JsonObject, type: 'image' | 'audio'): ContentBlock {
  const source = isJsonObject(part.source) ? part.source : part;
  const address = isJsonObject(part.image_url) ? part.image_url.url : part.image_url;
  const imageSource = source.data ?? source.url ?? address;
  const kind = type === 'image' ? 'an image' : 'a recording';
  if (typeof imageSource !== 'string' || imageSource.trim() === '')
    return text(unusableBlock(kind, 'it has no data', part));
  if (/^https?:/i.test(imageSource)) return text(`[${kind} at ${boundedText(imageSource, 2000)}; it was not loaded]`);
  const [, declaredType, base64] = /^data:([^;,]*)(?:;[^,]*)?,(.*)$/s.exec(imageSource.trim()) ?? [
    null,
    '',
    imageSource,
  ];
  const data = normalizeBase64(base64 ?? '');
  if (data === null) return text(unusableBlock(kind, 'its data is not base64', part));
  const mimeType = [source.mimeType, source.mime_type, source.media_type, source.mediaType, declaredType].find(
    isFilled,
  );
  // Trust the bytes over a generic `application/octet-stream`.
  const detectedType = imageType(Buffer.from(data.slice(0, 64), 'base64'));
  const finalType =
    typeof mimeType === 'string' && mimeType.startsWith(`${type}/`) ? mimeType : (detectedType ?? mimeType);
  return { type, data, mimeType: finalType ?? 'application/octet-stream' };
}

/** Normalizes base64 to the standard alphabet with padding; null if invalid. @internal */
export function normalizeBase64(text: string): string | null {
  const standard = text.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/');
  // Anchored: searching for the padding alone is quadratic on a text of "=".
  const unpadded = /^([A-Za-z0-9+/]*)=*$/.exec(standard)?.[1];
  if (unpadded === undefined || unpadded.length % 4 === 1) return null;
  return unpadded + '='.repeat((4 - (unpadded.length % 4)) % 4);
}

function link(part: JsonObject): ContentBlock {
  const uri = part.uri ?? part.url ?? part.href;
  if (!isFilled(uri)) return text(unusableBlock('a link', 'it has no address', part));
  const label = [part.name, part.title].find(isFilled);
  const last = uri.split(/[/\\]/).findLast((piece) => piece !== '') ?? uri;
  const description = isFilled(part.description) ? { description: part.description } : {};
  return { type: 'resource_link', uri, name: label ?? last, ...description };
}

function embedded(part: JsonObject): ContentBlock {
  const contents = isJsonObject(part.resource) ? part.resource : part;
  const resource = toUsableContents(contents, '');
  return resource === null
    ? text(unusableBlock('a resource', 'it has neither text nor data', part))
    : { type: 'resource', resource };
}

type Contents = Extract<ContentBlock, { type: 'resource' }>['resource'];

/** One part of a resource; null if empty. */
export function toUsableContents(part: unknown, address: string): Contents | null {
  if (typeof part === 'string') return { uri: address, text: part };
  if (!isJsonObject(part)) return null;
  const uri = isFilled(part.uri) ? part.uri : address;
  const type = [part.mimeType, part.mime_type].find(isFilled);
  const about = { uri, ...(type === undefined ? {} : { mimeType: type }) };
  if (part.text !== undefined && part.text !== null) return { ...about, text: textOf(part.text) };
  const blob = typeof part.blob === 'string' ? normalizeBase64(part.blob.replace(/^data:[^,]*,/, '')) : null;
  return blob === null ? null : { ...about, blob };
}

function unknown(part: JsonObject): ContentBlock {
  if (typeof part.text === 'string') return text(part.text);
  const type = typeof part.type === 'string' ? `of the type ${JSON.stringify(part.type.slice(0, 100))}` : 'of no type';
  return text(unusableBlock(`a part ${type}`, 'this app does not know it', part));
}

function unusableBlock(kind: string, why: string, part: unknown): string {
  return `[The result has ${kind} that cannot be shown: ${why}. It is ${boundedText(jsonText(part), maxShown)}]`;
}

/** Text as is; other values as JSON; nothing for null. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : jsonText(value);
}

export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '(nested too deeply to show)';
  }
}

function text(content: string): ContentBlock {
  return { type: 'text', text: content };
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
