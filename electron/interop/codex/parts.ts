// Converts parts of the Responses API. Images are data URLs there and attachments here. Keeps each part's other fields.

import type { ContentPart } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { contentHash } from '../../lib/ids.ts';
import { expandCommands } from '../expandCommands.ts';
import { objectsOf, textOrEmpty } from '../looseJson.ts';

export interface ReadParts {
  parts: ContentPart[];
  /** Each part without the data that our parts hold. */
  kept: JsonObject[];
}

const dataUrl = /^data:([a-z0-9.+/-]+);base64,/i;

export function readParts(content: unknown, attachments: Map<string, Uint8Array>): ReadParts {
  const read: ReadParts = { parts: [], kept: [] };
  const parts = typeof content === 'string' ? [{ type: 'input_text', text: content }] : objectsOf(content);
  for (const part of parts as JsonObject[]) {
    const { text: partText, image_url: url, ...rest } = part;
    const bytes = typeof url === 'string' ? bytesOf(url) : null;
    if (typeof partText === 'string') {
      read.parts.push({ type: 'text', text: partText });
      read.kept.push({ ...rest, ...(url === undefined ? {} : { image_url: url }) });
    } else if (bytes) {
      const hash = contentHash(bytes.bytes);
      attachments.set(hash, bytes.bytes);
      read.parts.push({ type: 'image', hash, mediaType: bytes.mediaType, bytes: bytes.bytes.length });
      read.kept.push(rest);
    } else {
      read.parts.push({
        type: 'text',
        text: `[${textOrEmpty(part.type) || 'part'}${typeof url === 'string' ? `: ${url.slice(0, 500)}` : ''}]`,
      });
      read.kept.push({ whole: part });
    }
  }
  return read;
}

function bytesOf(url: string): { mediaType: string; bytes: Uint8Array } | null {
  const head = dataUrl.exec(url.slice(0, 100));
  if (!head) return null;
  const bytes = Buffer.from(url.slice(head[0].length), 'base64');
  return bytes.length === 0 ? null : { mediaType: (head[1] as string).toLowerCase(), bytes };
}

export type AttachmentSource = (hash: string) => Promise<Uint8Array | null>;

/** Writes parts for Codex. Uses `keptParts` if it has the same number and kinds of parts. */
export async function writeParts(
  parts: readonly ContentPart[],
  keptParts: readonly JsonObject[],
  attachment: AttachmentSource,
  textType: 'input_text' | 'output_text' = 'input_text',
): Promise<JsonObject[]> {
  const keptFits = keptParts.length === parts.length;
  const written: JsonObject[] = [];
  for (const [at, part] of parts.entries()) {
    const rest = (keptFits && keptParts[at]) || {};
    if (part.type === 'text') {
      written.push('whole' in rest ? (rest.whole as JsonObject) : { type: textType, ...rest, text: part.text });
    } else if (part.type === 'image') {
      const bytes = await attachment(part.hash);
      written.push(
        bytes
          ? {
              type: 'input_image',
              ...rest,
              image_url: `data:${part.mediaType};base64,${Buffer.from(bytes).toString('base64')}`,
            }
          : { type: textType, text: `[image: ${part.name ?? part.mediaType}]` },
      );
    } else if (part.type === 'file') {
      written.push({ type: textType, text: await fileText(part, attachment) });
    } else if (part.type === 'command') {
      written.push({ type: textType, text: await expandCommands(part, attachment) });
    } else if (part.of === undefined) {
      written.push({ type: textType, text: `@${part.path}` });
    }
  }
  return written;
}

/** Inlines text files; other files become their name. */
async function fileText(part: Extract<ContentPart, { type: 'file' }>, attachment: AttachmentSource): Promise<string> {
  const bytes = part.mediaType.startsWith('text/') ? await attachment(part.hash) : null;
  return bytes ? `${part.name}:\n${Buffer.from(bytes).toString('utf8')}` : `[file: ${part.name}]`;
}

export function textOfParts(parts: readonly ContentPart[]): string {
  return parts.flatMap((part) => (part.type === 'text' && part.text !== '' ? [part.text] : [])).join('\n\n');
}
