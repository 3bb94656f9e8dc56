import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newDataKey } from '../../../electron/stores/encryption/dataKey.ts';
import { createEncryptedDisk } from '../../../electron/stores/encryption/encryptedDisk.ts';
import { type Disk, nodeDisk } from '../../../electron/stores/files/disk.ts';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const everywhere = () => true;
const key = newDataKey();
const encrypted = (): Disk => createEncryptedDisk(nodeDisk, key, everywhere);

async function contentOf(disk: Disk, path: string): Promise<Buffer> {
  const handle = await disk.open(path, 'r');
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

type Step =
  | { kind: 'write'; at: number; bytes: number; fill: number }
  | { kind: 'append'; bytes: number; fill: number }
  | { kind: 'overlap'; back: number; bytes: number; fill: number }
  | { kind: 'truncate'; to: number }
  | { kind: 'read'; at: number; bytes: number }
  | { kind: 'reopen' }
  | { kind: 'otherProcess' };

const size = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 200_000 }));
const fill = fc.integer({ min: 1, max: 255 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), at: fc.integer({ min: 0, max: 250_000 }), bytes: size, fill }),
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('append' as const), bytes: size, fill }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('overlap' as const),
      back: fc.integer({ min: 1, max: 3 }),
      bytes: fc.integer({ min: 4, max: 900 }),
      fill,
    }),
  },
  fc.record({ kind: fc.constant('truncate' as const), to: fc.integer({ min: 0, max: 250_000 }) }),
  fc.record({ kind: fc.constant('read' as const), at: fc.integer({ min: 0, max: 300_000 }), bytes: size }),
  fc.constant({ kind: 'reopen' as const }),
  fc.constant({ kind: 'otherProcess' as const }),
);

function patterned(bytes: number, start: number): Buffer {
  return Buffer.from(Uint8Array.from({ length: bytes }, (_, index) => (start + index) % 251));
}

/** The content after each step that changed it. */
function changed(model: Buffer, step: Step): Buffer {
  if (step.kind === 'truncate') {
    const next = Buffer.alloc(step.to);
    model.copy(next);
    return next;
  }
  const at =
    step.kind === 'write'
      ? step.at
      : step.kind === 'append'
        ? model.length
        : step.kind === 'overlap'
          ? Math.max(0, model.length - step.back)
          : null;
  if (at === null || !('fill' in step)) return model;
  const next = Buffer.alloc(Math.max(model.length, at + step.bytes));
  model.copy(next);
  patterned(step.bytes, step.fill).copy(next, at);
  return next;
}

async function perform(disk: Disk, path: string, steps: readonly Step[], after: (model: Buffer) => void = () => {}) {
  let model: Buffer = Buffer.alloc(0);
  let at = disk;
  let handle = await at.open(path, 'wx+', 0o600);
  try {
    for (const each of steps) {
      if (each.kind === 'read') {
        const buffer = Buffer.alloc(each.bytes);
        const { bytesRead } = await handle.read(buffer, 0, each.bytes, each.at);
        expect(buffer.subarray(0, bytesRead)).toEqual(model.subarray(each.at, each.at + each.bytes));
      } else if (each.kind === 'reopen' || each.kind === 'otherProcess') {
        await handle.close();
        if (each.kind === 'otherProcess') at = encrypted();
        handle = await at.open(path, 'r+');
      } else {
        const next = changed(model, each);
        if (each.kind === 'truncate') await handle.truncate(each.to);
        else {
          const place = each.kind === 'write' ? each.at : Math.max(0, model.length - ('back' in each ? each.back : 0));
          await handle.write(patterned(each.bytes, each.fill), 0, each.bytes, place);
        }
        model = next;
        after(model);
      }
      expect(Number((await handle.stat({ bigint: true })).size)).toBe(model.length);
      expect(at.statSync(path).size).toBe(model.length);
      expect((await encrypted().stat(path)).size).toBe(model.length);
    }
  } finally {
    await handle.close();
  }
  return model;
}

