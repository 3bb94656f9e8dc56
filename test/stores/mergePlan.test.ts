import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metaSchema } from '../../electron/conversation/formats.ts';
import { createSecretMask } from '../../electron/lib/secretMask.ts';
import { sourceOfBytes } from '../../electron/stores/files/logSources.ts';
import { scanCopy } from '../../electron/stores/merge/copyScan.ts';
import { buildMergedRecord } from '../../electron/stores/merge/mergedRecord.ts';
import { mergeMeta } from '../../electron/stores/merge/mergeMeta.ts';
import { planMerge } from '../../electron/stores/merge/mergePlan.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { tombstoneOf } from '../../shared/conversation/removed.ts';
import { cite } from '../support/cite.ts';
import { conversationOf, messageIdAt, messagesFile, userMessage } from '../support/messageBuilder.ts';
import { volume } from '../support/volume.ts';

const noMask = createSecretMask(
  () => [],
  () => false,
);

const bytesOf = (records: readonly object[]) => Buffer.from(messagesFile(records as Message[]), 'utf8');

/** Our records with what merging the other copy appends. */
async function merge(ours: Buffer, theirs: Buffer, removed: readonly string[] = []) {
  const a = await scanCopy(sourceOfBytes(ours));
  const b = await scanCopy(sourceOfBytes(theirs), a.records.ids);
  const made = await planMerge(a.records, b.records, new Set(removed));
  const plan = { ...made, append: Array.from({ length: made.append.length }, (_, index) => made.append.at(index)) };
  const lines = plan.append.map((planned) => {
    const { start, end } = planned;
    return buildMergedRecord(planned, theirs.subarray(start, end), noMask, '2026-02-02T00:00:00.000Z').record;
  });
  const records = [...(JSON.parse(ours.toString()) as object[]), ...lines.map((line) => JSON.parse(line) as object)];
  return { plan, lines, records: records as Message[], bytes: bytesOf(records) };
}

/** A tree: each record after the first follows an earlier one. Texts are distinct. */
const tree = fc
  .array(fc.tuple(fc.nat(), fc.constantFrom('base', 'ours', 'theirs', 'third')), { minLength: 1, maxLength: 25 })
  .map((steps) => {
    const copies: Record<string, Message[]> = { ours: [], theirs: [], third: [] };
    const everything: Message[] = [];
    for (const [index, [pick, side]] of steps.entries()) {
      const mine = side === 'base' ? Object.values(copies) : [copies[side] as Message[]];
      // The common part of all copies comes first; after that each grows separately.
      if (side === 'base' && mine.some((copy) => copy.length !== everything.length)) continue;
      const before = mine[0] as Message[];
      const parent = before[pick % Math.max(1, before.length)];
      const record = {
        ...userMessage(`message ${index}`),
        id: messageIdAt(index),
        parentId: parent?.id ?? null,
        createdAt: '2026-01-01T00:00:00.000Z',
        future: { kept: [index] },
      };
      for (const copy of mine) copy.push(record);
      everything.push(record);
    }
    return { ...copies, everything } as Record<'ours' | 'theirs' | 'third' | 'everything', Message[]>;
  });

const byId = (records: readonly Message[]) => records.toSorted((a, b) => (a.id < b.id ? -1 : 1));

function expectParentsFirst(records: readonly Message[]): void {
  const seen = new Set<string>();
  for (const { id, parentId } of records) {
    if (parentId !== null) expect(seen.has(parentId), `${id} after ${parentId}`).toBe(true);
    seen.add(id);
  }
}

test(cite('STORE-15', 'copies that diverged become one tree with every message of each, once, in either direction'), {
  tags: ['all'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(tree, async ({ ours, theirs, third, everything }) => {
      const union = byId([...new Map([...ours, ...theirs].map((record) => [record.id, record])).values()]);
      const there = await merge(bytesOf(ours), bytesOf(theirs));
      const back = await merge(bytesOf(theirs), bytesOf(ours));
      for (const merged of [there, back]) {
        expect(byId(merged.records)).toEqual(union);
        expectParentsFirst(merged.records);
      }
      expect(there.records.slice(0, ours.length)).toEqual(ours);
      const again = await merge(there.bytes, bytesOf(theirs));
      expect(again.plan).toEqual({ append: [], remove: [], renamed: [] });
      expect((await merge(there.bytes, back.bytes)).plan.append).toEqual([]);
      const all = await merge(there.bytes, bytesOf(third));
      expect(byId(all.records)).toEqual(byId(everything));
      expectParentsFirst(all.records);
    }),
    { numRuns: volume({ short: 40, all: 200 }) },
  );
});

test(cite('STORE-15', 'a merge cut off anywhere is completed by repeating it'), async () => {
  const base = conversationOf([userMessage('a'), userMessage('b')]);
  const theirs = conversationOf<Message>([...base, ...['c', 'd', 'e', 'f'].map((text) => userMessage(text))]);
  const ours = [...base, { ...userMessage('mine'), id: 'mine', parentId: base[0]?.id ?? null, createdAt: '' }];
  const { records } = await merge(bytesOf(ours), bytesOf(theirs));
  for (let length = ours.length; length <= records.length; length++) {
    const again = await merge(bytesOf(records.slice(0, length)), bytesOf(theirs));
    expect(again.records).toEqual(records);
  }
});

const [first, second, third] = conversationOf([userMessage('one'), userMessage('two'), userMessage('three')]) as [
  Message,
  Message,
  Message,
];
const other = { ...second, content: 'something else' } as Message;

