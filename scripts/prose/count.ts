// Counts the rules' matches, and compares them with the committed counts.

import { readText, repositoryFiles } from '../house/tree.ts';
import { type Passage, passagesOf } from './passages.ts';
import { type ProseRule, rules } from './rules.ts';

export const countsFile = 'scripts/prose/counts.json';

export type Counts = Readonly<Record<string, number>>;

/** They list the words in order to discourage them. */
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

/** Returns the rules whose count has grown. A rule without a committed count may match nothing. */
export function grownRules(now: Counts, committed: Counts): string[] {
  return Object.keys(now).filter((id) => (now[id] ?? 0) > (committed[id] ?? 0));
}

/** Returns the lower of the committed and current counts; a new rule starts with its current count. */
export function loweredCounts(now: Counts, committed: Counts): Counts {
  return Object.fromEntries(Object.entries(now).map(([id, count]) => [id, Math.min(count, committed[id] ?? count)]));
}