test(
  cite('SEC-9', 'an encrypted file behaves like a plain one under any sequence of writes, cuts and reads'),
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), fc.boolean(), async (steps, isRing) => {
        const path = join(tempFolder(), isRing ? 'a.b.1.printed.tmp-1' : 'messages.json');
        // Ring buffers are never cut.
        const fitting = isRing ? steps.filter(({ kind }) => kind !== 'truncate') : steps;
        const model = await perform(encrypted(), path, fitting);
        expect(await contentOf(encrypted(), path)).toEqual(model);
      }),
      { numRuns: 25 },
    );
  },
);

const beforeWrites = [
  { how: 'into the middle', steps: [{ kind: 'write', at: 100, bytes: 50, fill: 7 }] },
  {
    how: 'past the end of what a cut left',
    steps: [
      { kind: 'truncate', to: 500 },
      { kind: 'write', at: 700, bytes: 100, fill: 7 },
    ],
  },
] satisfies { how: string; steps: Step[] }[];

test.each(beforeWrites)(
  cite('SEC-9', 'after a write $how of a file that was not read yet, all of it is read'),
  async ({ steps }) => {
    const path = join(tempFolder(), 'messages.json');
    await perform(encrypted(), path, [
      { kind: 'append', bytes: 1000, fill: 3 },
      { kind: 'otherProcess' },
      ...steps,
      { kind: 'read', at: 0, bytes: 2000 },
    ]);
  },
);

test(
  cite('SEC-9', 'a file cut off anywhere holds what it held after one of the writes, and can be continued'),
  async () => {
    const writes = step.filter(({ kind }) => kind === 'append' || kind === 'overlap');
    await fc.assert(
      fc.asyncProperty(fc.array(writes, { minLength: 1, maxLength: 12 }), fc.nat(), async (steps, where) => {
        const path = join(tempFolder(), 'messages.json');
        const states = [Buffer.alloc(0)];
        // One segment for each write, so that each state is a whole one.
        const short = steps.map(
          (each) => ({ ...each, bytes: Math.min('bytes' in each ? each.bytes : 1, 60_000) }) as Step,
        );
        await perform(encrypted(), path, short, (model) => states.push(Buffer.from(model)));
        truncateSync(path, where % (statSync(path).size + 1));
        const disk = encrypted();
        const left = await contentOf(disk, path);
        expect(states.some((state) => state.equals(left))).toBe(true);
        const handle = await disk.open(path, 'r+');
        await handle.write(Buffer.from('more'), 0, 4, left.length);
        await handle.close();
        expect(await contentOf(encrypted(), path)).toEqual(Buffer.concat([left, Buffer.from('more')]));
      }),
      { numRuns: 25 },
    );
  },
);

test(cite('SEC-9', 'a damaged byte costs one write: everything else is read, and nothing wrong is'), async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (where, flip) => {
      const path = join(tempFolder(), 'messages.json');
      const handle = await encrypted().open(path, 'wx+', 0o600);
      for (let index = 0; index < 20; index++) await handle.write(patterned(500, index), 0, 500, index * 500);
      await handle.close();
      const raw = readFileSync(path);
      const at = 36 + (where % (raw.length - 36));
      raw[at] = (raw[at] as number) ^ flip;
      writeFileSync(path, raw);
      const left = await contentOf(encrypted(), path);
      let wrong = 0;
      for (let index = 0; index < 20; index++) {
        const piece = left.subarray(index * 500, index * 500 + 500);
        if (piece.equals(patterned(500, index))) continue;
        wrong++;
        expect(piece.every((byte) => byte === 0)).toBe(true);
      }
      expect(wrong).toBeLessThanOrEqual(1);
    }),
    { numRuns: 60 },
  );
});

