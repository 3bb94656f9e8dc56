// Ranks slash command matches: exact name, prefix, fuzzy name, then description. Without input, all of them by kind.
// Pure.

import fuzzysort from 'fuzzysort';
import type { SlashEntry } from '../../../../../shared/features/slash/slash.ts';

/** `app`: a command of the window. */
type SlashKind = SlashEntry['kind'] | 'app';

export interface Callable {
  name: string;
  kind: SlashKind;
  description: string;
}

export interface SlashMatch<T extends Callable> {
  entry: T;
  /** Positions of the typed characters in the name or, failing that, in the description; in UTF-16 units. */
  marks: readonly number[];
  said: readonly number[];
}

interface SlashFound<T extends Callable> {
  matches: SlashMatch<T>[];
  /** Number of matches not shown. */
  more: number;
}

/** The app's own commands come last, after those that the user or a server added. */
const slashKinds: readonly SlashKind[] = ['command', 'skill', 'prompt', 'mcp', 'app'];

/** Max rows; typing narrows the rest. @internal */
export const maxVisible = 60;
/** Max per kind without input, so that every kind is visible. */
const maxOfKind = 20;
/** From 0 to 1; excludes characters scattered over a name. */
const minScore = 0.2;

export interface SlashIndex<T extends Callable> {
  find(typed: string): SlashFound<T>;
}

export function createSlashIndex<T extends Callable>(entries: readonly T[]): SlashIndex<T> {
  const byKind = slashKinds.flatMap((kind) => entries.filter((entry) => entry.kind === kind));
  return {
    find(typed) {
      if (typed === '') return byGroups(byKind);
      const like = fuzzysort.go(typed, byKind, { key: 'name', threshold: minScore, limit: 0 });
      const ranked = like.map((found) => ({ found, rank: rankOf(found.obj, typed) }));
      ranked.sort((one, other) => one.rank - other.rank || other.found.score - one.found.score);
      const names = new Set(ranked.map(({ found }) => found.obj));
      const said = byKind.flatMap((entry) => (names.has(entry) ? [] : saidOf(entry, typed)));
      // Computes positions only for visible matches, since that is slow.
      const shown = ranked
        .slice(0, maxVisible)
        .map(({ found }) => ({ entry: found.obj, marks: found.indexes, said: [] }));
      return {
        matches: [...shown, ...said].slice(0, maxVisible),
        more: Math.max(0, ranked.length + said.length - maxVisible),
      };
    },
  };
}

function byGroups<T extends Callable>(entries: readonly T[]): SlashFound<T> {
  const taken = slashKinds.flatMap((kind) => entries.filter((entry) => entry.kind === kind).slice(0, maxOfKind));
  return {
    matches: taken.map((entry) => ({ entry, marks: [], said: [] })),
    more: entries.length - taken.length,
  };
}

function saidOf<T extends Callable>(entry: T, typed: string): SlashMatch<T>[] {
  const at = entry.description.toLowerCase().indexOf(typed.toLowerCase());
  return at < 0 ? [] : [{ entry, marks: [], said: Array.from(typed, (_letter, by) => at + by) }];
}

function rankOf({ name }: Callable, typed: string): number {
  const [own, wanted] = [name.toLowerCase(), typed.toLowerCase()];
  if (own === wanted) return 0;
  // The part after the colon is the familiar name: `git:commit`, `server:prompt`.
  if (own.startsWith(wanted) || own.slice(own.indexOf(':') + 1).startsWith(wanted)) return 1;
  return 2;
}
