// Ranks slash command matches: exact name, prefix, fuzzy name, then description. Without input, all of them by kind.
// Pure.

import fuzzysort from 'fuzzysort';
import type { SlashEntry } from '../../../../../shared/features/slash/slash.ts';

/** `agent`: of the external agent that answers; `app`: of the window. */
type SlashKind = SlashEntry['kind'] | 'agent' | 'app';

export interface Callable {
  name: string;
  kind: SlashKind;
  description: string;
}

export interface SlashMatch<T extends Callable> {
  entry: T;
  /** Positions of the typed characters in the name or, failing that, in the description; in UTF-16 units. */
  marks: readonly number[];
  descriptionMarks: readonly number[];
}

interface SlashFound<T extends Callable> {
  matches: SlashMatch<T>[];
  /** Number of matches not shown. */
  more: number;
}

/** The app's own commands come last, after those that the user or a server added. */
const slashKinds: readonly SlashKind[] = ['agent', 'command', 'skill', 'prompt', 'mcp', 'app'];

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
      if (typed === '') return groupedByKind(byKind);
      const like = fuzzysort.go(typed, byKind, { key: 'name', threshold: minScore, limit: 0 });
      const ranked = like.map((result) => ({ result, rank: rankOf(result.obj, typed) }));
      ranked.sort((one, other) => one.rank - other.rank || other.result.score - one.result.score);
      const names = new Set(ranked.map(({ result }) => result.obj));
      const byDescription = byKind.flatMap((entry) => (names.has(entry) ? [] : descriptionMatchOf(entry, typed)));
      // Computes positions only for visible matches, since that is slow.
      const byName = ranked
        .slice(0, maxVisible)
        .map(({ result }) => ({ entry: result.obj, marks: result.indexes, descriptionMarks: [] }));
      return {
        matches: [...byName, ...byDescription].slice(0, maxVisible),
        more: Math.max(0, ranked.length + byDescription.length - maxVisible),
      };
    },
  };
}

function groupedByKind<T extends Callable>(entries: readonly T[]): SlashFound<T> {
  const taken = slashKinds.flatMap((kind) => entries.filter((entry) => entry.kind === kind).slice(0, maxOfKind));
  return {
    matches: taken.map((entry) => ({ entry, marks: [], descriptionMarks: [] })),
    more: entries.length - taken.length,
  };
}

function descriptionMatchOf<T extends Callable>(entry: T, typed: string): SlashMatch<T>[] {
  const at = entry.description.toLowerCase().indexOf(typed.toLowerCase());
  return at < 0 ? [] : [{ entry, marks: [], descriptionMarks: Array.from(typed, (_letter, by) => at + by) }];
}

function rankOf({ name }: Callable, typed: string): number {
  const [own, query] = [name.toLowerCase(), typed.toLowerCase()];
  if (own === query) return 0;
  // The part after the colon is the familiar name: `git:commit`, `server:prompt`.
  if (own.startsWith(query) || own.slice(own.indexOf(':') + 1).startsWith(query)) return 1;
  return 2;
}