test(cite('SEC-9', 'segments that were moved, repeated or taken from another file are not read'), async () => {
  const folder = tempFolder();
  const write = async (name: string, fill: number): Promise<Buffer> => {
    const handle = await encrypted().open(join(folder, name), 'wx+', 0o600);
    for (let index = 0; index < 3; index++) await handle.write(patterned(100, fill + index), 0, 100, index * 100);
    await handle.close();
    return readFileSync(join(folder, name));
  };
  const one = await write('one', 1);
  const two = await write('two', 50);
  const segment = (raw: Buffer, index: number): Buffer => raw.subarray(36 + index * 152, 36 + (index + 1) * 152);
  const mixes = {
    swapped: [segment(one, 1), segment(one, 0), segment(one, 2)],
    repeated: [segment(one, 0), segment(one, 0), segment(one, 2)],
    foreign: [segment(one, 0), segment(two, 1), segment(one, 2)],
  };
  for (const [name, segments] of Object.entries(mixes)) {
    writeFileSync(join(folder, name), Buffer.concat([one.subarray(0, 36), ...segments]));
    const left = await contentOf(encrypted(), join(folder, name));
    for (let index = 0; index < 3; index++) {
      const piece = left.subarray(index * 100, index * 100 + 100);
      const isRight = piece.equals(patterned(100, 1 + index));
      expect(isRight || piece.every((byte) => byte === 0), `${name} ${index}`).toBe(true);
    }
  }
});

test(
  cite('SEC-9', 'without the key, or with another one, a file says that it is encrypted, and is left as it is'),
  async () => {
    const path = join(tempFolder(), 'messages.json');
    const handle = await encrypted().open(path, 'wx', 0o600);
    await handle.write(Buffer.from('private'));
    await handle.close();
    const before = await readFile(path);
    expect(before.includes('private')).toBe(false);
    for (const [otherKey, reason] of [
      [null, 'its key is not available'],
      [newDataKey(), 'encrypted with another key'],
    ] as const) {
      const disk = createEncryptedDisk(nodeDisk, otherKey, everywhere);
      for (const flags of ['r', 'r+', 'a', 'a+']) await expect(disk.open(path, flags)).rejects.toThrow(reason);
    }
    expect(await readFile(path)).toEqual(before);
  },
);

test(cite('SEC-9', 'plain files are read and continued as they are'), async () => {
  const path = join(tempFolder(), 'usage.jsonl');
  writeFileSync(path, 'one\n');
  const handle = await encrypted().open(path, 'a', 0o600);
  await handle.write(Buffer.from('two\n'));
  await handle.close();
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  expect((await contentOf(encrypted(), path)).toString()).toBe('one\ntwo\n');
});

test(cite('SEC-9', 'a log of many short writes is read from its end without reading the rest'), async () => {
  const path = join(tempFolder(), 'messages.json');
  const handle = await encrypted().open(path, 'wx+', 0o600);
  const line = patterned(1000, 3);
  for (let index = 0; index < 3000; index++) await handle.write(line, 0, 1000, index * 999);
  await handle.close();
  let rawBytes = 0;
  const counting: Disk = {
    ...nodeDisk,
    async open(...how) {
      const opened = await open(...(how as Parameters<typeof open>));
      const read = opened.read.bind(opened);
      opened.read = (async (buffer: Buffer, offset: number, length: number, position: number) => {
        const answer = await read(buffer, offset, length, position);
        rawBytes += answer.bytesRead;
        return answer;
      }) as typeof opened.read;
      return opened;
    },
  };
  const reading = await createEncryptedDisk(counting, key, everywhere).open(path, 'r');
  const size = (await reading.stat()).size;
  const end = Buffer.alloc(10_000);
  await reading.read(end, 0, 10_000, size - 10_000);
  expect(end.subarray(-1000)).toEqual(line);
  expect(rawBytes).toBeLessThan(500_000);
  const start = Buffer.alloc(10);
  await reading.read(start, 0, 10, 0);
  expect(start).toEqual(line.subarray(0, 10));
  await reading.close();
});
