// The memory for reading a long, damaged conversation and merging a long copy. At gigabytes: test/bench/damagedLogs.ts.

import { closeSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { commandHere } from '../support/commandHere.ts';
import { longProjectId, writeLongConversation } from '../support/longConversation.ts';
import { countedThroughline } from '../support/measuredProgram.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { maxStepsInOnePiece } from '../support/turns.ts';
import { volume } from '../support/volume.ts';

const id = 'a'.repeat(26);
/** Each makes a conversation of 70 MB; the ordinary run has fewer and longer messages. */
const [messages, textLength] = volume({ short: [13_000, 5_250], all: [13_000, 5_250], long: [65_000, 900] });

test(cite('PERF-5', 'a damaged conversation of 70 MB is checked within 64 MB of memory'), {
  tags: ['all'],
}, () => {
  const folder = tempFolder();
  const data = join(folder, 'data');
  const long = writeLongConversation(data, { messages, textLength, conversationId: id });
  // As a crash and a bad block leave it: the last record truncated, one zero byte in the middle.
  truncateSync(long.path, long.bytes - 600);
  const file = openSync(long.path, 'r+');
  writeSync(file, Buffer.alloc(1), 0, 1, Math.floor(long.bytes / 2));
  closeSync(file);
  const idle = countedThroughline(folder, ['cost', '--data', join(folder, 'none')]);

  const looks = [
    { args: ['check'], code: 1, says: '3 problems' },
    { args: ['request', id], code: 1, says: 'exceeds the 64 MB' },
    { args: ['list', '--all'], code: 0, says: 'Message 0' },
    { args: ['show', id, '--tail', '20'], code: 0, says: `Message ${messages - 2}` },
  ];
  const took = looks.map(({ args }) => countedThroughline(folder, [...args, '--data', data]));
  expect(took.map(({ code, stdout, stderr }) => [code, stdout + stderr])).toEqual(
    looks.map(({ code, says }) => [code, expect.stringContaining(says)]),
  );
  for (const [index, measured] of took.entries()) {
    const [command] = looks[index]?.args ?? [];
    expect(measured.megabytes - idle.megabytes, command).toBeLessThan(64);
    expect(measured.longest, command).toBeLessThanOrEqual(maxStepsInOnePiece);
    if (command === 'check') expect(measured.steps).toBeGreaterThan(messages);
  }
});

test(cite(
  'PERF-5',
  'next to a log of zero bytes a valid conversation is listed, found and checked within the same memory',
), { tags: ['all'] }, () => {
  const folder = tempFolder();
  const data = join(folder, 'data');
  writeLongConversation(data, { messages: 20, conversationId: 'h'.repeat(26) });
  const { path } = writeLongConversation(data, { messages: 1, conversationId: id });
  truncateSync(path, 0);
  truncateSync(path, 1024 ** 3);
  const idle = countedThroughline(folder, ['cost', '--data', join(folder, 'none')]);
  for (const [args, code, says] of [
    [['list', '--all'], 0, 'hhhhhhhh'],
    [['search', 'dull', '--wait'], 0, 'hhhhhhhh'],
    [['check'], 1, '1 problems, 0 notes'],
  ] as const) {
    const took = countedThroughline(folder, [...args, '--data', data]);
    expect([took.code, took.stdout + took.stderr]).toEqual([code, expect.stringContaining(says)]);
    expect(took.megabytes - idle.megabytes, args[0]).toBeLessThan(64);
  }
});

test(cite('PERF-5', 'a whole conversation of 70 MB is shown page by page, as the same text, within the same memory'), {
  tags: ['all'],
}, () => {
  const folder = tempFolder();
  const data = join(folder, 'data');
  const { bytes } = writeLongConversation(data, { messages, textLength, conversationId: id });
  expect(bytes).toBeGreaterThan(69e6);
  const idle = countedThroughline(folder, ['cost', '--data', join(folder, 'none')]);
  for (const form of [[], ['--json']]) {
    const show = (...more: string[]) => countedThroughline(folder, ['show', id, ...form, ...more, '--data', data]);
    const whole = show();
    expect([whole.code, whole.stderr]).toEqual([0, '']);
    expect(whole.megabytes - idle.megabytes, form.join()).toBeLessThan(64);
    // All of it, as if only its end was read at once.
    const atOnce = show('--tail', String(messages));
    expect(whole.stdout === atOnce.stdout).toBe(true);
    // It would have been visible here.
    expect(atOnce.megabytes - idle.megabytes, form.join()).toBeGreaterThan(64);
    expect(whole.stdout.length).toBeGreaterThan(form.length > 0 ? 60e6 : 20e6);
  }
});

test.each([
  ['a call whose result is gone', (records: Message[]) => records.toSpliced(1002, 1)],
  ['a second result', (records: Message[]) => [...records, { ...records[1002], id: 'twice' }]],
  [
    'a result that comes late',
    (records: Message[]) => [...records.toSpliced(1002, 1), { ...records[1002], id: 'late' }],
  ],
])(
  cite(['PERF-5', 'SEQ-10'], 'shown page by page, a long conversation with %s reports it like one read at once'),
  async (_what, damage) => {
    const data = join(tempFolder(), 'data');
    const { path } = writeLongConversation(data, { messages: 3000, conversationId: id });
    const records: Message[] = JSON.parse(readFileSync(path, 'utf8'));
    expect(records[1002]?.role).toBe('tool');
    const chained: Message[] = [];
    for (const record of damage(records) as Message[]) {
      chained.push({ ...record, parentId: chained.at(-1)?.id ?? null });
    }
    writeFileSync(path, `[\n${chained.map((record) => JSON.stringify(record)).join('\n,')}\n]\n`);
    for (const form of [[], ['--json']]) {
      const show = (...more: string[]) => commandHere(['show', id, ...form, ...more, '--data', data]);
      const [whole, atOnce] = [await show(), await show('--tail', '4000')];
      expect([whole.code, whole.stderr, whole.stdout === atOnce.stdout]).toEqual([0, atOnce.stderr, true]);
      expect(form.length > 0 ? whole.stdout.slice(-1000) : whole.stderr).toMatch(/result/);
    }
  },
);

test(cite('PERF-5', 'a copy of 40,000 messages is merged, and again, within 32 MB of memory'), {
  tags: ['all'],
}, () => {
  const folder = tempFolder();
  const [copy, data] = [join(folder, 'copy'), join(folder, 'data')];
  writeLongConversation(copy, { messages: 40_000, textLength: 60, conversationId: id });
  const idle = countedThroughline(folder, ['cost', '--data', join(folder, 'none')]);
  for (const says of ['new: Merged 40000 messages', '0 messages']) {
    const took = countedThroughline(folder, ['merge', copy, '--data', data]);
    expect([took.code, took.stdout + took.stderr]).toEqual([0, expect.stringContaining(says)]);
    expect(took.megabytes - idle.megabytes, says).toBeLessThan(32);
    expect(took.longest, says).toBeLessThanOrEqual(maxStepsInOnePiece);
    expect(took.steps, says).toBeGreaterThan(40_000);
  }
  const [there, here] = [copy, data].map((at) =>
    join(at, 'projects', longProjectId, 'conversations', id, 'messages.json'),
  );
  expect(readFileSync(here as string).equals(readFileSync(there as string))).toBe(true);
});
