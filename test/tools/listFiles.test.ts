import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { type CallResult, createToolCaller } from '../support/toolCaller.ts';

let folder: string;
beforeEach(() => {
  folder = tempFolder();
});

function list(args: Record<string, unknown> = {}, from = folder): Promise<CallResult> {
  return createToolCaller(from).call('list_files', args);
}

describe('list_files', () => {
  test(cite('TOOL-1', 'names files and folders in order, without git, modules and what .gitignore names'), async () => {
    writeTree(folder, {
      '.gitignore': 'dist/\n*.log\n!keep.log\n/secret\n',
      '.git/HEAD': '',
      '.github/ci.yml': '',
      'node_modules/x/index.js': '',
      'dist/out.js': '',
      'src/b.ts': '',
      'src/a/secret': '',
      'src/a/.gitignore': 'local.*\n',
      'src/a/local.txt': '',
      'src-b/x.ts': '',
      'keep.log': '',
      'drop.log': '',
      secret: '',
      'empty/': '',
    });
    const result = await list();
    expect(result.text.split('\n')).toEqual([
      '.github/',
      '.github/ci.yml',
      '.gitignore',
      'empty/',
      'keep.log',
      'src/',
      'src/a/',
      'src/a/.gitignore',
      'src/a/secret',
      'src/b.ts',
      'src-b/',
      'src-b/x.ts',
    ]);
    expect(result.details).toEqual({ path: '.', entries: 12 });
    expect(result.preview).toEqual({ type: 'text', text: 'List the project folder, 3 levels deep' });
  });

  test('shows an otherwise excluded folder if requested', async () => {
    writeTree(folder, { '.gitignore': 'dist\n*.map', 'dist/a.js': '', 'dist/a.map': '', 'node_modules/x/y.js': '' });
    expect((await list({ path: 'dist' })).text).toBe('a.js\na.map');
    expect((await list({ path: 'node_modules' })).text).toBe('x/\nx/y.js');
  });

  test('the rules of the repository above the project apply, those above the repository do not', async () => {
    writeTree(folder, {
      '.gitignore': '*.txt',
      'repository/.git/info/exclude': 'private\n',
      'repository/.gitignore': '*.tmp\n/app/build\n',
      'repository/app/a.txt': '',
      'repository/app/a.tmp': '',
      'repository/app/private': '',
      'repository/app/build/x': '',
    });
    expect((await list({}, join(folder, 'repository/app'))).text).toBe('a.txt');
  });

  test('goes as deep as requested and names what was not listed', async () => {
    writeTree(folder, { 'a/b/c/d/e.txt': '' });
    const result = await list({ depth: 2 });
    expect(result.text).toBe('a/\na/b/\n[1 folder was not opened. Give its path, or a depth of more than 2.]');
    expect(result.details).toEqual({ path: '.', entries: 2, truncated: true });
    expect((await list({ path: 'a/b', depth: 20 })).text).toBe('c/\nc/d/\nc/d/e.txt');
  });

  test(cite('TOOL-1', 'a limit cuts the depth before the breadth, with a notice'), async () => {
    const files = Object.fromEntries(Array.from({ length: 1200 }, (_, at) => [`a/${String(at).padStart(4, '0')}`, '']));
    writeTree(folder, { ...files, 'z.txt': '' });
    const result = await list();
    const lines = result.text.split('\n');
    expect(lines.slice(0, 2)).toEqual(['a/', 'a/0000']);
    expect(lines.slice(-2)).toEqual([
      'z.txt',
      '[Only the first 1000 entries are shown. Give a path below this one, or a smaller depth.]',
    ]);
    expect(result.details).toEqual({ path: '.', entries: 1000, truncated: true });
    expect((await list({ limit: 1 })).text).toMatch(/^a\/\n\[Only the first 1 entries/);
  });

  test('links are named with their target and never followed', async () => {
    const outside = tempFolder();
    writeTree(outside, { 'secret.txt': '' });
    symlinkSync(outside, join(folder, 'out'));
    symlinkSync('.', join(folder, 'self'));
    expect((await list({ depth: 20 })).text).toBe(`out -> ${outside}\nself -> .`);
  });

  test('a name with a line break cannot look like two entries', async () => {
    writeTree(folder, { 'a\nb/': '', 'sp ace.txt': '' });
    expect((await list()).text).toBe('"a\\nb/"\nsp ace.txt');
  });

  test('a file, a missing folder and an empty one are reported as such', async () => {
    writeTree(folder, { 'a.txt': '' });
    expect((await list({ path: 'a.txt' })).text).toBe('Error: "a.txt" is a file. Use read_file to read it.');
    expect((await list({ path: 'b' })).text).toMatch(/^Error: "b" does not exist/);
    mkdirSync(join(folder, 'empty'));
    expect(await list({ path: 'empty' })).toMatchObject({ outcome: 'ok', details: { entries: 0 } });
  });

  test.runIf(process.getuid?.() !== 0)('an unreadable folder does not stop the rest', async () => {
    writeTree(folder, { 'closed/x': '', 'open/y': '' });
    chmodSync(join(folder, 'closed'), 0);
    expect((await list()).text).toMatch(/^closed\/\nopen\/\nopen\/y\n\[1 folder was not opened/);
    chmodSync(join(folder, 'closed'), 0o700);
  });
});
