// The conversation that stores a new chat's files until it is sent; survives reloads.

import type { Memory } from '../memory.ts';

interface ChatTarget {
  conversationId: string;
  /** The new chat's project when it was created. */
  projectId: string | null;
}

export interface NewChatTarget {
  get(): ChatTarget | null;
  set(place: ChatTarget | null): void;
}

const key = 'draft.staged';

export function createNewChatTarget(memory: Memory): NewChatTarget {
  return {
    get() {
      try {
        return JSON.parse(memory.get(key) ?? 'null') as ChatTarget | null;
      } catch {
        return null;
      }
    },
    set: (place) => memory.set(key, place && JSON.stringify(place)),
  };
}
