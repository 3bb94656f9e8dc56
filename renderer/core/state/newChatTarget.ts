// The conversation that keeps the files of the new chat until it is sent, remembered over a reload of the window.

import type { Memory } from '../memory.ts';

interface Place {
  conversationId: string;
  /** The project that the new chat was for when it was made. */
  projectId: string | null;
}

export interface NewChatTarget {
  get(): Place | null;
  set(place: Place | null): void;
}

const key = 'draft.staged';

export function createNewChatPlace(memory: Memory): NewChatTarget {
  return {
    get() {
      try {
        return JSON.parse(memory.get(key) ?? 'null') as Place | null;
      } catch {
        return null;
      }
    },
    set: (place) => memory.set(key, place && JSON.stringify(place)),
  };
}
