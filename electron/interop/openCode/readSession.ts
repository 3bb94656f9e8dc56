// Reads an OpenCode session, `{info, messages: [{info, parts}]}`. An assistant message is one reply, or in old versions
// several, each started by a `step-start`; it contains calls with their results.

import type { ContentPart, Outcome, Todo, ToolCall, ToolDetails, Usage } from '../../../shared/conversation/message.ts';
import { openCallText } from '../../../shared/conversation/repair.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { History, HistoryProblem } from '../history.ts';
import { countOrUndefined, jsonObjectOrNull, objectsOf, textOrEmpty, timeOf } from '../looseJson.ts';
import { type Draft, messagesOfSteps, type Step } from '../steps.ts';
import { joinPartTexts, readFilePart, readUserParts } from './parts.ts';

const noTime = '1970-01-01T00:00:00.000Z';

interface Reading {
  attachments: Map<string, Uint8Array>;
  todos: Todo[];
  before: unknown[];
}

export async function readSession(
  info: JsonObject,
  rawParts: readonly JsonObject[],
  fileName: string,
  problems: HistoryProblem[],
): Promise<History> {
  const session = textOrEmpty(info.id) || fileName;
  const reading: Reading = { attachments: new Map(), todos: [], before: [{ session: info }] };
  const steps: Step[] = [];
  const stepOf = new Map<string, Step>();
  const summaries: { compaction: Compaction; step: Step; tail: string }[] = [];
  const tails = new Map<string, string>();
  let model: string | null = null;

  function add(drafts: Draft[]): Step {
    const step: Step = { parent: steps.at(-1) ?? null, drafts: () => drafts };
    steps.push(step);
    return step;
  }

  const slice = createTimeSlice();
  for (const [at, message] of rawParts.entries()) {
    const turn = slice();
    if (turn) await turn;
    const info = jsonObjectOrNull(message.info) ?? {};
    const parts = objectsOf(message.parts);
    const id = textOrEmpty(info.id) || `message ${at + 1}`;
    const compacts = parts.find((part) => part.type === 'compaction');
    if (info.role === 'user' && compacts) tails.set(id, textOrEmpty(compacts.tail_start_id));
    if (info.role === 'user' && !(compacts && parts.length === 1)) {
      stepOf.set(id, add([userDraft(id, info, parts, reading)]));
    } else if (info.role === 'assistant' && info.summary === true && !info.error && hasWords(parts)) {
      const compaction = emptyCompaction();
      const step = add([summaryDraft(id, info, parts, compaction, reading)]);
      summaries.push({ compaction, step, tail: tails.get(textOrEmpty(info.parentID)) ?? '' });
      stepOf.set(id, step);
    } else if (info.role === 'assistant') {
      model = textOrEmpty(info.modelID) || model;
      const isLast = at === rawParts.length - 1;
      const drafts = stepsIn(parts).flatMap((piece, nth) => replyDrafts(id, info, piece, nth, isLast, reading));
      stepOf.set(id, add(drafts));
    } else reading.before.push(message);
  }

  const { messages, endOf, beginOf } = await messagesOfSteps('opencode', session, steps);
  for (const { compaction, step, tail } of summaries) {
    const keptStep = stepOf.get(tail);
    compaction.firstKeptId = keptStep ? beginOf(keptStep) : endOf(step);
  }
  const last = messages.at(-1);
  if (last?.origin && reading.before.length > 0) last.origin.after = reading.before;
  // Undone messages stay in the file until the next message.
  const reverted = stepOf.get(textOrEmpty(jsonObjectOrNull(info.revert)?.messageID));
  const head = reverted ? reverted.parent : (steps.at(-1) ?? null);
  return {
    program: 'opencode',
    session,
    title: textOrEmpty(info.title),
    folder: textOrEmpty(info.directory) || null,
    model: model ?? (textOrEmpty(jsonObjectOrNull(info.model)?.id) || null),
    messages,
    headId: head ? endOf(head) : null,
    agents: [],
    attachments: reading.attachments,
    problems,
  };
}

type Compaction = ReturnType<typeof emptyCompaction>;
function emptyCompaction() {
  return { firstKeptId: '', clearedIds: [], tokensBefore: 0, tokensAfter: 0 };
}

function hasWords(parts: readonly JsonObject[]): boolean {
  return joinPartTexts(parts, 'text').words.trim() !== '';
}

