// Sends a session's updates in order, one at a time: a client that reads slowly gets fewer, larger pieces instead of a
// growing queue.

import type { SessionUpdate } from '@agentclientprotocol/sdk';

export interface Outbox {
  /** `key`: replaces an unsent update with the same key. */
  push(update: SessionUpdate, key?: string): void;
  /** Updates that must be prepared first; later ones wait for them. */
  pushLater(updates: Promise<SessionUpdate[]>): void;
  /** Resolves when everything pushed so far is with the connection. Never rejects. */
  flushed(): Promise<void>;
}

interface Item {
  updates: SessionUpdate[] | Promise<SessionUpdate[]>;
  key?: string;
}

export function createOutbox(send: (update: SessionUpdate) => Promise<void>): Outbox {
  let waiting: Item[] = [];
  let pumping: Promise<void> | null = null;

  async function pump(): Promise<void> {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      try {
        for (const update of await item.updates) await send(update);
      } catch {
        // The client is gone, which ends the session elsewhere.
        waiting = [];
      }
    }
    pumping = null;
  }

  function add(item: Item): void {
    waiting.push(item);
    pumping ??= pump();
  }

  return {
    push(update, key) {
      const last = waiting.at(-1);
      const [before] = Array.isArray(last?.updates) ? last.updates : [];
      if (last && before && joinText(before, update)) return;
      const same = key === undefined ? undefined : waiting.find((item) => item.key === key);
      if (same) same.updates = [update];
      else add({ updates: [update], ...(key === undefined ? {} : { key }) });
    },
    // Updates that cannot be prepared are missing; the rest still arrives.
    pushLater: (updates) => add({ updates: updates.catch(() => []) }),
    async flushed() {
      while (pumping) await pumping;
    },
  };
}

/** Appends the text of a chunk to the unsent one before it. False: they do not belong together. */
function joinText(before: SessionUpdate, next: SessionUpdate): boolean {
  if (before.sessionUpdate !== 'agent_message_chunk' && before.sessionUpdate !== 'agent_thought_chunk') return false;
  if (next.sessionUpdate !== before.sessionUpdate || next.messageId !== before.messageId) return false;
  if (before.content.type !== 'text' || next.content.type !== 'text') return false;
  before.content.text += next.content.text;
  return true;
}
