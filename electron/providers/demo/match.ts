// Matches text against a scenario's patterns and captures values. Aborts runaway regular expressions.

import { createContext, Script } from 'node:vm';
import { expandFragments, isResultPattern, type Pattern, type TextPattern } from '../../interop/scenario/schema.ts';
import type { ToolResult } from './results.ts';
import type { Values } from './template.ts';

type Fragments = Readonly<Record<string, string>>;

/** Captures values from the user's text; null: no match. */
export function matchPrompt(text: string, patterns: readonly Pattern[], fragments: Fragments): Values | null {
  return firstMatch(patterns, (pattern) =>
    isResultPattern(pattern) ? null : matchText(text, pattern, fragments, 'iu'),
  );
}

/** Captures values from the results of one reply's calls. */
export function matchResults(
  results: readonly ToolResult[],
  patterns: readonly Pattern[],
  fragments: Fragments,
): Values | null {
  return firstMatch(patterns, (pattern) => {
    if (!isResultPattern(pattern)) return null;
    const relevant = results.filter(({ tool }) => pattern.tool === undefined || pattern.tool === tool);
    return firstMatch(relevant, ({ content }) => matchText(content, pattern.result, fragments, 'imu'));
  });
}

export function firstMatch<T, U>(all: readonly T[], of: (one: T) => U | null): U | null {
  for (const one of all) {
    const values = of(one);
    if (values !== null) return values;
  }
  return null;
}

function matchText(text: string, pattern: TextPattern, fragments: Fragments, flags: string): Values | null {
  if ('any' in pattern) return {};
  const normalized = text.trim().toLowerCase();
  if ('exact' in pattern) return normalized === pattern.exact.trim().toLowerCase() ? {} : null;
  if ('contains' in pattern) return normalized.includes(pattern.contains.toLowerCase()) ? {} : null;
  const regex = compiled(pattern, fragments, flags);
  const max = 'regex' in pattern ? pattern.at_most : 1;
  const matches = max === 1 ? [regex.exec(text)] : [...text.matchAll(new RegExp(regex, `g${flags}`))].slice(0, max);
  if (!matches[0]) return null;
  const captured: Values = {};
  for (const { groups = {} } of matches.filter((match) => match !== null)) {
    for (const [name, value] of Object.entries(groups)) {
      if (value !== undefined) captured[name] = [captured[name] ?? [], unquoted(name, value)].flat().join('\n');
    }
  }
  return captured;
}

/** Compiled patterns; each message is tested against all of them repeatedly. */
const patternCache = new WeakMap<TextPattern, RegExp>();

function compiled(pattern: { glob: string } | { regex: string }, fragments: Fragments, flags: string): RegExp {
  const existing = patternCache.get(pattern as TextPattern);
  if (existing) return existing;
  const source = 'glob' in pattern ? globSource(pattern.glob) : expandFragments(pattern.regex, fragments);
  const regex = new RegExp(source, flags);
  patternCache.set(pattern as TextPattern, regex);
  return regex;
}

function globSource(glob: string): string {
  const escaped = glob
    .replace(/[\\^$.+()[\]{}|]/g, '\\$&')
    .replaceAll('*', '[\\s\\S]*')
    .replaceAll('?', '[^]');
  return `^${escaped}$`;
}

function unquoted(name: string, value: string): string {
  const inside = /^(?:`([\s\S]*)`|"([\s\S]*)"|“([\s\S]*)”|'([\s\S]*)'|「([\s\S]*)」)$/u.exec(value.trim());
  const text = inside?.slice(1).find((part) => part !== undefined) ?? value.trim();
  // Strip punctuation after a path at the end of a phrase.
  if (name === 'path') return text.replace(/[,;:!?]+$/, '');
  return name === 'items'
    ? text
        .split(/\s*(?:[,;，；、\n]|\band\b)\s*/u)
        .filter(Boolean)
        .join('\n')
    : text;
}

/** CPU time for all patterns against one prompt: long texts take longer. */
const maxMs = 1000;
const guarded = createContext({ run: null as unknown });
const script = new Script('run()');

/**
 * Runs a pure function with a CPU time limit; null on timeout. Measures thread time, so that a busy machine does not
 * cause failures.
 */
export function runWithTimeLimit<T>(run: () => T): { value: T } | null {
  const startMs = usedMs();
  do {
    guarded.run = () => ({ value: run() });
    try {
      return script.runInContext(guarded, { timeout: maxMs }) as { value: T };
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw thrown;
    }
  } while (usedMs() - startMs < maxMs);
  return null;
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
