// What a person writes for their models: instructions, for all conversations, for a project and for one conversation; and the
// memory, for all and for a project, to which a model may propose changes. Each is told to a conversation from its next message
// on.

/** Where they count, in the order in which they are told. */
export const ownTextTopics = ['personal', 'project', 'conversation', 'memory', 'projectMemory'] as const;
export type OwnTextTopic = (typeof ownTextTopics)[number];

/** UTF-16 units of instructions, each. */
export const maxInstructionsLength = 20_000;
/** Bytes of a memory file that are told. */
export const maxMemoryBytes = 16 * 1024;
/** Bytes of a file; a larger one is not read. */
export const maxOwnText = 256 * 1024;

export function isMemory(about: OwnTextTopic): about is 'memory' | 'projectMemory' {
  return about === 'memory' || about === 'projectMemory';
}

/** What of a text is told. `cut`: not all of it. */
export function toldPart(about: OwnTextTopic, text: string): { text: string; cut: boolean } {
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
