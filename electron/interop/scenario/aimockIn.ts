// Converts aimock fixtures (`@copilotkit/aimock`, JSON files) to a scenario. Drops fixtures whose condition has no
// equivalent, since they would match too much, and reports other losses. Never throws on malformed content.

import { isJsonObject, type JsonObject, jsonObject } from '../../../shared/core/json.ts';
import type { ScenarioFailure, ScenarioFile } from './schema.ts';

export interface Conversion<T> {
  value: T;
  /** Unsupported features, each with its location. */
  lost: string[];
}

type FileRule = ScenarioFile['rules'][number];
type FileTurn = NonNullable<FileRule['turns']>[number];
type FileStep = NonNullable<ScenarioFile['default']>;

const row = (value: unknown): JsonObject => jsonObject(value);
const rows = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.map(row) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;

/** aimock's default. */
const defaultChunk = 20;

export function fromAimock(file: unknown): Conversion<ScenarioFile> {
  const losses: string[] = [];
  const rules: FileRule[] = [];
  const fixtures = Array.isArray(file) ? rows(file) : rows(row(file).fixtures);
  const toolOfCall = new Map<unknown, string>();
  for (const { response } of fixtures) {
    for (const call of rows(row(response).toolCalls)) toolOfCall.set(call.id, text(call.name));
  }
  // Sort sequences by their index.
  const order = fixtures.map((fixture, at) => ({ fixture, at, place: number(row(fixture.match).sequenceIndex) ?? 0 }));
  for (const { fixture, at } of order.toSorted((one, other) => one.place - other.place || one.at - other.at)) {
    const lose = (loss: string): void => void losses.push(`fixture ${at + 1}: ${loss}`);
    const match = row(fixture.match);
    const odd = Object.keys(match).find((key) => match[key] !== undefined && !knownKeys.has(key));
    const foreign = match.endpoint !== undefined && match.endpoint !== 'chat' ? 'endpoint' : odd;
    if (foreign !== undefined) {
      lose(`match.${foreign} has no like; it is left out`);
      continue;
    }
    const step = stepOf(fixture, lose);
    if (step) addRule(rules, match, step, toolOfCall, lose);
  }
  const sizes = new Set(fixtures.map(({ chunkSize }) => number(chunkSize) || defaultChunk));
  const [size = defaultChunk] = sizes;
  if (sizes.size > 1) losses.push('chunkSize: a scenario has one for all; that of the first fixture is used');
  return { value: { version: 1, chunk_characters: size, rules }, lost: losses };
}

const knownKeys = new Set([
  'userMessage',
  'toolCallId',
  'toolResultContains',
  'sequenceIndex',
  'turnIndex',
  'hasToolResult',
  'endpoint',
]);

/** Adds a rule, or a turn after the calls of the rule with the same match. */
function addRule(
  rules: FileRule[],
  match: JsonObject,
  step: FileStep,
  toolOfCall: ReadonlyMap<unknown, string>,
  lose: (what: string) => void,
): void {
  const { userMessage, toolCallId, toolResultContains, hasToolResult, turnIndex, sequenceIndex } = match;
  if (turnIndex !== undefined) lose('match.turnIndex: its order among the others counts instead');
  const tool = toolOfCall.get(toolCallId);
  if (toolCallId !== undefined && tool === undefined) {
    lose('match.toolCallId names no call of the file; it is left out');
    return;
  }
  const ofResult = hasToolResult === true || toolResultContains !== undefined || toolCallId !== undefined;
  const pattern = typeof userMessage === 'string' ? { contains: userMessage } : { any: true as const };
  if (!ofResult) {
    const limit = sequenceIndex === undefined ? {} : { max_matches: 1 };
    rules.push({ match: pattern, ...limit, ...step });
    return;
  }
  const content = toolResultContains === undefined ? { any: true as const } : { contains: text(toolResultContains) };
  const result = { result: content, ...(tool === undefined ? {} : { tool }) };
  const before =
    userMessage === undefined
      ? undefined
      : rules.findLast(
          (rule) => JSON.stringify(rule.match) === JSON.stringify(pattern) && (rule.calls ?? []).length > 0,
        );
  if (!before) {
    if (userMessage !== undefined) lose('match.userMessage beside a result: the result alone counts');
    rules.push({ match: result, ...step });
    return;
  }
  const turn: FileTurn = { expect: result, ...step };
  before.turns = [...(before.turns ?? []), turn];
}

