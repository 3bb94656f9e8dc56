// Runs one rule: returns the calls it needs next, and its text once they are done.

import type { Rule, Scenario, ScenarioFailure, Step, Turn } from '../../interop/scenario/schema.ts';
import { matchResults } from './match.ts';
import type { Task } from './matcher.ts';
import { isDenied, isError, resultValues, type ToolResult } from './results.ts';
import { fillArguments, fillText, type Values } from './template.ts';

export interface WantedCall {
  tool: string;
  argumentsText: string;
}

/** Options of a step besides text and calls. */
type StepOptions = Pick<Step, 'thinking' | 'delay_ms' | 'finish' | 'usage'> & { failures: ScenarioFailure[] };

export interface Thread {
  rule: Rule;
  values: Values;
  /** The turn after this reply. */
  next: Turn | undefined;
  text: string;
  /** Empty when done. */
  calls: WantedCall[];
  manner: StepOptions;
  failed: boolean;
  /** Tools that the rule needs but the request does not offer. */
  unavailable: string[];
  /** Text about the results so far. */
  texts: string[];
}

export interface ThreadContext {
  scenario: Scenario;
  offered: ReadonlySet<string>;
  variables: Values;
  /** Used when nothing else matches; never for results of its own calls. */
  fallback: Rule | null;
  /** Returns the rule for a result that no turn handles. */
  resultRule(results: readonly ToolResult[]): Task | null;
}

export function startThread({ rule, values }: Task, context: ThreadContext): Thread {
  const all = { ...context.variables, ...values };
  return startStep({ rule, values: all, texts: [] }, rule, context);
}

/** Starts a step and returns its reply. */
export function startStep(
  { rule, values, texts }: Pick<Thread, 'rule' | 'values' | 'texts'>,
  step: Rule | Turn,
  { scenario, offered }: ThreadContext,
): Thread {
  const calls = (step.calls ?? []).flatMap((call) => wantedCalls(call, step, values));
  const unavailable = scenario.words.not_offered === undefined ? [] : calls.filter(({ tool }) => !offered.has(tool));
  return {
    rule,
    values,
    next: rule.turns[step === rule ? 0 : rule.turns.indexOf(step as Turn) + 1],
    text: unavailable.length > 0 ? '' : stepText(step.reply, step, values),
    calls: unavailable.length > 0 ? [] : calls,
    manner: { ...step, thinking: stepText(step.thinking, step, values), failures: step.failure ?? [] },
    failed: false,
    unavailable: unavailable.map(({ tool }) => tool),
    texts,
  };
}

const stepText = (text = '', { verbatim }: Step, values: Values): string => (verbatim ? text : fillText(text, values));

/** Computes the next reply from the results of this one's calls. */
export function advanceThread(thread: Thread, results: readonly ToolResult[], context: ThreadContext): Thread {
  const { fragments, words, language } = context.scenario;
  const { next } = thread;
  const values = { ...thread.values };
  const last = results.map((result) => tell(result, context, values));
  for (const result of results) {
    const facts = Object.entries(resultValues(result, language));
    // Also under the tool's name, so that a later result does not shadow them.
    for (const [name, value] of facts) Object.assign(values, { [name]: value, [`${result.tool}_${name}`]: value });
  }
  const allTexts = [...thread.texts, ...last];
  values.told = paragraphs(allTexts);
  const end = (text: string, failed: boolean): Thread => ({
    ...thread,
    values,
    texts: allTexts,
    text,
    failed,
    calls: [],
    next: undefined,
    manner: { failures: [] },
  });
  const brought = next?.expect ? matchResults(results, next.expect, fragments) : null;
  // If the rule has text for failures, a failure ends it.
  if (!brought && words.failed !== undefined && results.some(isError)) return end(paragraphs(last), true);
  if (next && (brought || !next.expect)) {
    return startStep({ rule: thread.rule, values: { ...values, ...brought }, texts: allTexts }, next, context);
  }
  if (next?.otherwise !== undefined) return end(fillText(next.otherwise, values), true);
  const other = context.resultRule(results);
  if (other)
    return startStep(
      { rule: other.rule, values: { ...values, ...other.values }, texts: allTexts },
      other.rule,
      context,
    );
  const { fallback } = context;
  if (paragraphs(last) !== '' || !fallback || thread.rule === fallback) return end(paragraphs(last), false);
  return startStep({ rule: fallback, values, texts: allTexts }, fallback, context);
}

const paragraphs = (texts: readonly string[]): string => texts.filter(Boolean).join('\n\n');

function wantedCalls(call: NonNullable<Step['calls']>[number], { verbatim }: Step, values: Values): WantedCall[] {
  const { tool, each, arguments: template } = call;
  if (typeof template === 'string') return [{ tool, argumentsText: template }];
  const lines = each === undefined ? [''] : (values[each] ?? '').split('\n');
  return lines.map((item) => ({
    tool,
    argumentsText: JSON.stringify(verbatim ? template : fillArguments(template, { ...values, item })),
  }));
}

function tell(result: ToolResult, { scenario: { words, language } }: ThreadContext, values: Values): string {
  const all = { ...values, ...resultValues(result, language) };
  if (isDenied(result)) return fillText(words.denied ?? '', all);
  // A non-zero exit code still counts as output.
  const phrase = isError(result) && all.exit_code === undefined ? undefined : words[result.tool];
  return fillText(phrase ?? (isError(result) ? words.failed : words.other) ?? '', all);
}
