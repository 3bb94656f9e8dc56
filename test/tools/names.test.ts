import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../electron/lib/clock.ts';
import { createFolderFiles } from '../../electron/tools/folderFiles.ts';
import { createPathScope } from '../../electron/tools/paths/pathScope.ts';
import { createPathCompleter } from '../../electron/tools/search/pathCompleter.ts';
import { findRipgrep } from '../../electron/tools/search/ripgrep.ts';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { createToolCaller, type ToolCaller } from '../support/toolCaller.ts';

let folder: string;
let caller: ToolCaller;
beforeEach(() => {
  folder = tempFolder();
  caller = createToolCaller(folder);
});

const call = (name: string, args: Record<string, unknown>) => caller.call(name, args);
const decomposed = (text: string): string => text.normalize('NFD');
const scope = createPathScope({ protectedFolders: [] });
const completer = () => createPathCompleter({ clock: systemClock, findRipgrep });
const files = () => createFolderFiles({ scope, completer: completer(), clock: systemClock, findRipgrep });

// On a Mac both forms are one file, and the system finds it.
describe.skipIf(process.platform === 'darwin')('a name in another Unicode form', () => {
  test.each([['Größe/Café.md'], ['한글/문서.md'], ['Tiếng Việt/bài đọc.md']])(
    cite('TEXT-2', 'is found by every tool, mention and link, and no second file is created: %s'),
    async (path) => {
      const onDisk = decomposed(path);
      const [parent = '', name = ''] = path.split('/');
      writeTree(folder, { [onDisk]: 'needle\n' });
      expect((await call('read_file', { path })).text).toBe('     1\tneedle');
      expect((await call('list_files', { path: parent })).text).toBe(decomposed(name));
      expect((await call('search_files', { pattern: 'needle', path: parent })).text).toBe(`${onDisk}:1: needle`);
      expect((await call('search_files', { pattern: 'needle', path })).text).toBe(`${onDisk}:1: needle`);
      for (const glob of [path, `${parent}/*`, `**/${name}`, `*${name.slice(1)}`])
        expect((await call('search_files', { pattern: 'needle', glob })).text).toBe(`${onDisk}:1: needle`);
      expect((await call('search_files', { pattern: 'needle', glob: `!${name}` })).text).toMatch(/^No matches/);
      expect(okValue(await files().read(folder, path, null)).text).toBe('needle\n');
      expect(okValue(await files().page(folder, path, { offset: 0, limit: 100 })).text).toBe('needle\n');
      expect(okValue(await files().realPath(folder, path))).toBe(join(folder, onDisk));
      expect((await call('edit_file', { path, old_text: 'needle', new_text: 'new' })).text).toMatch(/^Edited/);
      expect((await call('write_file', { path, content: 'newer\n' })).text).toMatch(/^Replaced/);
      expect((await call('write_file', { path: `${parent}/other.md`, content: '' })).text).toMatch(/^Created/);
      expect(readdirSync(folder)).toEqual([decomposed(parent)]);
      expect(readdirSync(join(folder, decomposed(parent))).sort()).toEqual([decomposed(name), 'other.md'].sort());
      expect(readFileSync(join(folder, onDisk), 'utf8')).toBe('newer\n');
    },
  );

  test(cite('TEXT-2', 'is completed whichever form is typed'), async () => {
    const onDisk = decomposed('Größe/Café.md');
    writeTree(folder, { [onDisk]: '' });
    const complete = completer();
    const typed = async (text: string) => (await complete.complete(folder, text, 5)).paths.map(({ path }) => path);
    await expect.poll(() => typed('Caf')).toContain(onDisk);
    for (const text of ['Café', decomposed('Café'), 'größe/c', 'Größe/', decomposed('Größe/')])
      expect([text, await typed(text)]).toEqual([text, expect.arrayContaining([onDisk])]);
  });

  test(cite('TEXT-2', 'an exact name wins, and if several others match they are named'), async () => {
    // Two marks whose order does not matter to the composed form.
    const forms = ['a\u0323\u0307', 'a\u0307\u0323', '\u1ea1\u0307'] as const;
    writeTree(folder, { [`${forms[0]}.txt`]: 'one\n', [`${forms[1]}.txt`]: 'two\n' });
    expect((await call('read_file', { path: `${forms[0]}.txt` })).text).toBe('     1\tone');
    expect((await call('read_file', { path: `${forms[1]}.txt` })).text).toBe('     1\ttwo');
    for (const [tool, args] of [
      ['read_file', {}],
      ['write_file', { content: 'x' }],
      ['edit_file', { old_text: 'one', new_text: 'x' }],
      ['search_files', { pattern: 'o' }],
    ] as const) {
      const result = await call(tool, { path: `${forms[2]}.txt`, ...args });
      expect(result.text).toMatch(
        /^Error: .* differ from it only in their Unicode form: "a\\u0307\\u0323\.txt", "a\\u0323\\u0307\.txt"\./,
      );
    }
    expect(readdirSync(folder)).toHaveLength(2);
    expect((await call('list_files', {})).text.split('\n').sort()).toEqual([
      '"a\\u0307\\u0323.txt"',
      '"a\\u0323\\u0307.txt"',
    ]);
    writeTree(folder, { [`${forms[2]}.txt`]: 'three\n' });
    expect((await call('read_file', { path: `${forms[2]}.txt` })).text).toBe('     1\tthree');
  });

  test(
    cite(['TEXT-2', 'TOOL-2'], 'is checked at the path that is opened: links, protected names and facts'),
    async () => {
      const outside = tempFolder();
      writeFileSync(join(outside, 'secret.txt'), 'secret\n');
      symlinkSync(outside, join(folder, decomposed('liéns')));
      mkdirSync(join(folder, decomposed('clés')));
      writeFileSync(join(folder, decomposed('clés'), '.env'), 'KEY=1\n');
      for (const [tool, args] of [
        ['read_file', {}],
        ['write_file', { content: 'x' }],
      ] as const) {
        const result = await call(tool, { path: 'liéns/secret.txt', ...args });
        expect(result.details.errorCode).toBe('PATH_OUTSIDE_PROJECT');
      }
      expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret\n');
      const { facts } = await caller.call('read_file', { path: 'clés/.env' }, { decided: true });
      expect(facts?.paths).toEqual([
        {
          path: join(folder, decomposed('clés'), '.env'),
          access: 'read',
          outside: false,
          sensitive: expect.anything(),
        },
      ]);
      // An ASCII name is never another one: U+212A folds to K.
      writeTree(folder, { '\u212aey.txt': 'kelvin\n' });
      expect((await call('read_file', { path: 'Key.txt' })).outcome).toBe('error');
      expect(existsSync(join(folder, 'Key.txt'))).toBe(false);
    },
  );
});

