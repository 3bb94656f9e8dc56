// What a source file says, read by a parser: a rule that looks at the syntax cannot be fooled by a comment, a string or a
// line break.

import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite';

export interface Source {
  file: string;
  text: string;
  program: ESTree.Program;
  comments: { text: string; line: number; lastLine: number }[];
}

export interface ImportOf {
  /** Null when it is not a constant, so that nobody can say what it loads. */
  specifier: string | null;
  line: number;
}

const languages: Record<string, 'ts' | 'tsx' | 'js'> = { ts: 'ts', mts: 'ts', cts: 'ts', tsx: 'tsx' };

/** Throws with the place of the first error when the file does not parse. */
export function parseSource(file: string, text: string, sourceType: 'module' | 'commonjs' = 'module'): Source {
  const lang = languages[file.slice(file.lastIndexOf('.') + 1)] ?? 'js';
  const parsed = parseSync(file, text, { lang, sourceType });
  const error = parsed.errors[0];
  if (error) throw new Error(`${file} does not parse: ${error.message}`);
  const comments = parsed.comments.map(({ value, start, end }) => ({
    text: value,
    line: lineAt(text, start),
    lastLine: lineAt(text, end),
  }));
  return { file, text, program: parsed.program, comments };
}

/** Counts from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

export function visit({ program }: Source, visitor: VisitorObject): void {
  new Visitor(visitor).visit(program);
}

/** Every module that the file names: imports and exports, of types too, dynamic ones, `require`, and references. */
export function importsOf(source: Source): ImportOf[] {
  const found: ImportOf[] = [];
  const add = (node: { start: number }, specifier: string | null): void => {
    found.push({ specifier, line: lineAt(source.text, node.start) });
  };
  visit(source, {
    ImportDeclaration: (node) => add(node, node.source.value),
    ExportAllDeclaration: (node) => add(node, node.source.value),
    ExportNamedDeclaration: (node) => node.source && add(node, node.source.value),
    ImportExpression: (node) => add(node, constantText(node.source)),
    TSImportType: (node) => add(node, constantText(node.source)),
    TSExternalModuleReference: (node) => add(node, constantText(node.expression)),
    CallExpression: (node) => {
      const { callee } = node;
      const isRequire = callee.type === 'Identifier' && /^(?:__)?require$/.test(callee.name);
      const isResolve =
        callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'require';
      if (isRequire || isResolve) add(node, constantText(node.arguments[0]));
    },
  });
  for (const { text, line } of source.comments) {
    const reference = /^\/\s*<reference\s+(?:path|types)="([^"]*)"/.exec(text);
    if (reference) found.push({ specifier: reference[1] ?? null, line });
  }
  return found;
}

/** The text of a literal, or of a template without holes; null for anything else. */
export function constantText(node: ESTree.Node | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? null;
  return null;
}

/** The names of a callee from left to right: `test.skip.each(rows)` is called as test, skip, each. */
export function calleeNames(node: ESTree.Node): string[] {
  if (node.type === 'Identifier') return [node.name];
  if (node.type === 'CallExpression') return calleeNames(node.callee);
  if (node.type === 'TaggedTemplateExpression') return calleeNames(node.tag);
  if (node.type !== 'MemberExpression') return [];
  return [...calleeNames(node.object), ...(node.property.type === 'Identifier' ? [node.property.name] : [])];
}
