// Counts what the rules find, and holds it against the committed counts.

import { readText, repositoryFiles } from '../house/tree.ts';
import { type Passage, passagesOf } from './passages.ts';
import { type ProseRule, rules } from './rules.ts';

export const countsFile = 'scripts/prose/counts.json';

export type Counts = Readonly<Record<string, number>>;

/** They name the words in order to say that nobody should use them. */
const aboutWords = ['docs/prose.md', 'scripts/prose/rules.ts', 'test/rules/prose.test.ts'];

export function repositoryPassages(): Passage[] {
  return repositoryFiles()
    .filter((file) => /\.(?:[cm]?[jt]sx?|md)$/.test(file) && !file.endsWith('.d.ts') && !aboutWords.includes(file))
    .flatMap((file) => passagesOf(file, readText(file), !/^(?:test|e2e)\//.test(file)));
}

export function findings(rule: ProseRule, passages: readonly Passage[]): Passage[] {
  return passages.flatMap((passage) => {
    const applies = rule.kinds ? rule.kinds.includes(passage.kind) : passage.kind !== 'name';
    return applies ? Array.from(passage.text.matchAll(rule.pattern), () => passage) : [];
  });
}

export function countAll(passages: readonly Passage[]): Counts {
  return Object.fromEntries(rules.map((rule) => [rule.id, findings(rule, passages).length]));
}

/** The rules whose count has grown. One that has no committed count may find nothing. */
export function grown(now: Counts, kept: Counts): string[] {
  return Object.keys(now).filter((id) => (now[id] ?? 0) > (kept[id] ?? 0));
}

/** Each count that was kept or, if it is lower, that of today; a new rule begins with what it finds. */
export function lowered(now: Counts, kept: Counts): Counts {
  return Object.fromEntries(Object.entries(now).map(([id, count]) => [id, Math.min(count, kept[id] ?? count)]));
}
