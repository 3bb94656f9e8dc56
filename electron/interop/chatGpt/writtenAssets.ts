// Writes images and files of messages that did not come from ChatGPT, named and referenced as in its exports.

import type { Message } from '../../../shared/conversation/message.ts';
import { type JsonObject, jsonObject } from '../../../shared/core/json.ts';
import type { ExportSource, WrittenFile } from '../history.ts';
import { savedOrigin } from '../web/origin.ts';
import { imagesOf, validParts } from '../web/validParts.ts';

export function assetId(hash: string): string {
  return `file_${hash.slice(0, 32)}`;
}

export function pointerOf(part: { hash: string; bytes?: number }): JsonObject {
  const size = part.bytes === undefined ? {} : { size_bytes: part.bytes };
  return { content_type: 'image_asset_pointer', asset_pointer: `sediment://${assetId(part.hash)}`, ...size };
}

/** By asset pointer; omits files that no longer exist. */
export async function loadAssetFiles(source: ExportSource): Promise<Map<string, WrittenFile>> {
  const files = new Map<string, WrittenFile>();
  for (const { id, hash, mediaType, name } of source.messages.flatMap(attachmentsOf)) {
    const bytes = files.has(id) ? null : await source.attachment(hash);
    if (bytes) files.set(id, { path: `${id}-${fileName(name, mediaType)}`, bytes });
  }
  return files;
}

interface Attachment {
  hash: string;
  mediaType: string;
  name?: string;
}

/** Assets imported from ChatGPT keep their name. */
function attachmentsOf(record: Message): (Attachment & { id: string })[] {
  const assets = Object.entries(jsonObject(savedOrigin(record, 'chatgpt')?.kept.assets));
  return attached(record).map((one) => ({
    ...one,
    id: assets.find(([, hash]) => hash === one.hash)?.[0] ?? assetId(one.hash),
  }));
}

function attached(record: Message): Attachment[] {
  if (record.role === 'tool') return imagesOf(record);
  if (record.role !== 'user') return [];
  return validParts(record.content).flatMap((part) => (part.type === 'image' || part.type === 'file' ? [part] : []));
}

/** Uses only characters that every file system accepts. */
function fileName(name: string | undefined, mediaType: string): string {
  const safeName = name?.replace(/[^A-Za-z0-9._-]+/g, '_').slice(-80) ?? '';
  return safeName === '' ? `file.${mediaType.replace(/^.*\/|[^a-z0-9].*$/gi, '') || 'bin'}` : safeName;
}
