// Which files the relative paths in an output, or in code, lead to.

import { expect, test } from 'vitest';
import { candidatesOf } from '../../../renderer/features/markdown/fileLinks/nameScope.ts';
import { leadingFolder } from '../../../shared/features/files/commandFolder.ts';
import { cite } from '../../support/cite.ts';

test.each<[string, string | null]>([
  ['cd sub && npm test', 'sub'],
  ['  cd packages/api/ ; make', 'packages/api'],
  ['cd -- sub\nnpm test', 'sub'],
  ['cd "my app" && npm test', 'my app'],
  ["cd 'a$b' && ls", 'a$b'],
  ['cd ../other && ls', '../other'],
  ['cd /srv/app && ls', '/srv/app'],
  ['cd 文档 && ls', '文档'],
  ['npm test', null],
  ['echo x && cd sub && ls', null],
  ['cd sub', null],
  ['cd sub || exit 1; ls', null],
  ['cd sub | cat', null],
  ['cd - && ls', null],
  ['cd ~/x && ls', null],
  ['cd $DIR && ls', null],
  ['cd "$DIR" && ls', null],
  ['cd a* && ls', null],
  ['cd a b && ls', null],
  ['cd sub && cd deeper && ls', null],
  ['cd sub && (pushd x; ls)', null],
  ['(cd sub && ls)', null],
  ['cdx sub && ls', null],
  [`cd ${'a'.repeat(5000)} && ls`, null],
  [`cd a${'/'.repeat(300)} && ls`, 'a'],
])(cite('UI-20', 'the folder of %j'), (command, folder) => {
  expect(leadingFolder(command)).toBe(folder);
});

test(cite('UI-20', 'a huge command ends the search for its folder'), () => {
  for (const part of ['/', 'a/', '\\', ' ', '"', '-- ']) {
    const many = part.repeat(1_000_000 / part.length);
    for (const command of [`cd ${many}x && ls`, `cd '${many}x' && ls`, `cd ${many}`, `cd a && ${many}`])
      expect(leadingFolder(command)).toBeOneOf([null, 'a', 'x']);
  }
});

test(cite('UI-20', 'a path is looked up as written, then in the folder of the command'), () => {
  expect(candidatesOf('a.ts', {})).toEqual(['a.ts']);
  expect(candidatesOf('a.ts', { folder: 'sub' })).toEqual(['a.ts', 'sub/a.ts']);
  expect(candidatesOf('/srv/a.ts', { folder: 'sub', relative: 'none' })).toEqual(['/srv/a.ts']);
  expect(candidatesOf('C:\\a.ts', { folder: 'sub' })).toEqual(['C:\\a.ts']);
  expect(candidatesOf('a.ts', { relative: 'none' })).toEqual([]);
  expect(candidatesOf('./a.ts', { relative: 'undotted' })).toEqual([]);
  expect(candidatesOf('src/a.ts', { relative: 'undotted' })).toEqual(['src/a.ts']);
});
