// Damage of any size is skipped in pieces. This test counts the largest read, and how often a file is scanned;
// test/bench/damagedLogs.ts measures the same at gigabytes, run manually.

import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkData } from '../../electron/stores/check/check.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { countingDisk } from '../support/countingDisk.ts';
import { asNew, conversationOf, messagesFile, userMessage } from '../support/messageBuilder.ts';
import { openConversation, openStore } from '../support/openStore.ts';
import { okValue } from '../support/result.ts';
import { sample } from '../support/volume.ts';

const megabyte = 1024 * 1024;
const size = 12 * megabyte;
const few = conversationOf<Message>([userMessage('one'), userMessage('two'), userMessage('three')]);
const many = conversationOf<Message>(Array.from({ length: 10_000 }, (_, n) => userMessage(`${n} ${'x'.repeat(1000)}`)));
const text = messagesFile(many);

function grown(content: string): (path: string) => void {
  return (path) => {
    writeFileSync(path, content);
    truncateSync(path, size);
  };
}

interface Damaged {
  name: string;
  put: (path: string) => void;
  shown: readonly Message[];
  /** A record that is read in full. */
  record?: number;
  /** How often the file is scanned to open it. */
  passes?: number;
}

const oneLost = [...many.slice(0, 5000), ...many.slice(5001)];

const damagedLogs: Damaged[] = [
  { name: 'zero bytes after a whole list', put: grown(messagesFile(few)), shown: few, passes: 1 },
  { name: 'zero bytes after whole records', put: grown(messagesFile(few).slice(0, -2)), shown: few, passes: 1 },
  { name: 'nothing but zero bytes', put: grown(''), shown: [], passes: 1 },
  {
    name: 'one line of garbage',
    put: (path) => writeFileSync(path, `${messagesFile(few).slice(0, -2)},{"v":1,"id":"${'x'.repeat(size)}`),
    shown: few,
  },
  {
    name: 'a line of open braces',
    put: (path) =>
      writeFileSync(path, `[\n${JSON.stringify(few[0])}\n,${'{'.repeat(size)}\n,${JSON.stringify(few[1])}\n]\n`),
    shown: few.slice(0, 2),
  },
  {
    name: 'sound records, cut at the end, with a zero byte in the middle',
    put(path) {
      const bytes = Buffer.from(text.slice(0, -200));
      bytes[bytes.indexOf(`${many[5000]?.id}`) + 200] = 0;
      writeFileSync(path, bytes);
    },
    // The record after the damaged one then follows the previous one.
    shown: oneLost.slice(0, -1),
  },
  { name: 'another layout', put: (path) => writeFileSync(path, JSON.stringify(many, null, 1)), shown: many },
  { name: 'UTF-16', put: (path) => writeFileSync(path, text, 'utf16le'), shown: many },
  {
    name: 'a sound record of many megabytes',
    put: (path) =>
      writeFileSync(
        path,
        messagesFile([...few, { ...userMessage('é'.repeat(size / 3)), id: 'large', parentId: few[2]?.id } as Message]),
      ),
    shown: [...few, { id: 'large' } as Message],
    record: (size / 3) * 2 + 500,
  },
];

const ids = (messages: readonly Message[]) => messages.map(({ id }) => id);

/** The short run tries two kinds of damage; smaller damage is in brokenRecords.test.ts. */
test.each(sample(2, damagedLogs).map((damaged) => [damaged.name, damaged] as const))(
  cite(
    ['STORE-3', 'PERF-5'],
    'a log with %s is opened, listed, checked and continued in pieces, and the valid part is kept',
  ),
  async (_name, { put, shown, record = 0, passes = 16 }) => {
    const { dataDir, conversationId, messagesPath, folder, store: first } = await openConversation();
    await first.close();
    put(messagesPath);
    const length = statSync(messagesPath).size;
    const most = Math.max(2 * megabyte, record);
    const { disk, take } = countingDisk();
    const measured = async <T>(act: () => Promise<T>, passes: number): Promise<T> => {
      take();
      const result = await act();
      const counts = take();
      expect(counts.maxReadBytes).toBeLessThanOrEqual(most);
      expect(counts.bytesRead).toBeLessThan((passes + 0.5) * length);
      return result;
    };

    const { store } = openStore({ dataDir, disk });
    const opened = okValue(await measured(() => store.readBranch(conversationId, { tail: 20 }), passes));
    expect(ids(opened.messages)).toEqual(ids(shown.slice(-20)));
    expect(okValue(await measured(() => store.listConversations(), passes))).toMatchObject([{ id: conversationId }]);
    await measured(() => store.listConversations(), 0);
    for (const repair of [false, true]) {
      const report = await measured(() => checkData(dataDir, null, { repair }, { disk }), 20);
      expect(report.repaired).toEqual([]);
    }
    expect(statSync(messagesPath).size).toBe(length);

    const next = okValue(
      await measured(() => store.appendConversationMessage(conversationId, asNew(userMessage('and on'))), 9),
    );
    expect(next.parentId).toBe(shown.at(-1)?.id ?? null);
    const now = okValue(await store.readBranch(conversationId));
    expect(ids(now.messages)).toEqual([...ids(shown), next.id]);
    expect(readFileSync(messagesPath, 'latin1').endsWith('\n]\n')).toBe(true);
    const aside = readdirSync(folder).filter((name) => /\.(?:torn|original)-/.test(name));
    // Ranges of zero bytes use no space in their copy.
    for (const name of aside) expect(statSync(join(folder, name)).blocks * 512).toBeLessThanOrEqual(length + megabyte);
    await store.close();
  },
);

test(cite('STORE-5', 'a message longer than the maximum record is rejected, and existing ones stay'), {
  tags: ['all'],
}, async () => {
  const { store, conversationId } = await openConversation();
  const long = asNew(userMessage('x'.repeat(129 * megabyte)));
  const refused = await store.appendConversationMessage(conversationId, long);
  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'STORE_WRITE_FAILED', message: expect.stringContaining('128 MB') },
  });
  expect(okValue(await store.readBranch(conversationId)).messages).toEqual([]);
});
