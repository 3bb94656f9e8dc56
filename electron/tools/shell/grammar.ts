// The shell grammar, loaded with the first command.

import type { Node, Parser, Tree } from '@vscode/tree-sitter-wasm';
import { fail, ok, type Result, sentenceFromThrown } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { yieldToEventLoop } from '../../lib/cooperativeYield.ts';
import { loadTreeSitter } from '../treeSitter.ts';

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
    const { Parser, loadLanguage } = await loadTreeSitter();
    const parser = new Parser();
    parser.setLanguage(await loadLanguage('bash'));
    return ok(parser);
  } catch (thrown) {
    return fail('TOOL_EXEC_FAILED', say`The shell grammar could not be loaded: ${sentenceFromThrown(thrown)}.`);
  }
}
