// Reading a user's folder and restoring it, while somebody swaps links in; and the cost of a second read.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ContentKeeper, RestoreStep } from '../../electron/ports/folderTree.ts';
import { createFolderTree } from '../../electron/tools/changes/folderTree.ts';
import { Sentence } from '../../shared/core/sentence.ts';
import { inTurns } from '../support/inTurns.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { treeState } from '../support/treeState.ts';
import { volume } from '../support/volume.ts';

/** Keeps everything, and counts what it received. */
function memoryKeeper() {
  const kept = new Map<string, Buffer>();
  const keeper: ContentKeeper = {
    has: (hash) => kept.has(hash),
    async keep(hash, content) {
      const pieces: Buffer[] = [];
      if (Buffer.isBuffer(content)) pieces.push(Buffer.from(content));
      else for await (const piece of content()) pieces.push(Buffer.from(piece));
      kept.set(hash, Buffer.concat(pieces));
    },
  };
  async function* read(hash: string): AsyncGenerator<Buffer> {
    yield kept.get(hash) as Buffer;
  }
  return { kept, keeper, read };
}

test('a link swapped in between the check and the write is not followed', { timeout: 30_000 }, async () => {
  const base = tempFolder();
  const folder = path.join(base, 'project');
  const outside = path.join(base, 'outside');
  const names = Array.from({ length: 40 }, (_none, n) => `f${n}`);
  for (const at of [path.join(folder, 'sub'), outside]) {
    mkdirSync(at, { recursive: true });
    for (const name of names) writeFileSync(path.join(at, name), 'after\n');
  }
  const { keeper, read } = memoryKeeper();
  const tree = createFolderTree({ protectedFolders: [] });
  const snapshot = await tree.snapshot(folder, keeper);
  if (snapshot instanceof Sentence) throw new Error(snapshot.text);
  for (const name of names) writeFileSync(path.join(folder, 'sub', name), 'before\n');
  const { changes } = await tree.compare(snapshot, keeper);
  expect(changes).toHaveLength(names.length);
  for (const name of names) writeFileSync(path.join(folder, 'sub', name), 'after\n');

  const swap = `
    const fs = require('node:fs'); const [sub, aside, outside] = process.argv.slice(1);
    fs.symlinkSync(outside, sub + '.link');
    process.stdout.write('going');
    for (;;) {
      fs.renameSync(sub, aside); fs.renameSync(sub + '.link', sub);
      fs.renameSync(sub, sub + '.link'); fs.renameSync(aside, sub);
    }`;
  const sub = path.join(folder, 'sub');
  const child = spawn(process.execPath, ['-e', swap, sub, `${sub}.aside`, outside], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  let [restored, refused] = [0, 0];
  for (let round = 0; round < 40 || restored === 0 || refused === 0; round++) {
    const [from, to] = round % 2 === 0 ? (['before', 'after'] as const) : (['after', 'before'] as const);
    const steps = changes.map((change): RestoreStep => ({ path: change.path, from: change[to], to: change[from] }));
    const done = await tree.restore(folder, steps, read);
    restored += done.done.length;
    refused += done.skipped.length;
  }
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(treeState(outside)).toEqual(Object.fromEntries(names.map((name) => [name, expect.any(String)])));
  for (const name of names) expect(readFileSync(path.join(outside, name), 'utf8')).toBe('after\n');
});

test('unchanged files are neither read nor hashed again; a recently written one is', {
  tags: ['all'],
}, async () => {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder);
  const old = new Date(Date.now() - 3_600_000);
  for (const name of ['a', 'b', 'c']) writeFileSync(path.join(folder, name), `${name}\n`);
  const tree = createFolderTree({ protectedFolders: [] });
  const first = memoryKeeper();
  await tree.snapshot(folder, first.keeper);
  expect(first.kept.size).toBe(3);
  // The change time cannot be set back: a recent file is read again until it is old.
  await vi.waitFor(() => expect(Date.now() - statSync(path.join(folder, 'c')).ctimeMs).toBeGreaterThan(2_050), {
    timeout: 20_000,
    interval: 50,
  });
  await tree.snapshot(folder, first.keeper);
  const asked: string[] = [];
  const counting: ContentKeeper = { has: (hash) => asked.push(hash) > 0, keep: async () => {} };
  const again = await tree.snapshot(folder, counting);
  expect(asked).toHaveLength(3);
  if (again instanceof Sentence) throw new Error(again.text);
  // Of the same length and with its old modification time: only the change time reveals it.
  const before = statSync(path.join(folder, 'b'));
  writeFileSync(path.join(folder, 'b'), 'B\n');
  utimesSync(path.join(folder, 'b'), before.atime, before.mtime);
  utimesSync(path.join(folder, 'a'), old, old);
  const { changes } = await tree.compare(again, memoryKeeper().keeper);
  expect(changes.map((change) => change.path)).toEqual(['b']);
});

