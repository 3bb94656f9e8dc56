// The content of a user message as sent: the typed text with bare paths and line ranges, then mentioned and attached
// text files, each in its own block. Identical bytes are sent only once.

import type { ApiContentPart } from './apiMessage.ts';
import { isTextType, plainTextType } from './attachmentLimits.ts';
import { blockTag } from './attachments.ts';
import { rangeText } from './mentions.ts';
import { type CommandPart, type ContentPart, commandText, type MentionPart } from './message.ts';
import { sendableText } from './sendable.ts';

export interface AttachedBytes {
  /** Text of a mention or text file, by hash. */
  mentionText?: (hash: string) => string | undefined;
  /** Base64 of an image, by hash. */
  imageData?: (hash: string) => string | undefined;
  /** Why an image cannot be sent, by hash: "it is damaged". */
  imageProblem?: (hash: string) => string | undefined;
  /** Base64 of a PDF and its approximate page count, by hash. */
  pdfData?: (hash: string) => { data?: string; pages: number } | undefined;
  /** Encoded size, in characters, of an attachment that was not loaded, by hash: see `ApiContentPart`. */
  unloaded?: (hash: string) => number | undefined;
}

type FilePart = Extract<ContentPart, { type: 'file' }>;

/** `mentioned`: mentions that the request already contains; this message's mentions are added to it. */
export function userContent(
  content: string | readonly ContentPart[],
  bytes: AttachedBytes,
  mentioned: Set<string>,
): string | ApiContentPart[] {
  if (typeof content === 'string') return content;
  const parts = content.flatMap((part): ApiContentPart[] => {
    switch (part.type) {
      case 'text':
      case 'mention':
        return [{ type: 'text', text: typedText(part) }];
      case 'command':
        return [commandContent(part, bytes)];
      case 'image': {
        const { hash, mediaType } = attached(part);
        const problem = bytes.imageProblem?.(hash);
        if (problem !== undefined) return [{ type: 'text', text: `\n\n[Image not sent: ${problem}]` }];
        const data = bytes.imageData?.(hash);
        return [{ type: 'image', hash, mediaType, ...(data === undefined ? unloadedOf(hash, bytes) : { data }) }];
      }
      case 'file':
        if (isTextType(part.mediaType)) return [];
        return [
          {
            type: 'file',
            ...attached(part),
            name: fileName(part),
            ...bytes.pdfData?.(textField(part.hash)),
            ...unloadedOf(textField(part.hash), bytes),
          },
        ];
      // A part type from a later version: the log keeps it, but it cannot be sent.
      default:
        return [];
    }
  });
  const blocks = content.flatMap((part): ApiContentPart[] => {
    if (part.type !== 'mention' && !(part.type === 'file' && isTextType(part.mediaType))) return [];
    const { unloaded } = unloadedOf(textField(part.hash), bytes);
    if (unloaded !== undefined) {
      const name = part.type === 'file' ? fileName(part) : mentionName(part);
      return [{ type: 'file', hash: textField(part.hash), mediaType: plainTextType, name, unloaded }];
    }
    const block = part.type === 'file' ? textFileBlock(part, bytes, mentioned) : mentionBlock(part, bytes, mentioned);
    return [{ type: 'text', text: `\n\n${block}` }];
  });
  const all = [...parts, ...blocks];
  return all.every((part) => part.type === 'text') ? all.map((part) => part.text).join('') : all;
}

/** The expansion replaces the call. */
function commandContent(part: CommandPart, bytes: AttachedBytes): ApiContentPart {
  const typed = commandText(part);
  const hash = textField(part.hash);
  const { unloaded } = unloadedOf(hash, bytes);
  if (unloaded !== undefined) return { type: 'file', hash, mediaType: plainTextType, name: typed, unloaded };
  const text = bytes.mentionText?.(hash) ?? `${typed}\n\n[What this command sent is no longer stored]`;
  return { type: 'text', text };
}

