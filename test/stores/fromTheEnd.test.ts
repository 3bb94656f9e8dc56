import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Head } from '../../electron/conversation/formats.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { openLog, surveyLog } from '../../electron/stores/log/logReading.ts';
import type { OpenLog } from '../../electron/stores/log/openLog.ts';
import { listForks } from '../../electron/stores/log/treeForks.ts';
import { readOpenPath } from '../../electron/stores/log/treePages.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { textOf } from '../../shared/core/sentence.ts';
import { cite } from '../support/cite.ts';
import { countingDisk } from '../support/countingDisk.ts';
import {
  assistantMessage,
  call,
  conversationOf,
  messagesFile,
  toolMessage,
  userMessage,
} from '../support/messageBuilder.ts';
import { okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { volume } from '../support/volume.ts';
import { activeBranch, effectiveHead } from '../support/wholeBranch.ts';

const settled = { stopAt: null, beingWritten: () => false };

/** The file opened from its end, however small it is. */
async function fromEnd(path: string): Promise<OpenLog> {
  return okValue(await openLog(nodeDisk, path, { ...settled, wholeBytes: 0 }));
}

async function whole(path: string, head: Head | null = null): Promise<{ messages: Message[]; headId: string | null }> {
  const { records } = okValue(await surveyLog(nodeDisk, path, settled, () => true));
  const headId = effectiveHead(records, head);
  return { messages: activeBranch(records, headId), headId };
}

function fileOf(content: string | Buffer): string {
  const path = join(tempFolder(), 'messages.json');
  writeFileSync(path, content);
  return path;
}

/** Records with random earlier parents: branches, missing parents, roots, cycles. */
const logs = fc
  .array(
    fc.record({
      parent: fc.oneof(
        fc.constant('previous'),
        fc.nat(),
        fc.constant('none'),
        fc.constant('lost'),
        fc.constant('next'),
        fc.constant('self'),
      ),
      size: fc.nat(300),
    }),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .map((plans) => {
    const ids = plans.map((_, index) => `m${index}`);
    return plans.map(({ parent, size }, index): Message => {
      const choice = typeof parent === 'number' ? ids[parent % Math.max(1, index)] : parent;
      const named = {
        previous: ids[index - 1] ?? null,
        none: null,
        lost: 'not-there',
        next: ids[index + 1] ?? 'm0',
        self: ids[index] as string,
      };
      const parentId = choice !== undefined && choice in named ? named[choice as keyof typeof named] : (choice ?? null);
      return {
        ...userMessage(`${index} ${'é'.repeat(size)}`),
        id: ids[index] as string,
        parentId,
        createdAt: '2026-01-01T00:00:00.000Z',
      };
    });
  })
  // As a manual edit, or a line-based merge, leaves them.
  .chain((records) => fc.oneof(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length })));

test(
  cite(
    ['STORE-3', 'STORE-8'],
    'both ways of reading agree, and every record is on the open branch or a named one, in whatever order',
  ),
  async () => {
    await fc.assert(
      fc.asyncProperty(logs, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), async (plain, isResult) => {
        const records = plain.map((record, index) =>
          isResult[index]
            ? ({ ...toolMessage('c', 'x'), id: record.id, parentId: record.parentId } as Message)
            : record,
        );
        const path = fileOf(messagesFile(records));
        const log = await fromEnd(path);
        const branch = await log.branch(null, 'whole');
        const {
          tree,
          path: { records: numbers },
        } = await readOpenPath(log, null);
        expect(Array.from(numbers, (record) => tree.idOf(record))).toEqual(branch.messages.map(({ id }) => id));
        const named = new Set(
          (await listForks(log, null, (message) => message)).forks.flatMap(({ branches }) =>
            branches.map(({ messageId }) => messageId),
          ),
        );
        const open = new Set(numbers);
        for (const [number, record] of records.entries()) {
          const isSaid = record.role === 'user' || tree.isMisplaced(number);
          if (!isSaid || open.has(number)) continue;
          let top = number;
          while (tree.parent(top) >= 0 && !open.has(tree.parent(top))) top = tree.parent(top);
          expect(named, `${record.id} cannot be reached`).toContain(tree.idOf(top));
        }
        const { misplaced } = okValue(await surveyLog(nodeDisk, path, settled, () => true));
        const found = records.filter((_, number) => tree.isMisplaced(number));
        expect(misplaced.length).toBe(Math.min(found.length, 21));
        for (const { id } of found.slice(0, 20))
          expect(misplaced.some((what) => textOf(what).includes(`message ${id} in`))).toBe(true);
      }),
      { numRuns: volume({ short: 30, all: 150 }) },
    );
  },
);

