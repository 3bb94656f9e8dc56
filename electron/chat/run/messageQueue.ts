// What the user has written and the model has not read: the draft, and messages queued during a run. Both are on disk
// in pending.json before they are acknowledged.

import { type AttachmentRef, messageContent } from '../../../shared/conversation/attachments.ts';
import type { QueuedMessage } from '../../../shared/conversation/event.ts';
import type { Message, NewMessage, SystemMessage } from '../../../shared/conversation/message.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import type { Pending } from '../../conversation/formats.ts';
import type { IdSource } from '../../lib/ids.ts';
import type { KeyedQueue } from '../../lib/protocolServer.ts';
import type { ConversationStore } from '../../ports/store.ts';
import type { ConversationHub } from '../conversationHub.ts';
import { stillQueuedMessages, toQueuedMessage } from '../recovery/restoreQueue.ts';

export interface MessageQueue {
  /** Resolves with the queue id once on disk. `hooks`: the record of its hooks, stored after it. */
  push(
    conversationId: string,
    text: string,
    attachments: readonly AttachmentRef[],
    hooks: NewMessage | null,
  ): Promise<Result<string>>;
  /** Returns the withdrawn message; null if already sent. */
  withdraw(conversationId: string, queueId: string): Promise<Result<QueuedMessage | null>>;
  /**
   * `attachments` absent: unchanged. `writer`: the window, as it calls itself. Returns the text as it is published: without
   * secrets.
   */
  saveDraft(
    conversationId: string,
    draft: string | undefined,
    attachments?: readonly AttachmentRef[],
    writer?: string,
  ): Promise<Result<string>>;
  /** Returns whether it is queued and not in the log. */
  waits(conversationId: string, queueId: string): Promise<Result<boolean>>;
  /** Returns the number of queued messages that are not in the log. */
  waiting(conversationId: string): Promise<Result<number>>;
  /** Moves queued messages into the log, oldest first; returns how many. */
  storeAll(
    conversationId: string,
    append: (message: NewMessage) => Promise<Result<Message>>,
    which?: StoredOfQueue,
  ): Promise<Result<number>>;
}

interface StoredOfQueue {
  /** Only this message. */
  only?: string | undefined;
  /** After a stop nothing is moved, since nothing would answer it. */
  signal?: AbortSignal;
}

interface QueueDeps {
  store: ConversationStore;
  hub: ConversationHub;
  ids: IdSource;
  tasks: KeyedQueue;
}

export function createMessageQueue({ store, hub, ids, tasks }: QueueDeps): MessageQueue {
  /** Queued by this process and not stored yet: these are certainly not in a log. */
  const unstored = new Set<string>();

  /** Serializes changes of pending.json per conversation. */
  function change<T>(conversationId: string, task: (pending: Pending) => Promise<T>): Promise<T> {
    return tasks.run(`pending:${conversationId}`, async () => task(await store.readPending(conversationId)));
  }

  /** Returns the effective queue. If the log is unreadable, it stays as written. */
  async function live(conversationId: string, pending: Pending): Promise<Pending> {
    const queue = await stillQueuedMessages(store, conversationId, pending.queue, unstored);
    return queue.ok ? { ...pending, queue: queue.value } : pending;
  }

  function publish(conversationId: string, pending: Pending): void {
    const queue = pending.queue.map(toQueuedMessage);
    hub.publish(conversationId, { type: 'queue.changed', queue });
  }

  async function save(conversationId: string, pending: Pending): Promise<Result<void>> {
    const saved = await store.savePending(conversationId, pending);
    if (saved.ok) publish(conversationId, pending);
    return saved;
  }

  return {
    push: (conversationId, text, attachments, hooks) =>
      change(conversationId, async (written) => {
        const [pending, id] = [await live(conversationId, written), ids.ulid()];
        const entry = {
          id,
          text,
          ...(attachments.length > 0 ? { attachments: [...attachments] } : {}),
          ...(hooks ? { hooks: hookFields(hooks) } : {}),
        };
        const saved = await save(conversationId, { ...pending, queue: [...pending.queue, entry] });
        if (!saved.ok) return saved;
        unstored.add(id);
        return ok(id);
      }),

    withdraw: (conversationId, queueId) =>
      change(conversationId, async (written) => {
        const pending = await live(conversationId, written);
        const entry = pending.queue.find((candidate) => candidate.id === queueId);
        if (!entry) return ok(null);
        const queue = pending.queue.filter((candidate) => candidate !== entry);
        const saved = await save(conversationId, { ...pending, queue });
        if (!saved.ok) return saved;
        unstored.delete(queueId);
        return ok(toQueuedMessage(entry));
      }),

    saveDraft: (conversationId, text, attachmentRefs, writer) =>
      change(conversationId, async (pending) => {
        const { attachments: before = [], ...rest } = pending;
        const draft = text ?? pending.draft;
        const attachments = attachmentRefs ? [...attachmentRefs] : before;
        const attachmentFields = attachments.length > 0 ? { attachments } : {};
        const saved = await store.savePending(conversationId, { ...rest, draft, ...attachmentFields });
        return saved.ok ? ok(hub.noteDraft(conversationId, draft, attachments, writer)) : saved;
      }),

    waits: (conversationId, queueId) =>
      change(conversationId, async ({ queue }) => {
        const waits = await stillQueuedMessages(store, conversationId, queue, unstored);
        return waits.ok ? ok(waits.value.some(({ id }) => id === queueId)) : waits;
      }),

    waiting: (conversationId) =>
      change(conversationId, async ({ queue }) => {
        const waiting = await stillQueuedMessages(store, conversationId, queue, unstored);
        return waiting.ok ? ok(waiting.value.length) : waiting;
      }),

    storeAll: (conversationId, append, { only, signal } = {}) =>
      change(conversationId, async (pending) => {
        const waits = await stillQueuedMessages(store, conversationId, pending.queue, unstored);
        if (!waits.ok) return waits;
        let rest = pending.queue;
        let count = 0;
        for (const entry of pending.queue) {
          if (signal?.aborted) break;
          if (only !== undefined && entry.id !== only) continue;
          const stored = waits.value.includes(entry) ? await storeOne(entry, append) : ok(false);
          if (!stored.ok) return stored;
          if (stored.value) count++;
          rest = rest.filter((other) => other !== entry);
          const saved = await save(conversationId, { ...pending, queue: rest });
          if (!saved.ok) return saved;
        }
        return ok(count);
      }),
  };

  /** False: already in the log. */
  async function storeOne(
    { id, text, attachments = [], hooks }: Pending['queue'][number],
    append: (message: NewMessage) => Promise<Result<Message>>,
  ): Promise<Result<boolean>> {
    unstored.delete(id);
    // The record takes the queue's id, so that a crash between the two writes cannot send it twice. A file from
    // elsewhere may contain an id that is invalid for records.
    const idField = isSafeId(id) ? { id } : {};
    const stored = await append({ ...idField, role: 'user', content: messageContent(text, attachments) });
    if (stored.ok && hooks) {
      const added = await append({
        id: hooks.replyId,
        role: 'system',
        partType: 'environment',
        environment: { about: 'hook' },
        ...hooks,
      });
      if (!added.ok) return added;
    }
    if (stored.ok) return ok(true);
    return stored.error.code === 'ID_INVALID' ? ok(false) : stored;
  }
}

/** The fields of the hooks' record that the queue does not imply. */
function hookFields(record: NewMessage): NonNullable<Pending['queue'][number]['hooks']> {
  const { content, details = {}, replyId = '', includeInContext = true } = record as SystemMessage;
  return { content, details, replyId, includeInContext };
}
