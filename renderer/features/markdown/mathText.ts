// Detects formulas in text, and converts display formulas to the form that the parser knows. Amounts of money are not
// formulas.

import { type Fence, fenceAfterLine, openingFence } from '../../../shared/core/codeFences.ts';
import { limits } from './limits.ts';

/** True if the formula parser may be needed. */
export function mayHaveMath(text: string): boolean {
  return /\$[^$]*\$|\\\(|\\\[|\$\$/.test(text);
}

/** Puts `\[ … \]` and `$$ … $$` at the start of a line between `$$` on lines of their own. */
export function normalizeDisplayMath(text: string): string {
  if (!/\$\$|\\\[/.test(text)) return text;
  const lines: string[] = [];
  let fence: Fence | null = null;
  let until: string | null = null;
  for (const line of text.split('\n')) {
    const content = line.trim();
    const indent = line.slice(0, line.length - line.trimStart().length);
    if (fence) {
      fence = fenceAfterLine(content, fence);
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
      fence = openingFence(line, true);
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

/** True if the text between two dollar signs is a formula, by Pandoc's rule and common ways to write amounts. */
export function isFormula(content: string, after: number | null): boolean {
  if (content === '' || content.length > limits.formula || /^\s|\s$/.test(content)) return false;
  if (after !== null && after >= 48 && after <= 57) return false;
  if (/[\\^_{}=<>]/.test(content)) return true;
  // An amount, then text up to the next amount.
  return !(/^\d[\d.,]*\s*(?:[kKmMbB]\b)?(?:\s|[-–—/,;.])/.test(content) || /\p{L}{2,}[\s,]+\p{L}{2,}/u.test(content));
}

/** Rendering cost in characters: a cell, row or prime costs ten times as much as a character. */
export function renderingCost(formula: string): number {
  return formula.length + 8 * (formula.match(/[&']|\\\\/g)?.length ?? 0);
}

/** Commands that define others, which can expand a few characters without limit. */
const definitions = /\\(?:[gex]?def|let|futurelet|(?:re)?newcommand|providecommand|newenvironment)(?![a-zA-Z])/;

/** Never passed to the formula parser: too long, or nested too deep. */
export function isTooComplex(formula: string): boolean {
  if (renderingCost(formula) > limits.formula || definitions.test(formula)) return true;
  let depth = 0;
  let deepest = 0;
  for (const [mark] of formula.matchAll(/\\.|[{}]/gs)) {
    if (mark === '{') deepest = Math.max(deepest, ++depth);
    else if (mark === '}') depth--;
  }
  const commands = formula.match(/\\[a-zA-Z]+/g)?.length ?? 0;
  return deepest > 24 || commands > 400 || /(?:\\[a-zA-Z]+\s*){30}/.test(formula);
}