test(
  cite('STORE-3', 'both ways skip a record with a zero byte, and the next one follows the previous one'),
  async () => {
    const records = conversationOf<Message>([
      userMessage('a'),
      userMessage('b'),
      assistantMessage('lost'),
      userMessage('c'),
    ]);
    const bytes = Buffer.from(messagesFile(records));
    bytes[bytes.indexOf('lost')] = 0;
    const log = await fromEnd(fileOf(bytes));
    const {
      tree,
      path: { records: numbers },
    } = await readOpenPath(log, null);
    const expected = [records[0]?.id, records[1]?.id, records[3]?.id];
    expect(Array.from(numbers, (record) => tree.idOf(record))).toEqual(expected);
    expect((await log.branch(null, 'whole')).messages.map(({ id }) => id)).toEqual(expected);
  },
);

test(cite('STORE-8', "the branch read from the end is the whole log's, whatever the tree"), async () => {
  await fc.assert(
    fc.asyncProperty(logs, fc.nat(), fc.boolean(), async (records, pick, withHead) => {
      const path = fileOf(messagesFile(records));
      const head = withHead
        ? { id: records[pick % records.length]?.id as string, after: records.at(-1)?.id as string }
        : null;
      const expected = await whole(path, head);
      const log = await fromEnd(path);
      expect(log.whole).toBeNull();
      const branch = await log.branch(head, 'whole');
      expect(branch).toEqual({ headId: expected.headId, messages: expected.messages, hasEarlier: false });
      const tail = await (await fromEnd(path)).branch(head, { tail: 3 });
      expect(tail.messages).toEqual(expected.messages.slice(-3));
    }),
    { numRuns: volume({ short: 30, all: 150 }) },
  );
});

test(cite('STORE-8', 'pages from the end join to the whole branch'), async () => {
  await fc.assert(
    fc.asyncProperty(logs, fc.integer({ min: 1, max: 7 }), fc.boolean(), async (records, limit, fresh) => {
      const path = fileOf(messagesFile(records));
      let log = await fromEnd(path);
      const pages: Message[][] = [];
      for (let before: string | null = null, more = true; more; ) {
        if (fresh) log = await fromEnd(path);
        const page = await log.page(null, before, limit);
        expect(page).not.toBeNull();
        pages.unshift(page?.messages ?? []);
        more = (page?.hasEarlier ?? false) && (page?.messages.length ?? 0) > 0;
        before = page?.messages[0]?.id ?? before;
      }
      expect(pages.flat()).toEqual((await whole(path)).messages);
    }),
    { numRuns: volume({ short: 20, all: 100 }) },
  );
});

test.each([
  ['garbage', 'garbage that is no JSON'],
  ['zero bytes', '\0'.repeat(5000)],
  ['half a record', ',{"v":1,"id":"half","role":"us'],
  ['open braces', ',{"a":{"b":{'],
  ['two bad lines', 'one\ntwo'],
  ['an entry that is no message', ',null'],
  ['another entry that is no message', ',{"id":"x1","role":"pirate"}'],
  ['a record over several lines', ',{\n  "v": 1,\n "id": "spread",\n "role": "user", "content": "x"\n}'],
  ['two records on one line', ',{"id":"a1","role":"user","content":"x"},{"id":"a2","role":"user","content":"y"}'],
])(
  cite('STORE-3', 'damage before the end (%s) is skipped when reading from the end, and reported'),
  async (_name, bad) => {
    const records = conversationOf<Message>([
      userMessage('a'),
      assistantMessage('', [call('c1', 'read_file')]),
      toolMessage('c1', 'x'),
      userMessage('b'),
    ]);
    const lines = records.map((record) => JSON.stringify(record));
    const path = fileOf(`[\n${lines[0]}\n,${lines[1]}\n${bad}\n,${lines[2]}\n,${lines[3]}\n]\n`);
    const log = await fromEnd(path);
    const branch = await log.branch(null, 'whole');
    expect(branch.messages).toEqual((await whole(path)).messages);
    expect(branch.messages).toHaveLength(4);
    if (/spread|a1/.test(bad)) {
      expect(await log.record(bad.includes('spread') ? 'spread' : 'a1')).not.toBeNull();
      return;
    }
    await log.record('nowhere');
    expect(log.notices.length).toBeGreaterThan(0);
  },
);

