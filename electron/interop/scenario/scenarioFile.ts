// Reads and writes scenario files. Parsing is strict and reports the line of an error.

import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { isMap, isNode, isScalar, LineCounter, type Node, parse, parseDocument, stringify, visit } from 'yaml';
import type { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { decodePlainText } from '../../lib/plainText.ts';
import { fromAimock } from './aimockIn.ts';
import {
  expandFragments,
  isResultPattern,
  type Pattern,
  type Scenario,
  type ScenarioFile,
  scenarioSchema,
} from './schema.ts';

const maxBytes = 16 * 1024 * 1024;

export interface ReadScenario {
  scenario: Scenario;
  /** The converted scenario, if the file had aimock fixtures. */
  ofAimock: ScenarioFile | null;
  /** Data lost in the conversion. */
  lost: string[];
}

/** Reads a scenario or aimock fixtures. */
export async function readScenario(file: string): Promise<Result<ReadScenario>> {
  try {
    const bytes = await readFile(file);
    if (bytes.length > maxBytes) return fail('SETTINGS_INVALID', `${file} is too large for a scenario.`);
    const text = decodePlainText(bytes);
    if (text === null) return fail('SETTINGS_INVALID', `${file} is not text in UTF-8 or UTF-16.`);
    const fixtures = aimockOf(text);
    const converted = fixtures ? fromAimock(fixtures) : null;
    const parsed = parseScenario(converted ? JSON.stringify(converted.value) : text, file);
    if (!parsed.ok) return parsed;
    return ok({ scenario: parsed.value, ofAimock: converted?.value ?? null, lost: converted?.lost ?? [] });
  } catch (thrown) {
    return fail('SETTINGS_INVALID', `The scenario ${file} could not be read: ${(thrown as Error).message}.`);
  }
}

/** Null if it is not aimock. */
function aimockOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) || (typeof value === 'object' && value !== null && 'fixtures' in value) ? value : null;
  } catch {
    return null;
  }
}

/** `name`: the file's name in messages. */
export function parseScenario(text: string, name: string): Result<Scenario> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const wrong = (offset: number, why: string): Result<never> =>
    fail('SETTINGS_INVALID', `${name}, line ${lines.linePos(offset).line}: ${why}`);
  const broken = document.errors[0];
  if (broken) return wrong(broken.pos[0], broken.message.split('\n', 1)[0] as string);
  let value: unknown;
  try {
    value = document.toJS();
  } catch (thrown) {
    // Too many aliases, or an undefined one.
    let at = 0;
    visit(document, {
      Alias(_key, alias) {
        if (alias.resolve(document)) return undefined;
        at = alias.range?.[0] ?? 0;
        return visit.BREAK;
      },
    });
    return wrong(at, (thrown as Error).message);
  }
  const parsed = scenarioSchema.safeParse(value);
  if (!parsed.success) {
    const issue = deepest(worst(parsed.error.issues));
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
    const at = offsetOf(document.contents, issue.path, unknown);
    const location = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
    return wrong(at, unknown === undefined ? `${location}${issue.message}` : `${location}there is no key "${unknown}"`);
  }
  const problem = wrongRegex(parsed.data);
  return problem ? wrong(offsetOf(document.contents, problem.at), problem.why) : ok(parsed.data);
}

/** YAML, or JSON if the file name says so. */
export function scenarioText(scenario: ScenarioFile, file: string): string {
  if (/\.json$/i.test(file)) return `${JSON.stringify(scenario, null, 2)}\n`;
  const yamlOptions = { lineWidth: 100, aliasDuplicateObjects: false };
  const text = stringify(scenario, yamlOptions);
  // The library serializes some white space to blocks that it parses differently.
  if (isDeepStrictEqual(parse(text), JSON.parse(JSON.stringify(scenario)))) return text;
  return stringify(scenario, { ...yamlOptions, lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE' });
}

type Issue = z.core.$ZodIssue;

/** For unions, the error of the closest alternative. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const inner = issue.errors.filter(({ length }) => length > 0).map((errors) => deepest(worst(errors)));
  const best = inner.sort(
    (a, b) => b.path.length - a.path.length || Number(isUnknownKey(b)) - Number(isUnknownKey(a)),
  )[0];
  return best ? { ...best, path: [...issue.path, ...best.path] } : issue;
}

/** A misspelt key also causes a missing key; report the former. */
function worst(issues: readonly Issue[]): Issue {
  return issues.find(isUnknownKey) ?? (issues[0] as Issue);
}

function isUnknownKey(issue: Issue): boolean {
  return issue.code === 'unrecognized_keys';
}

function wrongRegex({ ignore, rules, titles, fragments }: Scenario): { at: PropertyKey[]; why: string } | null {
  const sources: { at: PropertyKey[]; source: string }[] = ignore.map((source, at) => ({ at: ['ignore', at], source }));
  const add = (patterns: readonly Pattern[] | undefined, at: PropertyKey[]): void => {
    for (const pattern of patterns ?? []) {
      const text = isResultPattern(pattern) ? pattern.result : pattern;
      if ('regex' in text) sources.push({ at, source: expandFragments(text.regex, fragments) });
    }
  };
  for (const [index, rule] of rules.entries()) {
    add(rule.match, ['rules', index, 'match']);
    for (const [number, turn] of rule.turns.entries()) add(turn.expect, ['rules', index, 'turns', number, 'expect']);
  }
  for (const [index, { match }] of titles.entries()) add(match, ['titles', index, 'match']);
  for (const { at, source } of sources) {
    try {
      new RegExp(source, 'iu');
    } catch (thrown) {
      const name = rules[at[1] as number]?.name;
      const whose = at[0] === 'rules' && name !== undefined ? `rule "${name}": ` : '';
      return { at, why: `${whose}${(thrown as Error).message}` };
    }
  }
  return null;
}

/** Offset of the value or key at a path, or of its nearest existing ancestor. */
function offsetOf(root: Node | null, path: readonly PropertyKey[], key?: string): number {
  let at: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const step of path) {
    if (isMap(at)) {
      const pair = at.items.find((item) => isScalar(item.key) && item.key.value === step);
      if (!pair) return offset;
      if (isNode(pair.key) && pair.key.range) offset = pair.key.range[0];
      at = pair.value;
    } else if (isNode(at) && 'items' in at) {
      at = (at.items as unknown[])[Number(step)];
      if (isNode(at) && at.range) offset = at.range[0];
    }
  }
  const pair = isMap(at) ? at.items.find((item) => isScalar(item.key) && item.key.value === key) : undefined;
  return isScalar(pair?.key) && pair.key.range ? pair.key.range[0] : offset;
}