function stepsIn(parts: readonly JsonObject[]): JsonObject[][] {
  const pieces: JsonObject[][] = [[]];
  let hasBegun = false;
  for (const part of parts) {
    if (part.type === 'step-start' && hasBegun) pieces.push([]);
    if (part.type === 'step-start') hasBegun = true;
    pieces.at(-1)?.push(part);
  }
  return pieces;
}

function takeBefore(reading: Reading): { before?: unknown[] } {
  const before = reading.before.splice(0);
  return before.length > 0 ? { before } : {};
}

function createdAt(info: JsonObject): string {
  return timeOf(jsonObjectOrNull(info.time)?.created) ?? noTime;
}

function userDraft(id: string, info: JsonObject, rawParts: readonly JsonObject[], reading: Reading): Draft {
  const { parts, kept } = readUserParts(rawParts, reading.attachments);
  const [only] = parts;
  const plainText = parts.length === 1 && only?.type === 'text' ? only.text : null;
  const content: string | ContentPart[] = parts.length === 0 ? '' : (plainText ?? parts);
  const origin = { ids: [id], kept: { info, parts: kept }, ...takeBefore(reading) };
  return { name: id, createdAt: createdAt(info), role: 'user', content, origin };
}

function summaryDraft(
  id: string,
  info: JsonObject,
  parts: readonly JsonObject[],
  compaction: Compaction,
  reading: Reading,
): Draft {
  const { words, keep } = joinPartTexts(parts, 'text');
  const keptData = { info, parts: parts.map((part) => (part.type === 'text' ? keep(part) : part)) };
  const origin = { ids: [id], kept: keptData, ...takeBefore(reading) };
  return {
    name: id,
    createdAt: createdAt(info),
    role: 'system',
    partType: 'summary',
    content: words,
    compaction,
    origin,
  };
}

function replyDrafts(
  id: string,
  info: JsonObject,
  parts: JsonObject[],
  nth: number,
  isLast: boolean,
  reading: Reading,
): Draft[] {
  const joined = joinPartTexts(parts, 'text');
  const thought = joinPartTexts(parts, 'reasoning');
  const calls: ToolCall[] = [];
  const results: Draft[] = [];
  const keptParts = parts.map((part): JsonObject => {
    if (part.type === 'text') return joined.keep(part);
    if (part.type === 'reasoning') return thought.keep(part);
    const state = part.type === 'tool' ? jsonObjectOrNull(part.state) : null;
    if (!state) return part;
    const call = callOf(part, state);
    calls.push(call);
    results.push(...resultDrafts(id, call, state, isLast, info, reading));
    const { input: _input, output: _output, error: _error, ...rest } = state;
    return { ...part, state: jsonObjectOrNull(state.input) ? rest : { ...rest, input: state.input } };
  });
  const { error, finishReason } = endOf(info);
  const model = textOrEmpty(info.modelID);
  const usage = nth === 0 ? usageOf(info) : null;
  const reply: Draft = {
    name: nth === 0 ? id : `${id} step ${nth + 1}`,
    createdAt: createdAt(info),
    role: 'assistant',
    content: joined.words || null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(thought.words === '' ? {} : { reasoning: thought.words }),
    ...(model === '' ? {} : { model }),
    ...(usage ? { usage } : {}),
    ...(finishReason && calls.length === 0 ? { finishReason } : {}),
    ...(error ? { partType: 'error', error: { code: 'LLM_ERROR', message: error } } : {}),
    origin: {
      ids: [id],
      kept: nth === 0 ? { info, parts: keptParts } : { goesOn: id, parts: keptParts },
      ...takeBefore(reading),
    },
  };
  return [reply, ...results];
}

function callOf(part: JsonObject, state: JsonObject): ToolCall {
  const args = state.input === undefined ? textOrEmpty(state.raw) || '{}' : JSON.stringify(state.input);
  const id = textOrEmpty(part.callID) || textOrEmpty(part.id) || 'call';
  return { id, type: 'function', function: { name: textOrEmpty(part.tool) || 'unnamed', arguments: args } };
}

