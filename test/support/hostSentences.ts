// What the host may say to a person, read from its sources by a parser: every text of words, with `{}` where something is
// filled in. A text that is put together with `+` is one. What is no sentence (names of modules, types, SQL, what is thrown
// as a mistake of the program) is left out here; what only the model or a terminal reads is named by the test.

import { calleeNames, type Node, parseSource } from '../../scripts/house/syntax.ts';

export interface HostSentence {
  form: string;
  file: string;
  line: number;
}

/** Two words beside each other, or one that ends or goes on as a sentence does. */
const words = /[A-Za-z]{2,}[’']?[,;:]? [A-Za-z“]{1,}|\{\} [a-z]{2,}|[a-z]{3,}[.:] \{\}|^[A-Z][a-z]+\.$/;
/** Names of programs or of their commands, one beside the other. */
const names = /^(?:[a-z0-9][\w-]* ){9,}[a-z0-9][\w-]*$/;
const sql = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|BEGIN|PRAGMA|COMMIT|ALTER)\b|\b(?:WHERE|ORDER BY|MATCH)\b/;

/** `file`: from the root of the repository on. */
export function hostSentences(file: string, text: string): HostSentence[] {
  const source = parseSource(file, text);
  const found: HostSentence[] = [];
  source.walk((node, around) => {
    const last = around.at(-1);
    if (last?.type === 'BinaryExpression' && last.operator === '+') return;
    const form = formOf(node)?.replace(/\s+/g, ' ').trim() ?? null;
    if (form === null || !words.test(form) || names.test(form) || sql.test(form) || around.some(isNoSentence)) return;
    found.push({ form, file, line: source.lineAt(node.start) });
  });
  return found;
}

/** Every text, be it a sentence or a word of one. */
export function hostTexts(file: string, text: string): string[] {
  const found: string[] = [];
  parseSource(file, text).walk((node) => {
    const form = formOf(node);
    if (form !== null) found.push(form.replace(/\s+/g, ' ').trim());
  });
  return found;
}

/** Null: no text of its own. */
function formOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateLiteral') return node.quasis.map((part) => part.value.cooked ?? '').join('{}');
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null;
  const parts = [node.left, node.right].map((side) => formOf(side));
  return parts.every((part) => part === null) ? null : parts.map((part) => part ?? '{}').join('');
}

/** What stands in one of these is not said to anybody. */
function isNoSentence(node: Node): boolean {
  if (/^(?:ImportDeclaration|ExportAllDeclaration|ThrowStatement)$|^TS.*Type$/.test(node.type)) return true;
  if (node.type !== 'CallExpression') return false;
  const names = calleeNames(node.callee);
  // `list` splits names that are written one beside the other.
  return ['log', 'onDefect', 'describe', 'list'].includes(names.at(-1) ?? '');
}
