// Which texts name a file, and at which line.

import { expect, test } from 'vitest';
import { parseFileReference } from '../../../shared/features/files/fileReference.ts';

test.each<[string, string, number?, number?]>([
  ['src/ledger.js', 'src/ledger.js'],
  ['src/ledger.js:11', 'src/ledger.js', 11],
  ['src/ledger.js:11:3', 'src/ledger.js', 11, 3],
  ['src/ledger.js:11-20', 'src/ledger.js', 11],
  ['src/ledger.js#L11', 'src/ledger.js', 11],
  ['src/ledger.js#L11-L20', 'src/ledger.js', 11],
  ['src/ledger.js#L11-20', 'src/ledger.js', 11],
  ['src/ledger.js(11,3)', 'src/ledger.js', 11, 3],
  ['./a.ts', './a.ts'],
  ['/srv/app/a.ts:1', '/srv/app/a.ts', 1],
  ['README.md', 'README.md'],
  ['.gitignore', '.gitignore'],
  ['docs/Makefile', 'docs/Makefile'],
  ['src/日本語.ts:2', 'src/日本語.ts', 2],
  ['src\\a.ts:4', 'src\\a.ts', 4],
  ['a.ts:0', 'a.ts'],
])('%s names a file', (text, path, line, column) => {
  expect(parseFileReference(text)).toEqual({ path, ...(line && { line }), ...(column && { column }) });
});

test.each([
  'https://example.com/a.js',
  'npm run build',
  '--flag',
  '-rf',
  '1.2.3',
  '3.5',
  'a.b()',
  'x => x.y',
  'total',
  'and/',
  'a.',
  '@scope/name',
  '~/.ssh/id_rsa',
  'src/*.ts',
  '$HOME/a.ts',
  '',
  'a'.repeat(500),
])('%j names none', (text) => {
  expect(parseFileReference(text)).toBeNull();
});
