// What the person has written and the model has not read: the draft and the messages queued during a run. Both are on
// disk in pending.json before they are acknowledged.

import type { AttachmentRef } from '../../../shared/contract/browseResources.ts';
import type { Lanes } from '../../../shared/contract/server.ts';
import { messageContent } from '../../../shared/conversation/attachments.ts';
import type { QueuedMessage } from '../../../shared/conversation/event.ts';
import type { Message, NewMessage } from '../../../shared/conversation/message.ts';
import { ok, type Result } from '../../../shared/errors.ts';
import type { Pending } from '../../../shared/formats.ts';
import type { IdSource } from '../../lib/ids.ts';
import type { ConversationStore } from '../../ports/store.ts';
import type { ConversationHub } from '../conversationHub.ts';
import { queuedMessage, stillQueued } from './stillQueued.ts';

export interface MessageQueue {
  /** Resolves with the queue id once it is on disk. */
  push(conversationId: string, text: string, attachments: readonly AttachmentRef[]): Promise<Result<string>>;
  /** What it was; null when it was already sent. */
  withdraw(conversationId: string, queueId: string): Promise<Result<QueuedMessage | null>>;
  /** `attachments` absent: they stay as they are. */
  saveDraft(conversationId: string, draft: string, attachments?: readonly AttachmentRef[]): Promise<Result<void>>;
  /** Moves every queued message into the log, oldest first; says how many. */
  storeAll(conversationId: string, append: (message: NewMessage) => Promise<Result<Message>>): Promise<Result<number>>;
}

interface QueueDeps {
  store: ConversationStore;
  hub: ConversationHub;
  ids: IdSource;
  lanes: Lanes;
}

/** A queued message that was stored when the app ended is among the last records. */
const recentRecords = 200;

export function createMessageQueue({ store, hub, ids, lanes }: QueueDeps): MessageQueue {
  /** One change of pending.json at a time for each conversation. */
  function change<T>(conversationId: string, task: (pending: Pending) => Promise<T>): Promise<T> {
    return lanes.run(`pending:${conversationId}`, async () => task(await store.readPending(conversationId)));
  }

  /** The queue as it is shown and changed. Where the log cannot be read it stays as it was written. */
  async function live(conversationId: string, pending: Pending): Promise<Pending> {
    if (pending.queue.length === 0) return pending;
    const branch = await store.readBranch(conversationId, { tail: recentRecords });
    return branch.ok ? { ...pending, queue: stillQueued(pending.queue, branch.value.messages) } : pending;
  }

  function publish(conversationId: string, pending: Pending): void {
    const queue = pending.queue.map(queuedMessage);
    hub.publish(conversationId, { type: 'queue.changed', queue });
  }

  async function save(conversationId: string, pending: Pending): Promise<Result<void>> {
    const saved = await store.savePending(conversationId, pending);
    if (saved.ok) publish(conversationId, pending);
    return saved;
  }

  return {
    push: (conversationId, text, attachments) =>
      change(conversationId, async (written) => {
        const [pending, id] = [await live(conversationId, written), ids.ulid()];
        const entry = { id, text, ...(attachments.length > 0 ? { attachments: [...attachments] } : {}) };
        const saved = await save(conversationId, { ...pending, queue: [...pending.queue, entry] });
        return saved.ok ? ok(id) : saved;
      }),

    withdraw: (conversationId, queueId) =>
      change(conversationId, async (written) => {
        const pending = await live(conversationId, written);
        const entry = pending.queue.find((candidate) => candidate.id === queueId);
        if (!entry) return ok(null);
        const queue = pending.queue.filter((candidate) => candidate !== entry);
        const saved = await save(conversationId, { ...pending, queue });
        return saved.ok ? ok(queuedMessage(entry)) : saved;
      }),

    saveDraft: (conversationId, draft, given) =>
      change(conversationId, async (pending) => {
        const { attachments: before = [], ...rest } = pending;
        const attachments = given ? [...given] : before;
        const beside = attachments.length > 0 ? { attachments } : {};
        const saved = await store.savePending(conversationId, { ...rest, draft, ...beside });
        if (saved.ok) hub.noteDraft(conversationId, draft, attachments);
        return saved;
      }),

    storeAll: (conversationId, append) =>
      change(conversationId, async (pending) => {
        if (pending.queue.length === 0) return ok(0);
        const branch = await store.readBranch(conversationId, { tail: recentRecords });
        if (!branch.ok) return branch;
        const unsent = new Set(stillQueued(pending.queue, branch.value.messages));
        let rest = pending.queue;
        for (const entry of pending.queue) {
          // The record takes the queue's id, so that a crash between the two writes cannot send it twice.
          const content = messageContent(entry.text, entry.attachments ?? []);
          const record: NewMessage = { id: entry.id, role: 'user', content };
          const stored = unsent.has(entry) ? await append(record) : null;
          if (stored && !stored.ok) return stored;
          rest = rest.slice(1);
          const saved = await save(conversationId, { ...pending, queue: rest });
          if (!saved.ok) return saved;
        }
        return ok(pending.queue.length);
      }),
  };
}
