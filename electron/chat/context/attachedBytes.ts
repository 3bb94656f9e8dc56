// The bytes that messages name by hash, loaded before a request is built of them. What was loaded lately is remembered, up
// to a bound: a run builds a request for each of its turns.

import type { AttachedBytes } from '../../../shared/conversation/apiContent.ts';
import type { Message } from '../../../shared/conversation/message.ts';
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

export function createAttachmentLoader(store: Pick<ConversationStore, 'readAttachment'>): AttachmentLoader {
  const remembered = new Map<string, string>();
  let size = 0;

  function remember(key: string, value: string): void {
    remembered.set(key, value);
    size += value.length;
    for (const [oldest, text] of remembered) {
      if (size <= mostRemembered) return;
      remembered.delete(oldest);
      size -= text.length;
    }
  }

  async function read(conversationId: string, hash: string, form: 'utf8' | 'base64'): Promise<string | null> {
    const key = `${conversationId} ${form} ${hash}`;
    const known = remembered.get(key);
    if (known !== undefined) {
      // The one that was used last stays longest.
      remembered.delete(key);
      remembered.set(key, known);
      return known;
    }
    const found = await store.readAttachment(conversationId, hash);
    if (!found.ok) return null;
    const value = found.value.toString(form);
    remember(key, value);
    return value;
  }

  return {
    async load(conversationId, messages, more = new Map()) {
      const texts = new Map<string, string>(more);
      const images = new Map<string, string>();
      for (const part of messages.flatMap((message) => (Array.isArray(message.content) ? message.content : []))) {
        if ((part.type !== 'mention' && part.type !== 'image') || typeof part.hash !== 'string') continue;
        const isText = part.type === 'mention';
        const into = isText ? texts : images;
        if (into.has(part.hash)) continue;
        const value = await read(conversationId, part.hash, isText ? 'utf8' : 'base64');
        if (value !== null) into.set(part.hash, value);
      }
      return { mentionText: (hash) => texts.get(hash), imageData: (hash) => images.get(hash) };
    },
  };
}
