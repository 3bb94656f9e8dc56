// Converts a scenario to aimock fixtures and reports what cannot be expressed; drops rules whose condition is
// unsupported. Rules with turns become whole conversations, distinguished by the number of earlier replies.

import type { JsonObject } from '../../../shared/core/json.ts';
import type { Conversion } from './aimockIn.ts';
import { isResultPattern, type Pattern, type Rule, type Scenario, type ScenarioFailure, type Step } from './schema.ts';

export interface AimockFile {
  fixtures: { match: JsonObject; response: JsonObject; [option: string]: unknown }[];
}

export function toAimock(scenario: Scenario): Conversion<AimockFile> {
  const losses: string[] = [];
  const fixtures: AimockFile['fixtures'] = [];
  const ownFields = ['notice', 'divide', 'ignore', 'fragments', 'variables', 'words', 'idle_timeout_ms'] as const;
  for (const key of ownFields) {
    const value = scenario[key];
    if (value && (typeof value !== 'object' || Object.keys(value).length > 0)) losses.push(`${key} has no like`);
  }
  const add = (match: JsonObject, step: Step, lose: (what: string) => void): void => {
    const failures = step.failure ?? [];
    const options = {
      chunkSize: scenario.chunk_characters,
      ...((step.delay_ms ?? scenario.delay_ms) > 0 ? { latency: step.delay_ms ?? scenario.delay_ms } : {}),
    };
    let used = 0;
    for (const failure of failures) {
      for (let time = 0; time < (failure.times ?? 1); time++) {
        const failing = failed(failure, step, scenario.chunk_characters, lose);
        const sequence = failure.times === undefined ? {} : { sequenceIndex: used++ };
        if (failing) fixtures.push({ match: { ...match, ...sequence }, ...options, ...failing });
      }
      if (failure.times === undefined) return;
    }
    const after = used > 0 ? { sequenceIndex: used } : {};
    fixtures.push({ match: { ...match, ...after }, response: responseOf(step, lose), ...options });
  };
  for (const [at, rule] of scenario.rules.entries()) {
    addRule(rule, (loss) => void losses.push(`rule ${rule.name ?? at + 1}: ${loss}`), add);
  }
  const { default: otherwise } = scenario;
  if (otherwise) add({}, otherwise, (loss) => void losses.push(`default: ${loss}`));
  return { value: { fixtures }, lost: losses };
}

function addRule(
  rule: Rule,
  lose: (what: string) => void,
  add: (match: JsonObject, step: Step, lose: (what: string) => void) => void,
): void {
  for (const key of ['whole', 'open', 'repeats', 'changes'] as const) if (rule[key]) lose(`${key} has no like`);
  const sequence = rule.max_matches === 1 && rule.turns.length === 0 ? { sequenceIndex: 0 } : {};
  if (rule.max_matches !== undefined && rule.max_matches > 1) lose('max_matches has no like above 1');
  for (const pattern of rule.match) {
    const first = matchOf(pattern, lose);
    if (!first) continue;
    let condition: JsonObject = isResultPattern(pattern) ? {} : first;
    add(
      { ...first, ...sequence, ...(rule.turns.length > 0 ? { hasToolResult: isResultPattern(pattern) } : {}) },
      rule,
      lose,
    );
    for (const [at, turn] of rule.turns.entries()) {
      if (turn.otherwise !== undefined) lose(`turn ${at + 1}: otherwise has no like`);
      const expected = (turn.expect ?? [{ result: { any: true } }])[0] as Pattern;
      if ((turn.expect?.length ?? 0) > 1) lose(`turn ${at + 1}: only the first pattern of expect is kept`);
      const match = matchOf(expected, (loss) => lose(`turn ${at + 1}: ${loss}`));
      // Later turns would match instead.
      if (!match) return;
      if (!isResultPattern(expected)) condition = match;
      add({ ...condition, ...match, turnIndex: at + 1 }, turn, lose);
    }
  }
}