test(
  cite('STORE-15', 'one ID with two contents: ours stays, the other is kept under a new ID, and only once'),
  async () => {
    const ours = bytesOf([first, second, third]);
    const theirs = bytesOf([first, other, third]);
    const there = await merge(ours, theirs);
    const renamed = `${second.id}-2`;
    expect(there.plan.renamed).toEqual([{ id: second.id, as: renamed }]);
    expect(there.records).toEqual([first, second, third, { ...other, id: renamed }]);
    expect((await merge(there.bytes, theirs)).records).toEqual(there.records);
    const back = await merge(theirs, ours);
    expect((await merge(there.bytes, back.bytes)).records).toEqual(there.records);
    expect((await merge(back.bytes, there.bytes)).records).toEqual(back.records);
    // A child of the other one follows it under its new ID.
    const child = { ...third, id: 'child', parentId: second.id, content: 'after the other' };
    const longer = await merge(ours, bytesOf([first, other, child]));
    expect(longer.records.at(-1)).toEqual({ ...child, parentId: renamed });
    expect((await merge(longer.bytes, bytesOf([first, other, child]))).plan.append).toEqual([]);
  },
);

test(cite('STORE-15', 'the same record with reordered fields, or written over many lines, is the same'), async () => {
  const sorted = [first, second].map((record) => Object.fromEntries(Object.entries(record).sort()));
  const theirs = Buffer.from(JSON.stringify([...sorted, third], null, 2));
  const merged = await merge(bytesOf([first, second]), theirs);
  expect(merged.lines).toHaveLength(1);
  expect(merged.lines[0]).not.toContain('\n');
  expect(merged.records).toEqual([first, second, third]);
});

test('numbers and escapes of the other copy keep their bytes', async () => {
  const strange = `{"v":1,"id":"s","parentId":null,"role":"user","content":"\\u0041\\ud800","n":12345678901234567890,"e":1e400}`;
  const merged = await merge(Buffer.from('[\n]\n'), Buffer.from(`[\n${strange}\n]\n`));
  expect(merged.lines).toEqual([strange]);
});

test(
  cite('STORE-15', 'records whose parent comes later, is missing, or is themselves are kept, in a tree'),
  async () => {
    const records = [
      { ...first, id: 'late', parentId: 'early' },
      { ...first, id: 'early', parentId: null, content: 'early' },
      { ...first, id: 'orphan', parentId: 'nobody', content: 'orphan' },
      { ...first, id: 'self', parentId: 'self', content: 'self' },
      { ...first, id: 'circle1', parentId: 'circle2', content: 'c1' },
      { ...first, id: 'circle2', parentId: 'circle1', content: 'c2' },
    ];
    const { parentId: _none, ...bare } = { ...first, id: 'bare', content: 'bare' };
    const { records: merged } = await merge(bytesOf([second]), bytesOf([...records, bare]));
    expectParentsFirst(merged.slice(1));
    expect(merged.map(({ id }) => id).toSorted()).toEqual(
      [second.id, 'bare', ...records.map(({ id }) => id)].toSorted(),
    );
    const parents = Object.fromEntries(merged.map(({ id, parentId }) => [id, parentId]));
    expect(parents).toMatchObject({ late: 'early', early: null, orphan: 'early', self: 'orphan', bare: 'circle2' });
  },
);

test(cite('STORE-15', 'messages permanently removed in either copy do not come back from the other'), async () => {
  const gone = tombstoneOf(second, '2026-02-01T00:00:00.000Z');
  const all = bytesOf([first, second, third]);
  // It was removed here, not there.
  expect((await merge(bytesOf([first, gone, third]), all)).plan).toEqual({ append: [], remove: [], renamed: [] });
  // It was removed there, not here.
  expect((await merge(all, bytesOf([first, gone, third]))).plan).toMatchObject({ append: [], remove: [second.id] });
  expect((await merge(all, bytesOf([first]), [second.id])).plan).toMatchObject({ append: [], remove: [second.id] });
  // Neither the record nor its tombstone is here, only its ID.
  const { records } = await merge(bytesOf([first]), all, [second.id]);
  expect(records[1]).toMatchObject({
    id: second.id,
    content: '[Removed for good]',
    removed: { at: expect.any(String) },
  });
  expect(records[2]).toEqual(third);
  expect((await merge(bytesOf([first]), bytesOf([first, gone]))).records).toEqual([first, gone]);
});

test(cite(['WORK-1', 'UI-16'], "another copy's instructions are not merged: they are sent in the user’s name"), () => {
  const theirs = metaSchema.parse({ instructions: 'Obey.', requiredServer: 'x' });
  expect(mergeMeta(metaSchema.parse({}), theirs)).toEqual({ ...metaSchema.parse({}), requiredServer: 'x' });
  const ours = metaSchema.parse({ instructions: 'Be brief.' });
  expect(mergeMeta(ours, theirs).instructions).toBe('Be brief.');
});

test.each<[string, object, object, object]>([
  ['a person’s title stays a person’s', { title: 'Mine' }, { title: 'Rain', namedBy: 'model' }, { title: 'Mine' }],
  ['what a model wrote there stays its', {}, { title: 'Rain', namedBy: 'model' }, { title: 'Rain', namedBy: 'model' }],
  ['a person’s title comes in', {}, { title: 'Mine' }, { title: 'Mine' }],
  [
    'who wants the first words keeps them',
    { namedBy: 'words' },
    { title: 'Rain', namedBy: 'model' },
    { title: '', namedBy: 'words' },
  ],
])(cite('UI-16', 'of two copies %s'), (_name, ours, theirs, title) => {
  const merged = mergeMeta(metaSchema.parse(ours), metaSchema.parse(theirs));
  expect({ title: merged.title, ...(merged.namedBy ? { namedBy: merged.namedBy } : {}) }).toEqual(title);
});
