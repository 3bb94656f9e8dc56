// What a person adds to a message, as parts of its content and back: images, PDF and text files, each named by the hash of
// its bytes. The log may hold anything in the place of a field. Pure.

import { isImageType } from '../core/imageType.ts';
import type { UserTextData } from '../core/sentence.ts';
import type { ContentPart, Message } from './message.ts';

type Content = string | readonly ContentPart[] | null;
type AttachedPart = Extract<ContentPart, { type: 'image' | 'file' }>;

/** The words and what goes with them; the words alone where nothing does. */
export function messageContent(text: string, attachments: readonly AttachmentRef[]): string | ContentPart[] {
  if (attachments.length === 0) return text;
  return [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...attachments.map(attachedPart)];
}

function attachedPart({ hash, name, mediaType, bytes }: AttachmentRef): ContentPart {
  return { type: isImageType(mediaType) ? 'image' : 'file', hash, mediaType, name, bytes };
}

/** What went with a message, so that it can go with another one. */
export function attachmentsOf(content: Content): AttachmentRef[] {
  return attachedParts(content).flatMap(({ hash, name, mediaType, bytes }) => {
    if (typeof hash !== 'string' || typeof mediaType !== 'string') return [];
    const known = typeof bytes === 'number' && Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : 0;
    return [{ hash, name: typeof name === 'string' && name !== '' ? name : mediaType, mediaType, bytes: known }];
  });
}

/** Their names on one line, for what has no words; empty where nothing was attached. */
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

/** Something that a person adds to a message: kept once by its hash. */
export interface AttachmentRef {
  /** SHA-256 of its bytes. */
  hash: string;
  name: string;
  mediaType: string;
  bytes: number;
}

/** `problem`: why the model that is chosen will not get it as it is; a sentence. */
export interface AddedAttachment extends AttachmentRef {
  problem: UserTextData | null;
}

// The name of the tag around a text that somebody else wrote. A text that has the tag's own end in it must not end its
// block: then the tag gets a number that the text does not use. The same text, the same name. Pure.

/** `name`: of lower-case letters. */
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
