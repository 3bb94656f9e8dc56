// A new chat until it is sent: its storage, and the conversation that stores its files.

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

const mark = 'draft.isOwn';
const text = 'draft';

/**
 * Storage of a new chat. Each window writes its own, so it belongs to the tab; the window's storage has the last text, for
 * the next start. `isNamed`: the window was opened on a conversation, and begins with an empty new chat.
 */
export function createNewChatMemory(memory: Memory, tab: Memory, isNamed: boolean): Memory {
  // Its files must not be shared with another window, which would discard them when it sends its own.
  if (tab.get(mark) === null) tab.set(mark, isNamed ? 'yes' : 'no');
  const isOwn = tab.get(mark) === 'yes';
  return {
    get: (name) => (name === text ? tab.get(name) : null) ?? (isOwn ? tab : memory).get(name),
    set(name, value) {
      if (name !== text) return (isOwn ? tab : memory).set(name, value);
      const before = tab.get(name);
      tab.set(name, value ?? '');
      // Another window's text is only replaced, never removed.
      if (value !== null || memory.get(name) === before) memory.set(name, value);
    },
  };
}