function matchOf(pattern: Pattern, lose: (what: string) => void): JsonObject | null {
  const ofResult = isResultPattern(pattern);
  if (ofResult && pattern.tool !== undefined) lose('tool of a result has no like; any result counts');
  const text = ofResult ? pattern.result : pattern;
  if ('any' in text) return ofResult ? { hasToolResult: true } : {};
  if ('exact' in text) lose('exact is kept as contains');
  const literal = 'exact' in text ? text.exact : 'contains' in text ? text.contains : null;
  if (literal === null) {
    lose('regex and glob have no like in its files; left out');
    return null;
  }
  return ofResult ? { toolResultContains: literal } : { userMessage: literal };
}

function responseOf(step: Step, lose: (what: string) => void): JsonObject {
  const { reply, thinking, calls = [], finish, usage, verbatim } = step;
  if (!verbatim && JSON.stringify([reply, thinking, calls]).includes('{{')) lose('values are not filled in');
  if (calls.some(({ each }) => each !== undefined)) lose('each has no like');
  return {
    ...(reply === undefined && calls.length > 0 ? {} : { content: reply ?? '' }),
    ...(calls.length > 0
      ? { toolCalls: calls.map(({ tool, arguments: argumentValue }) => ({ name: tool, arguments: argumentValue })) }
      : {}),
    ...(thinking ? { reasoning: thinking } : {}),
    ...(finish ? { finishReason: finish } : {}),
    ...(usage ? { usage: usageOf(usage) } : {}),
  };
}

function usageOf(usage: NonNullable<Step['usage']>): JsonObject {
  const { input_tokens: input, output_tokens: output, cached_tokens, reasoning_tokens } = usage;
  return {
    ...(input === undefined ? {} : { prompt_tokens: input }),
    ...(output === undefined ? {} : { completion_tokens: output }),
    ...(cached_tokens === undefined ? {} : { prompt_tokens_details: { cached_tokens } }),
    ...(reasoning_tokens === undefined ? {} : { completion_tokens_details: { reasoning_tokens } }),
  };
}

const errors: Partial<Record<ScenarioFailure['kind'], { status: number; type: string; message: string }>> = {
  authentication: { status: 401, type: 'invalid_api_key', message: 'Incorrect API key provided.' },
  rate_limit: { status: 429, type: 'rate_limit_exceeded', message: 'Rate limit reached.' },
  credits: { status: 429, type: 'insufficient_quota', message: 'You exceeded your current quota.' },
  context_length: { status: 400, type: 'context_length_exceeded', message: 'More than the maximum context length.' },
  server: { status: 500, type: 'server_error', message: 'The server had an error.' },
};

function failed(
  failure: ScenarioFailure,
  step: Step,
  size: number,
  lose: (what: string) => void,
): { response: JsonObject; [option: string]: unknown } | null {
  const { kind, message, status, retry_after_ms: after } = failure;
  const error = errors[kind];
  if (error) {
    return {
      response: {
        error: { message: message ?? error.message, type: error.type, code: error.type },
        status: status ?? error.status,
        ...(after === undefined ? {} : { retryAfter: Math.ceil(after / 1000) }),
      },
    };
  }
  const response = responseOf(step, lose);
  switch (kind) {
    case 'cut':
      // The first chunk has no text, and the last may be lost on disconnect; without a pause, all of them are.
      return {
        response,
        truncateAfterChunks: 1 + Math.ceil((step.reply ?? '').length / size),
        latency: step.delay_ms || 10,
      };
    case 'network':
      return { response, chaos: { disconnectRate: 1 } };
    case 'malformed':
      if (failure.raw !== undefined) lose('raw: aimock has its own malformed answer');
      return { response, chaos: { malformedRate: 1 } };
    case 'empty':
      return { response: { content: '' } };
    default:
      lose(`failure ${kind} has no like; left out`);
      return null;
  }
}
