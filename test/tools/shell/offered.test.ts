// What an answer allows from now on, tested against every known way to extend it.

import { expect, test } from 'vitest';
import { harmlessTable } from '../../../shared/permission/harmlessTable.ts';
import type { ApprovalOffer } from '../../../shared/permission/offers.ts';
import { decide, offersFor, type PermissionRule } from '../../../shared/permission/permission.ts';
import { cite } from '../../support/cite.ts';
import { folderWithSecrets } from '../../support/folderWithSecrets.ts';
import { allowCommand, answered, commandCall, denyCommand, rule } from '../../support/permissionRule.ts';
import { placedCommand } from '../../support/placedCommand.ts';
import { sample, testRun, volume } from '../../support/volume.ts';
import * as corpus from './offeredCorpus.ts';

const isLong = testRun === 'long';

/** The rules that an answer may create. */
async function allowable(text: string, folder: string): Promise<ApprovalOffer[]> {
  const facts = commandCall(await placedCommand(text, folder));
  return offersFor(facts, folder).filter(({ onlyRefused }) => !onlyRefused);
}

async function actionOf(text: string, rules: PermissionRule[], folder: string, mode: 'ask' | 'all' = 'ask') {
  const facts = commandCall(await placedCommand(text, folder));
  return decide({ mode, rules, folder, facts }).action;
}

/** Wrong results, as text. */
async function others(
  lines: readonly string[],
  wanted: readonly string[],
  rules: PermissionRule[],
  folder: string,
  mode: 'ask' | 'all' = 'ask',
): Promise<string[]> {
  const found: string[] = [];
  for (const line of lines) {
    const action = await actionOf(line, rules, folder, mode);
    if (!wanted.includes(action)) found.push(`${action}: ${line}`);
  }
  return found;
}

const byAnswer = (words: string): PermissionRule => answered(allowCommand(...words.split(' ')));

test(cite(
  'APPROVE-7',
  'an answer about first words reaches no option, target or disguise that makes a program do more, and for such a command ' +
    'nothing wider than its very text is offered, but for programs that only read',
), async () => {
  const folder = folderWithSecrets();
  const rows = sample(400, corpus.offeredRows(isLong));
  const wrong: string[] = [];
  const wide: string[] = [];
  for (const { rule: words, command } of rows) {
    const facts = commandCall(await placedCommand(command, folder));
    if (decide({ mode: 'ask', rules: [byAnswer(words)], folder, facts }).action === 'allow') wrong.push(command);
    const offers = offersFor(facts, folder).filter(({ onlyRefused }) => !onlyRefused);
    const begins = offers.flatMap(({ match }) => (match.command && !match.begins ? match.command.join(' ') : []));
    wide.push(...begins.filter((each) => !Object.hasOwn(harmlessTable, each)));
  }
  console.log(`pairs of a rule and a command that is more: ${rows.length}; allowed: ${wrong.length}`);
  expect(wrong).toEqual([]);
  expect(wide).toEqual([]);
  expect(rows.length).toBeGreaterThan(volume({ short: 300, all: 2_000 }));
}, 300_000);

test.each(sample(12, Object.keys(harmlessTable)))(
  cite('APPROVE-7', 'each option that the table lists for %s passes, and none that it does not list'),
  async (words) => {
    const folder = folderWithSecrets();
    const { options, words: kinds, whole } = harmlessTable[words] ?? { options: '', words: '' };
    const listed = options.split(/\s+/).filter((entry) => entry.startsWith('-') && entry !== '-#');
    const script = { sed: 'p', awk: '{print}', jq: '.' }[kinds.split(' ')[0] ?? ''];
    const behind = script === undefined ? '' : ` '${script}'`;
    const rules = [byAnswer(words)];
    const value = (entry: string): string => {
      const [name = '', kind] = entry.split(/=(?=\??)/);
      const given = { sed: 'p', glob: '!3' }[kind ?? ''] ?? '3';
      if (kind === undefined || kind.startsWith('?')) return name;
      return name.startsWith('--') ? `${name}='${given}'` : `${name} '${given}'`;
    };
    const asked: string[] = [];
    for (const entry of listed) {
      const line = `${words} ${value(entry)}${entry.endsWith('=sed') ? '' : behind}`;
      const facts = await placedCommand(line, folder);
      // This one, among those that read whole folders, contains a secret.
      const places = facts.parts.map((part) => ({ ...part, places: [] }));
      if (decide({ mode: 'ask', rules, folder, facts: commandCall({ ...facts, parts: places }) }).action !== 'allow')
        asked.push(line);
    }
    expect(asked).toEqual([]);
    const names = new Set(listed.map((entry) => entry.replace(/=.*$/, '')));
    const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `-${letter}`);
    const unlisted = [...letters, '--output=a', '--exec=a', '--pre', '--config=a'].filter(
      (name) => !names.has(name.replace(/=.*$/, '')),
    );
    const lines = unlisted.map((name) => `${words} ${name}${whole ? '' : behind}`);
    expect(await others(lines, ['ask'], rules, folder)).toEqual([]);
  },
);

