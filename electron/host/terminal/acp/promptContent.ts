// A prompt's content blocks as a message of ours: text with `@` mentions of files in the project, and attachments. A mention
// is read later, with the same checks as one typed in the window.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { maxAttachments } from '../../../../shared/conversation/attachmentLimits.ts';
import type { AttachmentRef } from '../../../../shared/conversation/attachments.ts';
import { type MentionRange, mentionText } from '../../../../shared/conversation/mentions.ts';
import { maxMessageCharacters } from '../../../../shared/features/conversations/runMethods.ts';
import type { Core } from '../../../core.ts';
import { invalid, unwrap } from './failure.ts';
import type { Client } from './sdkConnection.ts';
import type { Folder } from './toolCalls.ts';

export interface PromptMessage {
  text: string;
  attachments: AttachmentRef[];
}

interface PromptContext {
  attachments: Pick<Core['attachments'], 'add'>;
  conversationId: string;
  folder: Folder;
  /** Unique per call. */
  newId(): string;
  /** The text of an open editor buffer that differs from the file; null: no such buffer. */
  unsavedText(file: string): Promise<string | null>;
}

/** Throws an `AcpFailure` for content that cannot be sent. */
export async function messageFrom(blocks: readonly ContentBlock[], context: PromptContext): Promise<PromptMessage> {
  const pieces: string[] = [];
  const attachments: AttachmentRef[] = [];
  const attach = async (name: string, bytes: Buffer): Promise<void> => {
    if (attachments.length >= maxAttachments) throw invalid(`A message can have ${maxAttachments} attachments.`);
    attachments.push(await attachmentOf(name, bytes, context));
  };
  for (const block of blocks) {
    switch (block.type) {
      case 'text':
        pieces.push(block.text);
        break;
      case 'image':
        await attach(nameIn(block.uri ?? `image.${block.mimeType.replace(/^.*\//, '')}`), fromBase64(block.data));
        break;
      case 'resource_link':
        pieces.push(await linkText(block, context, attach));
        break;
      case 'resource': {
        const { resource } = block;
        const name = nameIn(resource.uri);
        await attach(name, 'text' in resource ? Buffer.from(resource.text) : fromBase64(resource.blob));
        pieces.push(placeText(resource.uri, name, context.folder));
        break;
      }
      default:
        throw invalid('Audio cannot be sent. Send text, images or files.');
    }
  }
  const text = pieces.join('');
  if (text.length > maxMessageCharacters) {
    const most = maxMessageCharacters.toLocaleString('en-US');
    throw invalid(`The message is longer than ${most} characters. Attach a file instead.`);
  }
  if (text.trim() === '' && attachments.length === 0) throw invalid('The message is empty.');
  return { text, attachments };
}

async function attachmentOf(name: string, bytes: Buffer, context: PromptContext): Promise<AttachmentRef> {
  const { attachments, conversationId, newId } = context;
  const upload = { connectionId: 'acp', uploadId: newId(), conversationId };
  const added = unwrap(await attachments.add({ ...upload, name, bytes, offset: 0, last: true }));
  if (added === null) throw invalid(`${name} was not attached.`);
  const { problem: _problem, ...ref } = added;
  return ref;
}

function fromBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0) throw invalid('An attachment is empty or not Base64.');
  return bytes;
}

type Attach = (name: string, bytes: Buffer) => Promise<void>;

async function linkText(
  { uri, name }: { uri: string; name: string },
  context: PromptContext,
  attach: Attach,
): Promise<string> {
  const place = placeOf(uri, context.folder);
  if (place === null || place.inside === null) return `[${name}](${uri})`;
  const unsaved = await context.unsavedText(place.file);
  if (unsaved === null) return mentionText(place.inside, place.range);
  await attach(nameIn(uri), Buffer.from(unsaved));
  return `${place.inside} (unsaved in the editor: attached as it is there)`;
}

/** How the text refers to something attached: by its path in the project, else by its name. */
function placeText(uri: string, name: string, folder: Folder): string {
  const place = placeOf(uri, folder);
  if (place?.inside) return `${place.inside}${rangeWords(place.range)}`;
  return place ? place.file : name;
}

function rangeWords(range: MentionRange | null): string {
  if (range === null) return '';
  return range.end === range.start ? `:${range.start}` : `:${range.start}-${range.end ?? ''}`;
}

interface Place {
  file: string;
  /** Relative to the folder, with `/`; null: outside. */
  inside: string | null;
  range: MentionRange | null;
}

/** Lines as editors write them: `#L10`, `#L10-20`, `#L10:20`, `#L10-L20`. Null for another address than a file's. */
function placeOf(uri: string, folder: Folder): Place | null {
  const url = URL.parse(uri);
  if (url?.protocol !== 'file:') return null;
  const [, start, end] = /^#L(\d{1,9})(?:[-:]L?(\d{1,9}))?$/.exec(url.hash) ?? [];
  const range = start === undefined ? null : { start: Number(start), end: Number(end ?? start) };
  url.hash = '';
  url.search = '';
  try {
    const file = fileURLToPath(url);
    const relative = folder === null ? '..' : path.relative(folder, file);
    const isInside = relative !== '' && !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
    return { file, inside: isInside ? relative.split(path.sep).join('/') : null, range };
  } catch {
    return null;
  }
}

/** The last part of an address, readable. */
function nameIn(uri: string): string {
  const last =
    uri
      .replace(/[?#].*$/s, '')
      .replace(/\/+$/, '')
      .replace(/^.*[\\/]/s, '') || 'attachment';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Longer buffers are mentioned like any file. */
const maxCharacters = 1_000_000;
/** A client that does not answer must not hold up the prompt. */
const answerMs = 3000;

/**
 * Reads an open buffer for a file that the user linked, because what they see may not be saved. Tools never read buffers: a
 * change is compared with, and undone from, the file on disk. `client` null: it has no buffers to read. Resolves with null
 * unless the buffer's text differs from the file.
 */
export function unsavedTextOf(
  client: Pick<Client, 'readTextFile'> | null,
  sessionId: string,
  signal: AbortSignal,
): (file: string) => Promise<string | null> {
  return async (file) => {
    if (!client) return null;
    const until = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
    const text = await client.readTextFile(sessionId, file, until).catch(() => null);
    if (text === null || text === '' || text.length > maxCharacters) return null;
    const saved = await readFile(file, 'utf8').catch(() => '');
    return lines(saved) === lines(text) ? null : text;
  };
}

/** Editors count lines their own way: a different line end, or a missing last one, is no change. */
function lines(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/^\uFEFF/, '')
    .replace(/\n$/, '');
}
