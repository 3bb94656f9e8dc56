// Pages of the open branch in both directions, and its forks: compared with a plain walk over all records, over trees
// of any form; and the cost of reading far back in a long log.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message } from '../../shared/conversation/message.ts';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { countingDisk } from '../support/countingDisk.ts';
import { inTurns } from '../support/inTurns.ts';
import { idAt, writeLongConversation } from '../support/longConversation.ts';
import {
  asNew,
  assistantMessage,
  call,
  messageIdAt,
  messagesFile,
  toolMessage,
  userMessage,
} from '../support/messageBuilder.ts';
import { openConversation, openStore } from '../support/openStore.ts';
import { errorOf, okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { volume } from '../support/volume.ts';

type Shape = { parent: number; kind: 'user' | 'assistant' | 'tool' | 'environment' | 'note' | 'removed' }[];

/** Records of a tree; `parent` -1 starts the conversation. */
function treeOf(shape: Shape, padding = 0): Message[] {
  return shape.map(({ parent, kind }, index) => {
    const base = {
      v: 1,
      id: messageIdAt(index),
      parentId: parent < 0 ? null : messageIdAt(parent),
      createdAt: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
    };
    const text = `said-${index} ${'x'.repeat(padding)}`;
    if (kind === 'tool') return { ...toolMessage('c', text), ...base };
    if (kind === 'environment') {
      return { ...base, role: 'system', partType: 'environment', content: text, environment: { about: 'moment' } };
    }
    if (kind === 'removed')
      return { ...userMessage('[Removed for good]', { removed: { at: base.createdAt } }), ...base };
    if (kind === 'note') return { ...assistantMessage(text, [], { partType: 'note' }), ...base };
    return { ...(kind === 'user' ? userMessage(text) : assistantMessage(text)), ...base };
  });
}

const shapes = fc
  .array(
    fc.record({
      back: fc.nat({ max: 6 }),
      kind: fc.constantFrom('user', 'assistant', 'tool', 'environment', 'note', 'removed' as const),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map(
    (entries): Shape =>
      // Mostly sequential, sometimes next to an earlier one.
      entries.map(({ back, kind }, index) => ({ parent: Math.max(-1, index - 1 - (back > 4 ? back - 3 : 0)), kind })),
  );

async function opened(records: readonly Message[], head: string | null, text = messagesFile(records)) {
  const made = await openConversation();
  writeFileSync(made.messagesPath, text);
  if (head !== null) {
    writeFileSync(made.metaPath, JSON.stringify({ v: 1, head: { id: head, after: records.at(-1)?.id } }));
  }
  return made;
}

function pathTo(records: readonly Message[], head: string): Message[] {
  const path: Message[] = [];
  for (let id: string | null = head; id !== null; ) {
    const found = records.find((record) => record.id === id) as Message;
    path.unshift(found);
    id = found.parentId;
  }
  return path;
}

test('pages around and after a record equal those of a plain walk, in memory and from the file, whatever the tree', async () => {
  await fc.assert(
    fc.asyncProperty(
      shapes,
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      async (shape, headAt, wantedAt, limit, large) => {
        // Above a quarter of a megabyte a log is read from its end.
        const records = treeOf(shape, large ? 20_000 : 0);
        const head = records[headAt % records.length] as Message;
        const wanted = records[wantedAt % records.length] as Message;
        const { store, conversationId } = await opened(records, head.id);
        const path = pathTo(records, head.id);
        const at = path.findIndex(({ id }) => id === wanted.id);
        const around = await store.readAround(conversationId, wanted.id, limit);
        const later = await store.readLater(conversationId, wanted.id, limit);
        if (at < 0) {
          expect(errorOf(around)).toMatchObject({ code: 'MESSAGE_NOT_FOUND', details: { branch: true } });
          expect(errorOf(later)).toMatchObject({ code: 'MESSAGE_NOT_FOUND', details: { branch: true } });
        } else {
          const to = Math.min(path.length, Math.max(0, at - Math.floor(limit / 2)) + limit);
          const from = Math.max(0, to - limit);
          expect(okValue(around)).toEqual({
            messages: path.slice(from, to),
            hasEarlier: from > 0,
            hasLater: to < path.length,
          });
          const after = okValue(later);
          expect(after.messages).toEqual(path.slice(at + 1, at + 1 + limit));
          expect(after.hasLater).toBe(path.length > at + 1 + limit);
        }
        const fromFirst = okValue(await store.readLater(conversationId, null, 1000));
        expect(fromFirst.messages).toEqual(path);
        await store.close();
      },
    ),
    { numRuns: volume({ short: 12, all: 60 }) },
  );
});

/** Duplicate IDs: which record has another one's ID, or repeats it. */
const repeated: {
  name: string;
  parents?: Record<number, number>;
  head?: number;
  ids: Record<number, number>;
  same?: boolean;
}[] = [
  { name: 'twice in the branch', ids: { 17: 4 } },
  { name: 'many times in the branch', ids: { 5: 4, 6: 4, 12: 4, 23: 4 } },
  { name: 'in the branch and later on another one', parents: { 18: 3 }, head: 17, ids: { 20: 6, 22: 9 } },
  { name: 'on another branch first', parents: { 18: 3 }, ids: { 20: 6, 22: 9 } },
  { name: 'as the same record once more', ids: { 8: 2, 9: 2, 10: 2, 11: 2, 20: 2 }, same: true },
];

test.each(repeated)(
  cite(
    'STORE-3',
    'pages of a large log have each record of the branch once, under its ID there, with duplicate IDs that are $name',
  ),
  async ({ parents = {}, head = 23, ids, same }) => {
    const shape = Array.from({ length: 24 }, (_, at) => ({ parent: parents[at] ?? at - 1, kind: 'user' as const }));
    const records = treeOf(shape, 15_000);
    for (const [at, of] of Object.entries(ids)) {
      const other = records[of] as Message;
      records[Number(at)] = same ? { ...other } : { ...(records[Number(at)] as Message), id: other.id };
      if (same) records[of] = records[Number(at)] = { ...other, parentId: 'nowhere' };
    }
    const { store, conversationId } = await opened(records, (records[head] as Message).id);
    const { messages } = okValue(await store.readBranch(conversationId, 'whole'));
    expect(messages.length).toBeGreaterThan(9);
    for (const limit of [1, 3, 7]) {
      const paged: Message[] = [];
      for (let more = true; more; ) {
        const page = okValue(await store.readLater(conversationId, paged.at(-1)?.id ?? null, limit));
        paged.push(...page.messages);
        more = page.hasLater && paged.length < 2 * records.length;
      }
      expect(paged.map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
      expect(paged).toEqual(messages);
    }
    for (const [at, { id }] of messages.entries()) {
      expect(okValue(await store.readAround(conversationId, id, 1)).messages).toEqual([messages[at]]);
    }
  },
);

test(cite('STORE-3', 'a range of unreadable records ends no forward read'), async () => {
  const records = treeOf(
    Array.from({ length: 24 }, (_, at) => ({ parent: at - 1, kind: 'tool' })),
    15_000,
  ).map((record): Message => ({ ...record, fullOutputPath: 'x' }) as Message);
  const lines = messagesFile(records).split('\n');
  const text = lines.map((line, at) => (at > 5 && at < 16 ? line.replace('xxx', 'x"x') : line)).join('\n');
  const { store, conversationId } = await opened(records, null, text);
  const sound = [...records.slice(0, 5), ...records.slice(15)].map(({ id }) => id);
  expect(okValue(await store.readBranch(conversationId, 'whole')).messages.map(({ id }) => id)).toEqual(sound);
  for (const only of ['all', 'withFile'] as const) {
    const fifth = records[4]?.id as string;
    const page = okValue(await store.readLater(conversationId, fifth, 3, { only }));
    expect(page.messages[0]?.id).toBe(records[15]?.id);
    expect(page.hasLater).toBe(true);
  }
});

test('forks are the places of the open branch followed by several messages, whatever the tree', async () => {
  await fc.assert(
    fc.asyncProperty(shapes, fc.nat(), fc.boolean(), async (shape, headAt, large) => {
      const records = treeOf(shape, large ? 20_000 : 0);
      const head = records[headAt % records.length] as Message;
      const { store, conversationId } = await opened(records, head.id);
      const path = pathTo(records, head.id).map(({ id }) => id);
      const under = (id: string) => records.filter((record) => pathTo(records, record.id).some((one) => one.id === id));
      const says = (record: Message) =>
        (record.role === 'user' && !record.removed) || (record.role === 'assistant' && record.partType !== 'note');
      const expected = [null, ...path].flatMap((parentId) => {
        const branches = records.filter(
          (record) => record.parentId === parentId && (path.includes(record.id) || under(record.id).some(says)),
        );
        if (branches.length < 2) return [];
        return [
          {
            parentId,
            active: branches.findIndex(({ id }) => path.includes(id)),
            branches: branches.map(({ id }) => ({ messageId: id, leafId: under(id).at(-1)?.id })),
          },
        ];
      });
      const whole = okValue(await store.readForks(conversationId));
      const { forks } = whole;
      expect(whole.more).toBe(false);
      const open = expected.filter(({ active }) => active >= 0).length;
      expect(whole.beside).toBe(expected.flatMap(({ branches }) => branches).length - open);
      const paged: typeof forks = [];
      for (let more = forks.length > 0; more; ) {
        const page = okValue(await store.readForks(conversationId, { from: paged.length, limit: 3 }));
        expect(page.beside).toBe(whole.beside);
        expect(page.forks.slice(0, -1).flatMap(({ branches }) => branches).length).toBeLessThan(3);
        paged.push(...page.forks);
        more = page.more;
      }
      expect(paged).toEqual(forks);
      expect(forks).toMatchObject(expected);
      expect(forks).toHaveLength(expected.length);
      for (const record of records) {
        expect(okValue(await store.newestAfter(conversationId, record.id))).toBe(under(record.id).at(-1)?.id);
      }
      await store.close();
    }),
    { numRuns: volume({ short: 12, all: 60 }) },
  );
});

test('permanently removed messages are not a branch, however many of their calls are left', async () => {
  const records = treeOf([
    { parent: -1, kind: 'user' },
    { parent: 0, kind: 'removed' },
    { parent: 0, kind: 'assistant' },
  ]);
  const calls = Array.from({ length: 800 }, (_, n) => call(`call_${'a'.repeat(24)}${n}`, 'mcp__a_server__a_long_name'));
  records[0] = { ...(records[0] as Message), content: 'x'.repeat(300_000) } as Message;
  records[1] = { ...(records[1] as Message), role: 'assistant', tool_calls: calls } as Message;
  const { store, conversationId } = await opened(records, null);
  expect(okValue(await store.readForks(conversationId)).forks).toEqual([]);
});

test('a branch is named by its first text, or by its calls; a permanently removed one has no name', async () => {
  const records = treeOf([
    { parent: -1, kind: 'user' },
    { parent: 0, kind: 'assistant' },
    { parent: 0, kind: 'environment' },
    { parent: 2, kind: 'assistant' },
    { parent: 0, kind: 'assistant' },
    { parent: 0, kind: 'assistant' },
  ]);
  records[1] = { ...(records[1] as Message), content: '  A first\n\nline  ' } as Message;
  records[3] = {
    ...(records[3] as Message),
    content: null,
    tool_calls: [call('c', 'read_file'), call('d', 'search')],
  } as Message;
  records[4] = { ...(records[4] as Message), content: 'long '.repeat(100) } as Message;
  const { store, conversationId } = await opened(records, null);
  okValue(await store.forgetMessage(conversationId, (records[5] as Message).id));
  const [fork] = okValue(await store.readForks(conversationId)).forks;
  expect(fork?.branches.map(({ label }) => label)).toEqual([
    'A first line',
    'read_file, search',
    `${'long '.repeat(24).slice(0, 119)}…`,
    '',
  ]);
  expect(fork?.branches[1]).toMatchObject({ messageId: records[2]?.id, saidId: records[3]?.id });
});

test('records appended after the tree was read are in later pages and forks', async () => {
  const { store, conversationId } = await openConversation();
  const add = async (message: Message) =>
    okValue(await store.appendConversationMessage(conversationId, asNew(message)));
  const first = await add(userMessage('one'));
  const reply = await add(assistantMessage('a'));
  expect(okValue(await store.readForks(conversationId)).forks).toEqual([]);
  okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, head: { id: first.id, after: reply.id } })));
  const other = await add(assistantMessage('b'));
  expect(other.parentId).toBe(first.id);
  const page = okValue(await store.readAround(conversationId, first.id, 10));
  expect(page.messages.map(({ id }) => id)).toEqual([first.id, other.id]);
  expect(okValue(await store.readForks(conversationId)).forks).toMatchObject([
    { parentId: first.id, active: 1, branches: [{ messageId: reply.id }, { messageId: other.id }] },
  ]);
  expect(errorOf(await store.readLater(conversationId, reply.id, 5)).details).toEqual({ branch: true });
  expect(errorOf(await store.readLater(conversationId, 'nowhere', 5)).details).toBeUndefined();
});

test(cite(
  'UI-5',
  'a distant page in 100,000 messages blocks nothing, and after the first one only its records are read',
), { tags: ['all'] }, async () => {
  const dataDir = join(tempFolder(), 'data');
  const long = writeLongConversation(dataDir, { messages: 100_000, textLength: 400 });
  const { disk, take } = countingDisk();
  const { store } = openStore({ dataDir, disk });
  const jump = (index: number) => store.readAround(long.conversationId, idAt(index), 200);
  const first = await inTurns(1_000, () => jump(50_000));
  expect(okValue(first).messages.map(({ id }) => id)).toEqual(
    Array.from({ length: 200 }, (_, index) => idAt(49_900 + index)),
  );
  take();
  const second = await jump(2_000);
  expect(okValue(second)).toMatchObject({ hasEarlier: true, hasLater: true });
  expect(take().bytesRead).toBeLessThan(3_000_000);
  const later = okValue(await store.readLater(long.conversationId, idAt(99_990), 200));
  expect(later).toMatchObject({ hasLater: false });
  expect(later.messages).toHaveLength(9);
  const forks = await inTurns(1_000, () => store.readForks(long.conversationId));
  expect(okValue(forks).forks).toEqual([]);
});

test(cite(['PERF-10', 'UI-6'], 'the forks of a conversation with very many are returned in batches'), {
  tags: ['all'],
}, async () => {
  const count = 5_000;
  // Each question has two replies, and is followed from the second.
  const shape: Shape = Array.from({ length: 3 * count }, (_, n) => ({
    parent: n % 3 === 0 ? n - 1 : n - (n % 3),
    kind: n % 3 === 0 ? 'user' : 'assistant',
  }));
  const dataDir = tempFolder();
  const { conversationId, messagesPath, store } = await openConversation({ dataDir });
  await store.close();
  writeFileSync(messagesPath, messagesFile(treeOf(shape)));
  const app = await startTestApp({ dataDir });
  const ids: (string | null)[] = [];
  for (let more = true; more; ) {
    const page = await app.call('conversation.forks', { conversationId, from: ids.length });
    const text = JSON.stringify(page);
    expect(page.beside).toBe(count);
    expect(page.forks.flatMap(({ branches }) => branches).length).toBeLessThanOrEqual(501);
    expect(text.length).toBeLessThan(300_000);
    ids.push(...page.forks.map(({ parentId }) => parentId));
    more = page.more;
  }
  expect(ids).toEqual(Array.from({ length: count }, (_, n) => messageIdAt(3 * n)));
});
