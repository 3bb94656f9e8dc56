// Definitions of `[name]: address` links. They hold for the whole reply and not only for their block: a block is parsed
// with those that it uses, so that a new one draws anew only the blocks that wait for it.

import { limits } from './limits.ts';

/** By name, as names are compared; the first of a name counts. A bounded number of them. */
export type Definitions = ReadonlyMap<string, string>;

export const noDefinitions: Definitions = new Map();

/** `before`, or a new map when the texts define more or other links. */
export function gatherDefinitions(texts: readonly string[], before: Definitions = noDefinitions): Definitions {
  const found = new Map<string, string>();
  for (const text of texts) {
    if (found.size >= limits.definitions) break;
    if (!text.includes(']:')) continue;
    for (const [line, name = ''] of text.matchAll(/^ {0,3}\[([^\]\n^][^\]\n]*)\]:[ \t]*\S+.*$/gm)) {
      const label = sameName(name);
      if (line.length > limits.definition || found.has(label)) continue;
      found.set(label, line);
      if (found.size >= limits.definitions) break;
    }
  }
  const same = found.size === before.size && [...found].every(([name, line]) => before.get(name) === line);
  return same ? before : found;
}

/** The definitions that the block names, as lines. */
export function usedDefinitions(block: string, definitions: Definitions): string {
  if (definitions.size === 0 || !block.includes('[')) return '';
  const used = new Set<string>();
  for (const [, name = ''] of block.matchAll(/\[([^[\]]{1,1000})(?=\])/g)) {
    const line = definitions.get(sameName(name));
    if (line !== undefined) used.add(line);
  }
  return [...used].join('\n');
}

/** Names are compared without regard to case, and with any white space as one space. */
function sameName(name: string): string {
  return name.replace(/\s+/g, ' ').trim().toLowerCase().toUpperCase();
}