function unloadedOf(hash: string, bytes: AttachedBytes): { unloaded?: number } {
  const unloaded = bytes.unloaded?.(hash);
  return unloaded === undefined ? {} : { unloaded };
}

/** Returns the text of a part as it appears in the sentence; empty for parts without text. */
export function typedText(part: ContentPart): string {
  if (part.type === 'text') return textField(part.text);
  if (part.type === 'command') return commandText(part);
  // The command's own text already contains the name.
  if (part.type === 'mention' && part.of !== undefined) return '';
  return part.type === 'mention' ? mentionName(part) : '';
}

/** Returns the bare path with its line range. */
export function mentionName({ path, range }: MentionPart): string {
  return textField(path) + rangeText(range);
}

/** Anything else is sent as a file. */
const blockKinds = ['folder', 'resource', 'diff', 'commit', 'conversation', 'call'] as const;
const titledKinds: readonly string[] = ['commit', 'conversation', 'call'];

function placeOf(kind: string, part: MentionPart): Record<string, string> {
  if (kind === 'resource') return { server: textField(part.server), uri: textField(part.uri) };
  const title = titledKinds.includes(kind) ? textField(part.title) : '';
  return { path: textField(part.path), ...(title === '' ? {} : { title }) };
}

function mentionBlock(part: MentionPart, bytes: AttachedBytes, mentioned: Set<string>): string {
  const path = textField(part.path);
  if (part.problem !== undefined || part.hash === undefined) {
    return `[${mentionName(part)} is not attached: ${part.problem ?? 'nothing was read'}]`;
  }
  const kind = blockKinds.find((each) => each === part.kind) ?? 'file';
  const lines = part.range ? ` lines="${part.range.start}-${part.range.end ?? ''}"` : '';
  const place = placeOf(kind, part);
  const named = Object.entries(place).map(([attribute, value]) => `${attribute}="${value.replaceAll('"', '&quot;')}"`);
  const attributes = `${named.join(' ')}${lines}`;
  // A folder is the same with and without a trailing slash.
  const name = `${kind}${lines} ${path.replace(/(?<=[^/])\/+$/, '')}\n${part.hash}`;
  if (mentioned.has(name)) return `<${kind} ${attributes}>The same as above.</${kind}>`;
  const text = bytes.mentionText?.(part.hash);
  if (text === undefined) return `[${mentionName(part)} is not attached: what was read of it is no longer stored]`;
  mentioned.add(name);
  const tag = blockTag(kind, text);
  return `<${tag} ${attributes}>\n${text}${text.endsWith('\n') ? '' : '\n'}</${tag}>`;
}

/** Wraps an attached text file in a block whose closing tag the file cannot contain. */
function textFileBlock(part: FilePart, bytes: AttachedBytes, mentioned: Set<string>): string {
  const name = fileName(part);
  const key = `attachment ${name}\n${part.hash}`;
  const attributes = `name="${name.replaceAll('"', '&quot;')}"`;
  if (mentioned.has(key)) return `<attachment ${attributes}>The same as above.</attachment>`;
  const text = bytes.mentionText?.(textField(part.hash));
  if (text === undefined) return `[Attachment not sent: ${name} is no longer stored]`;
  mentioned.add(key);
  const tag = blockTag('attachment', text);
  return `<${tag} ${attributes}>\n${text}${text.endsWith('\n') ? '' : '\n'}</${tag}>`;
}

/** Kept on one line because it goes into a tag or a sentence. */
function fileName(part: FilePart): string {
  return (
    sendableText(textField(part.name))
      .replace(/[\s<>[\]]+/g, ' ')
      .trim() || 'a file'
  );
}

function attached(part: { hash: string; mediaType: string }): { hash: string; mediaType: string } {
  return { hash: textField(part.hash), mediaType: sendableText(textField(part.mediaType)) || 'of an unknown type' };
}

/** Reads a string field from the log, where it may hold any type. */
function textField(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
