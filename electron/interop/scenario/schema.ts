// The scenario format: what a scripted model understands and answers. Documented in docs/formats/scenarios.md. Rejects
// unknown keys.

import { z } from 'zod';

/** Case-insensitive. Named groups become values; with `at_most`, those of up to this many matches, one per line. */
const textPattern = z.union([
  z.strictObject({ exact: z.string() }),
  z.strictObject({ contains: z.string() }),
  z.strictObject({ regex: z.string(), at_most: z.int().min(1).max(100).default(1) }),
  z.strictObject({ glob: z.string() }),
  z.strictObject({ any: z.literal(true) }),
]);

/** Matches the user's text, or a tool's result. */
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
  /** Only for `server`. */
  status: z.int().min(400).max(599).optional(),
  retry_after_ms: milliseconds.optional(),
  /** The body for `malformed`. */
  raw: z.string().optional(),
  /** Number of failed attempts before the next failure or the reply; absent: forever. */
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
        /** A string is sent verbatim. */
        arguments: z.union([z.record(z.string(), z.unknown()), z.string()]).default({}),
        /** One call per line of this value, available as `item`. */
        each: z.string().optional(),
      }),
    )
    .optional(),
  failure: z
    .union([failure, z.array(failure).min(1)])
    .transform((one) => [one].flat())
    .optional(),
  /** Between two chunks. */
  delay_ms: milliseconds.optional(),
  /** The provider's finish reason. */
  finish: z.string().min(1).optional(),
  usage: z
    .strictObject({
      input_tokens: tokens.optional(),
      output_tokens: tokens.optional(),
      cached_tokens: tokens.optional(),
      reasoning_tokens: tokens.optional(),
    })
    .optional(),
  /** Disables templates. */
  verbatim: z.boolean().optional(),
};

const turn = z.strictObject({
  /** Absent: any results, but no user text. */
  expect: patterns.optional(),
  /** Reply to unexpected results; ends the rule. */
  otherwise: z.string().optional(),
  ...step,
});

const rule = z.strictObject({
  name: z.string().min(1).optional(),
  match: patterns,
  max_matches: z.int().min(1).optional(),
  /** With `divide`: match the whole message before it is divided. */
  whole: z.boolean().default(false),
  /** With `divide`: following text that is not a request belongs to this one. */
  open: z.boolean().default(false),
  /** With `divide`: "read a and b" means "read a and read b". */
  repeats: z.boolean().default(false),
  /** With `divide`: runs alone. */
  changes: z.boolean().default(false),
  ...step,
  turns: z.array(turn).default([]),
});

const names = z.record(z.string(), z.string());

export const scenarioSchema = z.strictObject({
  version: z.literal(1),
  model: z.string().min(1).default('scenario'),
  /** Language of facts in texts. */
  language: z.enum(['en', 'zh']).default('en'),
  /** Prefix of a conversation's first reply, unless a reply so far contains one of the marks. */
  notice: z.string().default(''),
  notice_marks: z.array(z.string().min(1)).default([]),
  chunk_characters: z.int().min(1).default(12),
  delay_ms: milliseconds.default(0),
  /** The app's idle timeout, for `timeout`. */
  idle_timeout_ms: milliseconds.min(1).optional(),
  /** Split a message into requests: "list the files and read the README". */
  divide: z.boolean().default(false),
  /** With `divide`: parts that need no answer. */
  ignore: z.array(z.string()).default([]),
  /** Regular expression fragments, used as {NAME}. */
  fragments: z.record(z.string().regex(/^[A-Z]+$/), z.string()).default({}),
  variables: z.record(z.string(), z.strictObject({ posix: z.string(), windows: z.string() })).default({}),
  /** Default phrases for results, by tool or `other`, `failed`, `denied`; also for the rest. */
  words: names.default({}),
  /** Titles for conversations by their first message. Without a match, no title is generated. */
  titles: z.array(z.strictObject({ match: patterns, title: z.string().min(1) })).default([]),
  /** Reply if no rule matches; absent: an error. */
  default: z.strictObject(step).optional(),
  rules: z.array(rule).min(1),
});

/** The file's input type. */
export type ScenarioFile = z.input<typeof scenarioSchema>;
export type Scenario = z.output<typeof scenarioSchema>;
export type Rule = Scenario['rules'][number];
export type Step = NonNullable<Scenario['default']>;
export type Turn = Rule['turns'][number];
export type Pattern = Rule['match'][number];
export type TextPattern = z.output<typeof textPattern>;
export type ScenarioFailure = z.output<typeof failure>;

export function isResultPattern(pattern: Pattern): pattern is Extract<Pattern, { result: unknown }> {
  return 'result' in pattern;
}

export function expandFragments(source: string, fragments: Readonly<Record<string, string>>): string {
  return source.replace(/\{([A-Z]+)\}/g, (match, name: string) => fragments[name] ?? match);
}
