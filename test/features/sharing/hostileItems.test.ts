// Items of members who cannot be trusted: paths that lead elsewhere, files without end, other content than was listed, old versions.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectItem } from '../../../electron/features/sharing/items/inspectItem.ts';
import { maxItemBytes, readItem } from '../../../electron/features/sharing/items/itemFormat.ts';
import { indexObject, partObject, writeIndex } from '../../../electron/features/sharing/team/teamIndex.ts';
import { contentHash } from '../../../electron/lib/ids.ts';
import { readTeamRules } from '../../../electron/stores/teamRules.ts';
import { englishOf } from '../../../renderer/core/words/hostTranslations.ts';
import { cite } from '../../support/cite.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { type Member, openTeam } from '../../support/sharing/member.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const { signal } = new AbortController();

const file = (path: string, text = 'x') => ({ type: 'file', path, text });
const skill = (...files: unknown[]) => [
  { type: 'item', v: 1, kind: 'skill', name: 'dig' },
  file('SKILL.md', 'Dig.'),
  ...files,
  { type: 'end' },
];
const single = (kind: string, path: string, text: string, name = 'dig') => [
  { type: 'item', v: 1, kind, name },
  file(path, text),
  { type: 'end' },
];

test(cite('SYNC-8', 'an item whose paths, names or sizes are not safe on every system is refused whole'), () => {
  expect(okValue(readItem(skill(file('a/b.sh')))).files.map(({ path }) => path)).toEqual(['SKILL.md', 'a/b.sh']);
  const paths = [
    ...[
      '../x',
      'a/../../x',
      '/etc/x',
      'C:/x',
      'C:x',
      'a\\b',
      '.env',
      'a/.git/config',
      'a//b',
      'a/',
      '',
      'con',
      'NUL.txt',
    ],
    ...[
      'x.',
      'x ',
      'a/b/c/d/e/f',
      'node_modules/x',
      'a\0b',
      'a\u202eb',
      'a\nb',
      'x:stream',
      'ſkill.md',
      'COM¹.txt',
      'skill.md',
      'e\u0301',
      'a'.repeat(101),
    ],
  ];
  for (const path of paths) expect([path, readItem(skill(file(path))).ok]).toEqual([path, false]);
  const refused: readonly unknown[][] = [
    skill(file('a'), file('A')),
    skill(file('a'), file('a/b')),
    skill(...Array.from({ length: 201 }, (_, n) => file(`f${n}`))),
    skill(file('big', 'x'.repeat(maxItemBytes))),
    skill({ type: 'link', path: 'a', to: '/etc/passwd' }),
    skill({ type: 'file', path: 'a', text: 'x', mode: 0o4755 }),
    skill({ type: 'file', path: 'a', base64: 'not base64!' }),
    skill().slice(0, -1),
    [...skill(), file('after')],
    [file('SKILL.md'), ...skill()],
    single('skill', 'skill.txt', 'x'),
    single('command', 'command.md', 'x', '../x'),
    single('command', 'command.md', 'x', 'a/b'),
    single('command', 'command.md', 'a\0b'),
    single('preset', 'preset.md', 'x', '../x'),
    single('rules', 'rules.json', '[]', 'others'),
    single('hooks', 'hooks.json', '{}'),
    [],
  ];
  for (const lines of refused)
    expect([JSON.stringify(lines).slice(0, 300), readItem(lines).ok]).toEqual([expect.anything(), false]);
});

test(cite('SYNC-8', 'an item that is invalid, or would allow something, cannot be accepted'), () => {
  const problemOf = (lines: unknown[]): string | null => {
    const { problem } = inspectItem(okValue(readItem(lines)));
    return problem === null ? null : englishOf(problem);
  };
  expect(problemOf(single('command', 'command.md', 'Fine.'))).toBe(null);
  expect(problemOf(single('command', 'command.md', '---\nname: [\n'))).toMatch(/^Line \d+: /);
  expect(problemOf(single('command', 'command.md', '---\na: &x 1\nb: *x\n---\nText'))).toMatch(/aliases/);
  expect(problemOf(single('preset', 'preset.md', '---\napproval-mode: anything\n---\n'))).toMatch(
    /approval-mode must be/,
  );
  expect(problemOf(single('command', 'command.md', 'x'.repeat(300_000)))).toBe('command.md is larger than 256 KB.');
  const rules = (text: string) => problemOf(single('rules', 'rules.json', text, 'rules'));
  expect(rules('[{"effect":"deny","match":{"tool":"*"}}]')).toBe(null);
  for (const wrong of [
    '[{"effect":"allow","match":{"tool":"*"}}]',
    '[]',
    'x',
    '{}',
    '[{"effect":"deny","match":{"tool":"*","opensHost":"*"}}]',
  ]) {
    expect([wrong, rules(wrong), readTeamRules(wrong)]).toEqual([wrong, expect.stringContaining('never allow'), null]);
  }
});

