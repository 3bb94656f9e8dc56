import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { spillThresholdBytes } from '../../electron/conversation/formats.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { createFolderFiles } from '../../electron/tools/folderFiles.ts';
import { createPathScope } from '../../electron/tools/paths/pathScope.ts';
import { createPathCompleter } from '../../electron/tools/search/pathCompleter.ts';
import { findRipgrep } from '../../electron/tools/search/ripgrep.ts';
import { fail, ok } from '../../shared/core/errors.ts';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { isRunning } from '../support/isRunning.ts';
import { numberIn } from '../support/processes.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { type CallResult, createToolCaller } from '../support/toolCaller.ts';

let folder: string;
beforeEach(() => {
  folder = tempFolder();
});

function search(args: Record<string, unknown>): Promise<CallResult> {
  return createToolCaller(folder).call('search_files', args);
}

describe('search_files', () => {
  test(cite('TOOL-1', 'finds lines by a regular expression and leaves out what .gitignore names'), async () => {
    writeTree(folder, {
      '.gitignore': 'dist/\n*.log\n',
      'dist/a.ts': 'needle\n',
      'x.log': 'needle\n',
      '.git/config': 'needle\n',
      'node_modules/x/i.ts': 'needle\n',
      '.github/ci.yml': 'first\n  needle: 1\r\n',
      'src/a.ts': 'no\nthe needle is: here\nneedless\n',
      'src/with:colon.ts': 'needle\n',
    });
    const result = await search({ pattern: 'needles?\\b' });
    expect(result.text.split('\n')).toEqual([
      '.github/ci.yml:2:   needle: 1',
      'src/a.ts:2: the needle is: here',
      'src/with:colon.ts:1: needle',
    ]);
    expect(result.details).toEqual({ path: '.', matches: 3, files: 3 });
    expect(result.preview).toEqual({ type: 'text', text: 'Search the project folder for “needles?\\b”' });
  });

  test.each([['scripts/'], ['/scripts'], ['scripts/*'], ['scripts/**'], ['/scripts/*\n!/scripts/keep.md']])(
    cite('TOOL-1', 'a named ignored folder is searched, listed and completed: %j'),
    async (rules) => {
      writeTree(folder, { '.gitignore': `${rules}\n`, 'scripts/w.py': 'needle\n', 'scripts/deep/x.py': 'needle\n' });
      expect((await search({ pattern: 'needle' })).text).toMatch(/^No matches/);
      expect((await search({ pattern: 'needle', path: 'scripts' })).text).toBe(
        'scripts/deep/x.py:1: needle\nscripts/w.py:1: needle',
      );
      expect((await search({ pattern: 'needle', path: 'scripts/w.py' })).text).toBe('scripts/w.py:1: needle');
      const listed = await createToolCaller(folder).call('list_files', { path: 'scripts' });
      expect(listed.text).toBe('deep/\ndeep/x.py\nw.py');
      const completer = createPathCompleter({ clock: systemClock, findRipgrep });
      await completer.complete(folder, '', 20);
      await expect
        .poll(async () => (await completer.complete(folder, 'scripts/', 20)).paths.map(({ path }) => path))
        .toEqual(['scripts/deep/', 'scripts/w.py']);
      const scope = createPathScope({ protectedFolders: [] });
      const mentioned = await createFolderFiles({ scope, completer, clock: systemClock, findRipgrep }).read(
        folder,
        'scripts',
        null,
      );
      expect(mentioned).toMatchObject({ ok: true, value: { text: 'deep/\nw.py\n' } });
    },
  );

  test('rules about some of the names in a folder still apply in it', async () => {
    writeTree(folder, {
      '.gitignore': '*\n!*/\n!*.ts\n!.gitignore\nbuild/*.log\n',
      'build/a.ts': 'needle\n',
      'build/b.log': 'needle\n',
      'build/c.md': 'needle\n',
    });
    expect((await search({ pattern: 'needle', path: 'build' })).text).toBe('build/a.ts:1: needle');
    expect((await createToolCaller(folder).call('list_files', { path: 'build' })).text).toBe('a.ts');
  });

  test('respects a folder, a file, a glob and case', { tags: ['all'] }, async () => {
    writeTree(folder, {
      '.gitignore': '*.gen.ts\nout\n',
      'src/a.ts': 'Word\n',
      'src/deep/b.md': 'word\n',
      'src/deep/c.ts': 'word\n',
      'src/d.gen.ts': 'word\n',
      'out/e.ts': 'word\n',
    });
    expect((await search({ pattern: 'word', path: 'src' })).text).toBe('src/deep/b.md:1: word\nsrc/deep/c.ts:1: word');
    expect((await search({ pattern: 'word', path: 'src/a.ts', ignore_case: true })).text).toBe('src/a.ts:1: Word');
    expect((await search({ pattern: 'word', glob: '*.ts', ignore_case: true })).text).toBe(
      'src/a.ts:1: Word\nsrc/deep/c.ts:1: word',
    );
    expect((await search({ pattern: 'word', glob: '**' })).text).toBe('src/deep/b.md:1: word\nsrc/deep/c.ts:1: word');
    expect((await search({ pattern: 'word', glob: 'src/**/*.{md,txt}' })).text).toBe('src/deep/b.md:1: word');
    expect((await search({ pattern: 'word', glob: '!*.md' })).text).toBe('src/deep/c.ts:1: word');
    expect((await search({ pattern: 'word', path: 'out', glob: '*.ts' })).text).toBe('out/e.ts:1: word');
    expect((await search({ pattern: 'word', path: 'src/d.gen.ts' })).text).toBe('src/d.gen.ts:1: word');
  });

  test("git's repository is treated like a folder without one", async () => {
    writeTree(folder, { '.git/HEAD': '', '.gitignore': 'a.txt', 'a.txt': 'word', 'b.txt': 'word' });
    expect((await search({ pattern: 'word' })).text).toBe('b.txt:1: word');
  });

  test('text that looks like an option is only ever a pattern or a glob', async () => {
    writeTree(folder, { 'a.txt': '--files\n--pre=/bin/sh\n-e x\n', '--pre=sh': '--files\n' });
    expect((await search({ pattern: '--files', path: 'a.txt' })).text).toBe('a.txt:1: --files');
    expect((await search({ pattern: '--pre=/bin/sh' })).text).toBe('a.txt:2: --pre=/bin/sh');
    expect((await search({ pattern: '-e' })).text).toContain('a.txt:3: -e x');
    expect((await search({ pattern: 'files', path: '--pre=sh' })).text).toBe('--pre=sh:1: --files');
    expect((await search({ pattern: 'files', glob: '--files' })).outcome).toBe('ok');
  });

  test('lookaround works; an invalid expression is an error that explains it', async () => {
    writeTree(folder, { 'a.txt': 'foobar\nfoobaz\n' });
    expect((await search({ pattern: 'foo(?=baz)' })).text).toBe('a.txt:2: foobaz');
    const wrong = await search({ pattern: '(foo' });
    expect(wrong.outcome).toBe('error');
    expect(wrong.text).toMatch(/^Error: the search failed: [\s\S]*unclosed group/);
    const glob = await search({ pattern: 'foo', glob: '[' });
    expect(glob.text).toMatch(/^Error: the search failed: .*error parsing glob '\['/);
  });

  test(cite('TOOL-1', 'is limited in matches and bytes, with a notice'), { tags: ['all'] }, async () => {
    writeTree(folder, { 'a.txt': 'word\n'.repeat(1500), 'wide.txt': `${'word'.repeat(10_000)}\n`.repeat(200) });
    const few = await search({ pattern: 'word', limit: 2 });
    expect(few.text).toBe(
      'a.txt:1: word\na.txt:2: word\n[There are more matches; these are the first 2. Use a narrower pattern, path or glob, or a higher limit (at most 1000).]',
    );
    expect(few.details).toEqual({ path: '.', matches: 2, files: 1, truncated: true });
    expect((await search({ pattern: 'word' })).details.matches).toBe(200);
    const wide = await search({ pattern: 'word', path: 'wide.txt', limit: 1000 });
    expect(wide.details.truncated).toBe(true);
    expect(Buffer.byteLength(wide.text)).toBeLessThan(spillThresholdBytes);
    expect((await search({ pattern: 'word', path: 'a.txt', limit: 1000, glob: '*' })).details.matches).toBe(1000);
  });

  test('exactly the maximum number of matches is not reported as more', async () => {
    writeTree(folder, { 'a.txt': 'word\nword\n' });
    expect((await search({ pattern: 'word', limit: 2 })).text).toBe('a.txt:1: word\na.txt:2: word');
  });

  test('no match is not an error; binary files and links are skipped, UTF-16 is read', async () => {
    const outside = tempFolder();
    writeTree(outside, { 'a.txt': 'word' });
    symlinkSync(outside, join(folder, 'link'));
    writeTree(folder, { 'data.bin': 'word\0word', 'utf16.txt': Buffer.from('\ufeffgrün\n', 'utf16le') });
    expect(await search({ pattern: 'word' })).toMatchObject({ outcome: 'ok', details: { matches: 0, files: 0 } });
    expect((await search({ pattern: 'gr.n' })).text).toBe('utf16.txt:1: grün');
    expect((await search({ pattern: 'word', path: 'missing' })).text).toMatch(/^Error: "missing" does not exist/);
  });

  test('without ripgrep the error says so and what to do', async () => {
    const missing = async () => fail('TOOL_NOT_AVAILABLE', 'search_files cannot work here: ripgrep is missing.');
    const none = await createToolCaller(folder, { findRipgrep: missing }).call('search_files', { pattern: 'x' });
    expect(none).toMatchObject({ outcome: 'error', details: { errorCode: 'TOOL_NOT_AVAILABLE' } });
    const gone = async () => ok('/no/such/rg');
    const failed = await createToolCaller(folder, { findRipgrep: gone }).call('search_files', { pattern: 'x' });
    expect(failed.text).toMatch(/^Error: ripgrep did not run: .*ENOENT/);
  });

  test(cite('LOOP-8', 'a stop ends the search and its process'), async () => {
    const stop = new AbortController();
    const pidFile = join(folder, 'pid');
    writeFileSync(join(folder, 'rg'), `#!/bin/sh\necho $$ > '${pidFile}'\nexec sleep 100\n`, { mode: 0o755 });
    const caller = createToolCaller(folder, { findRipgrep: async () => ok(join(folder, 'rg')) });
    const running = caller.call('search_files', { pattern: 'x' }, { signal: stop.signal });
    const pid = await numberIn(pidFile);
    expect(isRunning(pid)).toBe(true);
    stop.abort();
    expect(await running).toMatchObject({ outcome: 'cancelled' });
    expect(isRunning(pid)).toBe(false);
  });

  test('a search that takes too long ends with a message', async () => {
    writeFileSync(join(folder, 'rg'), '#!/bin/sh\nexec sleep 100\n', { mode: 0o755 });
    const clock = { now: () => new Date(), elapsed: () => 0, wait: async () => {} };
    const findRipgrep = async () => ok(join(folder, 'rg'));
    const result = await createToolCaller(folder, { findRipgrep, clock }).call('search_files', { pattern: 'x' });
    expect(result).toMatchObject({ outcome: 'error', details: { errorCode: 'TOOL_TIMEOUT' } });
    expect(result.text).toMatch(/^Error: the search took longer than 30 s and was ended\./);
  });
});