/** Null if it is not a conversation step. */
function stepOf(fixture: JsonObject, lose: (what: string) => void): FileStep | null {
  const response = row(fixture.response);
  for (const key of Object.keys(fixture)) {
    if (fixture[key] !== undefined && !fixtureKeys.has(key)) lose(`${key} has no like`);
  }
  const delay = number(fixture.latency);
  const timing = delay === undefined ? {} : { delay_ms: delay };
  if (response.error !== undefined) return { ...timing, failure: failureOf(response) };
  const blocks = rows(response.blocks);
  const responseText =
    blocks.length > 0 ? blocks.filter((block) => block.type === 'text').map((block) => text(block.text)) : null;
  const content = responseText?.join('') ?? (response.content === undefined ? '' : text(response.content));
  const calls = blocks.length > 0 ? blocks.filter((block) => block.type === 'toolCall') : rows(response.toolCalls);
  if (response.content === undefined && response.toolCalls === undefined && blocks.length === 0) {
    lose('the response is no text, call or error; it is left out');
    return null;
  }
  const firstCall = blocks.findIndex(({ type }) => type === 'toolCall');
  if (firstCall >= 0 && blocks.slice(firstCall).some(({ type }) => type === 'text'))
    lose('blocks: text comes before calls');
  for (const key of Object.keys(response)) if (!responseKeys.has(key)) lose(`response.${key} has no like`);
  const truncated = number(fixture.truncateAfterChunks);
  const cut = truncated !== undefined || fixture.disconnectAfterMs !== undefined;
  if (fixture.disconnectAfterMs !== undefined && truncated === undefined)
    lose('disconnectAfterMs: cut after all of the text');
  const reply =
    truncated === undefined
      ? content
      : content.slice(0, Math.max(0, truncated - 1) * (number(fixture.chunkSize) || defaultChunk));
  const usage = usageOf(row(response.usage));
  const step: FileStep = {
    ...(reply === '' ? {} : { reply }),
    ...(response.reasoning === undefined ? {} : { thinking: text(response.reasoning) }),
    ...(calls.length === 0
      ? {}
      : { calls: calls.map((call) => ({ tool: text(call.name), arguments: valueOrText(call.arguments) })) }),
    ...(typeof response.finishReason === 'string' && response.finishReason !== ''
      ? { finish: response.finishReason }
      : {}),
    ...(Object.keys(usage).length > 0 ? { usage } : {}),
    ...timing,
    ...(cut ? { failure: { kind: 'cut' as const } } : {}),
  };
  return /\{\{|\$(?:number|each)/.test(JSON.stringify(step)) ? { ...step, verbatim: true } : step;
}

const fixtureKeys = new Set(['match', 'response', 'latency', 'chunkSize', 'truncateAfterChunks', 'disconnectAfterMs']);
const responseKeys = new Set([
  'content',
  'toolCalls',
  'blocks',
  'reasoning',
  'finishReason',
  'usage',
  'id',
  'created',
  'role',
]);

function valueOrText(value: unknown): JsonObject | string {
  return isJsonObject(value) ? (value as JsonObject) : text(value ?? '{}');
}

function usageOf(usage: JsonObject): NonNullable<FileStep['usage']> {
  const input = number(usage.prompt_tokens) ?? number(usage.input_tokens) ?? number(usage.promptTokenCount);
  const output = number(usage.completion_tokens) ?? number(usage.output_tokens) ?? number(usage.candidatesTokenCount);
  const cached = number(row(usage.prompt_tokens_details).cached_tokens);
  const reasoning = number(row(usage.completion_tokens_details).reasoning_tokens);
  return {
    ...(input === undefined ? {} : { input_tokens: input }),
    ...(output === undefined ? {} : { output_tokens: output }),
    ...(cached === undefined ? {} : { cached_tokens: cached }),
    ...(reasoning === undefined ? {} : { reasoning_tokens: reasoning }),
  };
}

function failureOf(response: JsonObject): ScenarioFailure {
  const { message, code, type } = row(response.error);
  const status = number(response.status) ?? 500;
  const after = number(response.retryAfter);
  const errorText = `${text(code)} ${text(type)}`;
  const kind =
    status === 402 || errorText.includes('insufficient_quota')
      ? 'credits'
      : status === 429
        ? 'rate_limit'
        : status === 401 || status === 403
          ? 'authentication'
          : errorText.includes('context_length')
            ? 'context_length'
            : 'server';
  return {
    kind,
    ...(typeof message === 'string' ? { message } : {}),
    ...(kind === 'server' ? { status: Math.min(599, Math.max(400, status)) } : {}),
    ...(after === undefined ? {} : { retry_after_ms: Math.min(600_000, after * 1000) }),
  };
}
