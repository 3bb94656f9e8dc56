// Undoing from the command line: it shows what it would do, and does nothing without confirmation.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { treeState } from '../../support/treeState.ts';
import { placesOf, startUndoApp } from '../../support/undoTurns.ts';

test(cite('AGENT-4', 'changes are listed, undone and redone from the command line; nothing happens without a yes'), {
  tags: ['all'],
}, async () => {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'a.txt'), 'one\n');
  const app = await startUndoApp(
    { first: ['echo two > a.txt'], second: ['true', 'mv a.txt b.txt; printf x > "$(printf \'esc\\033[2J\')"'] },
    { folder },
  );
  const id = await app.start();
  const states = [treeState(folder)];
  for (const text of ['first', 'second']) {
    await app.turn(id, text);
    states.push(treeState(folder));
  }
  const first = placesOf(app, id).message('first');
  const { dataDir } = app;
  await app.close();
  const run = (...words: string[]) => commandHere([...words, '--project', folder, '--data', dataDir]);

  const listed = await run('changes', id.slice(0, 8));
  expect(listed.stdout).toMatch(/^1\. .*\n {3}changed {5}a\.txt \(\+1 −1\)\n3\. .*\n/);
  expect(listed.stdout).toContain('renamed     a.txt → b.txt');
  expect(listed.stdout).not.toContain('\u001b');
  const json = JSON.parse((await run('changes', id, '--json')).stdout) as { number: number; undone: boolean }[];
  expect(json.map(({ number, undone }) => [number, undone])).toEqual([
    [1, false],
    [3, false],
  ]);

  const asked = await run('undo', id);
  expect(asked).toMatchObject({
    code: 2,
    stderr: 'Nothing was done because confirmation needs a terminal. Add --yes to confirm.\n',
  });
  expect(asked.stdout).toContain('renamed     b.txt → a.txt');
  expect(treeState(folder)).toEqual(states[2]);

  expect(await run('undo', id, '--yes')).toMatchObject({ code: 0 });
  expect(treeState(folder)).toEqual(states[1]);
  expect(await run('undo', id, '--call', '1', '--yes')).toMatchObject({ code: 0 });
  expect(treeState(folder)).toEqual(states[0]);
  expect(await run('redo', id, '--since', first, '--yes')).toMatchObject({ code: 0 });
  expect(treeState(folder)).toEqual(states[2]);
  expect(await run('undo', id, '--since', first, '--yes')).toMatchObject({ code: 0 });
  expect(treeState(folder)).toEqual(states[0]);

  expect(await run('undo', id, '--call', '9', '--yes')).toMatchObject({ code: 1 });
  expect(await run('undo', id, '--call', '1', '--turn')).toMatchObject({ code: 2 });
  expect(await run('undo', id, '--call', 'x')).toMatchObject({ code: 2 });
});

test.skipIf(process.platform !== 'linux')(
  cite(
    'TEXT-2',
    'odd names are undone, exported and printed unambiguously; one in another Unicode form is the existing file',
  ),
  async () => {
    const folder = path.join(tempFolder(), 'project');
    mkdirSync(folder);
    const names = ['two\nlines.txt', ' blanks ', 'dots...', 'rtl\u202etxt', 'Cafe\u0301.txt'];
    for (const name of names) writeFileSync(path.join(folder, name), 'before\n');
    const before = treeState(folder);
    const write = (file: string) => ({ name: 'write_file', arguments: { path: file, content: 'after\n' } });
    const app = await startUndoApp({ go: names.map((name) => write(name.normalize('NFC'))) }, { folder });
    const id = await app.start();
    await app.turn(id, 'go');
    const { dataDir } = app;
    await app.close();
    expect(readdirSync(folder).sort()).toEqual([...names].sort());
    for (const name of names) expect(readFileSync(path.join(folder, name), 'utf8')).toBe('after\n');
    const run = (...words: string[]) => commandHere([...words, '--project', folder, '--data', dataDir]);

    const listed = (await run('changes', id)).stdout.split('\n').filter((line) => line.includes('changed '));
    expect(listed.map((line) => line.trim().replace(/^changed +/, ''))).toEqual([
      '"two\\nlines.txt" (+1 −1)',
      '" blanks " (+1 −1)',
      'dots... (+1 −1)',
      '"rtl\\u202etxt" (+1 −1)',
      'Cafe\u0301.txt (+1 −1)',
    ]);
    const exported = (await run('export', id, '--to', 'json')).stdout;
    for (const name of names) expect(exported).toContain(JSON.stringify(name).slice(1, -1));
    expect(await run('undo', id, '--yes')).toMatchObject({ code: 0 });
    expect(treeState(folder)).toEqual(before);
  },
);