test(cite('SYNC-8', 'a member cannot replace, replay or forge what was accepted'), async () => {
  const folder = tempFolder();
  const [ada, ben, eve] = (await openTeam(['Ada', 'Ben', 'Eve'], folder)) as [Member, Member, Member];
  ada.file('commands/review.md', 'By Ada.');
  await ada.publishItem('command', 'review');
  await ben.look();
  const first = await ben.item('review');
  const older = readFileSync(indexOf(folder, okValue(await ada.account.open(ada.team, signal))));

  // The content has changed between reading and accepting.
  ada.file('commands/review.md', 'By Ada, changed.');
  await ada.publishItem('command', 'review');
  await ben.look();
  expect(errorOf(await ben.spaces.items.accept(first.id, first.hash)).message).toContain(
    'Ada has changed “review” meanwhile',
  );
  await ben.acceptItem('review');

  // An older index of the author is a store that was rolled back.
  writeFileSync(indexOf(folder, okValue(await ada.account.open(ada.team, signal))), older);
  await ben.look();
  expect(await ben.problems()).toEqual([expect.stringMatching(/^Ada: .*rolled back/)]);
  expect(await ben.item('review')).toMatchObject({ state: 'on', version: 2 });

  // Eve publishes under the ID and name of Ada's: it is hers, and off.
  const publish = forger(eve, ben);
  await publish(single('command', 'command.md', 'By Eve.', 'review'), { id: first.publication, title: 'review' });
  const rows = (await ben.spaces.items.list()).filter(({ name }) => name === 'review');
  expect(rows.map(({ author, state }) => [author, state]).sort()).toEqual([
    ['Ada', 'on'],
    ['Eve', 'off'],
  ]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2);

  // Ada's content, which is here, listed as something else.
  const ofAda = single('command', 'command.md', 'By Ada, changed.', 'review');
  await publish(ofAda, { kind: 'rules', title: 'rules' });
  const { id, hash } = await ben.item('rules');
  expect(hash).toBe((await ben.item('review')).hash);
  expect(errorOf(await ben.spaces.items.read(id)).message).toContain('is not what its author has published');
  expect(errorOf(await ben.spaces.items.accept(id, hash)).code).toBe('SYNC_DAMAGED');

  // Other content, another kind or name than listed, and too much of it.
  const problems = async () => (await ben.problems()).filter((problem) => problem.startsWith('Eve'));
  const named = { title: 'review' };
  const notListed = ['Eve: “review” in the store is not what its author has published.'];
  await publish(single('command', 'command.md', 'Other.', 'review'), { ...named, hash: 'a'.repeat(64) });
  expect(await problems()).toEqual(notListed);
  await publish(single('command', 'command.md', 'By Eve.', 'other'), named);
  expect(await problems()).toEqual(notListed);
  await publish(single('instructions', 'instructions.md', 'By Eve.', 'instructions'), named);
  expect(await problems()).toEqual(notListed);
  await publish(skill(file('../../../commands/evil.md')), { kind: 'skill', title: 'dig' });
  expect(await problems()).toEqual(['Eve: A published item has a form that this version does not know.']);
  await publish(skill(file('big', 'x'.repeat(4.5 * 1024 * 1024))), { kind: 'skill', title: 'dig' });
  expect(await problems()).toEqual([expect.stringContaining('“dig” is larger than 4 MB, so it is not fetched.')]);
  await publish([{ type: 'anything' }], { kind: 'a kind of later', title: 'later' });
  expect(await problems()).toEqual([]);
  expect((await ben.spaces.items.list()).map(({ author }) => author)).toEqual(['Ada']);
  expect(readdirSync(join(ben.dataDir, 'accepted')).length).toBe(2);
});

type Opened = Extract<Awaited<ReturnType<Member['account']['open']>>, { ok: true }>['value'];

function indexOf(folder: string, { config }: Opened): string {
  return join(folder, 'throughline-team', indexObject(config.space, config.device));
}

/** Publishes lines that the app would not write. */
function forger(member: Member, reader: Member) {
  let counter = 10;
  return async (lines: readonly unknown[], change: object): Promise<void> => {
    const open = okValue(await member.account.open(member.team, signal));
    const { space, device } = open.config;
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), 'utf8');
    const size = 4 * 1024 * 1024;
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    );
    const entry = {
      ...{ id: 'e'.repeat(32), kind: 'command', title: 'x', repository: null, at: '2026-01-01T00:00:00Z', version: 1 },
      ...{ hash: contentHash(bytes), bytes: bytes.length, folder: String(counter).repeat(16) },
      parts: parts.map((part) => ({ hash: contentHash(part), bytes: part.length })),
      ...change,
    };
    for (const [n, part] of parts.entries()) {
      const name = partObject(space, device, entry.folder, n);
      okValue(await open.remote.put(name, await open.sealer.seal(name, part), signal));
    }
    const name = indexObject(space, device);
    const index = writeIndex({ v: 1, counter: ++counter, publications: [entry] });
    okValue(await open.remote.put(name, await open.sealer.seal(name, index), signal));
    await reader.look();
  };
}