test(cite('APPROVE-7', 'everyday read commands are offered by their first words, and pass then'), async () => {
  const folder = folderWithSecrets();
  const asked: string[] = [];
  for (const [line, next] of corpus.everyday) {
    const offers = await allowable(line, folder);
    const begins = offers.find(({ match }) => match.command);
    if (!begins) asked.push(`not offered: ${line}`);
    else if ((await actionOf(next, [answered(rule('allow', begins.match))], folder)) !== 'allow') asked.push(next);
  }
  expect(asked).toEqual([]);
  for (const line of corpus.exactly) {
    const offers = (await allowable(line, folder)).filter(({ match }) => !match.begins);
    expect(
      offers.map(({ match }) => match.command ?? match.commandLine ?? match.tool),
      line,
    ).toEqual([line, 'run_command']);
  }
  for (const line of corpus.onlyExactly) {
    expect((await allowable(line, folder)).map(({ match }) => match.commandLine)).toEqual([line]);
  }
});

test(cite('APPROVE-7', 'a secret or a place outside of the folder asks, whatever rule allows the program'), {
  tags: ['all'],
}, async () => {
  const folder = folderWithSecrets();
  const lines = corpus.readers.flatMap((reader) => corpus.secretWords.map((word) => reader.replace('%', word)));
  console.log(`commands that read a secret or another place: ${lines.length + corpus.secretLines.length}`);
  for (const make of [answered, (made: PermissionRule) => made]) {
    const rules = corpus.readers.map((reader) => make(allowCommand(reader.split(' ')[0] as string)));
    expect(
      await others([...lines, ...corpus.secretLines], ['ask'], [...rules, make(allowCommand('git', 'show'))], folder),
    ).toEqual([]);
  }
  const every = [rule('allow', { tool: 'run_command' })];
  for (const line of [
    'cat .env',
    'cat < .env',
    'cat link-to-env',
    'tac server.pem',
    'cat ../away/x',
    'cat link-out/x',
  ]) {
    expect(await actionOf(line, every, folder), line).toBe('ask');
  }
  // Verbatim, another place is named; a secret asks each time.
  expect(
    await actionOf('cat ../away/x', [rule('allow', { tool: 'run_command', commandLine: 'cat ../away/x' })], folder),
  ).toBe('allow');
  expect(await actionOf('cat .env', [rule('allow', { tool: 'run_command', commandLine: 'cat .env' })], folder)).toBe(
    'ask',
  );
  expect(await actionOf('cat .env', [], folder, 'all')).toBe('ask');
  expect(await allowable('cat .env', folder)).toEqual([]);
  expect(
    await others(
      corpus.harmlessReads,
      ['allow'],
      corpus.readers.map((reader) => byAnswer(reader.split(' ')[0] as string)),
      folder,
    ),
  ).toEqual([]);
});

test(cite(
  ['TOOL-3', 'APPROVE-7'],
  "a rule's write permission in the folder never reaches git, MCP or agent configuration, or secrets",
), { tags: ['all'] }, async () => {
  const folder = folderWithSecrets();
  const wide = [
    rule('allow', { tool: 'run_command', path: `${folder}/**` }),
    rule('allow', { tool: '*', path: './**/*' }),
    ...['cat', 'ls', 'tee', 'cp', 'mv', 'install', 'ln', 'touch', 'dd', 'rsync'].map((name) => allowCommand(name)),
    ...['sed -i', 'cp -t', 'tar -C', 'unzip -d', 'git apply', 'patch'].map((words) =>
      allowCommand(...words.split(' ')),
    ),
  ];
  const lines = corpus.guarded.flatMap((target) => corpus.writers.map((writer) => writer.replace('%', target)));
  console.log(`commands that write what is guarded: ${lines.length}`);
  expect(await others(lines, ['ask'], wide, folder)).toEqual([]);
  expect(
    await others(
      lines.filter((line) => line.includes('>')),
      ['ask'],
      [],
      folder,
      'all',
    ),
  ).toEqual([]);
  const fine = corpus.writers.filter((writer) => writer.includes('>')).map((writer) => writer.replace('%', 'out/new'));
  expect(await others(fine, ['allow'], wide, folder)).toEqual([]);
});

test(cite('APPROVE-7', 'a denial holds through links, /proc, loaders and wrappers, or the call asks'), {
  tags: ['all'],
}, async () => {
  const folder = folderWithSecrets();
  const places = [rule('deny', { tool: '*', path: 'secrets/**' })];
  const rules = [...places, denyCommand('rm'), allowCommand('cat'), allowCommand('ls')];
  console.log(`ways around a refusal: ${corpus.aroundRefusals.length}`);
  for (const mode of ['ask', 'all'] as const) {
    expect(await others(corpus.aroundRefusals, ['ask', 'deny'], rules, folder, mode)).toEqual([]);
  }
  expect(await others(['cat link-secrets/key', './link-rm a', 'busybox rm a'], ['deny'], rules, folder, 'all')).toEqual(
    [],
  );
  expect(await others(corpus.notRefused, ['allow'], rules, folder, 'all')).toEqual([]);
});

test(
  cite('APPROVE-7', 'words computed at run time name the places that they reveal, in every mode and for every rule'),
  async () => {
    const folder = folderWithSecrets();
    const every = [rule('allow', { tool: 'run_command' })];
    expect(await others(corpus.madeSecrets, ['ask'], [], folder, 'all')).toEqual([]);
    expect(await others([...corpus.madeSecrets, ...corpus.madePlaces], ['ask'], every, folder)).toEqual([]);
    expect(await others([...corpus.madePlaces, ...corpus.madeHarmless], ['allow'], [], folder, 'all')).toEqual([]);
    expect(await others(corpus.madeHarmless, ['allow'], every, folder)).toEqual([]);
  },
);
