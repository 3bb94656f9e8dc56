// Faults that occur many times in one messages.json: missing braces, one ID for many records, another encoding,
// repeated lines. Each costs only its own record, and linear time.

import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkData } from '../../electron/stores/check/check.ts';
import { sourceOfBytes } from '../../electron/stores/files/logSources.ts';
import { scanLog } from '../../electron/stores/log/logScan.ts';
import { scanCopy } from '../../electron/stores/merge/copyScan.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import {
  asNew,
  assistantMessage,
  call,
  conversationOf,
  messagesFile,
  toolMessage,
  userMessage,
} from '../support/messageBuilder.ts';
import { openConversation, openStore } from '../support/openStore.ts';
import { okValue } from '../support/result.ts';
import { sample } from '../support/volume.ts';

const ids = (messages: readonly Message[]) => messages.map(({ id }) => id);

interface Layout {
  name: string;
  /** A record in its layout, and the separator. */
  write: (message: Message) => string;
  between: string;
  /** The missing end of some. */
  missing: string;
}

const indented = (message: Message): string => JSON.stringify(message, null, 2);
/** Line breaks without indentation: a brace at the start of a line means nothing. */
const flush = (message: Message): string => JSON.stringify(message, null, 1).replace(/\n +/g, '\n');

const layouts: Layout[] = [
  { name: 'indented, without the last brace', write: indented, between: ',\n', missing: '\n}' },
  { name: 'indented, without the end of a list', write: indented, between: ',\n', missing: '\n  ]\n}' },
  { name: 'with line breaks alone, without the last brace', write: flush, between: ',\n', missing: '\n}' },
  { name: 'one a line, without the last brace', write: JSON.stringify, between: '\n,', missing: '}' },
  { name: 'one a line, without the end of a list', write: JSON.stringify, between: '\n,', missing: ']}' },
  { name: 'without commas, without the last brace', write: JSON.stringify, between: '\n', missing: '}' },
  { name: 'all on one line, without the last brace', write: JSON.stringify, between: ',', missing: '}' },
  { name: 'all on one line, without the end of a list', write: JSON.stringify, between: ',', missing: ']}' },
];

/** Text that resembles records, and their ends. */
const likeRecords = '{"v":1,"id":"x","role":"user"},{"a":[{"b":"}]\n{"v":1,"id":"01K","role":"user"}\n';

test.each(
  sample(
    6,
    layouts.flatMap((layout) => [
      [layout.name, 'a small log', 300, layout] as const,
      ...(layout.between === ',' && layout.missing === ']}'
        ? ([[layout.name, 'a log of 9 MB', 30_000, layout]] as const)
        : []),
    ]),
  ),
)(
  cite('STORE-3', 'records %s affect no other record, in %s'),
  async (_name, _size, bytes, { write, between, missing }) => {
    const it = await openConversation();
    const text = `${likeRecords}${'x'.repeat(bytes)}`;
    const records = conversationOf<Message>(
      Array.from({ length: 300 }, (_, n) =>
        assistantMessage(`${n} ${text}`, [call(`c${n}`, 'run_agent', likeRecords)]),
      ),
    );
    const isBroken = (_record: unknown, index: number): boolean => index % 7 === 1;
    const written = records.map((record, index) => {
      const whole = write(record);
      if (!isBroken(record, index)) return whole;
      expect(whole.endsWith(missing)).toBe(true);
      return whole.slice(0, -missing.length);
    });
    writeFileSync(it.messagesPath, `[\n${written.join(between)}\n]\n`);
    const sound = ids(records.filter((record, index) => !isBroken(record, index)));

    const opened = okValue(await it.store.readBranch(it.conversationId));
    expect(ids(opened.messages)).toEqual(sound);
    expect(opened.notices).not.toEqual([]);
    const next = okValue(await it.store.appendConversationMessage(it.conversationId, asNew(userMessage('and on'))));
    const again = okValue(await openStore({ dataDir: it.dataDir }).store.readBranch(it.conversationId));
    expect(ids(again.messages)).toEqual([...sound, next.id]);
  },
);

test(cite('STORE-3', 'very many records with one ID are read, checked, listed and compared in linear time'), {
  tags: ['all'],
}, async () => {
  const it = await openConversation();
  const many = 15_000;
  const records = Array.from({ length: many }, (_, n) => ({
    ...userMessage(`message ${n}`),
    id: 'same',
    parentId: n === 0 ? null : 'same',
  }));
  writeFileSync(it.messagesPath, messagesFile(records));
  expect((await checkData(it.dataDir, null, { repair: false })).problems).toHaveLength(21);
  expect((await scanCopy(sourceOfBytes(Buffer.from(messagesFile(records))))).records.size).toBe(many);
  const { messages } = okValue(await it.store.readBranch(it.conversationId));
  expect(messages).toHaveLength(many);
  expect(new Set(ids(messages)).size).toBe(many);
});

test(cite(
  'STORE-3',
  'a file in another encoding is one damaged range, and many ranges are counted without being held in memory',
), {
  tags: ['all'],
}, async () => {
  const it = await openConversation();
  const lines = conversationOf(Array.from({ length: 20_000 }, () => userMessage('café')));
  const all = Buffer.from(messagesFile(lines), 'latin1');
  expect((await scanLog(sourceOfBytes(all), () => {})).damage.places).toMatchObject([
    { firstLine: 2, lastLine: 20_001 },
  ]);
  // Every other line was written by another app.
  const some = Buffer.from(
    messagesFile(lines.map((line, n) => (n % 2 ? line : { ...line, content: 'cafe' }))),
    'latin1',
  );
  const { damage } = await scanLog(sourceOfBytes(some), () => {});
  expect(damage.places.length + damage.more).toBe(10_000);
  expect(damage.places.length).toBeLessThanOrEqual(1000);
  writeFileSync(it.messagesPath, some);
  const { problems } = await checkData(it.dataDir, null, { repair: false });
  expect(problems.at(-1)?.what).toBe('… and 9980 more places in messages.json.');
  // The same when read from its end, record by record, twice.
  for (const _ of [1, 2]) {
    const { notices } = okValue(await it.store.readBranch(it.conversationId));
    expect(notices).toHaveLength(21);
  }
});

test.each([1_000, 9_000_000])(
  cite('STORE-3', "a repeated line is reported as such whatever the log's size: with a message of %i letters"),
  async (letters) => {
    const { dataDir, store, messagesPath } = await openConversation();
    const records = conversationOf<Message>([
      userMessage('go'),
      assistantMessage('', [call('c1', 'read_file')]),
      toolMessage('c1', 'its text'),
      userMessage('x'.repeat(letters)),
    ]);
    await store.close();
    writeFileSync(messagesPath, messagesFile(records.flatMap((record, n) => (n === 2 ? [record, record] : [record]))));
    const { problems } = await checkData(dataDir, null, { repair: false });
    expect(problems.map(({ what }) => what)).toEqual([
      'Line 5 of messages.json repeats an earlier message and is not shown twice.',
    ]);
    expect(okValue(await openStore({ dataDir }).store.listConversations())).toHaveLength(1);
  },
);
