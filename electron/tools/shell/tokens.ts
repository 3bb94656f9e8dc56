// The value of a command-line word after quote removal, without running anything.

import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { ShellNode } from './grammar.ts';

export interface ShellToken {
  /** Null if computed at run time: expansions, globs, braces, `~`. */
  text: string | null;
  /** Only a number computed at run time: `$?`, `$#`, `$$`. */
  isNumber?: true;
  /** For a word with such numbers: its printed form, with the numbers as written. */
  printed?: string;
  /** For a computed word: as written, without quotes; `…` stands for command output. */
  made?: string;
  /** A sentence about a construct that shells other than bash read differently. */
  doubt?: Sentence;
}

const unknown: ShellToken = { text: null, made: '…' };
const number = /^\$[?#$]$/;

export function tokenOf(node: ShellNode): ShellToken {
  switch (node.type) {
    case 'command_name':
    case 'concatenation':
      return joined(node);
    case 'word':
    case 'variable_name':
      return bareWord(node.text);
    case 'number':
      return node.childCount > 0 ? unknown : { text: node.text };
    case 'raw_string':
      return { text: node.text.slice(1, -1) };
    case 'string':
      return quoted(node);
    case 'ansi_c_string':
      return {
        text: ansiText(node.text.slice(2, -1)),
        doubt: say`It writes characters as $’…’, which shells interpret differently.`,
      };
    case 'simple_expansion':
      // Always a number. `$!` is empty until a background job starts.
      return number.test(node.text) ? { text: node.text, isNumber: true } : { text: null, made: node.text };
    case 'expansion':
      return { text: null, made: node.text.replace(/^\$\{(\w+)\}$/, '$$$1') };
    case 'brace_expression':
      return { text: null, made: node.text };
    default:
      return unknown;
  }
}

function joined(node: ShellNode): ShellToken {
  // Braces are separate words.
  const braces = node.type === 'concatenation' && node.children.some((child) => /^[{}]$/.test(child?.text ?? ''));
  const words = node.children.map((child) => (child ? tokenOf(child) : unknown));
  const [only] = words;
  if (only && words.length === 1 && !braces) return only;
  const doubt = words.find((word) => word.doubt !== undefined)?.doubt;
  const parts = braces ? [null] : words.map(({ text, isNumber }) => (isNumber ? null : text));
  const printedParts = braces ? [null] : words.map(({ text, printed }) => printed ?? text);
  return {
    text: allKnown(parts) ? parts.join('') : null,
    ...(allKnown(printedParts) ? { printed: printedParts.join('') } : {}),
    ...(allKnown(parts) ? {} : { made: braces ? bare(node.text) : words.map(madeOf).join('') }),
    ...(doubt === undefined ? {} : { doubt }),
  };
}

function madeOf({ text, made }: ShellToken): string {
  return text ?? made ?? '';
}

/** Strips quotes. */
function bare(raw: string): string {
  return raw.replace(/\\\n|["']/g, '').replace(/\\([\s\S])/g, '$1');
}

function allKnown(texts: readonly (string | null)[]): texts is string[] {
  return !texts.includes(null);
}

function bareWord(raw: string): ShellToken {
  const plain = raw.replace(/\\[\s\S]/g, 'x');
  if (/^~|[=:]~/.test(plain) || /[*?[\]]/.test(plain)) return { text: null, made: bare(raw) };
  if (/[{}]/.test(plain) && raw !== '{}') return { text: null, made: bare(raw) };
  return { text: raw.replace(/\\\n/g, '').replace(/\\([\s\S])/g, '$1') };
}

function quoted(node: ShellNode): ShellToken {
  const inner = node.text.slice(1, -1);
  if (number.test(inner)) return { text: inner, isNumber: true };
  const parts = node.namedChildren.filter((child) => child?.type !== 'string_content');
  const isKnown = parts.every((child) => number.test(child?.text ?? ''));
  if (!isKnown || /(?<!\\)(?:\\\\)*[$`]/.test(inner.replace(/\$(?:[?#$]|(?=["\s]|$))/g, '')))
    return { text: null, made: quotedMade(inner, parts) };
  const text = inner.replace(/\\\n/g, '').replace(/\\([\\"$`])/g, '$1');
  return parts.length === 0 && !/(?<!\\)(?:\\\\)*\$[?#$]/.test(inner)
    ? { text }
    : { text: null, printed: text, made: text };
}

function quotedMade(inner: string, nodes: readonly (ShellNode | null)[]): string {
  const short = nodes.reduce(
    (text, node) => (node ? text.replace(node.text, () => madeOf(tokenOf(node))) : text),
    inner,
  );
  return short.replace(/\\\n/g, '').replace(/\\([\\"$`])/g, '$1');
}

const ansiLetters: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

function ansiText(raw: string): string {
  return raw.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c(.)|([\s\S]))/g,
    (_all, hex, short, long, octal, control, letter) => {
      const code = hex ?? short ?? long;
      if (code !== undefined) return codeText(Number.parseInt(code, 16));
      if (octal !== undefined) return codeText(Number.parseInt(octal, 8) & 255);
      if (control !== undefined) return codeText(control.charCodeAt(0) & 31);
      return ansiLetters[letter] ?? letter;
    },
  );
}

function codeText(code: number): string {
  return code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
}
