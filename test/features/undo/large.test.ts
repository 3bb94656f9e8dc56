// A folder too large to scan completely before each command.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../support/tempFolder.ts';
import { placesOf, startUndoApp } from '../../support/undoTurns.ts';

test('in a large folder, files ignored by git are skipped and reported; the rest is covered', {
  tags: ['all'],
  timeout: 60_000,
}, async () => {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(path.join(folder, 'out'), { recursive: true });
  writeFileSync(path.join(folder, 'a.txt'), 'one\n');
  writeFileSync(path.join(folder, '.gitignore'), 'out/\n');
  writeFileSync(path.join(folder, 'out/seen.txt'), 'x\n');
  const modules = path.join(folder, 'node_modules');
  for (let n = 0; n < 10_050; n++) {
    if (n % 500 === 0) mkdirSync(path.join(modules, `${n}`), { recursive: true });
    writeFileSync(path.join(modules, `${n - (n % 500)}`, `${n}.js`), '');
  }
  const go = [
    'echo two > a.txt; echo y > out/seen.txt; echo z > out/new.txt; : > .gitignore; mkdir fresh; echo f > fresh/f.txt',
  ];
  const app = await startUndoApp({ go }, { folder });
  const id = await app.start();
  await app.turn(id, 'go');
  const { message, results } = placesOf(app, id);
  const changes = results[0]?.role === 'tool' ? results[0].details?.changes : null;
  expect(changes).toEqual({
    files: [
      { path: '.gitignore', kind: 'modified', added: 0, removed: 1 },
      { path: 'a.txt', kind: 'modified', added: 1, removed: 1 },
      { path: 'fresh/f.txt', kind: 'added', added: 1, removed: 0 },
    ],
    notCovered: expect.stringMatching(
      /^Not covered because the folder is large and \.gitignore excludes it: (node_modules, out|out, node_modules)\.$/,
    ),
  });
  const target = { type: 'turn', messageId: message('go') } as const;
  const preview = await app.call('changes.preview', { conversationId: id, target, direction: 'undo' });
  expect(preview.notCovered).toEqual([expect.stringContaining('node_modules')]);
  await app.call('changes.apply', { conversationId: id, target, direction: 'undo' });
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('one\n');
  expect(existsSync(path.join(folder, 'fresh'))).toBe(false);
  expect(readFileSync(path.join(folder, 'out/seen.txt'), 'utf8')).toBe('y\n');

  rmSync(path.join(folder, '.gitignore'));
  for (let n = 0; n < 10_050; n++) writeFileSync(path.join(folder, `${n}.txt`), '');
  await app.turn(id, 'go');
  const last = placesOf(app, id).results.at(-1);
  expect(last?.role === 'tool' && last.details?.changes).toEqual({
    files: [],
    notCovered: 'The folder has more than 10,000 files or 128 MB, so it is unknown what was changed in it.',
  });
});
