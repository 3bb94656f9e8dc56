// Converts attachments (images, PDF and text files, named by the hash of their bytes) to content parts and back. The
// log may hold anything in place of a field.

import { isImageType } from '../core/imageType.ts';
import type { UserTextData } from '../core/sentence.ts';
import type { ContentPart, Message } from './message.ts';

type Content = string | readonly ContentPart[] | null;
type AttachedPart = Extract<ContentPart, { type: 'image' | 'file' }>;

/** Returns text and attachments as content; just the text when there are no attachments. */
export function messageContent(text: string, attachments: readonly AttachmentRef[]): string | ContentPart[] {
  if (attachments.length === 0) return text;
  return [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...attachments.map(attachedPart)];
}

function attachedPart({ hash, name, mediaType, bytes }: AttachmentRef): ContentPart {
  return { type: isImageType(mediaType) ? 'image' : 'file', hash, mediaType, name, bytes };
}

/** Returns a message's attachments so that another message can reuse them. */
export function attachmentsOf(content: Content): AttachmentRef[] {
  return attachedParts(content).flatMap(({ hash, name, mediaType, bytes }) => {
    if (typeof hash !== 'string' || typeof mediaType !== 'string') return [];
    const size = typeof bytes === 'number' && Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : 0;
    return [{ hash, name: typeof name === 'string' && name !== '' ? name : mediaType, mediaType, bytes: size }];
  });
}

/** Returns the attachment names on one line, to label a message without text; empty without attachments. */
export function attachmentNames({ content }: Pick<Message, 'content'>): string {
  return attachedParts(content)
    .map(({ name, mediaType }) => (typeof name === 'string' && name !== '' ? name : mediaType))
    .filter((name) => typeof name === 'string')
    .join(', ');
}

function attachedParts(content: Content): AttachedPart[] {
  if (!Array.isArray(content)) return [];
  return (content as readonly ContentPart[]).filter((part) => part?.type === 'image' || part?.type === 'file');
}

/** An attachment, stored once by its hash. */
export interface AttachmentRef {
  /** SHA-256 of the bytes. */
  hash: string;
  name: string;
  mediaType: string;
  bytes: number;
}

/** `problem`: why the chosen model will not receive it as is; a sentence. */
export interface AddedAttachment extends AttachmentRef {
  problem: UserTextData | null;
}

// Names the tag around third-party text. The text must not be able to close its own block, so a text that contains the
// closing tag gets a numbered tag that it does not contain. Deterministic.

/** `name`: lower-case letters only. */
export function blockTag(name: string, text: string): string {
  const used = new Set<string>();
  let closes = false;
  for (const [, number] of text.matchAll(new RegExp(`<\\s*/\\s*${name}(?:-(\\d{1,9}))?(?![\\w-])`, 'gi'))) {
    closes = true;
    if (number !== undefined) used.add(String(Number(number)));
  }
  if (!closes) return name;
  let number = 1;
  while (used.has(String(number))) number++;
  return `${name}-${number}`;
}
