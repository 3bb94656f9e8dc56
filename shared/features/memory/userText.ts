// Texts that the user writes for models: instructions (global, per project and per conversation), and the memory
// (global and per project), to which a model may propose changes. Each is sent to a conversation from its next message
// on.

/** Their scopes, in the order in which they are sent. */
export const userTextTopics = ['personal', 'project', 'conversation', 'memory', 'projectMemory'] as const;
export type UserTextTopic = (typeof userTextTopics)[number];

/** In UTF-16 units, each. */
export const maxInstructionsLength = 20_000;
/** Bytes of a memory file that are sent. */
export const maxMemoryBytes = 16 * 1024;
/** Bytes; a larger file is not read. */
export const maxUserTextBytes = 256 * 1024;

export function isMemory(about: UserTextTopic): about is 'memory' | 'projectMemory' {
  return about === 'memory' || about === 'projectMemory';
}

/** Returns the part of a text that is sent. `cut`: it is shortened. */
export function truncateForModel(about: UserTextTopic, text: string): { text: string; cut: boolean } {
  if (!isMemory(about)) {
    if (text.length <= maxInstructionsLength) return { text, cut: false };
    return { text: text.slice(0, maxInstructionsLength).replace(/[\ud800-\udbff]$/, ''), cut: true };
  }
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isPair = code >= 0xd800 && code < 0xdc00 && at + 1 < text.length;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : isPair ? 4 : 3;
    if (bytes > maxMemoryBytes) return { text: text.slice(0, at), cut: true };
    if (isPair) at++;
  }
  return { text, cut: false };
}