test('the app’s own data and git’s files are neither read nor restored', async () => {
  const folder = path.join(tempFolder(), 'project');
  for (const at of ['data/inner', '.git', 'sub/.GIT', 'src']) mkdirSync(path.join(folder, at), { recursive: true });
  for (const at of ['data/inner/x', '.git/config', 'sub/.GIT/y', 'src/a']) writeFileSync(path.join(folder, at), 'x');
  symlinkSync('data', path.join(folder, 'alias'));
  const tree = createFolderTree({ protectedFolders: [path.join(folder, 'data')] });
  const { keeper, read } = memoryKeeper();
  const snapshot = await tree.snapshot(folder, keeper);
  if (snapshot instanceof Sentence) throw new Error(snapshot.text);
  expect([...snapshot.entries.keys()].sort()).toEqual(['alias', 'src', 'src/a', 'sub']);
  const state = snapshot.entries.get('src/a') ?? null;
  const steps = ['.git/config', 'data/inner/x', 'data/new', 'alias/inner/x', '../out'].map((at) => ({
    path: at,
    from: null,
    to: state,
  }));
  const done = await tree.restore(folder, steps, read);
  expect(done.done).toEqual([]);
  expect(done.skipped).toHaveLength(5);
  expect(existsSync(path.join(folder, 'data/new'))).toBe(false);
  expect(existsSync(path.join(folder, '../out'))).toBe(false);
});

test('a folder renamed during the scan affects only itself', async () => {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(path.join(folder, 'a'), { recursive: true });
  writeFileSync(path.join(folder, 'a/x'), 'x');
  const tree = createFolderTree({ protectedFolders: [] });
  const { keeper } = memoryKeeper();
  const snapshot = await tree.snapshot(folder, keeper);
  if (snapshot instanceof Sentence) throw new Error(snapshot.text);
  renameSync(path.join(folder, 'a'), path.join(folder, 'b'));
  const { changes, notCovered } = await tree.compare(snapshot, keeper);
  expect(notCovered).toEqual([]);
  expect(changes.map(({ path: at, before, after }) => [at, before?.kind, after?.kind])).toEqual([
    ['a', 'folder', undefined],
    ['a/x', 'file', undefined],
    ['b', undefined, 'folder'],
    ['b/x', undefined, 'file'],
  ]);
});

test('a folder with very many names is skipped at the limit, and blocks nothing', { tags: ['all'] }, async () => {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder);
  for (let n = 0; n < volume({ short: 10_000, all: 60_000 }); n++) closeSync(openSync(path.join(folder, `${n}`), 'w'));
  const { keeper } = memoryKeeper();
  const tree = createFolderTree({
    protectedFolders: [],
    limits: { entries: 1_000, beforeMs: 60_000, afterMs: 60_000 },
  });
  await tree.snapshot(folder, keeper);
  const refused = await inTurns(100, () => tree.snapshot(folder, keeper), 0.2);
  expect(`${refused}`).toContain('more than 1,000 files');

  const small = path.join(tempFolder(), 'small');
  mkdirSync(small);
  writeFileSync(path.join(small, 'a'), 'one\n');
  const snapshot = await tree.snapshot(small, keeper);
  if (snapshot instanceof Sentence) throw new Error(snapshot.text);
  writeFileSync(path.join(small, 'a'), 'two\n');
  for (let n = 0; n < volume({ short: 10_000, all: 60_000 }); n++)
    closeSync(openSync(path.join(small, `new${n}`), 'w'));
  const compared = await inTurns(100, () => tree.compare(snapshot, keeper), 0.2);
  expect(compared.changes.find((change) => change.path === 'a')).toBeTruthy();
  expect(compared.notCovered.join(' ')).toMatch(/more/);
});
