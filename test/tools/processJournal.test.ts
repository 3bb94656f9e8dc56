import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../electron/lib/clock.ts';
import { silentLog } from '../../electron/lib/log.ts';
import { processStartTime } from '../../electron/lib/processStart.ts';
import type { ProcessRecord } from '../../electron/ports/processes.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { createProcessRecords } from '../../electron/stores/processRecords.ts';
import { leftoverNotice } from '../../electron/tools/process/leftoverNotice.ts';
import { createProcessJournal } from '../../electron/tools/process/processJournal.ts';
import { listProcesses, listProcessesWithPs } from '../../electron/tools/process/processTable.ts';
import { createStartedProcesses } from '../../electron/tools/process/startedProcesses.ts';
import { cite } from '../support/cite.ts';
import { diskError, faultDisk } from '../support/faultDisk.ts';
import { isRunning } from '../support/isRunning.ts';
import { goneWithin } from '../support/processes.ts';
import { tempFolder } from '../support/tempFolder.ts';

function journalIn(dataDir: string, environment: Record<string, string> = {}) {
  const records = createProcessRecords(dataDir, { disk: nodeDisk, clock: systemClock, log: silentLog });
  return { records, ...createProcessJournal({ records, clock: systemClock, environment }) };
}

/** A long-running process with this environment. */
function started(env: Readonly<Record<string, string>> = {}): ChildProcess & { pid: number } {
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore', env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child as ChildProcess & { pid: number };
}

