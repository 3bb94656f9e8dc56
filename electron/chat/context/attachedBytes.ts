// The bytes that messages name by hash, loaded before a request is built of them. What was loaded lately is remembered, up
// to a bound: a run builds a request for each of its turns. What was deleted or changed meanwhile is not sent from memory: the
// request is the one that would be built after a restart.

import { isTextType, pdfType } from '../../../shared/attachmentLimits.ts';
import { checkImage } from '../../../shared/checkImage.ts';
import type { AttachedBytes } from '../../../shared/conversation/apiContent.ts';
import type { ContentPart, Message } from '../../../shared/conversation/message.ts';
import { hasImages } from '../../../shared/conversation/resultImages.ts';
import { pdfPages } from '../../lib/attachmentBytes.ts';
import type { ConversationStore } from '../../ports/store.ts';

export interface AttachmentLoader {
  /**
   * What the parts of these messages name; what is no longer kept is left out. `more`: texts that are not stored yet, by hash.
   */
  load(
    conversationId: string,
    messages: readonly Message[],
    more?: ReadonlyMap<string, string>,
  ): Promise<AttachedBytes>;
}

/** Characters that are remembered over all conversations. */
const mostRemembered = 24_000_000;

interface Remembered {
  value: string;
  /** Of an image: why it cannot be sent as one. */
  problem?: string;
  /** Of a PDF: about how many it has. */
  pages?: number;
  /** Of the file that it was read from. */
  version: string;
}

/** What is made of the bytes. */
type Form = 'text' | 'image' | 'pdf';

interface Wanted {
  conversationId: string;
  hash: string;
  form: Form;
  version: string;
}

export function createAttachmentLoader(
  store: Pick<ConversationStore, 'readAttachment' | 'attachmentVersions'>,
): AttachmentLoader {
  const remembered = new Map<string, Remembered>();
  let size = 0;

  function remember(key: string, entry: Remembered): void {
    forget(key);
    remembered.set(key, entry);
    size += entry.value.length;
    for (const oldest of remembered.keys()) {
      if (size <= mostRemembered) return;
      forget(oldest);
    }
  }

  function forget(key: string): void {
    size -= remembered.get(key)?.value.length ?? 0;
    remembered.delete(key);
  }

  async function read({ conversationId, hash, form, version }: Wanted): Promise<Remembered | null> {
    const key = `${conversationId} ${form} ${hash}`;
    const known = remembered.get(key);
    if (known?.version === version) {
      // The one that was used last stays longest.
      remembered.delete(key);
      remembered.set(key, known);
      return known;
    }
    forget(key);
    const found = await store.readAttachment(conversationId, hash);
    if (!found.ok) return null;
    const checked = form === 'image' ? checkImage(found.value) : null;
    const problem = checked && !checked.sound ? { problem: `it ${checked.problem}` } : {};
    const pages = form === 'pdf' ? { pages: pdfPages(found.value) } : {};
    const entry = { value: found.value.toString(form === 'text' ? 'utf8' : 'base64'), version, ...problem, ...pages };
    remember(key, entry);
    return entry;
  }

  return {
    async load(conversationId, messages, more = new Map()) {
      const texts = new Map<string, string>(more);
      const images = new Map<string, Remembered>();
      const documents = new Map<string, Remembered>();
      const inParts = messages.filter(({ content }) => Array.isArray(content));
      const wanted = new Map<string, { hash: string; form: Form }>();
      for (const part of inParts.flatMap((message) => message.content as ContentPart[])) {
        const form = formOf(part);
        if (form === null || !('hash' in part) || typeof part.hash !== 'string') continue;
        if (form !== 'text' || !texts.has(part.hash)) wanted.set(`${form} ${part.hash}`, { hash: part.hash, form });
      }
      for (const hash of messages.flatMap(imageHashes)) wanted.set(`image ${hash}`, { hash, form: 'image' });
      const hashes = new Set([...wanted.values()].map(({ hash }) => hash));
      const versions = hashes.size === 0 ? null : await store.attachmentVersions(conversationId, [...hashes]);
      for (const { hash, form } of wanted.values()) {
        const version = versions?.get(hash);
        if (version === undefined) continue;
        const found = await read({ conversationId, hash, form, version });
        if (found === null) continue;
        if (form === 'text') texts.set(hash, found.value);
        if (form === 'image') images.set(hash, found);
        if (form === 'pdf') documents.set(hash, found);
      }
      return {
        mentionText: (hash) => texts.get(hash),
        imageData: (hash) => images.get(hash)?.value,
        imageProblem: (hash) => images.get(hash)?.problem,
        pdfData(hash) {
          const found = documents.get(hash);
          return found && { data: found.value, pages: found.pages ?? 1 };
        },
      };
    },
  };
}

/** Null for what brings no bytes. The log may hold anything in the place of a part. */
function formOf(part: ContentPart): Form | null {
  if (part?.type === 'mention') return 'text';
  if (part?.type === 'image') return 'image';
  if (part?.type !== 'file') return null;
  return isTextType(part.mediaType) ? 'text' : part.mediaType === pdfType ? 'pdf' : null;
}

/** What a result brought. The log may hold anything in the place of the list. */
function imageHashes(message: Message): string[] {
  if (message.role !== 'tool' || !hasImages(message)) return [];
  const hashes = (message.attachments as unknown[]).map((entry) => (entry as { hash?: unknown } | null)?.hash);
  return hashes.filter((hash) => typeof hash === 'string');
}
