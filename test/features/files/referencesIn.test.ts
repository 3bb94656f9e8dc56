// The files that a line of prose, output or a stack trace names.

import { expect, test } from 'vitest';
import { findFileReferences } from '../../../shared/features/files/fileReference.ts';
import { cite } from '../../support/cite.ts';

const named = (text: string): string[] =>
  findFileReferences(text).map(({ path, line, column, start, end }) =>
    [`${text.slice(start, end)} → ${path}`, line, column].filter((part) => part !== undefined).join(' '),
  );

test.each<[string, string, string[]]>([
  [
    'prose',
    'See src/a.ts:3, docs/b.md and README.md.',
    ['src/a.ts:3 → src/a.ts 3', 'docs/b.md → docs/b.md', 'README.md → README.md'],
  ],
  ['a Node trace', '    at f (/srv/app/x.js:3:5)', ['/srv/app/x.js:3:5 → /srv/app/x.js 3 5']],
  ['a module trace', 'at file:///srv/my%20app/x.js:3:5', ['/srv/my%20app/x.js:3:5 → /srv/my app/x.js 3 5']],
  ['a module trace on Windows', 'at file:///C:/app/x.js:3:5', ['C:/app/x.js:3:5 → C:/app/x.js 3 5']],
  ['Python', '  File "tools/my run.py", line 3, in <module>', ['tools/my run.py → tools/my run.py 3']],
  ['Rust', '  --> src/main.rs:3:5', ['src/main.rs:3:5 → src/main.rs 3 5']],
  ['TypeScript', 'src/a.ts(3,5): error TS2304: x', ['src/a.ts(3,5) → src/a.ts 3 5']],
  ['C', './lib/a.c:12: warning: unused', ['./lib/a.c:12 → ./lib/a.c 12']],
  ['.NET', 'in /srv/Foo.cs:line 12', ['/srv/Foo.cs:line 12 → /srv/Foo.cs 12']],
  ['Windows', 'C:\\app\\src\\a.ts:3:5 - error', ['C:\\app\\src\\a.ts:3:5 → C:\\app\\src\\a.ts 3 5']],
  ['a diff', '+++ b/src/a.ts', ['src/a.ts → src/a.ts']],
  ['a test runner', ' ❯ test/a.test.ts:7:11', ['test/a.test.ts:7:11 → test/a.test.ts 7 11']],
  [
    'brackets',
    '[src/a.ts] (lib/b.go:2) app/[id]/page.tsx:4',
    ['src/a.ts → src/a.ts', 'lib/b.go:2 → lib/b.go 2', 'app/[id]/page.tsx:4 → app/[id]/page.tsx 4'],
  ],
  [
    'Chinese',
    '请看src/a.ts:3，以及 文档/说明.md，还有lib/b.ts文件',
    ['src/a.ts:3 → src/a.ts 3', '文档/说明.md → 文档/说明.md', 'lib/b.ts → lib/b.ts'],
  ],
  ['an option', '--config=conf/a.json', ['conf/a.json → conf/a.json']],
  ['URLs', 'https://example.com/src/a.ts:3 webpack:///./src/a.ts', []],
  ['code', 'console.warn(a.b) 1.2.3 v2.0 e.g. i.e. -rf 3.5s', []],
])(cite('UI-20', '%s'), (_form, text, expected) => {
  expect(named(text)).toEqual(expected);
});

test(cite('UI-20', 'a hostile line costs little'), () => {
  expect(findFileReferences('a/'.repeat(100_000))).toEqual([]);
  expect(findFileReferences('a.ts '.repeat(700)).length).toBe(40);
  expect(findFileReferences(`${'/'.repeat(3000)}`)).toEqual([]);
});
