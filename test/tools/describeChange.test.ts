// File changes as people see them: the diffs are correct, and take neither long nor the event loop.

import { createHash } from 'node:crypto';
import { applyPatch, structuredPatch } from 'diff';
import { expect, test } from 'vitest';
import type { EntryState } from '../../electron/ports/folderTree.ts';
import { describeChange } from '../../electron/tools/changes/describeChange.ts';
import { inTurns } from '../support/inTurns.ts';
import { countTurns, maxStepsInOnePiece } from '../support/turns.ts';

function contents() {
  const kept = new Map<string, Buffer>();
  const state = (text: string | null): EntryState | null => {
    if (text === null) return null;
    const bytes = Buffer.from(text);
    const hash = createHash('sha256').update(bytes).digest('hex');
    kept.set(hash, bytes);
    return { kind: 'file', hash, bytes: bytes.length, mode: 0o644 };
  };
  async function* read(hash: string): AsyncGenerator<Buffer> {
    yield kept.get(hash) as Buffer;
  }
  return (before: string | null, after: string | null, diff = true) =>
    describeChange({ path: 'f.txt', before: state(before), after: state(after) }, read, { diff });
}

function linesOf(count: number, text: (n: number) => string): string {
  return Array.from({ length: count }, (_none, n) => `${text(n)}\n`).join('');
}

/** The same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('a diff turns one text into the other, and is minimal', async () => {
  const describe = contents();
  const random = randomFrom(7);
  for (let round = 0; round < 400; round++) {
    const words = 1 + Math.floor(random() * 6);
    const text = (): string => {
      const lines = Array.from({ length: Math.floor(random() * 30) }, () => `w${Math.floor(random() * words)}`);
      return lines.join('\n') + (random() < 0.7 && lines.length > 0 ? '\n' : '');
    };
    const [old, next] = [text(), text()];
    if (old === next) continue;
    const { diff, added, removed } = await describe(old, next);
    expect(applyPatch(old, diff ?? '')).toBe(next);
    const smallest = structuredPatch('a', 'b', old, next).hunks.flatMap(({ lines }) => lines);
    expect([added, removed]).toEqual([
      smallest.filter((line) => line.startsWith('+')).length,
      smallest.filter((line) => line.startsWith('-')).length,
    ]);
  }
});

test('a new file, a removed one, and one without a final line break are printed as git would', async () => {
  const describe = contents();
  expect((await describe(null, 'a\nb')).diff).toBe(
    '--- /dev/null\n+++ b/f.txt\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n',
  );
  expect((await describe('a\n', null)).diff).toBe('--- a/f.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n');
  expect((await describe('a\nb', 'a\nb\n')).diff).toBe(
    '--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n',
  );
});

test('new and removed files are counted at once, however many lines they have', async () => {
  const describe = contents();
  for (let n = 0; n < 100; n++) {
    const text = linesOf(300, (line) => `${n} ${line}`);
    expect(await describe(null, text)).toMatchObject({ added: 300, removed: 0 });
    expect(await describe(text, null, false)).toMatchObject({ added: 0, removed: 300 });
  }
});

test('a rewritten text of half a megabyte is shown without blocking the program', async () => {
  const describe = contents();
  const old = linesOf(9_000, (n) => `${n} old ${'x'.repeat(40)}`);
  const next = linesOf(9_000, (n) => `${n} new ${'x'.repeat(40)}`);
  const apart = await countTurns(() => describe(old, next));
  expect(apart.value).toMatchObject({ added: 9_000, removed: 9_000 });

  // The same lines in another order.
  const random = randomFrom(3);
  const shuffled = linesOf(60_000, () => `${Math.floor(random() * 3_000)}`);
  const again = linesOf(60_000, () => `${Math.floor(random() * 3_000)}`);
  const mixed = await countTurns(() => describe(shuffled, again));
  expect(mixed.value).not.toHaveProperty('added');
  expect(mixed.value).not.toHaveProperty('removed');
  expect(applyPatch(shuffled, mixed.value.diff ?? '')).toBe(again);
  expect(mixed.longest).toBeLessThanOrEqual(maxStepsInOnePiece);
  // Two texts without a common line are detected without comparing every pair of lines.
  expect(apart.steps).toBeLessThan(mixed.steps);

  // Very short lines, of which there are very many.
  const short = await inTurns(100, () => describe('a\n'.repeat(250_000), 'b\n'.repeat(250_000)));
  expect(short).toMatchObject({ added: 250_000, removed: 250_000 });
  await describe('a\nb\n'.repeat(125_000), 'b\nc\n'.repeat(125_000), false);
});

test('uncounted files have no count', async () => {
  const describe = contents();
  const binary = await describe(null, 'a\0b');
  expect(binary).not.toHaveProperty('added');
  const large = await describe('x\n', 'y\n'.repeat(300_000));
  expect(large).not.toHaveProperty('added');
  expect(await describe('', null)).toMatchObject({ added: 0, removed: 0 });
});
