// What a source file says, read by a parser: a rule that looks at the syntax cannot be fooled by a comment, a string or a
// line break.

import { type ESTree, parseSync } from 'vite';

export type Node = ESTree.Node;

export interface Source {
  file: string;
  /** The statements of the module. */
  body: readonly Node[];
  /** Every node with those around it, the nearest last. The list is the walk's own: it changes with the next node. */
  walk(visit: (node: Node, around: readonly Node[]) => void): void;
  comments: { text: string; line: number; lastLine: number }[];
  /** The line of an offset, counted from 1. */
  lineAt(offset: number): number;
}

export interface ImportOf {
  /** Null when it is not a constant, so that nobody can say what it loads. */
  specifier: string | null;
  /** Loaded when the program comes to it, not before it begins. */
  dynamic: boolean;
  line: number;
}

/** Throws with the first error when the file does not parse. */
export function parseSource(file: string, text: string, sourceType: 'module' | 'commonjs' = 'module'): Source {
  const parsed = parseSync(file, text, { lang: languageOf(file), sourceType });
  const error = parsed.errors[0];
  if (error) throw new Error(`${file} does not parse: ${error.message}`);
  const lineAt = lineFinder(text);
  return {
    file,
    body: parsed.program.body,
    lineAt,
    walk: (visit) => walk(parsed.program, [], visit),
    comments: parsed.comments.map(({ value, start, end }) => ({
      text: value,
      line: lineAt(start),
      lastLine: lineAt(end),
    })),
  };
}

/** Every module that the file names: imports and exports, of types too, dynamic ones, `require`, and references. */
export function importsOf(source: Source): ImportOf[] {
  const found: ImportOf[] = [];
  source.walk((node) => {
    const named = importedBy(node);
    if (named === undefined) return;
    const dynamic = node.type === 'ImportExpression';
    found.push({ specifier: constantText(named), dynamic, line: source.lineAt(node.start) });
  });
  for (const { text, line } of source.comments) {
    const reference = /^\/\s*<reference\s+(?:path|types)="([^"]*)"/.exec(text);
    if (reference) found.push({ specifier: reference[1] ?? null, dynamic: false, line });
  }
  return found;
}

/** The names of the interfaces, type aliases and classes that the file declares and exports. */
export function exportedTypes({ body }: Source): string[] {
  return body.flatMap((node) => {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : null;
    switch (declaration?.type) {
      case 'TSInterfaceDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'ClassDeclaration':
        return declaration.id ? [declaration.id.name] : [];
      default:
        return [];
    }
  });
}

/** The text of a literal, or of a template without holes; null for anything else. */
export function constantText(node: Node | null | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? null;
  return null;
}

/** The names of a callee from left to right: `test.skip.each(rows)` is called as test, skip, each. */
export function calleeNames(node: Node): string[] {
  if (node.type === 'Identifier') return [node.name];
  if (node.type === 'CallExpression') return calleeNames(node.callee);
  if (node.type === 'TaggedTemplateExpression') return calleeNames(node.tag);
  if (node.type !== 'MemberExpression') return [];
  return [...calleeNames(node.object), ...(node.property.type === 'Identifier' ? [node.property.name] : [])];
}

/** What stands where the node names a module; undefined when it names none, null when a call names nothing. */
function importedBy(node: Node): Node | null | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return node.source;
    case 'ExportNamedDeclaration':
      return node.source ?? undefined;
    case 'TSExternalModuleReference':
      return node.expression;
    case 'CallExpression':
      return /^(?:__)?require$/.test(calleeNames(node.callee)[0] ?? '') ? (node.arguments[0] ?? null) : undefined;
    default:
      return undefined;
  }
}

function walk(node: Node, around: Node[], visit: (node: Node, around: readonly Node[]) => void): void {
  visit(node, around);
  around.push(node);
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const child of value) if (isNode(child)) walk(child, around, visit);
    } else if (isNode(value)) {
      walk(value, around, visit);
    }
  }
  around.pop();
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function lineFinder(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

function languageOf(file: string): 'ts' | 'tsx' | 'dts' | 'js' {
  if (/\.d\.[cm]?ts$/.test(file)) return 'dts';
  if (file.endsWith('.tsx')) return 'tsx';
  return /\.[cm]?ts$/.test(file) ? 'ts' : 'js';
}
