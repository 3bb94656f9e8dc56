// The ledger of paid requests: its content on disk, how it is read, and what faults leave of it.

import { appendFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { createUsageLedger } from '../../../electron/stores/usage/usageLedger.ts';
import { cite } from '../../support/cite.ts';
import { paidLine } from '../../support/paidLine.ts';
import { startProgram } from '../../support/program.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const child = join(import.meta.dirname, '../../support/ledgerChild.ts');
const open = (dataDir: string, said: string[] = []) =>
  createUsageLedger(dataDir, { disk: nodeDisk, log: (_level, message) => void said.push(message) });
const file = (dataDir: string, month = '2026-11'): string => join(dataDir, 'usage', `${month}.jsonl`);

test(cite('WORK-4', "each paid request is a line of counts in its month's file"), async () => {
  const dataDir = tempFolder();
  const ledger = open(dataDir);
  okValue(await ledger.append(paidLine({ cacheWriteHour: 7, parent: 'two', atLeast: true })));
  okValue(await ledger.append(paidLine({ at: '2026-12-01T00:00:00.000Z', usd: null })));
  expect(readFileSync(file(dataDir), 'utf8')).toBe(
    '{"v":1,"kind":"reply","at":"2026-11-24T10:00:00.000Z","provider":"p","model":"m","project":"project",' +
      '"conversation":"one","input":100,"output":10,"cached":40,"usd":0.25,"by":"catalogue","cacheWriteHour":7,' +
      '"parent":"two","atLeast":true}\n',
  );
  expect(readFileSync(file(dataDir, '2026-12'), 'utf8')).toMatch(/"usd":null/);
});

test(cite('WORK-4', 'lines are summed by day, model and conversation, and unknown ones are counted'), async () => {
  const ledger = open(tempFolder());
  for (const usd of [0.25, 0.5, null]) await ledger.append(paidLine({ usd }));
  await ledger.append(paidLine({ model: 'other', usd: 1 }));
  const rows = await ledger.rows(null);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    day: '2026-11-24',
    model: 'm',
    replies: 3,
    unknown: 1,
    usd: 0.75,
    input: 300,
    cached: 120,
  });
  await ledger.append(paidLine({ usd: 2 }));
  expect((await ledger.rows('2026-11-24'))[0]).toMatchObject({ replies: 4, usd: 2.75 });
  expect(await ledger.rows('2026-11-25')).toEqual([]);
});

test('sums the cost of one conversation and its agents since a given time', async () => {
  const ledger = open(tempFolder());
  await ledger.append(paidLine({ at: '2026-10-31T23:00:00.000Z' }));
  await ledger.append(paidLine({ usd: 1 }));
  await ledger.append(paidLine({ usd: 2, conversation: 'agent', parent: 'one' }));
  await ledger.append(paidLine({ usd: 4, conversation: 'other' }));
  const usd = async (at: string) => (await ledger.since('one', at)).reduce((sum, row) => sum + row.usd, 0);
  expect(await usd('2026-11-24T09:59:59.000Z')).toBe(3);
  expect(await usd('2026-10-01T00:00:00.000Z')).toBe(3.25);
  expect(await usd('2026-11-24T10:00:01.000Z')).toBe(0);
});

test(cite('WORK-4', 'a truncated line is skipped, and the next one is complete'), async () => {
  const dataDir = tempFolder();
  await open(dataDir).append(paidLine());
  const whole = readFileSync(file(dataDir)).length;
  appendFileSync(file(dataDir), '{"v":1,"kind":"reply","at":"2026-');
  const ledger = open(dataDir);
  expect((await ledger.rows(null))[0]?.replies).toBe(1);
  okValue(await ledger.append(paidLine()));
  expect((await ledger.rows(null))[0]?.replies).toBe(2);
  expect((await open(dataDir).rows(null))[0]?.replies).toBe(2);
  truncateSync(file(dataDir), whole - 1);
  expect(await open(dataDir).rows(null)).toEqual([]);
});

