import { beforeEach, expect, test } from 'vitest';
import { createCommandReader } from '../../../electron/tools/shell/commandFacts.ts';
import { decide, type PermissionRule } from '../../../shared/permission/permission.ts';
import { cite } from '../../support/cite.ts';
import { trackNothing } from '../../support/folderWithSecrets.ts';
import { allowCommand, answered, commandCall, denyCommand } from '../../support/permissionRule.ts';
import { placedCommand } from '../../support/placedCommand.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import type { BypassRow } from './bypassCorpus.ts';
import * as corpus from './bypassCorpus.ts';
import { ordinaryOptions, refusedInGivenTexts } from './givenCorpus.ts';
import { naiveAll, naiveChecks } from './naiveCheck.ts';
import * as runners from './runnersCorpus.ts';

const hiddenBehindAllowed = [...corpus.hiddenBehindAllowed, ...runners.hiddenByRunners];
const refusedInDisguise = [...corpus.refusedInDisguise, ...runners.refusedByRunners, ...refusedInGivenTexts];
const notRefused = [...runners.notRefused, ...ordinaryOptions];
const ordinary = [...corpus.ordinary, ...runners.ordinaryRunners];

let folder = '';
beforeEach(() => {
  folder = tempFolder();
  trackNothing(folder);
});
const read = (command: string) => placedCommand(command.replaceAll('/project', folder), folder);
const rulesOf = ({ allow, deny = [] }: Pick<BypassRow, 'allow' | 'deny'>): PermissionRule[] => [
  ...allow.map((words) => allowCommand(...words.split(' '))),
  ...deny.map((words) => denyCommand(...words.split(' '))),
];

async function actionOf(command: string, rules: PermissionRule[], mode: 'ask' | 'all'): Promise<string> {
  return decide({ mode, rules, folder, facts: commandCall(await read(command)) }).action;
}

/** Rows with a wrong result, as text. */
async function wrong(
  rows: readonly BypassRow[],
  mode: 'ask' | 'all',
  made: (rule: PermissionRule) => PermissionRule,
): Promise<string[]> {
  const found: string[] = [];
  for (const row of rows) {
    const action = await actionOf(row.command, rulesOf(row).map(made), mode);
    if (action !== row.expected) found.push(`${action}, not ${row.expected}: ${JSON.stringify(row.command)}`);
  }
  return found;
}

test(cite(
  'APPROVE-3',
  `no permission lets any of ${hiddenBehindAllowed.length} command lines pass that hide more than they show`,
), { tags: ['all'] }, async () => {
  console.log(`command lines that hide something behind what is allowed: ${hiddenBehindAllowed.length}`);
  expect(hiddenBehindAllowed.length).toBeGreaterThanOrEqual(150);
  const different = new Set(hiddenBehindAllowed.map(({ command, allow }) => JSON.stringify([command, allow])));
  expect(different.size).toBe(hiddenBehindAllowed.length);
  expect(await wrong(hiddenBehindAllowed, 'ask', answered)).toEqual([]);
});

test(cite('APPROVE-3', 'a hand-written rule covers more words, and nothing that hides behind them'), {
  tags: ['all'],
}, async () => {
  const byHand = hiddenBehindAllowed.filter(({ allow }) => allow.length > 0);
  const passing = await wrong(byHand, 'ask', (rule) => rule);
  console.log(`of these, pass to the letter of a rule that is made by hand: ${passing.length}`);
  // Words and a plain flag, no more: no operator, no expansion, no option with a value, no other place.
  const literal = /^allow, not ask: "(?:[\w!()'./-]+ )+[\w!()'./:-]+"$/;
  expect(passing.filter((line) => !literal.test(line) || /\.\.|\w=| -\w+ [^-]/.test(line))).toEqual([]);
  expect(passing.length).toBeLessThan(40);
});

test('each of these command lines passes at least one naive check of the text', () => {
  const caught = hiddenBehindAllowed.filter((row) =>
    Object.values(naiveChecks).every((check) => check(row.command, rulesOf(row)) !== 'allow'),
  );
  expect(caught.map(({ command }) => command)).toEqual([]);
});

test(cite(
  ['APPROVE-2', 'APPROVE-3'],
  `a denied command runs in none of ${refusedInDisguise.length} disguises, even if everything is allowed`,
), { tags: ['all'] }, async () => {
  console.log(`disguises of a refused command: ${refusedInDisguise.length}`);
  expect(await wrong(refusedInDisguise, 'all', (rule) => rule)).toEqual([]);
  const naive = refusedInDisguise.filter((row) => naiveAll(row.command, rulesOf(row)) === 'allow');
  expect(naive.length).toBeGreaterThan(refusedInDisguise.length * 0.85);
});

