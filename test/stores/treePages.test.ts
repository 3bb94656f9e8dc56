// The open branch in pages of both directions, and where it parts: held against a plain walk over all records, over trees
// of any form; and what a look far back into a long log costs.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { countingDisk } from '../support/countingDisk.ts';
import { idAt, writeLongConversation } from '../support/longConversation.ts';
import { longestPiece } from '../support/longestPiece.ts';
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

type Shape = { parent: number; kind: 'user' | 'assistant' | 'tool' | 'environment' | 'note' | 'removed' }[];

/** Records of a tree; `parent` -1 begins the conversation. */
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
      // Mostly one after the other, sometimes beside an earlier one.
      entries.map(({ back, kind }, index) => ({ parent: Math.max(-1, index - 1 - (back > 4 ? back - 3 : 0)), kind })),
  );

async function opened(records: readonly Message[], head: string | null) {
  const made = await openConversation();
  writeFileSync(made.messagesPath, messagesFile(records));
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

test('pages around and after a record are those of a plain walk, in memory and from the file, whatever the tree', async () => {
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
    { numRuns: 60 },
  );
});

test('forks are the places of the open branch after which more than one thing was said, whatever the tree', async () => {
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
      const forks = okValue(await store.readForks(conversationId));
      expect(forks).toMatchObject(expected);
      expect(forks).toHaveLength(expected.length);
      for (const record of records) {
        expect(okValue(await store.newestAfter(conversationId, record.id))).toBe(under(record.id).at(-1)?.id);
      }
      await store.close();
    }),
    { numRuns: 60 },
  );
});

test('a branch is named by the first words said in it, or by what was called; one removed for good by nothing', async () => {
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
  const [fork] = okValue(await store.readForks(conversationId));
  expect(fork?.branches.map(({ label }) => label)).toEqual([
    'A first line',
    'read_file, search',
    `${'long '.repeat(24).slice(0, 119)}…`,
    '',
  ]);
  expect(fork?.branches[1]).toMatchObject({ messageId: records[2]?.id, saidId: records[3]?.id });
});

test('what is appended after the tree was read is in the pages and forks that follow', async () => {
  const { store, conversationId } = await openConversation();
  const add = async (message: Message) =>
    okValue(await store.appendConversationMessage(conversationId, asNew(message)));
  const first = await add(userMessage('one'));
  const reply = await add(assistantMessage('a'));
  expect(okValue(await store.readForks(conversationId))).toEqual([]);
  okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, head: { id: first.id, after: reply.id } })));
  const other = await add(assistantMessage('b'));
  expect(other.parentId).toBe(first.id);
  const page = okValue(await store.readAround(conversationId, first.id, 10));
  expect(page.messages.map(({ id }) => id)).toEqual([first.id, other.id]);
  expect(okValue(await store.readForks(conversationId))).toMatchObject([
    { parentId: first.id, active: 1, branches: [{ messageId: reply.id }, { messageId: other.id }] },
  ]);
  expect(errorOf(await store.readLater(conversationId, reply.id, 5)).details).toEqual({ branch: true });
  expect(errorOf(await store.readLater(conversationId, 'nowhere', 5)).details).toBeUndefined();
});

test(
  cite(
    'UI-5',
    'a page far back in 100,000 messages holds nothing up, and after the first one only its records are read',
  ),
  async () => {
    const dataDir = join(tempFolder(), 'data');
    const long = writeLongConversation(dataDir, { messages: 100_000, textLength: 400 });
    const { disk, take } = countingDisk();
    const { store } = openStore({ dataDir, disk });
    const jump = (index: number) => longestPiece(() => store.readAround(long.conversationId, idAt(index), 200));
    const first = await jump(50_000);
    expect(okValue(first.value).messages.map(({ id }) => id)).toEqual(
      Array.from({ length: 200 }, (_, index) => idAt(49_900 + index)),
    );
    expect(first.longest).toBeLessThan(50);
    take();
    const second = await jump(2_000);
    expect(okValue(second.value)).toMatchObject({ hasEarlier: true, hasLater: true });
    expect(take().bytesRead).toBeLessThan(3_000_000);
    const later = okValue(await store.readLater(long.conversationId, idAt(99_990), 200));
    expect(later).toMatchObject({ hasLater: false });
    expect(later.messages).toHaveLength(9);
    const forks = await longestPiece(() => store.readForks(long.conversationId));
    expect(okValue(forks.value)).toEqual([]);
    expect(forks.longest).toBeLessThan(50);
  },
);
