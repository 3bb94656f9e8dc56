// The demo's scenario: a YAML file that says what the script understands, which tools it calls and in which words it
// answers. Checked when it is read; a mistake is named with its line, an unknown key is refused.
//
//   version: 1
//   model: name of the one model
//   language: en or zh, of the facts that the texts name
//   notice: sentence that the first reply of a conversation begins with
//   notice_marks: texts by which a reply that already says so is known
//   chunk_characters, delay_ms: how text is streamed
//   ignore: [regex]: parts of a message that need no answer, such as a greeting before a request
//   fragments: { NAME: part of a regular expression, written {NAME} in the patterns }
//   variables: { name: { posix: text, windows: text } }
//   words: { <tool>: how a result of it is told, failed:, denied:, not_offered:, no_folder:, left_out: }
//   rules: in order; the first that matches counts
//     - name: for people
//       match: one pattern or several of { exact } { contains } { regex } { glob } { any: true }, letter case ignored.
//              Named groups of a regex become values.
//       whole: true      matched against the whole message, before it is divided into requests
//       open: true       takes free text: what follows and is no request of its own belongs to it
//       repeats: true    "read a and b" means "read a and read b"
//       changes: true    has effects: nothing else is done at the same time
//       delay_ms: between chunks, instead of the scenario's
//       reply: text beside the calls, or the whole reply when there are none
//       calls: [{ tool, arguments }]
//       after: how each result is told, instead of `words`
//       told: true       the results are told though there is a next step
//       closing: text at the end
//       next: a further step (reply, calls, after, closing, next), made when all calls before it went well
//         when: name of a value that must be there; otherwise the step is left out
//         find: regex; the entries of the listing before it that match become {{found}}
//         at_most: how many of them (default 1); the calls are made for each
//         missing: what is said when none matches
//
// Texts have {{value}}, {{value|fallback}} and {{value:escaped}} (for a regular expression). Values are the named groups,
// the variables, the arguments of a call and the facts of its result (results.ts). An argument may also be
// { $number: text } or { $each: value, …}: a list with an object for each line of that value, named {{item}}.

import { isMap, isNode, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/errors.ts';

const pattern = z.union([
  z.strictObject({ exact: z.string() }),
  z.strictObject({ contains: z.string() }),
  z.strictObject({ regex: z.string() }),
  z.strictObject({ glob: z.string() }),
  z.strictObject({ any: z.literal(true) }),
]);

const call = z.strictObject({
  tool: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  arguments: z.record(z.string(), z.unknown()).default({}),
});

const stepFields = {
  reply: z.string().default(''),
  calls: z.array(call).default([]),
  after: z.string().optional(),
  told: z.boolean().default(false),
  closing: z.string().default(''),
};

export interface Step {
  reply: string;
  calls: { tool: string; arguments: Record<string, unknown> }[];
  after?: string | undefined;
  told: boolean;
  closing: string;
  next?: NextStep | undefined;
}

export interface NextStep extends Step {
  when?: string | undefined;
  find?: string | undefined;
  at_most: number;
  missing: string;
}

const nextStep: z.ZodType<NextStep> = z.strictObject({
  ...stepFields,
  when: z.string().optional(),
  find: z.string().optional(),
  at_most: z.int().min(1).default(1),
  missing: z.string().default(''),
  get next() {
    return nextStep.optional();
  },
}) as unknown as z.ZodType<NextStep>;

const rule = z.strictObject({
  name: z.string().min(1),
  match: z.union([pattern, z.array(pattern).min(1)]).transform((match) => [match].flat()),
  whole: z.boolean().default(false),
  open: z.boolean().default(false),
  repeats: z.boolean().default(false),
  changes: z.boolean().default(false),
  delay_ms: z.int().min(0).max(60_000).optional(),
  ...stepFields,
  next: nextStep.optional(),
});

const scenario = z.strictObject({
  version: z.literal(1),
  model: z.string().min(1),
  language: z.enum(['en', 'zh']).default('en'),
  notice: z.string(),
  notice_marks: z.array(z.string().min(1)).default([]),
  chunk_characters: z.int().min(1).default(12),
  delay_ms: z.int().min(0).max(60_000).default(15),
  ignore: z.array(z.string()).default([]),
  fragments: z.record(z.string().regex(/^[A-Z]+$/), z.string()).default({}),
  variables: z.record(z.string(), z.strictObject({ posix: z.string(), windows: z.string() })).default({}),
  words: z.record(z.string(), z.string()),
  rules: z.array(rule).min(1),
});

export type Scenario = z.output<typeof scenario>;
export type Rule = Scenario['rules'][number];
export type Pattern = z.output<typeof pattern>;

/** `name` is what the message calls the file. */
export function parseScenario(text: string, name: string): Result<Scenario> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const wrong = (offset: number, why: string): Result<never> =>
    fail('SETTINGS_INVALID', `${name}, line ${lines.linePos(offset).line}: ${why}`);
  const broken = document.errors[0];
  if (broken) return wrong(broken.pos[0], broken.message.split('\n', 1)[0] as string);
  const parsed = scenario.safeParse(document.toJS());
  if (!parsed.success) {
    const issue = deepest(parsed.error.issues[0]);
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
    const at = offsetOf(document.contents, issue.path, unknown);
    const place = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
    return wrong(at, unknown === undefined ? `${place}${issue.message}` : `${place}there is no key "${unknown}"`);
  }
  return checkPatterns(parsed.data, (at, why) => wrong(offsetOf(document.contents, at), why));
}

