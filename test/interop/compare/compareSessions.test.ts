// `npm run compare`: what it considers equal, and what it reports otherwise.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compareSessions, isSame } from '../../../scripts/compareSessions/compare.ts';
import { fixtures, session } from '../claudeCode/fixtures.ts';

const text = fixtures()[session] ?? '';
const folder = mkdtempSync(path.join(tmpdir(), 'compare-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function lines(...rows: object[]): string {
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

test('a session equals itself', () => {
  expect(isSame(compareSessions('claude-code', text, text))).toBe(true);
});

test('IDs, times and folders may differ', () => {
  const other = text
    .replaceAll('00000000-0000-4000-8000-0', 'aaaaaaaa-0000-4000-8000-0')
    .replaceAll('11111111-2222-4333-8444-555555555555', 'bbbbbbbb-2222-4333-8444-555555555555')
    .replaceAll('toolu_t', 'toolu_other')
    .replaceAll('2026-10-03', '2027-11-04')
    .replaceAll('-home-ada-tides', '-srv-work')
    .replaceAll('/home/ada/tides', '/srv/work')
    .replaceAll('/home/ada/', '/home/grace/');
  expect(compareSessions('claude-code', text, other)).toEqual({ counts: [], order: null, differences: [] });
});

test('an ID that stands for two is reported', () => {
  const row = (parentUuid: string | null, uuid: string) => ({ type: 'user', parentUuid, uuid });
  const [a, b, c] = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`) as [
    string,
    string,
    string,
  ];
  const { differences } = compareSessions(
    'claude-code',
    lines(row(null, a), row(a, b), row(b, c)),
    lines(row(null, a), row(a, b), row(a, c)),
  );
  expect(differences).toEqual([{ type: 'user', number: 3, path: 'parentUuid', one: b, other: a }]);
});

test('keys that only one side has are reported in both directions, and so are different values', () => {
  const { differences } = compareSessions(
    'codex',
    lines({ type: 'x', payload: { type: 'y', a: 1, c: [1, 2] } }),
    lines({ type: 'x', payload: { type: 'y', b: 1, c: [1, 3] } }),
  );
  expect(differences).toEqual([
    { type: 'x/y', number: 1, path: 'payload.a', one: 1, other: undefined },
    { type: 'x/y', number: 1, path: 'payload.c.1', one: 2, other: 3 },
    { type: 'x/y', number: 1, path: 'payload.b', one: undefined, other: 1 },
  ]);
});

test('an additional row is one difference of counts and of the order', () => {
  const all = text.split('\n');
  const found = compareSessions('claude-code', text, [...all.slice(0, 5), ...all.slice(6)].join('\n'));
  expect(found.counts).toEqual([{ type: 'tools-used', one: 1, other: 0 }]);
  expect(found.order).toEqual({ row: 6, one: 'tools-used', other: 'assistant' });
  expect(found.differences).toEqual([]);
});

test('an OpenCode session is compared part by part', () => {
  const session = (words: string) =>
    JSON.stringify({
      info: { id: 'ses_a1', time: { created: 1 } },
      messages: [{ info: { role: 'user', id: 'msg_a' }, parts: [{ type: 'text', text: words }] }],
    });
  expect(compareSessions('opencode', session('one'), session('two')).differences).toEqual([
    { type: 'part/text', number: 1, path: 'text', one: 'one', other: 'two' },
  ]);
});

test('on the command line: 0 if equal, 1 if different, 2 for an error', { tags: ['all'] }, () => {
  const [one, other] = ['one', 'other'].map((name) => path.join(folder, name)) as [string, string];
  writeFileSync(one, text);
  writeFileSync(other, text.replace('High water is at noon.', 'High water is at ten.'));
  const script = path.join(import.meta.dirname, '..', '..', '..', 'scripts', 'compareSessions.ts');
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], { encoding: 'utf8' });
  expect(run('claude-code', one, one)).toMatchObject({ status: 0, stdout: 'The sessions are the same.\n' });
  const found = run('claude-code', one, other);
  expect(found.status).toBe(1);
  expect(found.stdout).toBe(
    'assistant 5: message.content.0.text\n  - "High water is at noon."\n  + "High water is at ten."\n',
  );
  const long = 'The tide comes in. '.repeat(30);
  writeFileSync(one, text.replace('High water', `${long}High water`));
  writeFileSync(other, text.replace('High water is at noon.', `${long}High water is at ten.`));
  expect(run('claude-code', one, other).stdout).toMatch(/- ….*noon\.".*\n {2}\+ ….*ten\."/);
  expect(run('claude-code', one).status).toBe(2);
  expect(run('claude-code', one, path.join(folder, 'missing')).status).toBe(2);
});
