// Symbols for `@`: the declarations of real files in each language, what is left out, and hostile code.

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../electron/lib/log.ts';
import { findRipgrep } from '../../electron/tools/search/ripgrep.ts';
import { createSymbols, type SymbolsDeps } from '../../electron/tools/symbols/symbols.ts';
import { cite } from '../support/cite.ts';
import { tempFolder } from '../support/tempFolder.ts';

/** Long enough for any machine: tests wait for the whole folder. */
const patienceMs = 60_000;

function open(options: Partial<SymbolsDeps> = {}) {
  const symbols = createSymbols({ log: silentLog, findRipgrep, ...options });
  onTestFinished(() => symbols.close());
  return symbols;
}

type Opened = ReturnType<typeof open>;

/** `kind container.name path#lines`, best first. */
async function find(symbols: Opened, folder: string, typed: string, limit = 50): Promise<string[]> {
  const { symbols: list, complete } = await symbols.find(folder, typed, limit, patienceMs);
  expect(complete).toBe(true);
  return list.map(({ kind, container, name, path: file, range }) => {
    return `${kind} ${container === '' ? '' : `${container}.`}${name} ${file}#${range.start}-${range.end}`;
  });
}

function write(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}

const languages: Readonly<Record<string, { text: string; has: readonly string[] }>> = {
  'a.ts': {
    text: 'export const limit = 1;\nexport const run = () => {\n  const local = 1;\n  return local;\n};\nexport abstract class Store<T> {\n  get size(): number {\n    return 1;\n  }\n  save = async () => 2;\n}\ninterface Port { open(): void }\ntype Id = string;\nenum Color { Red }\nnamespace Inner { export function deep() {} }\n',
    has: [
      ...[
        'constant limit 1-1',
        'function run 2-5',
        'class Store 6-11',
        'method Store.size 7-9',
        'method Store.save 10-10',
      ],
      ...['interface Port 12-12', 'method Port.open 12-12', 'type Id 13-13', 'enum Color 14-14', 'module Inner 15-15'],
      'function Inner.deep 15-15',
    ],
  },
  'b.tsx': {
    text: 'export function App() {\n  return <p>hi</p>;\n}\nconst View = memo(() => <App />);\n',
    has: ['function App 1-3', 'constant View 4-4'],
  },
  'c.js': {
    text: 'function* steps() {}\nclass Tree { #grow() {} }\nmodule.exports.plant = function () {};\nconst tools = { dig: () => 1, water() {} };\n',
    has: [
      ...['function steps 1-1', 'class Tree 2-2', 'method Tree.#grow 2-2', 'function plant 3-3', 'constant tools 4-4'],
      ...['method tools.dig 4-4', 'method tools.water 4-4'],
    ],
  },
  'd.py': {
    text: 'MAX = 3\nclass Plant(Base):\n    @property\n    def height(self):\n        def inner(): pass\n        return 1\nasync def main(): pass\n',
    has: [
      'constant MAX 1-1',
      'class Plant 2-6',
      'method Plant.height 4-6',
      'function height.inner 5-5',
      'function main 7-7',
    ],
  },
  'e.go': {
    text: 'package a\nconst Max = 1\ntype Store[T any] struct {\n\tx int\n}\ntype Port interface{ Open() }\ntype Id string\nfunc (s *Store[T]) Save() {\n}\nfunc main() { const local = 1 }\n',
    has: [
      ...['constant Max 2-2', 'type Store 3-5', 'interface Port 6-6', 'type Id 7-7', 'method Store.Save 8-9'],
      'function main 10-10',
    ],
  },
  'f.rs': {
    text: "pub struct Store<'a>(&'a str);\ntrait Port { fn open(&self); }\nimpl<'a> Port for Store<'a> {\n    fn open(&self) {}\n}\nconst MAX: u8 = 1;\nenum Color { Red }\nmod inner { pub fn deep() {} }\nmacro_rules! grow { () => {} }\n",
    has: [
      ...['class Store 1-1', 'interface Port 2-2', 'method Port.open 2-2', 'method Store.open 4-4', 'constant MAX 6-6'],
      ...['enum Color 7-7', 'module inner 8-8', 'function inner.deep 8-8', 'function grow 9-9'],
    ],
  },
  'G.java': {
    text: 'public class G {\n  static final int MAX = 1;\n  int field;\n  G() {}\n  void grow() {\n  }\n}\ninterface Port { void open(); }\nenum Color { RED }\nrecord Point(int x) {}\n',
    has: [
      ...['class G 1-7', 'constant G.MAX 2-2', 'method G.G 4-4', 'method G.grow 5-6', 'interface Port 8-8'],
      ...['method Port.open 8-8', 'enum Color 9-9', 'class Point 10-10'],
    ],
  },
  'h.c': {
    text: '#define MAX 3\ntypedef struct point { int x; } Point;\nstatic char *name(void)\n{\n  return 0;\n}\nint main(int argc, char **argv) { return 0; }\n',
    has: ['constant MAX 1-1', 'class point 2-2', 'type Point 2-2', 'function name 3-6', 'function main 7-7'],
  },
  'i.cpp': {
    text: 'namespace garden {\nclass Bed : Base {\npublic:\n  int size() const { return 1; }\n  void grow();\n};\n}\nvoid garden::Bed::grow() {}\ntemplate <class T> T twice(T a) { return a; }\nusing Id = int;\n',
    has: [
      ...['module garden 1-7', 'class garden.Bed 2-6', 'method Bed.size 4-4', 'method Bed.grow 5-5'],
      ...['method garden::Bed.grow 8-8', 'function twice 9-9', 'type Id 10-10'],
    ],
  },
  'j.cs': {
    text: 'namespace Garden {\n  class Bed {\n    const int Max = 1;\n    int field;\n    public int Size { get; set; }\n    void Grow() { void Local() {} }\n  }\n  interface IPort { void Open(); }\n  enum Color { Red }\n}\n',
    has: [
      ...['module Garden 1-10', 'class Garden.Bed 2-7', 'constant Bed.Max 3-3', 'method Bed.Size 5-5'],
      ...['method Bed.Grow 6-6', 'function Grow.Local 6-6', 'interface Garden.IPort 8-8', 'method IPort.Open 8-8'],
      'enum Garden.Color 9-9',
    ],
  },
  'k.rb': {
    text: 'module Garden\n  MAX = 3\n  class Bed < Base\n    def grow!\n    end\n    def self.all; end\n  end\nend\n',
    has: [
      'module Garden 1-8',
      'constant Garden.MAX 2-2',
      'class Garden.Bed 3-7',
      'method Bed.grow! 4-5',
      'method Bed.all 6-6',
    ],
  },
  'l.php': {
    text: '<?php\nconst MAX = 1;\nclass Bed {\n  const SIZE = 2;\n  function grow() {}\n}\ninterface Port {}\ntrait Grows {}\nfunction main() {}\n',
    has: [
      ...['constant MAX 2-2', 'class Bed 3-6', 'constant Bed.SIZE 4-4', 'method Bed.grow 5-5', 'interface Port 7-7'],
      ...['class Grows 8-8', 'function main 9-9'],
    ],
  },
  'm.sh': { text: 'grow() {\n  echo 1\n}\n', has: ['function grow 1-3'] },
};

