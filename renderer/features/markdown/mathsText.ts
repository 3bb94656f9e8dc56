// Which text has formulas, and formulas on lines of their own in the one form that the parser knows. What looks like an
// amount of money is no formula.

import { afterLine, type Fence, opens } from '../../../shared/core/codeFences.ts';
import { limits } from './limits.ts';

/** Whether it is worth having the parser of formulas. */
export function mayHaveMaths(text: string): boolean {
  return /\$[^$]*\$|\\\(|\\\[|\$\$/.test(text);
}

/** `\[ … \]` and `$$ … $$` that begin a line, as `$$` on lines of their own. */
export function displayLines(text: string): string {
  if (!/\$\$|\\\[/.test(text)) return text;
  const lines: string[] = [];
  let fence: Fence | null = null;
  let until: string | null = null;
  for (const line of text.split('\n')) {
    const content = line.trim();
    const indent = line.slice(0, line.length - line.trimStart().length);
    if (fence) {
      fence = afterLine(content, fence);
      lines.push(line);
    } else if (until !== null) {
      const end = content.indexOf(until);
      if (end < 0) lines.push(line);
      else {
        const before = content.slice(0, end).trim();
        const after = content.slice(end + 2).trim();
        lines.push(
          ...(before === '' ? [] : [indent + before]),
          `${indent}$$`,
          ...(after === '' ? [] : [indent + after]),
        );
        until = null;
      }
    } else {
      fence = opens(line, true);
      const close = content.startsWith('\\[') ? '\\]' : '$$';
      if (fence || !(content.startsWith('\\[') || content.startsWith('$$'))) lines.push(line);
      else {
        const rest = content.slice(2);
        const end = rest.indexOf(close);
        const inside = (end < 0 ? rest : rest.slice(0, end)).trim();
        const after = end < 0 ? '' : rest.slice(end + 2).trim();
        if (end >= 0 && after !== '' && !/^[.,;:]$/.test(after)) {
          lines.push(line);
          continue;
        }
        lines.push(`${indent}$$`, ...(inside === '' ? [] : [indent + inside]));
        if (end < 0) until = close;
        else lines.push(`${indent}$$`);
      }
    }
  }
  return lines.join('\n');
}

/** Whether what stands between two dollar signs is a formula, by the rule of Pandoc and what people write of money. */
export function isFormula(content: string, after: number | null): boolean {
  if (content === '' || content.length > limits.formula || /^\s|\s$/.test(content)) return false;
  if (after !== null && after >= 48 && after <= 57) return false;
  if (/[\\^_{}=<>]/.test(content)) return true;
  // An amount, and words up to the next amount.
  return !(/^\d[\d.,]*\s*(?:[kKmMbB]\b)?(?:\s|[-–—/,;.])/.test(content) || /\p{L}{2,}[\s,]+\p{L}{2,}/u.test(content));
}

/** About how many letters it is worth to draw: a cell, a row and a prime cost ten times what a letter does. */
export function costOf(formula: string): number {
  return formula.length + 8 * (formula.match(/[&']|\\\\/g)?.length ?? 0);
}

/** Commands that give a name to others: a few letters then stand for as many as one likes. */
const definitions = /\\(?:[gex]?def|let|futurelet|(?:re)?newcommand|providecommand|newenvironment)(?![a-zA-Z])/;

/** What no reader of formulas is given: it is too long, or its parts stand too deep in one another. */
export function isTooMuch(formula: string): boolean {
  if (costOf(formula) > limits.formula || definitions.test(formula)) return true;
  let depth = 0;
  let deepest = 0;
  for (const [mark] of formula.matchAll(/\\.|[{}]/gs)) {
    if (mark === '{') deepest = Math.max(deepest, ++depth);
    else if (mark === '}') depth--;
  }
  const commands = formula.match(/\\[a-zA-Z]+/g)?.length ?? 0;
  return deepest > 24 || commands > 400 || /(?:\\[a-zA-Z]+\s*){30}/.test(formula);
}
