// The folder tree and the text search of the file panel, over the contract.

import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';

test(
  cite('UI-20', 'the tree lists one folder at a time, marks ignored entries and never leaves the folder'),
  async () => {
    const app = await startTestApp({ otherwise: { text: 'ok' } });
    const { folder } = app;
    for (const name of ['.git', 'src', 'dist', 'node_modules', 'many']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, '.gitignore'), 'dist/\nnode_modules\n*.log\n');
    writeFileSync(join(folder, 'a10.ts'), '');
    writeFileSync(join(folder, 'a9.ts'), '');
    writeFileSync(join(folder, 'x.log'), '');
    writeFileSync(join(folder, 'new\nline "q".txt'), '');
    writeFileSync(join(folder, 'dist', 'out.js'), '');
    symlinkSync('/etc', join(folder, 'etc'));
    execFileSync('mkfifo', [join(folder, 'src', 'pipe')]);
    for (let at = 0; at < 10_000; at++) writeFileSync(join(folder, 'many', `f${at}.txt`), '');
    const conversationId = await app.start();
    const list = async (path: string) => {
      const { entries, more } = await app.call('file.list', { conversationId, path });
      return [...entries.map(({ name, kind, ignored }) => `${kind} ${name}${ignored ? ' ignored' : ''}`), more];
    };
    expect(await list('')).toEqual([
      ...['folder dist ignored', 'folder many', 'folder node_modules ignored', 'folder src'],
      ...[
        'file .gitignore',
        'file a9.ts',
        'file a10.ts',
        'link etc',
        'file new\nline "q".txt',
        'file x.log ignored',
        0,
      ],
    ]);
    expect(await list('dist')).toEqual(['file out.js ignored', 0]);
    expect(await list('src')).toEqual(['file pipe', 0]);
    const many = await list('many');
    expect([many.length, many[0], many[9999], many[10_000]]).toEqual([10_001, 'file f0.txt', 'file f9999.txt', 0]);
    for (let at = 10_000; at < 20_030; at++) writeFileSync(join(folder, 'many', `f${at}.txt`), '');
    const tooMany = await list('many');
    expect([tooMany.length, tooMany.at(-1)]).toEqual([20_001, 30]);
    for (const path of ['..', 'etc', '/etc', 'gone', 'a9.ts', 'src/../..', 'a\0b'])
      expect([path, (await app.client.call('file.list', { conversationId, path })).ok]).toEqual([path, false]);
    const pipe = await app.client.call('file.read', { conversationId, path: 'src/pipe' });
    expect(pipe).toMatchObject({ ok: false, error: { message: expect.stringContaining('pipe') } });
  },
);

test(cite('UI-20', 'text is found literally in any case and encoding, not in ignored or outside files'), async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  const { folder } = app;
  writeFileSync(join(folder, '.gitignore'), '*.log\n');
  writeFileSync(join(folder, 'x.log'), 'a.(b)\n');
  writeFileSync(join(folder, '..', 'outside.txt'), 'a.(b)\n');
  symlinkSync('../outside.txt', join(folder, 'link.txt'));
  writeFileSync(join(folder, 'a.ts'), 'axb\r\nconst A.(B) = 1;\r\n');
  writeFileSync(join(folder, 'latin.txt'), Buffer.from('caf\xe9 a.(b)\n', 'latin1'));
  writeFileSync(join(folder, 'binary.bin'), Buffer.from([0, 1, 2, 0, ...Buffer.from('a.(b)')]));
  const conversationId = await app.start();
  const search = (text: string, limit = 100) => app.call('file.search', { conversationId, text, limit });
  expect(await search('a.(b)')).toEqual({
    matches: [
      { path: 'a.ts', line: 2, text: 'const A.(B) = 1;' },
      { path: 'latin.txt', line: 1, text: 'café a.(b)' },
    ],
    complete: true,
  });
  expect(await search('--files')).toEqual({ matches: [], complete: true });
  expect(await search('a', 1)).toMatchObject({ matches: [{ path: 'a.ts' }], complete: false });
  const names = await app.call('file.names', { conversationId, text: 'ats', limit: 10 });
  expect(names.paths.map(({ path }) => path)).toContain('a.ts');
  const bad = await app.client.call('file.search', { conversationId, text: 'a\nb', limit: 1 });
  expect(bad.ok).toBe(false);
});
