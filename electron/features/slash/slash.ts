// Collects `/` calls from all sources.

import type { Slash, SlashSource } from '../../ports/slash.ts';

export function createSlash(sources: readonly SlashSource[]): Slash {
  return {
    async list(scope) {
      const lists = await Promise.all(sources.map((source) => source.list(scope)));
      const byName = new Map(
        lists.flatMap(({ entries }) => entries.map((entry) => [entry.name, entry] as const)).toReversed(),
      );
      const entries = [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
      return { entries, pending: lists.flatMap(({ pending }) => pending) };
    },

    async expand(...what) {
      for (const source of sources) {
        const expanded = await source.expand(...what);
        if (expanded !== null) return expanded;
      }
      return null;
    },

    async complete(...what) {
      for (const source of sources) {
        const values = await source.complete(...what);
        if (values !== null) return values;
      }
      return null;
    },
  };
}
