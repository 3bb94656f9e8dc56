// Loads tree-sitter and its grammars. Their files are next to the bundle, or in their package when run from source.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

/** Part of the language that TypeScript's types only have for browsers. */
declare const WebAssembly: { Memory: new (size: { initial: number; maximum: number }) => object };

type Library = typeof import('@vscode/tree-sitter-wasm');

export interface TreeSitter extends Pick<Library, 'Parser' | 'Query'> {
  /** `name`: as in the package, such as `bash`. Throws if it cannot be loaded. */
  loadLanguage(name: string): Promise<InstanceType<Library['Language']>>;
}

const pageBytes = 64 * 1024;
/** The library begins with as many by default. */
const firstPages = 512;

/**
 * Throws if the library cannot be loaded. `maxMegabytes`: of memory for syntax trees; beyond it parsing throws, and the
 * library is unusable from then on.
 */
export async function loadTreeSitter({ maxMegabytes = 2048 } = {}): Promise<TreeSitter> {
  // Not bundled: loaded on demand, and it evaluates code in ways that only old hosts need.
  const { Parser, Query, Language } = createRequire(import.meta.url)(
    fileOf(isSource ? 'tree-sitter.js' : 'tree-sitter.cjs'),
  ) as Library;
  const program = await readFile(fileOf('tree-sitter.wasm'));
  keepToFirstCompiler();
  const maximum = (maxMegabytes * 1024 * 1024) / pageBytes;
  const wasmMemory = new WebAssembly.Memory({ initial: firstPages, maximum });
  // It throws its messages, too.
  const options = { wasmBinary: program, wasmMemory, printErr: () => {} };
  await Parser.init(options as unknown as Parameters<typeof Parser.init>[0]);
  return {
    Parser,
    Query,
    loadLanguage: async (name) => Language.load(await readFile(fileOf(`tree-sitter-${name}.wasm`))),
  };
}

/**
 * V8's optimizing compiler needs half a gigabyte for the bash grammar's largest function (measured: 571 MB against
 * 66 MB) and saves nothing noticeable (0.03 ms instead of 0.04 per ordinary command).
 */
function keepToFirstCompiler(): void {
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
}

const here = import.meta.url;
const isSource = here.endsWith('.ts');

function fileOf(name: string): string {
  return isSource
    ? createRequire(here).resolve(`@vscode/tree-sitter-wasm/wasm/${name}`)
    : fileURLToPath(new URL(`./${name}`, here));
}
