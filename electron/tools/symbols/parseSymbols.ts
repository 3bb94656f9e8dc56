// Reads the declarations of a source file with tree-sitter, in slices. Broken code has fewer symbols, and a file that
// takes too long has none.

import type { Language, Parser, Query, QueryMatch, Tree } from '@vscode/tree-sitter-wasm';
import { type SymbolKind, symbolKinds } from '../../../shared/features/files/mentionMethods.ts';
import { yieldToEventLoop } from '../../lib/cooperativeYield.ts';
import { loadTreeSitter, type TreeSitter } from '../treeSitter.ts';
import { type GrammarName, queryOf } from './languages.ts';

export interface ParsedSymbol {
  name: string;
  kind: SymbolKind;
  /** The innermost declaration around it; may be empty. */
  container: string;
  /** Lines, 1-based and inclusive. */
  start: number;
  end: number;
}

export interface SymbolParser {
  /** Throws if the text exhausts the memory. The parser is unusable from then on. */
  parse(grammar: GrammarName, text: string): Promise<ParsedSymbol[]>;
}

/** Milliseconds. Most files take less than one slice. */
const sliceMs = 20;
const maxParseMs = 4_000;
const maxQueryMs = 1_000;
/** A syntax tree has up to a hundred times the bytes of its text; code made to confuse a grammar has far more. */
const maxMegabytes = 256;
/** States that a query keeps at the same time, against code made to multiply them. */
const matchLimit = 4_096;
/** Generated code has more, and nobody mentions those. */
const maxSymbolsPerFile = 2_000;
const maxNameLength = 200;

interface Grammar {
  language: Language;
  query: Query;
}

export function createSymbolParser(): SymbolParser {
  let loading: Promise<{ library: TreeSitter; parser: Parser }> | null = null;
  let before: Promise<unknown> = Promise.resolve();
  const grammars = new Map<GrammarName, Promise<Grammar>>();

  async function load(): Promise<{ library: TreeSitter; parser: Parser }> {
    const library = await loadTreeSitter({ maxMegabytes });
    return { library, parser: new library.Parser() };
  }

  async function loadGrammar(library: TreeSitter, name: GrammarName): Promise<Grammar> {
    const language = await library.loadLanguage(name);
    return { language, query: new library.Query(language, queryOf(name)) };
  }

  async function parse(name: GrammarName, text: string): Promise<ParsedSymbol[]> {
    loading ??= load();
    const { library, parser } = await loading;
    const grammar = grammars.get(name) ?? loadGrammar(library, name);
    grammars.set(name, grammar);
    const { language, query } = await grammar;
    parser.setLanguage(language);
    const tree = await parseInSlices(parser, text);
    if (!tree) return [];
    try {
      const until = performance.now() + maxQueryMs;
      const progressCallback = (): boolean => performance.now() > until;
      return declarations(query.matches(tree.rootNode, { matchLimit, progressCallback }), text);
    } finally {
      tree.delete();
    }
  }

  return {
    parse(name, text) {
      // The parser holds one text at a time, between slices too.
      const parsed = before.then(() => parse(name, text));
      before = parsed.catch(() => undefined);
      return parsed;
    },
  };
}

async function parseInSlices(parser: Parser, text: string): Promise<Tree | null> {
  const began = performance.now();
  while (performance.now() - began < maxParseMs) {
    const until = performance.now() + sliceMs;
    // An interrupted parser resumes where it was.
    const tree = parser.parse(text, null, { progressCallback: () => performance.now() > until });
    if (tree) return tree;
    await yieldToEventLoop();
  }
  parser.reset();
  return null;
}

interface Declaration extends ParsedSymbol {
  /** In the text. */
  from: number;
  to: number;
  isListed: boolean;
}

const kindsWithMethods: readonly SymbolKind[] = ['class', 'interface', 'enum'];

function declarations(matches: readonly QueryMatch[], text: string): ParsedSymbol[] {
  const all = matches.flatMap((match) => declarationOf(match, text) ?? []);
  all.sort((a, b) => a.from - b.from || b.to - a.to);
  const listed = new Map<string, ParsedSymbol>();
  const around: Declaration[] = [];
  for (const one of all) {
    while ((around.at(-1)?.to ?? Number.POSITIVE_INFINITY) <= one.from) around.pop();
    const parent = around.findLast((other) => contains(other, one));
    around.push(one);
    if (!one.isListed) continue;
    const { name, start, end } = one;
    const container = one.container || (parent?.name ?? '');
    const isMethod = one.container !== '' || (parent !== undefined && kindsWithMethods.includes(parent.kind));
    const kind = one.kind === 'function' && isMethod ? 'method' : one.kind;
    const key = `${name}\n${start}`;
    // A constant that holds a function is listed once, as the function.
    const earlier = listed.get(key);
    if (earlier === undefined && listed.size >= maxSymbolsPerFile) break;
    if (earlier === undefined || isVague(earlier.kind)) listed.set(key, { name, kind, container, start, end });
  }
  return [...listed.values()];
}

/** `const run = () => …` is a constant around the function, and `typedef struct …` a type around the struct. */
function contains(outer: Declaration, inner: Declaration): boolean {
  if (outer.name === inner.name && outer.start === inner.start) return false;
  return outer.kind !== 'type' || inner.kind === 'method';
}

function isVague(kind: SymbolKind): boolean {
  return kind === 'constant' || kind === 'type';
}

function declarationOf({ captures }: QueryMatch, text: string): Declaration | null {
  let name = '';
  let container = '';
  let whole: { kind: SymbolKind | 'within'; node: QueryMatch['captures'][number]['node'] } | null = null;
  for (const { name: capture, node } of captures) {
    if (capture === 'name')
      name = text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + maxNameLength));
    else if (capture === 'receiver') container = receiverIn(text.slice(node.startIndex, node.endIndex));
    else if (capture === 'within' || isKind(capture)) whole = { kind: capture, node };
  }
  if (whole === null) return null;
  const { kind, node } = whole;
  const isListed = kind !== 'within';
  // Rust: the generics of an `impl`'s type. C++: `Class::method`.
  if (!isListed) name = name.replace(/<.*$/s, '');
  const qualified = name.startsWith('operator') ? -1 : name.lastIndexOf('::');
  if (isListed && qualified > 0) {
    container = name.slice(0, qualified);
    name = name.slice(qualified + 2);
  }
  name = name.trim().replace(/\s+/g, ' ');
  if (name === '') return null;
  return {
    ...{ name: ownCopy(name), container: ownCopy(container), isListed, kind: isListed ? kind : 'class' },
    ...{ start: node.startPosition.row + 1, end: lastRow(node) + 1, from: node.startIndex, to: node.endIndex },
  };
}

/** Go: `(s *Store[T])`. A longer one, which takes quadratic time to match, is not written by hand. */
function receiverIn(text: string): string {
  return (text.length <= maxNameLength && /(\w+)\s*(?:\[.*)?\)$/s.exec(text)?.[1]) || '';
}

/** The engine's slices keep the whole text that they were cut from, and names stay in memory for long. */
function ownCopy(slice: string): string {
  return Buffer.from(slice).toString();
}

/** A declaration that ends with its line break does not include the next line. */
function lastRow({ startPosition, endPosition }: QueryMatch['captures'][number]['node']): number {
  return endPosition.column === 0 && endPosition.row > startPosition.row ? endPosition.row - 1 : endPosition.row;
}

const kinds: ReadonlySet<string> = new Set(symbolKinds);

function isKind(capture: string): capture is SymbolKind {
  return kinds.has(capture);
}
