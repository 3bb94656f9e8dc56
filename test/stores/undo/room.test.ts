// Undo data is limited: the oldest calls lose theirs, the snapshot is restarted, and for very many changed files not
// all diffs are shown.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inTurns } from '../../support/inTurns.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { placesOf, startUndoApp } from '../../support/undoTurns.ts';

const mebibyte = 1024 * 1024;

function undoFiles(dataDir: string): { name: string; bytes: number }[] {
  const found: { name: string; bytes: number }[] = [];
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    const at = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && at.includes(`${path.sep}undo${path.sep}`))
      found.push({ name: entry.name, bytes: statSync(at).size });
  }
  return found;
}

const bytesOf = (files: readonly { bytes: number }[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

test('above the undo limit the oldest calls lose their data, and that is reported', {
  tags: ['all'],
  timeout: 60_000,
}, async () => {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder, { recursive: true });
  const build = "node -e \"require('fs').writeFileSync('bundle', require('crypto').randomBytes(1500000))\"";
  const turns = Object.fromEntries(Array.from({ length: 6 }, (_none, n) => [`go ${n}`, [build]]));
  const app = await startUndoApp(turns, { folder, settings: { approvalMode: 'all', undoMegabytes: 8 } });
  const id = await app.start();
  const bundles: Buffer[] = [];
  for (const turn of Object.keys(turns)) {
    await app.turn(id, turn);
    bundles.push(readFileSync(path.join(folder, 'bundle')));
  }
  const packs = undoFiles(app.dataDir).filter(({ name }) => !name.startsWith('='));
  expect(bytesOf(packs)).toBeLessThan(8 * mebibyte);
  expect(packs.filter(({ name }) => name.endsWith('.pack')).length).toBeGreaterThan(1);

  const { message } = placesOf(app, id);
  const first = { type: 'turn', messageId: message('go 0') } as const;
  const preview = await app.call('changes.preview', { conversationId: id, target: first, direction: 'undo' });
  expect(preview.files).toEqual([]);
  expect(preview.notCovered).toEqual([expect.stringContaining('can no longer be undone')]);
  expect((await app.call('changes.review', { conversationId: id, target: first })).notCovered).toHaveLength(1);

  // The last two can be undone, bit for bit.
  const target = { type: 'since', messageId: message('go 4') } as const;
  await app.call('changes.apply', { conversationId: id, target, direction: 'undo' });
  expect(readFileSync(path.join(folder, 'bundle')).equals(bundles[3] as Buffer)).toBe(true);
  await app.call('changes.apply', { conversationId: id, target, direction: 'redo' });
  expect(readFileSync(path.join(folder, 'bundle')).equals(bundles[5] as Buffer)).toBe(true);
});

test('a call larger than the undo limit says in its own box that it cannot be undone', {
  timeout: 60_000,
}, async () => {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder, { recursive: true });
  const go = ['head -c 3000000 /dev/urandom > big'];
  const app = await startUndoApp({ go }, { folder, settings: { approvalMode: 'all', undoMegabytes: 1 } });
  const id = await app.start();
  await app.turn(id, 'go');
  const [result] = placesOf(app, id).results;
  expect(result?.role === 'tool' && result.details?.changes).toMatchObject({
    files: [{ path: 'big', kind: 'added' }],
    notCovered: expect.stringContaining('can no longer be undone'),
  });
});

test('the snapshot of a folder whose files change repeatedly is restarted', { tags: ['all'] }, async () => {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder, { recursive: true });
  const build = 'head -c 10000000 /dev/urandom > bundle';
  const turns = Object.fromEntries(Array.from({ length: 8 }, (_none, n) => [`go ${n}`, [build]]));
  const app = await startUndoApp(turns, { folder });
  const id = await app.start();
  let last = Buffer.alloc(0);
  for (const turn of Object.keys(turns)) {
    if (turn === 'go 7') last = readFileSync(path.join(folder, 'bundle'));
    await app.turn(id, turn);
  }
  const snapshots = undoFiles(app.dataDir).filter(({ name }) => name.startsWith('=snapshot'));
  expect(snapshots.filter(({ name }) => name.endsWith('.pack'))).toHaveLength(1);
  // It contained seven of eight versions.
  expect(bytesOf(snapshots)).toBeLessThan(64 * mebibyte);
  const target = { type: 'turn', messageId: placesOf(app, id).message('go 7') } as const;
  await app.call('changes.apply', { conversationId: id, target, direction: 'undo' });
  expect(readFileSync(path.join(folder, 'bundle')).equals(last)).toBe(true);
});

test('very many new files are all listed, the first with their diffs', { tags: ['all'] }, async () => {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder, { recursive: true });
  const script = path.join(tempFolder(), 'make.mjs');
  writeFileSync(
    script,
    "import fs from 'node:fs'; for (let f = 0; f < 1500; f++) fs.writeFileSync('f' + f + '.txt', Array.from({ length: 300 }, (_, n) => f + ' ' + n + '\\n').join(''));",
  );
  const app = await startUndoApp({ go: [`node ${script}`] }, { folder });
  const id = await app.start();
  await app.turn(id, 'go');
  const { message, results } = placesOf(app, id);
  const changes = results[0]?.role === 'tool' ? (results[0].details?.changes as { files: unknown[] }) : null;
  expect(changes?.files).toHaveLength(200);
  for (const file of changes?.files ?? []) expect([300, undefined]).toContain((file as { added?: number }).added);
  const target = { type: 'turn', messageId: message('go') } as const;
  const review = await inTurns(100, () => app.call('changes.review', { conversationId: id, target }), 0.1);
  expect(review.files).toHaveLength(1_500);
  expect(review.files[0]).toMatchObject({ added: 300, removed: 0, diff: expect.stringContaining('@@ -0,0 +1,300 @@') });
  expect(review.files.filter(({ diff }) => diff !== undefined).length).toBeLessThanOrEqual(200);
  expect(review.shortened).toContain('without their changes');
  for (const { added } of review.files) expect([300, undefined]).toContain(added);
  const preview = await app.call('changes.preview', { conversationId: id, target, direction: 'undo' });
  expect(preview.files).toHaveLength(1_500);
  // The machine determines how many there is time for.
  expect(preview.shortened).toContain('without their changes');
});
