// The grammar of the shell, loaded when the first command comes. Its files lie beside the bundle, in a source tree in
// their package.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { Node, Parser } from '@vscode/tree-sitter-wasm';
import { describeThrown, fail, ok, type Result } from '../../../shared/errors.ts';

export type ShellNode = Node;

export interface ShellGrammar {
  /**
   * Hands the root of the tree to `use` and returns what it made of it. The tree is gone afterwards. TOOL_EXEC_FAILED when
   * the grammar cannot be loaded, or the text takes longer than the limit.
   */
  parse<T>(text: string, use: (root: ShellNode) => T): Promise<Result<T>>;
}

/**
 * Milliseconds. An ordinary text takes less than one, a hostile one of the longest length about fifty; the limit is far above
 * that, so that a busy machine does not change what is decided.
 */
const longestParse = 1_000;

type Library = typeof import('@vscode/tree-sitter-wasm');

export function createShellGrammar(): ShellGrammar {
  let loading: Promise<Result<Parser>> | null = null;

  return {
    async parse(text, use) {
      loading ??= load();
      const loaded = await loading;
      if (!loaded.ok) return loaded;
      const parser = loaded.value;
      const end = performance.now() + longestParse;
      const tree = parser.parse(text, null, { progressCallback: () => performance.now() > end });
      if (!tree) {
        parser.reset();
        return fail('TOOL_EXEC_FAILED', 'The command took too long to be taken apart.');
      }
      try {
        return ok(use(tree.rootNode));
      } finally {
        tree.delete();
      }
    },
  };
}

async function load(): Promise<Result<Parser>> {
  try {
    const files = grammarFiles();
    // Not bundled: it is only read when it is needed, and it evaluates code in ways that only an old host needs.
    const { Parser, Language } = createRequire(import.meta.url)(files.library) as Library;
    const [program, bash] = await Promise.all([readFile(files.program), readFile(files.bash)]);
    keepToFirstCompiler();
    await Parser.init({ wasmBinary: program } as unknown as Parameters<typeof Parser.init>[0]);
    const parser = new Parser();
    parser.setLanguage(await Language.load(bash));
    return ok(parser);
  } catch (thrown) {
    return fail('TOOL_EXEC_FAILED', `The grammar of the shell could not be loaded: ${describeThrown(thrown)}.`);
  }
}

/**
 * The optimising compiler of V8 takes half a gigabyte for the grammar's largest function (measured: 571 MB against 66 MB), to
 * win nothing that a person would notice (0.04 ms instead of 0.03 for an ordinary command).
 */
function keepToFirstCompiler(): void {
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
}

function grammarFiles(): { library: string; program: string; bash: string } {
  const here = import.meta.url;
  const isSource = here.endsWith('.ts');
  const path = (name: string): string =>
    isSource
      ? createRequire(here).resolve(`@vscode/tree-sitter-wasm/wasm/${name}`)
      : fileURLToPath(new URL(`./${name}`, here));
  return {
    library: path(isSource ? 'tree-sitter.js' : 'tree-sitter.cjs'),
    program: path('tree-sitter.wasm'),
    bash: path('tree-sitter-bash.wasm'),
  };
}
