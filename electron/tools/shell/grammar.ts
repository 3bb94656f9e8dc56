// The shell grammar, loaded with the first command. Its files are next to the bundle, or in their package when run from source.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { Node, Parser, Tree } from '@vscode/tree-sitter-wasm';
import { fail, ok, type Result, sentenceFromThrown } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { yieldToEventLoop } from '../../lib/cooperativeYield.ts';

export type ShellNode = Node;

export interface ShellGrammar {
  /**
   * Passes the tree's root to `use` and returns its result; the tree is freed afterwards. Texts are parsed one at a
   * time, in slices. TOOL_EXEC_FAILED if the grammar cannot be loaded or the work exceeds the limit.
   */
  parse<T>(text: string, use: (root: ShellNode) => T): Promise<Result<T>>;
}

/**
 * Slices of a hundred grammar steps each. Counted instead of timed, so results do not depend on load: an ordinary text
 * takes one; the worst of ten thousand characters about a thousand, of at most twenty milliseconds.
 */
const maxSlices = 2_000;
/** The grammar joins pipelines in a single step and retries at each arrow; both are quadratic. */
const maxPipes = 500;
const maxArrows = 1_000;

type Library = typeof import('@vscode/tree-sitter-wasm');

export function createShellGrammar(): ShellGrammar {
  let loading: Promise<Result<Parser>> | null = null;
  let before: Promise<unknown> = Promise.resolve();

  async function parse<T>(text: string, use: (root: ShellNode) => T): Promise<Result<T>> {
    loading ??= load();
    const loaded = await loading;
    if (!loaded.ok) return loaded;
    if (text.split('|').length > maxPipes || text.split(/[<>]/).length > maxArrows) {
      return fail('TOOL_EXEC_FAILED', say`It has too many pipes or redirections to check.`);
    }
    const tree = await parseInSlices(loaded.value, text);
    if (!tree) return fail('TOOL_EXEC_FAILED', say`The command is too complex to check.`);
    try {
      return ok(use(tree.rootNode));
    } finally {
      tree.delete();
    }
  }

  return {
    parse(text, use) {
      const parsed = before.then(() => parse(text, use));
      before = parsed.catch(() => undefined);
      return parsed;
    },
  };
}

async function parseInSlices(parser: Parser, text: string): Promise<Tree | null> {
  for (let count = 0; count < maxSlices; count++) {
    // An interrupted parser resumes where it was.
    const tree = parser.parse(text, null, { progressCallback: () => true });
    if (tree) return tree;
    await yieldToEventLoop();
  }
  parser.reset();
  return null;
}

async function load(): Promise<Result<Parser>> {
  try {
    const files = grammarFiles();
    // Not bundled: loaded on demand, and it evaluates code in ways that only old hosts need.
    const { Parser, Language } = createRequire(import.meta.url)(files.library) as Library;
    const [program, bash] = await Promise.all([readFile(files.program), readFile(files.bash)]);
    keepToFirstCompiler();
    await Parser.init({ wasmBinary: program } as unknown as Parameters<typeof Parser.init>[0]);
    const parser = new Parser();
    parser.setLanguage(await Language.load(bash));
    return ok(parser);
  } catch (thrown) {
    return fail('TOOL_EXEC_FAILED', say`The shell grammar could not be loaded: ${sentenceFromThrown(thrown)}.`);
  }
}

/**
 * V8's optimizing compiler needs half a gigabyte for the grammar's largest function (measured: 571 MB against 66 MB)
 * and saves nothing noticeable (0.03 ms instead of 0.04 per ordinary command).
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
