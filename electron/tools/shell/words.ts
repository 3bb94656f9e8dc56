// What a word of a command line is once its quotes are gone, without running anything.

import type { ShellNode } from './grammar.ts';

export interface Word {
  /** Null where it is made while it runs: expansions, globs, braces, `~`. */
  text: string | null;
  /** What a shell that is not bash reads in another way, as a sentence. */
  doubt?: string;
}

const unknown: Word = { text: null };

export function wordOf(node: ShellNode): Word {
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
        doubt: 'It writes characters as $’…’, which shells read differently.',
      };
    case 'simple_expansion':
      // A number and nothing else.
      return /^\$[?#$!]$/.test(node.text) ? { text: node.text } : unknown;
    default:
      return unknown;
  }
}

function joined(node: ShellNode): Word {
  // Braces come as words of their own.
  const braces = node.type === 'concatenation' && node.children.some((child) => /^[{}]$/.test(child?.text ?? ''));
  const words = node.children.map((child) => (child ? wordOf(child) : unknown));
  const doubt = words.find((word) => word.doubt !== undefined)?.doubt;
  const text = words.some((word) => word.text === null) || braces ? null : words.map((word) => word.text).join('');
  return { text, ...(doubt === undefined ? {} : { doubt }) };
}

function bareWord(raw: string): Word {
  const plain = raw.replace(/\\[\s\S]/g, 'x');
  if (/^~|[=:]~/.test(plain) || /[*?[\]]/.test(plain)) return unknown;
  if (/[{}]/.test(plain) && raw !== '{}') return unknown;
  return { text: raw.replace(/\\\n/g, '').replace(/\\([\s\S])/g, '$1') };
}

function quoted(node: ShellNode): Word {
  // Of expansions only those that are a number and nothing else.
  const plain = node.namedChildren.every(
    (child) => child?.type === 'string_content' || /^\$[?#$!]$/.test(child?.text ?? ''),
  );
  const inner = node.text.slice(1, -1);
  if (!plain || /(?<!\\)(?:\\\\)*[$`]/.test(inner.replace(/\$(?:[?#$!]|(?=["\s]|$))/g, ''))) return unknown;
  return { text: inner.replace(/\\\n/g, '').replace(/\\([\\"$`])/g, '$1') };
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
