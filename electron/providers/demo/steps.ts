// How far a task has come: the calls that it needs next, or what it has to say. Nothing is remembered between requests;
// the steps are gone through again each time with the results that the request brings.

import type { Language } from './demoPhrases.ts';
import type { Task } from './matcher.ts';
import { factsOf, isDenied, isError, type ToolResult } from './results.ts';
import type { NextStep, Step } from './scenario.ts';
import { fillArguments, fillText, type Values } from './template.ts';
import { argumentsKey } from './turn.ts';

export interface WantedCall {
  tool: string;
  /** JSON. */
  argumentsText: string;
}

export type Progress =
  | { kind: 'calls'; text: string; calls: WantedCall[] }
  | { kind: 'done'; text: string; failed: boolean }
  /** It would call tools that are not offered. */
  | { kind: 'unavailable'; tools: string[] };

export interface StepContext {
  /** The result of a call, by its key; undefined when it was not made yet. */
  result(key: string): ToolResult | undefined;
  offered: ReadonlySet<string>;
  words: Record<string, string>;
  language: Language;
  variables: Values;
}

export function advance(task: Task, context: StepContext): Progress {
  const { variables, language } = context;
  const values: Values = { ...variables, ...task.values };
  let step: Step = task.rule;
  let found: string[] = [''];
  const told: string[] = [];
  for (;;) {
    const { calls, after, closing } = step;
    const wanted = found.flatMap((name) => calls.map((call) => wantedCall(call, { ...values, found: name })));
    const text = fillText(step.reply, { ...values, found: found.join('`, `') });
    const open = wanted.filter((call) => !context.result(argumentsKey(call.tool, call.argumentsText)));
    const missing = open.filter((call) => !context.offered.has(call.tool)).map((call) => call.tool);
    if (missing.length > 0) return { kind: 'unavailable', tools: missing };
    if (open.length > 0) return { kind: 'calls', text, calls: open };
    if (wanted.length === 0) return { kind: 'done', text, failed: false };

    const results = wanted.map((call) => context.result(argumentsKey(call.tool, call.argumentsText)) as ToolResult);
    for (const result of results) Object.assign(values, namedFacts(result, language));
    const failed = results.some(isError);
    const next = failed ? undefined : following(step.next, values);
    if (!next || after !== undefined || step.told)
      told.push(...results.map((result) => tell(result, after, context, values)));
    if (!next) {
      if (!failed) told.push(fillText(closing, values));
      return { kind: 'done', text: told.filter(Boolean).join('\n\n'), failed };
    }
    if (next.find !== undefined) {
      found = findEntries(values.names ?? '', next.find, next.at_most);
      const first = found[0];
      if (first === undefined) {
        return { kind: 'done', text: [...told, fillText(next.missing, values)].join('\n\n'), failed: true };
      }
      values.found = first;
    }
    step = next;
  }
}

/** Also under the tool's name, so that a later result does not hide them. */
function namedFacts(result: ToolResult, language: Language): Values {
  const facts = factsOf(result, language);
  const named = Object.entries(facts).map(([name, value]) => [`${result.tool}_${name}`, value]);
  return { ...facts, ...Object.fromEntries(named) };
}

function following(next: NextStep | undefined, values: Values): NextStep | undefined {
  return next && (next.when === undefined || values[next.when]) ? next : undefined;
}

function wantedCall(call: Step['calls'][number], values: Values): WantedCall {
  return { tool: call.tool, argumentsText: JSON.stringify(fillArguments(call.arguments, values)) };
}

function findEntries(names: string, pattern: string, atMost: number): string[] {
  const wanted = new RegExp(pattern, 'iu');
  return names
    .split('\n')
    .filter((name) => name !== '' && wanted.test(name))
    .slice(0, atMost);
}

function tell(result: ToolResult, after: string | undefined, context: StepContext, values: Values): string {
  const { words, language } = context;
  const all = { ...values, ...factsOf(result, language) };
  if (isDenied(result)) return fillText(words.denied ?? '', all);
  if (isError(result)) {
    // A command that ends with another code than 0 has said something all the same.
    const own = all.exit_code === undefined ? words.failed : words[result.tool];
    return fillText(own ?? words.failed ?? '', all);
  }
  return fillText(after ?? words[result.tool] ?? words.other ?? '', all);
}