/** The folder's only record, as if from another run of the app, which has ended since. */
function edit(dataDir: string, change: (record: Record<string, unknown>, started: object) => [object, object | null]) {
  const folder = join(dataDir, 'processes');
  const [name = ''] = readdirSync(folder);
  const [first = '', second = '{}'] = readFileSync(join(folder, name), 'utf8').split('\n');
  const lines = change(JSON.parse(first), JSON.parse(second === '' ? '{}' : second)).filter((line) => line !== null);
  writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

const gone = { pid: 2 ** 22 + 1, startedAt: 'before' };
const command = { kind: 'command', name: 'npm run dev' } as const;

test(cite('AGENT-2', 'processes left by a killed run are ended by the next one, and reported'), async () => {
  const dataDir = tempFolder();
  const journal = journalIn(dataDir);
  const tracked = await journal.start(command);
  const child = started(tracked.env);
  await tracked.started(child.pid);
  expect(await journal.endLeftovers()).toEqual([]);
  expect(isRunning(child.pid)).toBe(true);
  edit(dataDir, (record, process) => [{ ...record, owner: gone }, process]);
  const ended = await journalIn(dataDir).endLeftovers();
  await goneWithin(child.pid, 0);
  expect(leftoverNotice(ended)).toEqual('Stopped 1 command left over from an earlier run: npm run dev');
  expect(readdirSync(join(dataDir, 'processes'))).toEqual([]);
});

test(cite('AGENT-2', 'another process that was given the same PID is never signaled'), async () => {
  const dataDir = tempFolder();
  const tracked = await journalIn(dataDir).start(command);
  await tracked.started(started(tracked.env).pid);
  const foreign = started();
  const startedAt = await processStartTime(1);
  edit(dataDir, (record) => [
    { ...record, owner: gone },
    { pid: foreign.pid, startedAt },
  ]);
  // The one with the marker is still found.
  expect(await journalIn(dataDir).endLeftovers()).toEqual([command]);
  expect(isRunning(foreign.pid)).toBe(true);
});

test('a process without the marker and with another start time is not a leftover', async () => {
  const dataDir = tempFolder();
  const tracked = await journalIn(dataDir).start(command);
  const foreign = started();
  await tracked.started(foreign.pid);
  edit(dataDir, (record) => [
    { ...record, owner: gone },
    { pid: foreign.pid, startedAt: 'another time' },
  ]);
  expect(await journalIn(dataDir).endLeftovers()).toEqual([]);
  expect(isRunning(foreign.pid)).toBe(true);
  expect(readdirSync(join(dataDir, 'processes'))).toEqual([]);
});

test("after a kill between a process's start and the record of its PID it is found by its marker", async () => {
  const dataDir = tempFolder();
  const tracked = await journalIn(dataDir).start(command);
  const child = started(tracked.env);
  edit(dataDir, (record) => [{ ...record, owner: gone }, null]);
  expect(await journalIn(dataDir).endLeftovers()).toEqual([command]);
  await goneWithin(child.pid, 0);
});

test('an owner whose PID is another process now is not alive', async () => {
  const dataDir = tempFolder();
  const tracked = await journalIn(dataDir).start(command);
  const child = started(tracked.env);
  await tracked.started(child.pid);
  edit(dataDir, (record, was) => [{ ...record, owner: { pid: process.pid, startedAt: 'before' } }, was]);
  expect(await journalIn(dataDir).endLeftovers()).toEqual([command]);
  await goneWithin(child.pid, 0);
});

test('a run that was started by a leftover does not end itself with it', async () => {
  const dataDir = tempFolder();
  const outer = await journalIn(dataDir).start(command);
  const child = started(outer.env);
  await outer.started(child.pid);
  edit(dataDir, (record, was) => [{ ...record, owner: gone }, was]);
  const inner = journalIn(dataDir, { ...outer.env });
  expect(await inner.endLeftovers()).toEqual([]);
  expect(isRunning(child.pid)).toBe(true);
  // Processes started by the inner one belong to both.
  const tracked = await inner.start({ kind: 'mcp', name: 'files' });
  const grandchild = started(tracked.env);
  await tracked.started(grandchild.pid);
  expect(await outer.end()).toBe(true);
  await goneWithin(grandchild.pid, 0);
});

test("files that are not records do no harm; a crash's leftover of one is removed after a while", async () => {
  const dataDir = tempFolder();
  const folder = join(dataDir, 'processes');
  mkdirSync(folder);
  const torn = `${'a'.repeat(32)}.jsonl`;
  const old = `${'b'.repeat(32)}.jsonl`;
  const misnamed = `${'c'.repeat(32)}.jsonl`;
  writeFileSync(join(folder, torn), '{"v":1,"mark');
  writeFileSync(join(folder, old), '');
  utimesSync(join(folder, old), new Date(0), new Date(0));
  const record: Omit<ProcessRecord, 'process'> = { marker: 'd'.repeat(32), owner: gone, purpose: command, at: '' };
  writeFileSync(join(folder, misnamed), `${JSON.stringify({ v: 1, ...record })}\n`);
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  expect(await journalIn(dataDir).endLeftovers()).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual([torn, misnamed, 'notes.txt'].sort());
});

test('a failing disk does not keep a command from running or from being ended', async () => {
  const disk = faultDisk();
  disk.onCall = () => ({ error: diskError('ENOSPC') });
  const records = createProcessRecords(tempFolder(), { disk, clock: systemClock, log: silentLog });
  const journal = createProcessJournal({ records, clock: systemClock, environment: {} });
  const tracked = await journal.start(command);
  const child = started(tracked.env);
  await tracked.started(child.pid);
  expect(await tracked.end()).toBe(true);
  await goneWithin(child.pid, 0);
});

test('a command named by the execution log is ended with what has left its group', async () => {
  const dataDir = tempFolder();
  const { start: begin, records } = journalIn(dataDir);
  const tracked = await begin(command);
  const root = started(tracked.env);
  await tracked.started(root.pid);
  const elsewhere = started(tracked.env);
  const processes = createStartedProcesses({ clock: systemClock, records, settled: async () => {} });
  expect(await processes.end({ pid: root.pid, startedAt: (await processStartTime(root.pid)) ?? '' })).toBe(true);
  await goneWithin(elsewhere.pid, 0);
});

test.skipIf(process.platform === 'win32')('`ps` reports the same about a process as /proc', async () => {
  const child = started();
  const [here, there] = await Promise.all([listProcesses(), listProcessesWithPs()]);
  const [a, b] = [here, there].map((rows) => rows.find(({ pid }) => pid === child.pid));
  expect(a).toMatchObject({ parent: process.pid, group: child.pid });
  expect(b).toMatchObject({ parent: process.pid, group: child.pid });
  expect(b?.startedAt).toMatch(/^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/);
});