test(cite('UI-21', 'declarations of each language have their kind, container and lines'), async () => {
  const folder = tempFolder();
  write(folder, Object.fromEntries(Object.entries(languages).map(([name, { text }]) => [name, text])));
  const symbols = await find(open(), folder, 'sym:', 200);
  for (const [name, { has }] of Object.entries(languages)) {
    const here = symbols.filter((one) => one.includes(` ${name}#`)).map((one) => one.replace(` ${name}#`, ' '));
    expect(here.sort(), name).toEqual([...has].sort());
  }
});

test(
  cite('UI-21', 'whole names come first, then beginnings, parts and initials; `Class.method` looks inside'),
  async () => {
    const folder = tempFolder();
    write(folder, {
      'a.ts':
        'function createHost() {}\nfunction host() {}\nfunction hostName() {}\nfunction ghost() {}\nclass Bed { host() {} }\n',
    });
    const symbols = open();
    const names = async (typed: string) => (await find(symbols, folder, typed)).map((one) => one.split(' ')[1]);
    expect(await names('host')).toEqual(['host', 'Bed.host', 'hostName', 'createHost', 'ghost']);
    expect(await names('sym:cH')).toEqual(['createHost']);
    expect(await names('Bed.h')).toEqual(['Bed.host']);
    expect(await names('Bed::')).toEqual(['Bed.host']);
    // Too little, or a path.
    expect(await names('h')).toEqual([]);
    expect(await names('src/host')).toEqual([]);
    expect(await names('sym:h')).not.toEqual([]);
  },
);

test(
  cite('UI-21', 'ignored, hidden, linked, huge, minified and binary files have no symbols; any encoding has'),
  async () => {
    const outside = tempFolder();
    write(outside, { 'out.ts': 'function outsideOne() {}\n' });
    const folder = tempFolder();
    write(folder, {
      '.gitignore': 'build/\n',
      'build/a.ts': 'function ignoredOne() {}\n',
      'node_modules/x/a.ts': 'function packageOne() {}\n',
      '.hidden/a.ts': 'function hiddenOne() {}\n',
      'huge.ts': `function hugeOne() {}\n${'// a line of a comment that says nothing\n'.repeat(30_000)}`,
      'min.js': `function minifiedOne(){};${'a=1;'.repeat(20_000)}`,
      'binary.ts': Buffer.from([0x66, 0, 1, 2, 0, 0xff, 0xfe, 0x80, 0]),
      'wide.ts': Buffer.from('\ufeff// 注释\nfunction wideOne() {}\n', 'utf16le'),
      'latin.py': Buffer.from('# caf\xe9 cr\xe8me\ndef latinOne(): pass\n', 'latin1'),
      'chinese.ts': Buffer.concat([
        Buffer.from('// '),
        Buffer.from('d6d0cec4d7a2cacd', 'hex'),
        Buffer.from('\nfunction chineseOne() {}\n'),
      ]),
      'crlf.ts': '\r\n\r\nfunction crlfOne() {\r\n}\r\n',
      'broken.ts': 'const x = ;\nclass {\n}\n}}\nfunction laterOne() {}\n',
      'empty.ts': '',
      'wörter 文.ts': 'function 浇水One() {}\n',
    });
    symlinkSync(path.join(outside, 'out.ts'), path.join(folder, 'link.ts'));
    symlinkSync(outside, path.join(folder, 'linked'));
    const symbols = await find(open(), folder, 'one');
    expect(symbols.map((one) => one.split(' ').slice(1).join(' ')).sort()).toEqual(
      [
        ...['chineseOne chinese.ts#2-2', 'crlfOne crlf.ts#3-4', 'latinOne latin.py#2-2', 'laterOne broken.ts#5-5'],
        ...['wideOne wide.ts#2-2', '浇水One wörter 文.ts#1-1'],
      ].sort(),
    );
  },
);

