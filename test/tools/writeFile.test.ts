import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { type CallOptions, type CallResult, createToolCaller } from '../support/toolCaller.ts';

let folder: string;
beforeEach(() => {
  folder = tempFolder();
});

function write(args: Record<string, unknown>, options?: CallOptions): Promise<CallResult> {
  return createToolCaller(folder).call('write_file', args, options);
}

const content = (path: string) => readFileSync(join(folder, path), 'utf8');

describe('write_file', () => {
  test(
    cite('TOOL-1', 'creates a file with its parent folders, shows the change first, and leaves nothing else'),
    async () => {
      const diff = '--- /dev/null\n+++ b/src/new/a.txt\n@@ -0,0 +1,2 @@\n+one\n+grün\n\\ No newline at end of file\n';
      const result = await write({ path: 'src/new/a.txt', content: 'one\ngrün' });
      expect(result).toMatchObject({
        outcome: 'ok',
        text: 'Created "src/new/a.txt" (9 bytes, 2 lines).',
        details: { path: 'src/new/a.txt', diff },
        preview: { type: 'diff', path: 'src/new/a.txt', diff, isNew: true },
      });
      expect(content('src/new/a.txt')).toBe('one\ngrün');
      expect(readdirSync(join(folder, 'src/new'))).toEqual(['a.txt']);
      expect(statSync(join(folder, 'src/new/a.txt')).mode & 0o777).toBe(0o666 & ~process.umask());
    },
  );

  test('the preview changes nothing', async () => {
    await write({ path: 'a/b.txt', content: 'x' }, { between: () => expect(readdirSync(folder)).toEqual([]) });
  });

  test(cite('TOOL-4', 'replaces a whole file and keeps its mode'), async () => {
    writeTree(folder, { 'run.sh': 'old\nsame\n' });
    chmodSync(join(folder, 'run.sh'), 0o751);
    const result = await write({ path: 'run.sh', content: 'new\nsame\n' });
    expect(result.text).toBe('Replaced "run.sh" (9 bytes, 2 lines).');
    expect(result.preview).toMatchObject({ isNew: false });
    expect(result.details.diff).toBe('--- a/run.sh\n+++ b/run.sh\n@@ -1,2 +1,2 @@\n-old\n+new\n same\n');
    expect(statSync(join(folder, 'run.sh')).mode & 0o7777).toBe(0o751);
    expect(readdirSync(folder)).toEqual(['run.sh']);
  });

  test('a reader of the old file keeps the old content: the new one replaces it atomically', async () => {
    writeTree(folder, { 'a.txt': 'old' });
    const before = statSync(join(folder, 'a.txt')).ino;
    await write({ path: 'a.txt', content: 'new' });
    expect(statSync(join(folder, 'a.txt')).ino).not.toBe(before);
  });

  test('a link inside the project stays a link and its target is written', async () => {
    writeTree(folder, { 'real/a.txt': 'old' });
    symlinkSync('real/a.txt', join(folder, 'link.txt'));
    expect((await write({ path: 'link.txt', content: 'new' })).details.path).toBe('real/a.txt');
    expect(content('real/a.txt')).toBe('new');
    expect(
      readdirSync(folder, { withFileTypes: true })
        .find((entry) => entry.name === 'link.txt')
        ?.isSymbolicLink(),
    ).toBe(true);
  });

  test(cite('TOOL-4', 'rejects if the file was changed, created or removed since it was shown'), async () => {
    const change = (text: string | null) => () =>
      text === null ? rmSync(join(folder, 'a.txt')) : writeFileSync(join(folder, 'a.txt'), text);
    const args = { path: 'a.txt', content: 'mine' };
    const made = await write(args, { between: change('theirs') });
    expect(made.text).toMatch(/^Error: "a.txt" was changed by someone else in the meantime, so nothing was written\./);
    const changed = await write(args, { between: change('theirs 2') });
    expect(changed.outcome).toBe('error');
    expect(content('a.txt')).toBe('theirs 2');
    expect((await write(args, { between: change(null) })).outcome).toBe('error');
    expect(readdirSync(folder)).toEqual([]);
    expect((await write(args, { withoutPreview: true })).outcome).toBe('ok');
  });

  test('rejects if the path leads to another file than the one shown', async () => {
    writeTree(folder, { 'a.txt': 'same', 'b.txt': 'same' });
    symlinkSync('a.txt', join(folder, 'link'));
    const between = () => {
      rmSync(join(folder, 'link'));
      symlinkSync('b.txt', join(folder, 'link'));
    };
    expect((await write({ path: 'link', content: 'new' }, { between })).outcome).toBe('error');
    expect([content('a.txt'), content('b.txt')]).toEqual(['same', 'same']);
  });

  test('a folder, a pipe and a read-only file are rejected with an explanation', async () => {
    writeTree(folder, { 'sub/x': '', 'fixed.txt': 'old' });
    chmodSync(join(folder, 'fixed.txt'), 0o444);
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect((await write({ path: 'sub', content: '' })).text).toMatch(/^Error: "sub" is a folder/);
    expect((await write({ path: '.', content: '' })).text).toMatch(/is the project folder/);
    expect((await write({ path: 'pipe', content: '' })).text).toMatch(/^Error: "pipe" is a pipe/);
    expect((await write({ path: 'fixed.txt', content: 'new' })).text).toMatch(/permissions .* do not allow it/);
    expect((await write({ path: 'sub/x/y', content: '' })).text).toMatch(/uses a file as if it were a folder/);
    expect(content('fixed.txt')).toBe('old');
    expect(readdirSync(folder).sort()).toEqual(['fixed.txt', 'pipe', 'sub']);
  });

  test('binary content that is replaced shows in the preview', async () => {
    writeTree(folder, { 'data.bin': Buffer.from([0, 1, 2]) });
    const binary = await write({ path: 'data.bin', content: 'text\n' });
    expect(binary.details.diff).toMatch(/^# The current file is binary \(3 bytes\) and is replaced entirely\.\n--- a/);
  });

  test('two large and entirely different texts get a diff in time', { tags: ['all'] }, async () => {
    const lines = (letter: string) =>
      Array.from({ length: 40_000 }, (_, at) => `${letter} ${at * 7919} ${at % 13}\n`).join('');
    writeTree(folder, { 'big.txt': lines('a') });
    const result = await write({ path: 'big.txt', content: lines('b') });
    expect(result.outcome).toBe('ok');
    const diff = result.preview?.type === 'diff' ? result.preview.diff : '';
    expect(diff).toMatch(/^--- a\/big.txt\n\+\+\+ b\/big.txt\n@@ -1,40000 \+1,40000 @@\n-a 0 0\n/);
    expect(diff.split('\n').filter((line) => line.startsWith('+b')).length).toBe(40_000);
    expect(result.details).toMatchObject({ truncated: true });
    expect(String(result.details.diff).length).toBeLessThan(210_000);
  });
});
