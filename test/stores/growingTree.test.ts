// A log that grows after its tree was built: the tree follows, and keeps no record content.

import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createTimeSlice } from '../../electron/lib/cooperativeYield.ts';
import { sourceOfBytes } from '../../electron/stores/files/logSources.ts';
import { createBranchWalk } from '../../electron/stores/log/branchWalk.ts';
import { readTree } from '../../electron/stores/log/logTree.ts';
import { createRecordBatch, singleRecord } from '../../electron/stores/log/newRecords.ts';
import { createOpenLog } from '../../electron/stores/log/openLog.ts';
import type { RecordNode } from '../../electron/stores/log/recordNode.ts';
import { fileSource, memorySource, type RecordSource } from '../../electron/stores/log/recordSource.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { textOf } from '../../shared/core/sentence.ts';
import { cite } from '../support/cite.ts';
import { inTurns } from '../support/inTurns.ts';
import { idAt, writeLongConversation } from '../support/longConversation.ts';
import { conversationOf, userMessage } from '../support/messageBuilder.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { volume } from '../support/volume.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function held(): Promise<number> {
  // Read buffers are released outside the thread, at the end of a turn.
  for (let turn = 0; turn < 5; turn++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const emptyLog = () =>
  createOpenLog({
    shape: {} as Parameters<typeof createOpenLog>[0]['shape'],
    identity: null,
    obstacle: null,
    readOnly: null,
    notices: [],
    tornNotice: null,
    source: memorySource([]),
    last: null,
    readIds: async () => new Set(),
    add: (message, start, end) => ({ start, end, message }),
  });

test('several simultaneous appends are each in the tree and known by ID if requested', async () => {
  const batch = createRecordBatch();
  const messages = conversationOf(['one', 'two', 'three'].map((text) => userMessage(text)));
  for (const message of messages) batch.add(JSON.stringify(message));
  const [withTree, withIds, unasked] = [emptyLog(), emptyLog(), emptyLog()];
  await withTree.tree();
  expect(await withIds.holds('nobody')).toBe(false);
  for (const log of [withTree, withIds, unasked]) {
    log.appended(batch, 2);
    expect(log.last).toEqual(messages.at(-1));
  }
  const tree = await withTree.tree();
  expect(messages.map(({ id }) => tree.find(id))).toEqual([0, 1, 2]);
  const second = 2 + JSON.stringify(messages[0]).length + '\n,'.length;
  expect([tree.startOf(1), tree.bytesOf(1)]).toEqual([second, JSON.stringify(messages[1]).length]);
  for (const { id } of messages) expect(await withIds.holds(id)).toBe(true);
});

test('appends while the tree is unused are not held for it, and are in it on request', async () => {
  // Records of a size of which only the last is kept.
  const log = emptyLog();
  expect((await log.tree()).size).toBe(0);
  const size = 20 * 1024 * 1024;
  const held: WeakRef<Message>[] = [];
  const ids: string[] = [];
  for (const [index, message] of conversationOf(Array.from({ length: 10 }, () => userMessage('said'))).entries()) {
    held.push(new WeakRef(message));
    ids.push(message.id);
    log.appended({ ...singleRecord(message, ''), each: (_from, take) => take(message, 0, size) }, index * size);
    await log.branch(null, { tail: 1 });
  }
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(held.filter((ref) => ref.deref() !== undefined).length).toBeLessThanOrEqual(2);
  const tree = await log.tree();
  expect(ids.map((id) => tree.find(id))).toEqual(ids.map((_id, index) => index));
  expect(tree.parent(9)).toBe(8);
  expect(tree.kind(9)).toBe('said');
});

test(cite('STORE-8', "a long log's tree uses less than a hundred bytes per record"), {
  tags: ['all'],
}, async () => {
  const count = 20_000;
  const long = writeLongConversation(tempFolder(), { messages: count, textLength: 100 });
  const bytes = readFileSync(long.path);
  const source = fileSource(sourceOfBytes(bytes), bytes.lastIndexOf('\n]'), {
    damaged: (notice) => expect.fail(textOf(notice)),
    readOnly: (reason) => expect.fail(textOf(reason)),
  });
  // One-time allocations, such as code, do not count.
  await readTree(source);
  const before = await held();
  const tree = await readTree(source);
  const { records: path } = await tree.pathTo(count - 1);
  expect(path.length).toBe(count);
  expect(((await held()) - before) / count).toBeLessThan(100);
  expect(tree.idOf(path[7_000] as number)).toBe(idAt(7_000));
});

test(cite(['STORE-3', 'PERF-5'], 'skipped records with a missing parent use less than sixty bytes each'), {
  tags: ['all'],
}, async () => {
  const count = volume({ short: 40_000, all: 200_000 });
  const parents = new Map([
    [count - 1, 'lost'],
    // Its position was passed before.
    [count - 2, idAt(count / 2)],
    [count / 2, 'lost too'],
    [count / 2 - 1, idAt(17)],
  ]);
  const source: RecordSource = {
    end: count,
    async *before(place) {
      for (let at = place - 1; at >= 0; at--) {
        const message = (): Message => ({ ...userMessage(''), id: idAt(at), parentId: parents.get(at) ?? null });
        const load = () => ({ start: at, end: at + 1, message: message() });
        yield { start: at, end: at + 1, id: idAt(at), load, node: () => null };
      }
      return undefined;
    },
    locate: async () => null,
  };
  const walked = async () => {
    const walk = createBranchWalk(source);
    const taken: string[] = [];
    await walk.go({ before: count, nextId: undefined }, ({ message }) => taken.push(message.id) > 0);
    return { walk, taken };
  };
  await walked();
  const before = await held();
  const { walk, taken } = await walked();
  expect(((await held()) - before) / count).toBeLessThan(60);
  expect(taken).toEqual([count - 1, count - 2, count / 2, count / 2 - 1, 17].map(idAt));
  // Kept alive until here, with what it holds.
  expect(walk.go).toBeTypeOf('function');
});

test(cite('PERF-5', 'the tree of 400,000 records is built without blocking for a tenth of a second'), async () => {
  const count = volume({ short: 60_000, all: 400_000 });
  const source: RecordSource = {
    end: count,
    async *before(place) {
      const slice = createTimeSlice();
      for (let at = place - 1; at >= 0; at--) {
        const pause = slice();
        if (pause) await pause;
        const parentId = at === 0 ? null : idAt(at - 1);
        const node = (): RecordNode => ({ parentId, kind: 'said', hasFile: false });
        yield { start: at, end: at + 1, id: idAt(at), load: () => null, node };
      }
      return undefined;
    },
  };
  const tree = await inTurns(1_000, () => readTree(source));
  expect([tree.size, tree.find(idAt(count - 1)), tree.parent(count - 1)]).toEqual([count, count - 1, count - 2]);
});