test(cite(
  'APPROVE-3',
  'fifty parts do not hide a denied one in any position, nor do four hundred; more are undecidable',
), { tags: ['all'] }, async () => {
  const rules = rulesOf({ allow: ['true', 'ls'], deny: ['rm'] });
  for (const joint of [' && ', '; ', ' | ', '\n', ' || ', ' & ']) {
    for (let at = 0; at < 50; at += joint === ' && ' ? 1 : 7) {
      const parts = Array.from({ length: 50 }, (_, place) => (place === at ? 'rm x' : 'ls'));
      expect(await actionOf(parts.join(joint), rules, 'all'), `${joint} ${at}`).toBe('deny');
    }
  }
  for (const at of [0, 150, 399]) {
    const many = Array.from({ length: 400 }, (_, place) => (place === at ? 'rm x' : 'ls'));
    expect(await actionOf(many.join(';'), rules, 'all'), `${at}`).toBe('deny');
  }
  const many = [...Array.from({ length: 1_400 }, () => 'ls'), 'rm x'];
  expect(many.join(';').length).toBeLessThan(10_000);
  expect(await actionOf(many.join(';'), rules, 'all')).toBe('ask');
  expect(await actionOf(many.toReversed().join(';'), rules, 'all')).toBe('deny');
  const long = ['rm x', ...Array.from({ length: 4_000 }, () => 'ls'), 'rm x'];
  expect(await actionOf(long.join(';'), rules, 'all')).toBe('ask');
});

test('a command that only resembles a denied one runs in the mode that never asks', async () => {
  console.log(`command lines that are not what is refused: ${notRefused.length}`);
  const stopped: string[] = [];
  for (const command of notRefused) {
    if ((await actionOf(command, rulesOf({ allow: [], deny: ['rm'] }), 'all')) !== 'allow') stopped.push(command);
  }
  expect(stopped).toEqual([]);
});

test('ordinary command lines run without asking if rules allow them', { tags: ['all'] }, async () => {
  console.log(`ordinary command lines that pass: ${ordinary.length}`);
  const asked: string[] = [];
  for (const { command, allow } of ordinary) {
    const facts = await read(command);
    const { action, reason } = decide({ mode: 'ask', rules: rulesOf({ allow }), folder, facts: commandCall(facts) });
    if (action !== 'allow') asked.push(`${JSON.stringify(command)}: ${reason} ${JSON.stringify(facts.parts)}`);
  }
  expect(asked).toEqual([]);
});

test(cite('APPROVE-3', 'a command line of more than 10,000 characters asks in every mode'), async () => {
  const command = `ls ${'a '.repeat(5_000)}`;
  expect(await actionOf(command, [allowCommand('ls')], 'ask')).toBe('ask');
  expect(await actionOf(command, [], 'all')).toBe('ask');
  expect(await actionOf('ls', [], 'all')).toBe('allow');
});

test(
  cite('APPROVE-3', 'on Windows a command line cannot be analyzed, so no rule about first words allows it'),
  async () => {
    const facts = await createCommandReader('win32')('npm test');
    expect(facts.parts).toEqual([]);
    expect(facts.doubts.map(String)).toEqual([expect.stringContaining('cmd')]);
    expect(
      decide({ mode: 'ask', rules: [allowCommand('npm', 'test')], folder, facts: commandCall(facts) }).action,
    ).toBe('ask');
    expect(decide({ mode: 'all', rules: [denyCommand('rm')], folder, facts: commandCall(facts) }).action).toBe('ask');
  },
);

test(cite('APPROVE-3', 'on macOS the word after sed -i may be a suffix, and the next one the script'), async () => {
  for (const [line, platform, count] of [
    ["sed -i p 'w x' a.txt", 'darwin', 1],
    ["sed -i '' 's/a/b/' a.txt", 'darwin', 0],
    ["sed -i '' 'w x' a.txt", 'darwin', 1],
    ["sed -i '' -e 's/a/b/' a.txt", 'darwin', 0],
    ["sed -i '' 'w x' -e p a.txt", 'darwin', 1],
    ["sed -i '' 'w x' -f -n", 'darwin', 1],
    ["sed -i 's/a/b/' a.txt b.txt", 'linux', 0],
    ["gsed -i 's/a/b/' a.txt b.txt", 'darwin', 0],
  ] as const) {
    expect((await createCommandReader(platform)(line)).doubts, line).toHaveLength(count);
  }
});

test('any text is parsed in a moment and never throws', async () => {
  const nasty = [
    '('.repeat(5_000),
    '$('.repeat(3_000),
    '`'.repeat(9_999),
    '"$('.repeat(2_000),
    "'".repeat(9_999),
    '{'.repeat(9_999),
    '<<E '.repeat(500),
    'if '.repeat(2_000),
    '',
    ' ',
    '\n',
    '\\',
  ];
  for (const text of nasty) {
    const facts = await read(text);
    expect(facts.text).toBe(text);
  }
});
