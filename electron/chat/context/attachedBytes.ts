// Loads the attachments of messages before a request is built. Recent ones are cached within a limit, since a run
// builds a request per turn. Files that were deleted or changed since are not sent from the cache: the request equals
// the one after a restart. What exceeds the provider's limits is measured but not loaded, since a branch may refer to
// any amount.

import type { AttachedBytes } from '../../../shared/conversation/apiContent.ts';
import { isTextType, pdfType } from '../../../shared/conversation/attachmentLimits.ts';
import type { ContentPart, Message } from '../../../shared/conversation/message.ts';
import { say } from '../../../shared/core/sentence.ts';
import { hasImages } from '../../conversation/resultImages.ts';
import { encodeBase64InSlices, estimatePdfPages, estimatePdfPagesBySize } from '../../lib/attachmentBytes.ts';
import { checkImage } from '../../lib/checkImage.ts';
import type { AttachmentLimits } from '../../ports/provider.ts';
import type { AttachmentStore, AttachmentVersion } from '../../ports/store.ts';

export interface AttachmentLoader {
  /**
   * Loads the content that these messages refer to; missing files are omitted. `limits`: of the target provider;
   * content over the limit is reported by `unloaded`. `more`: texts not stored yet, by hash.
   */
  load(
    conversationId: string,
    messages: readonly Message[],
    limits?: AttachmentLimits,
    more?: ReadonlyMap<string, string>,
  ): Promise<AttachedBytes>;
}

/** Maximum characters per request for providers without a stated limit: as many as the largest accepts. */
const defaultCharacters = 50 * 1024 * 1024;
/** Characters cached across conversations: enough for one request, so that a run's turns read it once. */
const maxRemembered = 64_000_000;

interface Remembered {
  value: string;
  /** For an image: why it cannot be sent. */
  problem?: string;
  /** For a PDF: its approximate page count. */
  pages?: number;
  /** Version of the source file. */
  version: string;
}

/** The form that the bytes are converted to. */
type Form = 'text' | 'image' | 'pdf';

interface LoadRequest {
  hash: string;
  form: Form;
}

interface Wanted extends LoadRequest {
  conversationId: string;
  version: string;
}

