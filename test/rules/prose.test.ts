// The prose check: no count has grown; what it reads and counts; and its page lists every rule.

import { expect, test } from 'vitest';
import { readText } from '../../scripts/house/tree.ts';
import {
  countAll,
  countsFile,
  findings,
  grownRules,
  loweredCounts,
  repositoryPassages,
} from '../../scripts/prose/count.ts';
import { passagesOf } from '../../scripts/prose/passages.ts';
import { rules } from '../../scripts/prose/rules.ts';

const source = `// Makes room for the person.
/** Tells whoever asks. */
const mostTries = 3; // not \`mostTries\` in code
const pattern = /it's "whoever"/;
const path = 'beside/whoever';
const words = ['The other programs', \`goes on anew\`];
`;

test('no phrase that is being phased out is used more often than before', () => {
  const passages = repositoryPassages();
  expect(passages.length).toBeGreaterThan(50_000);
  const more = grownRules(countAll(passages), JSON.parse(readText(countsFile)));
  expect(more, '`npm run prose -- RULE` lists the places of a rule').toEqual([]);
});

test('comments, sentences and names are read; code, keys and regular expressions are not', () => {
  const counts = Object.entries(countAll(passagesOf('a.ts', source, true))).filter(([, count]) => count > 0);
  expect(Object.fromEntries(counts)).toEqual({
    person: 1,
    told: 1,
    whoever: 1,
    'goes-on': 1,
    anew: 1,
    'makes-room': 1,
    room: 1,
    'other-programs': 1,
    'bound-names': 1,
    'participle-names': 1,
  });
});

test('strings of tests are left out, and a finding has its line', () => {
  const passages = passagesOf('a.ts', source, false);
  expect(passages.filter(({ kind }) => kind === 'string')).toEqual([]);
  const whoever = rules.find(({ id }) => id === 'whoever');
  expect(whoever && findings(whoever, passages).map(({ line }) => line)).toEqual([2]);
});

test("a page's code blocks and URLs are not read", () => {
  const page = 'Beside [it](beside.md), `beside`.\n\n    beside\n\n```\nbeside\n```\n';
  expect(countAll(passagesOf('a.md', page, true)).beside).toBe(1);
});

test('a count only goes down, and a new rule starts with its own', () => {
  expect(grownRules({ door: 3, wire: 1, room: 2 }, { door: 2, wire: 1 })).toEqual(['door', 'room']);
  expect(loweredCounts({ door: 3, wire: 0, room: 2 }, { door: 2, wire: 1 })).toEqual({ door: 2, wire: 0, room: 2 });
});

test('the prose page lists every rule', () => {
  const page = readText('docs/prose.md');
  expect(
    rules.map(({ id, words, write }) => `| \`${id}\` | ${words} | ${write} |`).filter((row) => !page.includes(row)),
  ).toEqual([]);
});
