// A part of a file's changes is undone, and the app is killed in between: before the undo is recorded, before the model
// is informed, or afterwards. The next start reports what happened, and the undo can be reverted or completed.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { placesOf, startUndoApp } from '../../support/undoTurns.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const lines = Array.from({ length: 40 }, (_none, at) => `line ${at + 1}\n`);
const old = lines.join('');
const changed = lines.with(4, 'fünf\n').with(29, 'thirty\n').join('');
/** With the first hunk undone. */
const half = lines.with(29, 'thirty\n').join('');

test(cite(
  ['REVIEW-2', 'AGENT-4'],
  'killed in the middle of an undo of a hunk, the change is named, reverted or completed',
), { timeout: 120_000 }, async () => {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder);
  const file = path.join(folder, 'plain.txt');
  writeFileSync(file, old);
  const write = { name: 'write_file', arguments: { path: 'plain.txt', content: changed } };
  const first = await startUndoApp({ change: [write] }, { folder });
  const id = await first.start();
  await first.turn(id, 'change');
  const messageId = placesOf(first, id).message('change');
  const target = { type: 'turn', messageId } as const;
  await first.close();
  expect(readFileSync(file, 'utf8')).toBe(changed);

  let killed = 0;
  for (const after of ['1', '3', '8', '1000']) {
    writeFileSync(file, changed);
    const dataDir = path.join(tempFolder(), 'data');
    cpSync(first.dataDir, dataDir, { recursive: true });
    const script = ['./test/support/partialUndoProcess.ts', dataDir, id, messageId, file, after];
    const flags = ['--disable-warning=ExperimentalWarning', '--import', './scripts/rawText.mjs'];
    const { signal, stderr } = spawnSync(process.execPath, [...flags, ...script], { cwd: root, encoding: 'utf8' });
    expect(stderr, after).toBe('');
    if (signal === 'SIGKILL') killed++;
    expect(readFileSync(file, 'utf8'), after).toBe(half);

    const app = await startUndoApp({}, { folder, dataDir });
    await app.call('conversation.open', { conversationId: id });
    const list = await app.call('review.list', { conversationId: id, target });
    expect(
      list.files.map(({ path: name, added, removed }) => [name, added, removed]),
      after,
    ).toEqual([['plain.txt', 1, 1]]);
    expect(list.lastUndo?.paths, after).toEqual(['plain.txt']);
    // The model is informed, once.
    const records = app.rows(id).filter((row) => row.role === 'system' && row.environment?.about === 'changes');
    expect(records, after).toHaveLength(1);
    expect(records[0]?.content, after).toContain('plain.txt');
    const last = (await app.call('review.list', { conversationId: id, target })).lastUndo?.messageId ?? '';
    await app.call('review.redo', { conversationId: id, messageId: last });
    expect(readFileSync(file, 'utf8'), after).toBe(changed);
    await app.call('review.undo', {
      ...{ conversationId: id, target, path: 'plain.txt', ignoreWhitespace: false, selection: null },
      version: (
        await app.call('review.diff', {
          ...{ conversationId: id, target, path: 'plain.txt' },
          ...{ ignoreWhitespace: false, whole: false, from: 0 },
        })
      ).version,
    });
    expect(readFileSync(file, 'utf8'), after).toBe(old);
    await app.close();
  }
  expect(killed).toBe(3);
});