describe.skipIf(process.platform === 'win32')('odd names', () => {
  const names = [
    'two\nlines.txt',
    ' leading.txt',
    'trailing ',
    'dots...',
    'rtl\u202etxt.exe',
    'no-break\u00a0space',
    'tab\there',
    'a -> b',
    '"quoted"',
    'x:12: y',
    `${'漢'.repeat(84)}.md`,
    "it's $HOME `x`",
  ];

  test.each(names.map((name) => [name]))(
    cite('TEXT-2', 'are listed and searched unambiguously, opened and changed: %j'),
    async (name) => {
      writeTree(folder, { [name]: 'needle\n', 'lines.txt': 'needle\n' });
      const listed = (await call('list_files', {})).text.split('\n').filter((line) => line !== 'lines.txt');
      expect(listed).toHaveLength(1);
      const [line = ''] = listed;
      const isQuoted = line.startsWith('"');
      expect(isQuoted ? JSON.parse(line) : line).toBe(name);
      expect(isQuoted).toBe(!/^(?:dots|漢|it's)/.test(name));
      const found = (await call('search_files', { pattern: 'needle' })).text.split('\n').sort();
      expect(found).toEqual([`${line}:1: needle`, 'lines.txt:1: needle'].sort());
      expect((await call('read_file', { path: name })).text).toBe('     1\tneedle');
      expect((await call('edit_file', { path: name, old_text: 'needle', new_text: 'x' })).text).toMatch(/^Edited/);
      expect((await call('write_file', { path: name, content: 'y\n' })).text).toMatch(/^Replaced/);
      expect(readFileSync(join(folder, name), 'utf8')).toBe('y\n');
      expect(readdirSync(folder)).toHaveLength(2);
      expect(okValue(await files().read(folder, name, null)).text).toBe('y\n');
    },
  );

  test('a remark about a binary file is not part of the next path', async () => {
    writeTree(folder, {
      'a.bin': Buffer.from('needle\n\0\0needle\n'),
      'b\nc.txt': 'needle\n',
      'd.bin': Buffer.from('needle\0'),
    });
    expect((await call('search_files', { pattern: 'needle' })).text.split('\n').at(-1)).toBe('"b\\nc.txt":1: needle');
  });
});