test(cite('UI-21', 'changed, new and removed files are noticed, also without ripgrep'), async () => {
  const folder = tempFolder();
  write(folder, { 'a.ts': 'function one() {}\n', 'gone.ts': 'function gone() {}\n' });
  const symbols = open({
    findRipgrep: async () => ({ ok: false, error: { code: 'TOOL_EXEC_FAILED', message: '' } }),
    freshMs: 0,
  });
  expect(await find(symbols, folder, 'sym:')).toHaveLength(2);
  write(folder, { 'a.ts': 'function one() {}\nfunction two() {}\n', 'b.ts': 'function three() {}\n' });
  rmSync(path.join(folder, 'gone.ts'));
  expect(await find(symbols, folder, 'sym:')).toEqual([
    'function one a.ts#1-1',
    'function two a.ts#2-2',
    'function three b.ts#1-1',
  ]);
  rmSync(folder, { recursive: true });
  expect(await find(symbols, folder, 'sym:')).toEqual([]);
});

test(cite('UI-21', 'nested, broken and explosive code neither ends the search nor hides the rest'), {
  tags: ['all'],
}, async () => {
  const folder = tempFolder();
  const deep = 2_000;
  write(folder, {
    'deep.ts': `const a = ${'[\n'.repeat(deep)}${']\n'.repeat(deep)};\nfunction afterDeep() {}\n`,
    'open.js': '([\n'.repeat(deep),
    'deep.py': `x = ${'(\n'.repeat(deep)}`,
    'deep.cpp': `int f() ${'{\n'.repeat(deep)}`,
    'deep.rs': 'mod a {\n'.repeat(deep),
    'deep.rb': 'class A\n'.repeat(deep),
    'deep.go': `package a\nvar x = ${'func() {\n'.repeat(deep)}`,
    'deep.php': `<?php ${'if (1) {\n'.repeat(deep)}`,
    'deep.java': 'class A {\n'.repeat(deep),
    'many.ts': Array.from({ length: 5_000 }, (_, at) => `function many${at}() {}`).join('\n'),
    // Takes all memory that a parser may have, and with it the thread.
    'explosive.cs': 'A<\n'.repeat(50_000),
    'fine.ts': 'function stillFound() {}\n',
    'receiver.go': `package a\nfunc (${'a'.repeat(100_000)}, s A) grow() {}\n${'\n'.repeat(400)}`,
  });
  const lines: string[] = [];
  const symbols = open({ log: (_level, line) => lines.push(line) });
  const ask = () => symbols.find(folder, 'stillFound', 5, patienceMs);
  while (!(await ask()).complete);
  expect(await find(symbols, folder, 'stillFound')).toEqual(['function stillFound fine.ts#1-1']);
  expect(lines.map((line) => path.basename(line.split(': ')[0] ?? ''))).toEqual(['explosive.cs']);
  expect(await find(symbols, folder, 'afterDeep')).toHaveLength(1);
  expect((await symbols.find(folder, 'sym:many', 100)).symbols).toHaveLength(100);
});

test(cite('UI-21', 'a thread that hangs on a file is ended, and the next one skips that file'), async () => {
  const folder = tempFolder();
  const thread = path.join(folder, 'thread.mjs');
  // Hangs as a parser could, unless the file is to be skipped.
  writeFileSync(
    thread,
    `import { parentPort, workerData } from 'node:worker_threads';
     parentPort.on('message', ({ call }) => {
       if (workerData.skip.includes('/bad.ts')) {
         parentPort.postMessage({ type: 'answer', call, answer: { symbols: [], complete: true } });
         return;
       }
       const { written } = new TextEncoder().encodeInto('/bad.ts', new Uint8Array(workerData.current, 4));
       new Int32Array(workerData.current)[0] = written;
       for (;;);
     });`,
  );
  const lines: string[] = [];
  const symbols = open({ file: pathToFileURL(thread), hungMs: 200, log: (_level, line) => lines.push(line) });
  await expect
    .poll(() => symbols.find(folder, 'any', 5, 0), { timeout: 30_000 })
    .toEqual({ symbols: [], complete: true });
  expect(lines.join()).toContain('/bad.ts');
});
