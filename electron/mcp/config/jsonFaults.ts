// Reports JSON syntax errors by line and column, without quoting a file that may contain secrets. Repeated keys are
// errors, too, because programs differ in which one they use.

import { SentenceError, sentenceFromThrown } from '../../../shared/core/errors.ts';
import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';

export interface JsonFault {
  /** From 1. */
  line: number;
  column: number;
  reason: UserText;
}

const maxDepth = 200;
const maxCharacters = 1024 * 1024;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literal = /true|false|null/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const space = /[ \t\r\n]*/y;

class Fault extends SentenceError {
  readonly at: number;
  constructor(at: number, reason: Sentence) {
    super(reason);
    this.at = at;
  }
}

/** Null if valid. Very long texts, such as other apps' files, only get a general error. */
export function findJsonFault(text: string): JsonFault | null {
  if (text.length > maxCharacters) return faultOfLong(text);
  let at = 0;

  function take(pattern: RegExp): string | null {
    pattern.lastIndex = at;
    const token = pattern.exec(text)?.[0] ?? null;
    if (token !== null) at += token.length;
    return token;
  }

  /** Manual scan: a regular expression may overflow the stack on megabytes. */
  function takeString(): string | null {
    if (text[at] !== '"') return null;
    const start = at;
    for (at++; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x22) return text.slice(start, ++at);
      if (code < 0x20) return null;
      if (code !== 0x5c) continue;
      if (take(escaped) === null) return null;
      at--;
    }
    return null;
  }

  function expect(sign: string, where: Sentence): void {
    take(space);
    if (text[at] !== sign) throw new Fault(at, say`expected ${sign} ${where}`);
    at++;
  }

  function value(depth: number): void {
    take(space);
    if (depth > maxDepth) throw new Fault(at, say`it is too deeply nested`);
    if (text[at] === '{') object(depth);
    else if (text[at] === '[') list(depth);
    else if (text[at] === '"') {
      const start = at;
      if (takeString() === null)
        throw new Fault(start, say`a string is not closed, or contains a character that JSON does not allow`);
    } else if (take(number) === null && take(literal) === null) {
      throw new Fault(at, at >= text.length ? say`the file ends too soon` : say`a value is missing`);
    }
  }

  function object(depth: number): void {
    at++;
    const keys = new Set<string>();
    take(space);
    if (text[at] === '}') {
      at++;
      return;
    }
    for (;;) {
      take(space);
      const start = at;
      const key = takeString();
      if (key === null) throw new Fault(at, say`a key in double quotes is missing`);
      const name = JSON.parse(key) as string;
      if (keys.has(name)) throw new Fault(start, say`a key is repeated`);
      keys.add(name);
      expect(':', say`after a key`);
      value(depth + 1);
      take(space);
      if (text[at] !== ',') break;
      at++;
    }
    expect('}', say`or a comma`);
  }

  function list(depth: number): void {
    at++;
    take(space);
    if (text[at] === ']') {
      at++;
      return;
    }
    for (;;) {
      value(depth + 1);
      take(space);
      if (text[at] !== ',') break;
      at++;
    }
    expect(']', say`or a comma`);
  }

  try {
    value(0);
    take(space);
    if (at < text.length) throw new Fault(at, say`there is extra text after the end`);
    return null;
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    const before = text.slice(0, thrown.at).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, reason: sentenceFromThrown(thrown) };
  }
}

function faultOfLong(text: string): JsonFault | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    return { line: 1, column: 1, reason: say`it is not valid JSON, and is longer than ${maxCharacters} characters` };
  }
}
