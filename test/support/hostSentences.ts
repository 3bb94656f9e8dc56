// The host's sentences for the user, parsed from its sources: the key of every sentence made with `say`, and
// user-visible texts without it.

import { calleeNames, type Node, parseSource } from '../../scripts/house/syntax.ts';

export interface HostSentence {
  key: string;
  file: string;
  line: number;
}

/** `file`: relative to the repository root. */
export function hostSentences(file: string, text: string): HostSentence[] {
  const source = parseSource(file, text);
  const found: HostSentence[] = [];
  source.walk((node) => {
    if (node.type !== 'TaggedTemplateExpression' || calleeNames(node.tag).at(-1) !== 'say') return;
    found.push({ key: keyOf(node.quasi), file, line: source.lineAt(node.start) });
  });
  return found;
}

/** The same key that `say` derives (shared/core/sentence.ts). */
function keyOf(template: Extract<Node, { type: 'TemplateLiteral' }>): string {
  return template.quasis
    .map((part) => part.value.cooked ?? '')
    .reduce((before, part, at) => `${before}{${at - 1}}${part}`);
}

/** Functions whose sentence the user reads, and the index of that argument. */
const toPerson: Readonly<Record<string, number>> = { fail: 1, sentenceFields: 0, SentenceError: 0, tell: 0, notice: 0 };

/** Sentences passed to the user as plain text, which cannot be translated. */
export function unkeyedSentences(file: string, text: string): string[] {
  const source = parseSource(file, text);
  const found: string[] = [];
  source.walk((node) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
    const name = calleeNames(node.callee).at(-1) ?? '';
    const given = Object.hasOwn(toPerson, name) ? node.arguments[toPerson[name] as number] : undefined;
    for (const part of given ? alternatives(given) : []) {
      const isPlain = (part.type === 'Literal' && typeof part.value === 'string') || part.type === 'TemplateLiteral';
      if (isPlain && /[a-z]{2}/i.test(text.slice(part.start, part.end))) {
        found.push(`${file}:${source.lineAt(part.start)} ${text.slice(part.start, part.end)}`);
      }
    }
  });
  return found;
}

function alternatives(node: Node): Node[] {
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(alternatives);
  if (node.type === 'LogicalExpression') return [node.left, node.right].flatMap(alternatives);
  if (node.type === 'BinaryExpression') return [node.left, node.right].flatMap(alternatives);
  return [node];
}
