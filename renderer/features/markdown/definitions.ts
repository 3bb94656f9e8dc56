// Definitions of `[name]: address` links and of `[^name]: text` notes. They hold for the whole reply and not only for
// their block: a block is parsed with those that it uses, so that a new one draws anew only the blocks that wait for it.

import { limits } from './limits.ts';

/** By name, as names are compared; the first of a name counts. A bounded number of them. Of notes the name begins with `^`. */
export type Definitions = ReadonlyMap<string, string>;

export const noDefinitions: Definitions = new Map();

/** `before`, or a new map with what the text defines besides. */
export function moreDefinitions(text: string, before: Definitions): Definitions {
  if (before.size >= limits.definitions || !text.includes(']:')) return before;
  const found = new Map(before);
  collect(text, found);
  return found.size === before.size ? before : found;
}

function collect(text: string, found: Map<string, string>): void {
  // A note is a block of its own: what only looks like one leads nowhere.
  const [note, noteName = ''] = /^ {0,3}\[(\^[^\]\s]{1,100})\]:.*/.exec(text) ?? [];
  if (note !== undefined && note.length <= limits.definition && !found.has(sameName(noteName))) {
    found.set(sameName(noteName), note);
  }
  for (const [line, name = ''] of text.matchAll(/^ {0,3}\[([^\]\n]+)\]:[ \t]*\S+.*$/gm)) {
    const label = sameName(name);
    if (found.size >= limits.definitions) return;
    if (line.length > limits.definition || label.startsWith('^') || found.has(label)) continue;
    found.set(label, line);
  }
}

/** The definitions of links that the block names, as lines. */
export function usedDefinitions(block: string, definitions: Definitions): string {
  if (definitions.size === 0 || !block.includes('[')) return '';
  const used = new Set<string>();
  for (const [, name = ''] of block.matchAll(/\[([^[\]]{1,1000})(?=\])/g)) {
    const line = name.startsWith('^') ? undefined : definitions.get(sameName(name));
    if (line !== undefined) used.add(line);
  }
  return [...used].join('\n');
}

/** Names are compared without regard to case, and with any white space as one space. */
export function sameName(name: string): string {
  return name.replace(/\s+/g, ' ').trim().toLowerCase().toUpperCase();
}