export function createAttachmentLoader(
  store: Pick<AttachmentStore, 'readAttachment' | 'attachmentVersions'>,
): AttachmentLoader {
  const remembered = new Map<string, Remembered>();
  let size = 0;

  function remember(key: string, entry: Remembered): void {
    forget(key);
    remembered.set(key, entry);
    size += entry.value.length;
    for (const oldest of remembered.keys()) {
      if (size <= maxRemembered) return;
      forget(oldest);
    }
  }

  function forget(key: string): void {
    size -= remembered.get(key)?.value.length ?? 0;
    remembered.delete(key);
  }

  async function read({ conversationId, hash, form, version }: Wanted): Promise<Remembered | null> {
    const key = `${conversationId} ${form} ${hash}`;
    const cached = remembered.get(key);
    if (cached?.version === version) {
      // Least recently used entries are evicted first.
      remembered.delete(key);
      remembered.set(key, cached);
      return cached;
    }
    forget(key);
    const read = await store.readAttachment(conversationId, hash);
    if (!read.ok) return null;
    const checked = form === 'image' ? checkImage(read.value) : null;
    const problem = checked && !checked.sound ? { problem: say`it ${checked.problem}`.text } : {};
    const pages = form === 'pdf' ? { pages: await estimatePdfPages(read.value) } : {};
    const value = form === 'text' ? read.value.toString('utf8') : await encodeBase64InSlices(read.value);
    const entry = { value, version, ...problem, ...pages };
    remember(key, entry);
    return entry;
  }

  return {
    async load(conversationId, messages, limits, more = new Map()) {
      const texts = new Map<string, string>(more);
      const images = new Map<string, Remembered>();
      const documents = new Map<string, Remembered>();
      const unloaded = new Map<string, number>();
      const userWishes = userRequests(messages, more, limits?.pdf !== 'not_taken');
      const brought = messages.flatMap(imageHashes).map((hash): LoadRequest => ({ hash, form: 'image' }));
      const hashes = new Set([...userWishes, ...brought].map(({ hash }) => hash));
      const versions = hashes.size === 0 ? null : await store.attachmentVersions(conversationId, [...hashes]);
      const max = limits?.bodyBytes ?? defaultCharacters;

      const ownSize = userWishes.reduce((sum, request) => sum + sizeOnWire(request, versions), 0);
      // All or nothing: the request is rejected whichever of them were loaded.
      if (ownSize > max) for (const request of userWishes) unloaded.set(request.hash, sizeOnWire(request, versions));
      for (const request of userWishes) if (!unloaded.has(request.hash)) await load(request);
      let room = max;
      for (const request of brought) {
        if (images.has(request.hash) || unloaded.has(request.hash)) continue;
        room -= sizeOnWire(request, versions);
        if (room < 0) unloaded.set(request.hash, sizeOnWire(request, versions));
        else await load(request);
      }

      async function load({ hash, form }: LoadRequest): Promise<void> {
        const version = versions?.get(hash)?.version;
        const content = version === undefined ? null : await read({ conversationId, hash, form, version });
        if (content === null) return;
        if (form === 'text') texts.set(hash, content.value);
        if (form === 'image') images.set(hash, content);
        if (form === 'pdf') documents.set(hash, content);
      }

      return {
        mentionText: (hash) => texts.get(hash),
        imageData: (hash) => images.get(hash)?.value,
        imageProblem: (hash) => images.get(hash)?.problem,
        pdfData(hash) {
          const document = documents.get(hash);
          if (document) return { data: document.value, pages: document.pages ?? 1 };
          const bytes = unloaded.has(hash) ? versions?.get(hash)?.bytes : undefined;
          return bytes === undefined ? undefined : { pages: estimatePdfPagesBySize(bytes) };
        },
        unloaded: (hash) => unloaded.get(hash),
      };
    },
  };
}

/** The user's attachments, as often as they are sent; a text is sent once. */
function userRequests(
  messages: readonly Message[],
  knownTexts: ReadonlyMap<string, string>,
  withPdf: boolean,
): LoadRequest[] {
  const seen = new Set<string>(knownTexts.keys());
  const wishes: LoadRequest[] = [];
  for (const { content } of messages) {
    for (const part of Array.isArray(content) ? (content as ContentPart[]) : []) {
      const form = formOf(part);
      if (form === null || !('hash' in part) || typeof part.hash !== 'string') continue;
      if (form === 'pdf' ? !withPdf : form === 'text' && part.type !== 'command' && seen.has(part.hash)) continue;
      if (form === 'text') seen.add(part.hash);
      wishes.push({ hash: part.hash, form });
    }
  }
  return wishes;
}

/** Base64 characters, or bytes of text; 0 if missing. */
function sizeOnWire({ hash, form }: LoadRequest, versions: ReadonlyMap<string, AttachmentVersion> | null): number {
  const bytes = versions?.get(hash)?.bytes ?? 0;
  return form === 'text' ? bytes : Math.ceil(bytes / 3) * 4;
}

/** Null for parts without content. The log may hold any type in place of a part. */
function formOf(part: ContentPart): Form | null {
  if (part?.type === 'mention' || part?.type === 'command') return 'text';
  if (part?.type === 'image') return 'image';
  if (part?.type !== 'file') return null;
  return isTextType(part.mediaType) ? 'text' : part.mediaType === pdfType ? 'pdf' : null;
}

/** Images of a result. The log may hold any type in place of the list. */
function imageHashes(message: Message): string[] {
  if (message.role !== 'tool' || !hasImages(message)) return [];
  const hashes = (message.attachments as unknown[]).map((entry) => (entry as { hash?: unknown } | null)?.hash);
  return hashes.filter((hash) => typeof hash === 'string');
}