type Issue = z.core.$ZodIssue;

/** Of a choice that fits nowhere, the complaint of the form that came nearest. */
function deepest(issue: Issue | undefined): Issue {
  if (issue?.code !== 'invalid_union' || issue.errors.length === 0) return issue as Issue;
  const inner = issue.errors.map((errors) => deepest(errors[0])).filter(Boolean);
  const best = inner.sort((a, b) => b.path.length - a.path.length)[0];
  return best && best.path.length > 0 ? { ...best, path: [...issue.path, ...best.path] } : issue;
}

function checkPatterns(data: Scenario, wrong: (at: PropertyKey[], why: string) => Result<never>): Result<Scenario> {
  for (const [index, source] of data.ignore.entries()) {
    const problem = regexProblem(source);
    if (problem) return wrong(['ignore', index], problem);
  }
  for (const [index, { match, name }] of data.rules.entries()) {
    for (const each of match) {
      if (!('regex' in each)) continue;
      const problem = regexProblem(withFragments(each.regex, data.fragments));
      if (problem) return wrong(['rules', index, 'match'], `rule "${name}": ${problem}`);
    }
  }
  return ok(data);
}

function regexProblem(source: string): string | null {
  try {
    new RegExp(source, 'iu');
    return null;
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

export function withFragments(source: string, fragments: Record<string, string>): string {
  return source.replace(/\{([A-Z]+)\}/g, (whole, name: string) => fragments[name] ?? whole);
}

/** Where in the text the value at a path stands, or the key in it; the nearest that there is. */
function offsetOf(root: Node | null, path: readonly PropertyKey[], key?: string): number {
  let at: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  const enter = (next: unknown): void => {
    at = next;
    if (isNode(next) && next.range) offset = next.range[0];
  };
  for (const step of path) {
    if (isMap(at)) {
      const pair = at.items.find((item) => isScalar(item.key) && item.key.value === step);
      if (!pair) return offset;
      if (isNode(pair.key) && pair.key.range) offset = pair.key.range[0];
      at = pair.value;
    } else if (isNode(at) && 'items' in at) enter((at.items as unknown[])[Number(step)]);
  }
  if (key === undefined || !isMap(at)) return offset;
  const named = at.items.find((item) => isScalar(item.key) && item.key.value === key);
  return isScalar(named?.key) && named.key.range ? named.key.range[0] : offset;
}
