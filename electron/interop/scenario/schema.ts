// The scenario format: what a scripted model understands and answers. docs/features/scenarios.md is its page for people; every
// key stands here once, and a key that does not is refused.

import { z } from 'zod';

/** Letter case is ignored. Named groups of a regex become values, and with `at_most` those of so many matches, line by line. */
const textPattern = z.union([
  z.strictObject({ exact: z.string() }),
  z.strictObject({ contains: z.string() }),
  z.strictObject({ regex: z.string(), at_most: z.int().min(1).max(100).default(1) }),
  z.strictObject({ glob: z.string() }),
  z.strictObject({ any: z.literal(true) }),
]);

/** Of the person's words, or of a tool's result. */
const pattern = z.union([textPattern, z.strictObject({ result: textPattern, tool: z.string().optional() })]);
const patterns = z.union([pattern, z.array(pattern).min(1)]).transform((match) => [match].flat());

const milliseconds = z.int().min(0).max(600_000);

const failure = z.strictObject({
  kind: z.enum([
    'network',
    'timeout',
    'authentication',
    'rate_limit',
    'credits',
    'context_length',
    'server',
    'cut',
    'malformed',
    'empty',
  ]),
  message: z.string().optional(),
  /** Of `server`. */
  status: z.int().min(400).max(599).optional(),
  retry_after_ms: milliseconds.optional(),
  /** What `malformed` sends. */
  raw: z.string().optional(),
  /** Attempts that fail, before the next failure of the list or the reply; absent: all. */
  times: z.int().min(1).optional(),
});

const tokens = z.int().min(0);

const step = {
  reply: z.string().optional(),
  thinking: z.string().optional(),
  calls: z
    .array(
      z.strictObject({
        tool: z.string().min(1),
        /** Text is said as it is, whatever it is. */
        arguments: z.union([z.record(z.string(), z.unknown()), z.string()]).default({}),
        /** One call for each line of this value, named `item`. */
        each: z.string().optional(),
      }),
    )
    .optional(),
  failure: z
    .union([failure, z.array(failure).min(1)])
    .transform((one) => [one].flat())
    .optional(),
  /** Between two pieces. */
  delay_ms: milliseconds.optional(),
  /** Why it ended, as a provider says it. */
  finish: z.string().min(1).optional(),
  usage: z
    .strictObject({
      input_tokens: tokens.optional(),
      output_tokens: tokens.optional(),
      cached_tokens: tokens.optional(),
      reasoning_tokens: tokens.optional(),
    })
    .optional(),
  /** Nothing is filled in. */
  verbatim: z.boolean().optional(),
};

const turn = z.strictObject({
  /** Absent: any results, and no words of the person. */
  expect: patterns.optional(),
  /** Said where results are not what is expected; it ends the rule. */
  otherwise: z.string().optional(),
  ...step,
});

const rule = z.strictObject({
  name: z.string().min(1).optional(),
  match: patterns,
  max_matches: z.int().min(1).optional(),
  /** With `divide`: matched against the whole message, before it is divided. */
  whole: z.boolean().default(false),
  /** With `divide`: what follows and is no request of its own belongs to it. */
  open: z.boolean().default(false),
  /** With `divide`: "read a and b" means "read a and read b". */
  repeats: z.boolean().default(false),
  /** With `divide`: nothing else is done at the same time. */
  changes: z.boolean().default(false),
  ...step,
  turns: z.array(turn).default([]),
});

const names = z.record(z.string(), z.string());

export const scenarioSchema = z.strictObject({
  version: z.literal(1),
  model: z.string().min(1).default('scenario'),
  /** Of the facts that texts name. */
  language: z.enum(['en', 'zh']).default('en'),
  /** What the first reply of a conversation begins with, unless it, or one before it, has one of the marks. */
  notice: z.string().default(''),
  notice_marks: z.array(z.string().min(1)).default([]),
  chunk_characters: z.int().min(1).default(12),
  delay_ms: milliseconds.default(0),
  /** Without a byte for so long the app gives up: for `timeout`. */
  idle_timeout_ms: milliseconds.min(1).optional(),
  /** A message is several requests: "list the files and read the README". */
  divide: z.boolean().default(false),
  /** With `divide`: parts of a message that need no answer. */
  ignore: z.array(z.string()).default([]),
  /** Parts of regular expressions, written {NAME} in them. */
  fragments: z.record(z.string().regex(/^[A-Z]+$/), z.string()).default({}),
  variables: z.record(z.string(), z.strictObject({ posix: z.string(), windows: z.string() })).default({}),
  /** How results are told where a rule says no more: by tool, `other`, `failed`, `denied`; and what is said of the rest. */
  words: names.default({}),
  /** What a conversation is called that began with such words. Without one that fits the app gets no title. */
  titles: z.array(z.strictObject({ match: patterns, title: z.string().min(1) })).default([]),
  /** The answer where no rule fits; without one that is refused. */
  default: z.strictObject(step).optional(),
  rules: z.array(rule).min(1),
});

/** As a file has it. */
export type ScenarioFile = z.input<typeof scenarioSchema>;
export type Scenario = z.output<typeof scenarioSchema>;
export type Rule = Scenario['rules'][number];
export type Step = NonNullable<Scenario['default']>;
export type Turn = Rule['turns'][number];
export type Pattern = Rule['match'][number];
export type TextPattern = z.output<typeof textPattern>;
export type ScenarioFailure = z.output<typeof failure>;

export function isOfResult(pattern: Pattern): pattern is Extract<Pattern, { result: unknown }> {
  return 'result' in pattern;
}

export function withFragments(source: string, fragments: Readonly<Record<string, string>>): string {
  return source.replace(/\{([A-Z]+)\}/g, (whole, name: string) => fragments[name] ?? whole);
}