test(cite('STORE-2', 'a file cut at any byte near its end opens from its end like from its start'), {
  tags: ['all'],
}, async () => {
  const records = conversationOf<Message>([userMessage('one'), assistantMessage('two 会话'), userMessage('three')]);
  const bytes = Buffer.from(messagesFile(records));
  for (let length = 3; length <= bytes.length; length++) {
    const path = fileOf(bytes.subarray(0, length));
    const expected = okValue(await surveyLog(nodeDisk, path, settled, () => true));
    const log = await fromEnd(path);
    expect((await log.branch(null, 'whole')).messages, `${length}`).toEqual(expected.records);
    const { appendAt, newlineMissing, tornAt } = log.shape;
    const { shape } = expected;
    expect({ appendAt, newlineMissing, tornAt }, `${length}`).toEqual({
      appendAt: shape.appendAt,
      newlineMissing: shape.newlineMissing,
      tornAt: shape.tornAt,
    });
    expect(log.shape.values > 0, `${length}`).toBe(shape.values > 0);
    expect(log.tornNotice === null).toBe(expected.tornNotice === null);
  }
});

test(cite('STORE-3', 'another layout is read in full with the same result'), async () => {
  const records = conversationOf<Message>([userMessage('one'), assistantMessage('two'), userMessage('three')]);
  const text = messagesFile(records);
  const layouts = [
    JSON.stringify(records, null, 2),
    JSON.stringify(records),
    text.replaceAll('\n', '\r\n'),
    `\uFEFF${text}`,
    text.replace('\n]\n', ',\n]\n'),
    `${text}${text}`,
    text.replaceAll('\n', '\n\n'),
  ];
  for (const content of [...layouts, Buffer.from(text, 'utf16le')]) {
    const path = fileOf(content as string);
    const log = await fromEnd(path);
    expect((await log.branch(null, 'whole')).messages).toEqual((await whole(path)).messages);
  }
});

test('records with one ID on a branch are distinguished, and a repeated one is shown once', async () => {
  const [first, second, third] = conversationOf<Message>([
    userMessage('a'),
    assistantMessage('b'),
    userMessage('c'),
  ]) as [Message, Message, Message];
  const again = { ...third, id: first.id, content: 'another a' } as Message;
  const path = fileOf(messagesFile([first, second, again]));
  const { messages } = await (await fromEnd(path)).branch(null, 'whole');
  expect(messages.map((message) => message.content)).toEqual(['a', 'b', 'another a']);
  expect(new Set(messages.map((message) => message.id)).size).toBe(3);
});

test(cite('STORE-3', 'twenty thousand records without parents open without reading all for each'), {
  tags: ['all'],
}, async () => {
  const records = Array.from(
    { length: 20_000 },
    (_, index): Message => ({ ...userMessage('x'), id: `m${index}`, parentId: `lost${index}`, createdAt: '' }),
  );
  const path = fileOf(messagesFile(records));
  let reads = 0;
  const disk = {
    ...nodeDisk,
    open: (async (...args: Parameters<typeof nodeDisk.open>) => {
      reads++;
      return nodeDisk.open(...args);
    }) as typeof nodeDisk.open,
  };
  const log = okValue(await openLog(disk, path, { ...settled, wholeBytes: 0 }));
  expect((await log.branch(null, 'whole')).messages).toHaveLength(records.length);
  expect(reads).toBeLessThan(500);
});

test('a file that another program replaces while it is read is distinguished from the opened one', async () => {
  const records = conversationOf<Message>(
    Array.from({ length: 5 }, (_, n) => userMessage(`${n} ${'x'.repeat(100_000)}`)),
  );
  const path = fileOf(messagesFile(records));
  const log = await fromEnd(path);
  writeFileSync(`${path}.other`, messagesFile(records.slice(0, 2)));
  renameSync(`${path}.other`, path);
  await expect(log.branch(null, 'whole')).rejects.toThrow('replaced the file');
});

test(cite('STORE-8', "an index's record positions are used if correct and harmless if not"), async () => {
  const main = Array.from(
    { length: 3000 },
    (_, index): Message => ({
      ...userMessage(`main ${index}`),
      id: `m${index}`,
      parentId: index === 0 ? null : `m${index - 1}`,
      createdAt: '',
    }),
  );
  // The last record follows a distant one: a branch of everything in between.
  const last = { ...userMessage('again'), id: 'again', parentId: 'm3', createdAt: '' };
  const path = fileOf(messagesFile([...main, last]));
  const content = readFileSync(path, 'latin1');
  const expected = ['m0', 'm1', 'm2', 'm3', 'again'];
  for (const [placeOf, fewReads] of [
    [(id: string) => content.indexOf(`{"v":1,"id":"${id}"`), true],
    [() => 17, false],
    [() => 10 ** 9, false],
    [() => null, false],
  ] as const) {
    const { disk, take } = countingDisk();
    const log = okValue(await openLog(disk, path, { ...settled, wholeBytes: 0, placeOf }));
    expect((await log.branch(null, 'whole')).messages.map(({ id }) => id)).toEqual(expected);
    expect((await log.record('m2'))?.id).toBe('m2');
    const { bytesRead } = take();
    if (fewReads) expect(bytesRead).toBeLessThan(400_000);
  }
});