/** An open call in the last message may still be running. */
function resultDrafts(
  id: string,
  call: ToolCall,
  state: JsonObject,
  isLast: boolean,
  info: JsonObject,
  reading: Reading,
): Draft[] {
  const result = resultOf(state);
  if (!result && isLast) return [];
  const { start, end } = jsonObjectOrNull(state.time) ?? {};
  const [from, to] = [countOrUndefined(start), countOrUndefined(end)];
  const details = detailsOf(state, reading.todos);
  if (details.todos) reading.todos = details.todos.after;
  const images = objectsOf(state.attachments).flatMap((part) => readFilePart(part, reading.attachments) ?? []);
  const startedAt = timeOf(start);
  return [
    {
      name: `${id} result ${call.id}`,
      createdAt: timeOf(end) ?? createdAt(info),
      role: 'tool',
      tool_call_id: call.id,
      toolName: call.function.name,
      content: result?.content ?? openCallText('unknown'),
      outcome: result?.outcome ?? 'interrupted',
      ...(startedAt === null ? {} : { startedAt }),
      ...(from === undefined || to === undefined ? {} : { duration: Math.max(0, to - from) }),
      ...(Object.keys(details).length > 0 ? { details } : {}),
      ...(images.length > 0 ? { attachments: images.map(({ hash, mediaType }) => ({ hash, mediaType })) } : {}),
      origin: result ? {} : { kept: { made: true } },
    },
  ];
}

function endOf(info: JsonObject): { error?: string; finishReason?: string } {
  const error = jsonObjectOrNull(info.error);
  if (error?.name === 'MessageAbortedError') return { finishReason: 'stopped' };
  if (error)
    return { error: textOrEmpty(jsonObjectOrNull(error.data)?.message) || textOrEmpty(error.name) || 'unknown' };
  return typeof info.finish === 'string' ? { finishReason: info.finish } : {};
}

/** Input excludes cache reads, and output excludes thinking. */
function usageOf({ tokens }: JsonObject): Usage | null {
  const counts = jsonObjectOrNull(tokens);
  const [input, output] = [countOrUndefined(counts?.input), countOrUndefined(counts?.output)];
  if (!counts || input === undefined || output === undefined) return null;
  const cache = jsonObjectOrNull(counts.cache);
  const [read, write, thinking] = [
    countOrUndefined(cache?.read) ?? 0,
    countOrUndefined(cache?.write) ?? 0,
    countOrUndefined(counts.reasoning) ?? 0,
  ];
  return {
    inputTokens: input + read + write,
    outputTokens: output + thinking,
    cachedInputTokens: read,
    cacheWriteTokens: write,
    reasoningTokens: thinking,
  };
}

/** Null if the call has no result. */
function resultOf(state: JsonObject): { content: string; outcome: Outcome } | null {
  if (state.status === 'completed') {
    const code = jsonObjectOrNull(state.metadata)?.exit;
    return { content: textOrEmpty(state.output), outcome: typeof code === 'number' && code !== 0 ? 'error' : 'ok' };
  }
  if (state.status !== 'error') return null;
  const content = textOrEmpty(state.error);
  return { content, outcome: outcomeOfError(content, jsonObjectOrNull(state.metadata)) };
}

function outcomeOfError(message: string, metadata: JsonObject | null): Outcome {
  if (/^The user (?:rejected permission|dismissed)|specified a rule which prevents/.test(message)) return 'denied';
  if (metadata?.interrupted === true || /^Tool execution aborted/.test(message)) return 'cancelled';
  return /^\[?Tool execution was interrupted/.test(message) ? 'interrupted' : 'error';
}

function detailsOf(state: JsonObject, todosBefore: readonly Todo[]): ToolDetails {
  const metadata = jsonObjectOrNull(state.metadata) ?? {};
  const path = jsonObjectOrNull(state.input)?.filePath;
  const todos = Array.isArray(metadata.todos) ? objectsOf(metadata.todos).map(todoOf) : null;
  return {
    ...(typeof metadata.exit === 'number' ? { exitCode: metadata.exit } : {}),
    ...(typeof metadata.diff === 'string' && metadata.diff !== '' ? { diff: metadata.diff } : {}),
    ...(typeof path === 'string' ? { path } : {}),
    ...(metadata.truncated === true ? { truncated: true } : {}),
    ...(todos ? { todos: { before: [...todosBefore], after: todos } } : {}),
  };
}

function todoOf({ content, status }: JsonObject): Todo {
  const todoStatus = status === 'in_progress' || status === 'completed' ? status : 'pending';
  return { content: textOrEmpty(content), status: todoStatus };
}