test('anything but a ledger line is skipped, even when long', async () => {
  const dataDir = tempFolder();
  mkdirSync(join(dataDir, 'usage'));
  const line = JSON.stringify(paidLine());
  const bad = ['x'.repeat(600_000), '[]', 'null', '{"kind":"reply"}', `${line.slice(0, -1)},"input":"many"}`];
  writeFileSync(file(dataDir), `${bad.join('\n')}\n${line}\n${'y'.repeat(300_000)}`);
  const rows = await open(dataDir).rows(null);
  expect(rows.map(({ replies, input }) => [replies, input])).toEqual([[2, 100]]);
});

test(cite('WORK-4', 'processes append at the same time and no line is lost or mixed'), { tags: ['all'] }, async () => {
  const dataDir = tempFolder();
  const lines = 150;
  const children = ['a', 'b', 'c'].map((name) => startProgram(child, [dataDir, name, String(lines)]));
  for (const { finished } of children) expect((await finished).code).toBe(0);
  const rows = await open(dataDir).rows(null);
  expect(rows.map(({ conversation, usd }) => `${conversation} ${usd}`).sort()).toEqual(
    ['a', 'b', 'c'].map((name) => `${name} ${lines}`),
  );
});

test(cite('WORK-4', 'written lines survive a killed process'), async () => {
  const dataDir = tempFolder();
  const program = startProgram(child, [dataDir, 'killed']);
  await program.prints('written 40\n');
  program.child.kill('SIGKILL');
  const { stdout } = await program.finished;
  const said = Number([...stdout.matchAll(/^written (\d+)$/gm)].at(-1)?.[1]);
  const rows = await open(dataDir).rows(null);
  expect(rows[0]?.replies).toBeGreaterThanOrEqual(said);
});

test(cite('WORK-4', 'a line that cannot be written is reported, and counts until the app quits'), async () => {
  const dataDir = tempFolder();
  writeFileSync(join(dataDir, 'usage'), 'a file in its place');
  const said: string[] = [];
  const ledger = open(dataDir, said);
  expect(ledger.problem()).toBeNull();
  expect(await ledger.append(paidLine())).toMatchObject({ ok: false, error: { code: 'STORE_WRITE_FAILED' } });
  expect(await ledger.rows(null)).toMatchObject([{ usd: 0.25, replies: 1 }]);
  expect(await ledger.since('one', '2026-11-24T00:00:00.000Z')).toMatchObject([{ usd: 0.25 }]);
  expect(said).toContainEqual(expect.stringContaining('The cost of a reply could not be recorded'));
  expect(ledger.problem()?.text).toContain('The cost of a reply could not be recorded');
});

const begun = (id: string, more: object = {}) => {
  const { at, provider, model, project, conversation } = paidLine();
  return { kind: 'begun' as const, id, request: 'reply' as const, at, provider, model, project, conversation, ...more };
};

test(cite('WORK-4', 'a request cut off by a crash counts as one of unknown cost, in every sum'), async () => {
  const dataDir = tempFolder();
  const crashed = open(dataDir);
  await crashed.append(begun('settled', { at: '2026-10-31T23:59:59.000Z' }));
  await crashed.append(paidLine({ of: 'settled', at: '2026-11-01T00:00:09.000Z' }));
  await crashed.append(begun('refused'));
  await crashed.append({ kind: 'ended', at: '2026-11-24T10:00:00.000Z', of: 'refused' });
  await crashed.append(begun('cut', { conversation: 'two' }));
  // Its own requests are in flight, not lost.
  expect(await crashed.rows(null)).toMatchObject([{ conversation: 'one', replies: 1, unknown: 0 }]);
  const later = open(dataDir);
  expect(await later.rows(null)).toMatchObject([
    { conversation: 'one', replies: 1, unknown: 0, usd: 0.25 },
    { conversation: 'two', replies: 1, unknown: 1, usd: 0 },
  ]);
  expect(await later.since('two', '2026-11-24T00:00:00.000Z')).toMatchObject([{ replies: 1, unknown: 1 }]);
  expect(await later.since('one', '2026-10-01T00:00:00.000Z')).toMatchObject([{ replies: 1, unknown: 0 }]);
});
