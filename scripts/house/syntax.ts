// Parses source files, so that comments, strings or line breaks cannot fool a rule.

import { type ESTree, parseSync } from 'vite';

export type Node = ESTree.Node;

export interface Source {
  file: string;
  /** The module's statements. */
  body: readonly Node[];
  /** Visits every node with its ancestors, innermost last. The array is reused for the next node. */
  walk(visit: (node: Node, around: readonly Node[]) => void): void;
  comments: { text: string; line: number; lastLine: number }[];
  /** Returns the line of an offset, from 1. */
  lineAt(offset: number): number;
}

export interface ImportOf {
  /** Null if not a constant, so that the import is unknown. */
  specifier: string | null;
  /** A dynamic import. */
  dynamic: boolean;
  line: number;
}

/** Throws the first error if the file does not parse. */
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

/**
 * Returns every module that the file refers to: imports and exports, including types, dynamic ones, `require`, and
 * references.
 */
export function importsOf(source: Source): ImportOf[] {
  const imports: ImportOf[] = [];
  source.walk((node) => {
    const named = importedBy(node);
    if (named === undefined) return;
    const dynamic = node.type === 'ImportExpression';
    imports.push({ specifier: constantText(named), dynamic, line: source.lineAt(node.start) });
  });
  for (const { text, line } of source.comments) {
    const reference = /^\/\s*<reference\s+(?:path|types)="([^"]*)"/.exec(text);
    if (reference) imports.push({ specifier: reference[1] ?? null, dynamic: false, line });
  }
  return imports;
}

/** Returns the names of exported interfaces, type aliases and classes. */
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

/** Returns the text of a literal, or of a template without expressions; null otherwise. */
export function constantText(node: Node | null | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? null;
  return null;
}

/** Returns a callee's names from left to right: `test.skip.each(rows)` yields test, skip, each. */
export function calleeNames(node: Node): string[] {
  if (node.type === 'Identifier') return [node.name];
  if (node.type === 'CallExpression') return calleeNames(node.callee);
  if (node.type === 'TaggedTemplateExpression') return calleeNames(node.tag);
  if (node.type !== 'MemberExpression') return [];
  return [...calleeNames(node.object), ...(node.property.type === 'Identifier' ? [node.property.name] : [])];
}

/** Returns the module specifier of a node; undefined if it imports nothing, null if the call has no argument. */
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
      return isRequire(node.callee) ? (node.arguments[0] ?? null) : undefined;
    default:
      return undefined;
  }
}

/** `require` itself, or a function of it such as `require.resolve`; not a call on what it returned. */
function isRequire(callee: Node): boolean {
  const name = callee.type === 'MemberExpression' ? callee.object : callee;
  return name.type === 'Identifier' && /^(?:__)?require$/.test(name.name);
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
