// A merge's plan over columns of numbers equals one over plain lists of objects: over random trees that no program of
// ours writes, with repeated IDs, parents that are missing, come later or form a cycle, and removed messages.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sourceOfBytes } from '../../electron/stores/files/logSources.ts';
import { scanCopy } from '../../electron/stores/merge/copyScan.ts';
import { planMerge } from '../../electron/stores/merge/mergePlan.ts';
import { cite } from '../support/cite.ts';
import { volume } from '../support/volume.ts';

interface Row {
  id: string;
  parentId?: string | null;
  content: string;
  removed?: { at: string };
}

interface Read {
  id: string;
  parentId: string | null;
  row: Row;
}

interface Incoming extends Read {
  as: string;
  parent: string | null;
}

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'a-2', 'a-3', 'b-2', 'f-2-2'];
const row: fc.Arbitrary<Row> = fc.record(
  {
    id: fc.constantFrom(...ids),
    parentId: fc.constantFrom(...ids, 'nobody', '', null),
    content: fc.constantFrom('x', 'y', 'z'),
    removed: fc.constant({ at: '' }),
  },
  { requiredKeys: ['id', 'content'] },
);
const mostlyThere = fc.record({ row, removed: fc.nat(9), bare: fc.nat(5) }).map(({ row, removed, bare }): Row => {
  const { removed: _removed, ...rest } = row;
  const placed = { ...rest, ...(rest.parentId === undefined && bare > 0 ? { parentId: 'a' } : {}) };
  return removed === 0 ? { ...placed, removed: { at: '' } } : placed;
});
const rows = fc.array(mostlyThere, { maxLength: 12 });

const freeName = (id: string, isTaken: (name: string) => boolean): string => {
  let n = 2;
  while (isTaken(`${id}-${n}`)) n++;
  return `${id}-${n}`;
};
const saysTheSame = (a: Row, b: Row) => a.content === b.content && !a.removed === !b.removed;

/** The records of a file, each with a unique name. */
function asRead(file: readonly Row[]): Read[] {
  const read: Read[] = [];
  const latest = new Map<string, string>();
  for (const row of file) {
    const asked = row.parentId === undefined ? (read.at(-1)?.id ?? null) : row.parentId;
    const parentId = asked === null ? null : (latest.get(asked) ?? asked);
    const same = read.find(({ id }) => id === row.id);
    if (same && saysTheSame(same.row, row) && same.parentId === parentId) continue;
    const id = same ? freeName(row.id, (name) => read.some((other) => other.id === name)) : row.id;
    if (same) latest.set(row.id, id);
    read.push({ id, parentId, row });
  }
  return read;
}

function reference(ours: Read[], theirs: Read[], gone: ReadonlySet<string>) {
  const mine = (id: string | null) => ours.find((read) => read.id === id);
  const incoming: Incoming[] = [];
  const names = new Map<string, string>();
  for (const read of theirs) {
    const { id, row } = read;
    const same = mine(id);
    const isRemoved = row.removed || same?.row.removed || gone.has(id);
    const base = id.replace(/-\d+$/, '');
    const numbers = Array.from({ length: 20 }, (_, index) => index + 2);
    const others = [id, base, ...numbers.map((n) => `${base}-${n}`), ...numbers.map((n) => `${id}-${n}`)];
    const there =
      same && (isRemoved ? id : others.find((name) => saysTheSame(mine(name)?.row ?? { ...row, content: '' }, row)));
    const isTaken = (name: string) =>
      [...ours, ...theirs].some((one) => one.id === name) || [...names.values()].includes(name);
    const as = there ?? (same ? freeName(id, isTaken) : id);
    names.set(id, as);
    if (there === undefined) incoming.push({ ...read, as, parent: null });
  }
  for (const one of incoming) {
    const named = one.parentId === null ? null : (names.get(one.parentId) ?? one.parentId);
    const isThere = named === null || mine(named) || incoming.some(({ as }) => as === named);
    const before = theirs[theirs.findIndex(({ id }) => id === one.id) - 1];
    one.parent = isThere && named !== one.as ? named : before ? (names.get(before.id) as string) : null;
  }
  const ordered: Incoming[] = [];
  const begun = new Set<Incoming>();
  const place = (one: Incoming) => {
    begun.add(one);
    const parent = incoming.find(({ as }) => as === one.parent);
    if (parent && begun.has(parent) && !ordered.includes(parent)) one.parent = null;
    else if (parent && !begun.has(parent)) place(parent);
    ordered.push(one);
  };
  for (const one of incoming) if (!begun.has(one)) place(one);
  return {
    append: ordered.map(({ id, parentId, as, parent, row }) => ({
      id: as,
      parentId: parent,
      content: row.content,
      changed: id !== row.id || parentId !== row.parentId || as !== id || parent !== parentId,
      emptied: gone.has(id) && !row.removed,
    })),
    remove: ours.flatMap(({ id, row }) =>
      !row.removed && (gone.has(id) || theirs.some((read) => read.id === id && read.row.removed)) ? [id] : [],
    ),
    renamed: incoming.flatMap(({ id, as }) => (id === as ? [] : [{ id, as }])),
  };
}

const bytesOf = (file: readonly Row[]) =>
  Buffer.from(JSON.stringify(file.map((row) => ({ v: 1, role: 'user', createdAt: '', ...row }))));

test(cite('STORE-15', 'a merge has the messages, names, order and cycle cuts of plain lists'), {
  tags: ['all'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(rows, rows, rows, fc.subarray(ids, { maxLength: 2 }), async (base, more, there, gone) => {
      const [ours, theirs] = [
        [...base, ...more],
        [...base, ...there],
      ];
      const bytes = bytesOf(theirs);
      const a = await scanCopy(sourceOfBytes(bytesOf(ours)));
      const b = await scanCopy(sourceOfBytes(bytes), a.records.ids);
      const { append, remove, renamed } = await planMerge(a.records, b.records, new Set(gone));
      const planned = Array.from({ length: append.length }, (_, index) => {
        const { start, end, ...one } = append.at(index);
        const { content } = JSON.parse(bytes.toString('utf8', start, end)) as Row;
        return { ...one, content };
      });
      expect({ append: planned, remove, renamed }).toEqual(reference(asRead(ours), asRead(theirs), new Set(gone)));
    }),
    { numRuns: volume({ short: 100, all: 500 }) },
  );
});
