// Definitions of `[name]: address` links and `[^name]: text` footnotes. They apply to the whole reply: each block is
// parsed together with those that it uses, so a new definition re-renders only blocks waiting for it.

import { limits } from './limits.ts';

/** By normalized name; the first definition wins. Limited in number. Footnote names begin with `^`. */
export type Definitions = ReadonlyMap<string, string>;

export const noDefinitions: Definitions = new Map();

/** Returns `before`, or a new map with further definitions from the text. */
export function addDefinitions(text: string, before: Definitions): Definitions {
  if (before.size >= limits.definitions || !text.includes(']:')) return before;
  const definitions = new Map(before);
  collect(text, definitions);
  return definitions.size === before.size ? before : definitions;
}

function collect(text: string, definitions: Map<string, string>): void {
  // A footnote is a block of its own; anything else that looks like one is ignored.
  const [note, noteName = ''] = /^ {0,3}\[(\^[^\]\s]{1,100})\]:.*/.exec(text) ?? [];
  if (note !== undefined && note.length <= limits.definition && !definitions.has(normalizeName(noteName))) {
    definitions.set(normalizeName(noteName), note);
  }
  for (const [line, name = ''] of text.matchAll(/^ {0,3}\[([^\]\n]+)\]:[ \t]*\S+.*$/gm)) {
    const label = normalizeName(name);
    if (definitions.size >= limits.definitions) return;
    if (line.length > limits.definition || label.startsWith('^') || definitions.has(label)) continue;
    definitions.set(label, line);
  }
}

/** The link definitions that the block uses, as lines. */
export function usedDefinitions(block: string, definitions: Definitions): string {
  if (definitions.size === 0 || !block.includes('[')) return '';
  const used = new Set<string>();
  for (const [, name = ''] of block.matchAll(/\[([^[\]]{1,1000})(?=\])/g)) {
    const line = name.startsWith('^') ? undefined : definitions.get(normalizeName(name));
    if (line !== undefined) used.add(line);
  }
  return [...used].join('\n');
}

/** Names ignore case and collapse white space. */
export function normalizeName(name: string): string {
  return name.replace(/\s+/g, ' ').trim().toLowerCase().toUpperCase();
}
