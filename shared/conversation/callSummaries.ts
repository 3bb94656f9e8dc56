// Call summaries that are small enough to send by the thousand: arguments and results are shortened. `pairing.ts`
// matches calls to results, as everywhere.

import { isSafeId } from '../core/ids.ts';
import { type ChainCall, type ChainTurn, chainTextLimit } from './chain.ts';
import { callsOf, type Message, type ToolMessage, textOf, type WaitedTime } from './message.ts';
import { createPairing } from './pairing.ts';

/** Longer arguments are cut instead of being parsed and shortened. */
const maxParsed = 1_000_000;
const turnWordsLimit = 200;
/** Waits of an agent that are included with the call that started it. */
const maxWaits = 100;

/** The fields known before there is a result. */
type AskedCall = Pick<
  ChainCall,
  'conversationId' | 'messageId' | 'index' | 'callId' | 'name' | 'arguments' | 'askedAt'
>;

export function callSummary(call: AskedCall, result: ToolMessage | null, limit = chainTextLimit): ChainCall {
  return {
    ...call,
    arguments: shortenArguments(call.arguments, limit),
    ...(result ? resultPart(result, limit) : noResult),
    byHand: false,
  };
}

export type ResultPart = Pick<
  ChainCall,
  | 'outcome'
  | 'neverStarted'
  | 'isSkipped'
  | 'startedAt'
  | 'duration'
  | 'waitedMs'
  | 'bytes'
  | 'resultId'
  | 'resultHead'
  | 'agent'
  | 'changed'
>;

const noResult: ResultPart = {
  outcome: 'interrupted',
  neverStarted: false,
  isSkipped: false,
  startedAt: null,
  duration: null,
  waitedMs: null,
  bytes: null,
  resultId: null,
  resultHead: '',
  agent: null,
  changed: false,
};

/** Returns the result's part of the chain entry. */
export function resultPart(message: ToolMessage, limit = chainTextLimit): ResultPart {
  const { details } = message;
  return {
    outcome: message.outcome,
    neverStarted: details?.interrupted === 'not_started',
    isSkipped: message.resolution === 'skip',
    startedAt: typeof message.startedAt === 'string' ? message.startedAt : null,
    duration: numberOr(message.duration),
    waitedMs: numberOr(message.waitedMs),
    bytes: numberOr(details?.bytes) ?? new TextEncoder().encode(message.content).length,
    resultId: message.id,
    resultHead: oneLine(message.content, limit),
    agent: agentOf(message),
    changed: changedFiles(message),
  };
}

/** Summarizes a manual call, whose record is its own result. */
export function manualCallSummary(conversationId: string, message: ToolMessage, limit = chainTextLimit): ChainCall {
  const call = {
    conversationId,
    messageId: message.id,
    index: 0,
    callId: message.tool_call_id,
    name: message.toolName,
    arguments: shortenArguments(message.arguments ?? '', limit),
    askedAt: askedAtOf(message),
  };
  return { ...call, ...resultPart(message, limit), byHand: true };
}

/** The record is created when the call ends; the call was requested when it started to wait or run. */
function askedAtOf({ startedAt, waitedMs, createdAt }: ToolMessage): string {
  const started = Date.parse(startedAt ?? createdAt);
  if (Number.isNaN(started)) return createdAt;
  return new Date(started - (numberOr(waitedMs) ?? 0)).toISOString();
}

export interface ChainSummary {
  calls: ChainCall[];
  turns: ChainTurn[];
}

/** Summarizes a whole branch in request order, manual calls included, with its turns. @internal */
export function chainSummary(conversationId: string, branch: readonly Message[], limit = chainTextLimit): ChainSummary {
  const steps = chainSummarySteps(conversationId, branch, limit);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does the same in small steps, for branches too long to process at once. */
export function* chainSummarySteps(
  conversationId: string,
  branch: readonly Message[],
  limit = chainTextLimit,
): Generator<undefined, ChainSummary> {
  const pairing = createPairing();
  for (const message of branch) {
    pairing.add(message);
    yield;
  }
  const { slots } = pairing.end();
  const calls: ChainCall[] = [];
  const turns: ChainTurn[] = [];
  let next = 0;
  for (const [place, message] of branch.entries()) {
    yield;
    if (message.role === 'user') turns.push({ ...turnOf(message), first: calls.length });
    else if (isManualCall(message)) calls.push(manualCallSummary(conversationId, message, limit));
    for (let slot = slots[next]; slot?.assistantIndex === place; slot = slots[++next]) {
      const { name, arguments: argumentsText } = slot.call.function;
      const common = { conversationId, messageId: message.id, index: slot.callIndex, askedAt: message.createdAt };
      calls.push(callSummary({ ...common, callId: slot.call.id, name, arguments: argumentsText }, slot.result, limit));
    }
  }
  return { calls, turns };
}

export function isManualCall(message: Message): message is ToolMessage & { partType: 'tool_run' } {
  return message.role === 'tool' && message.partType === 'tool_run';
}

export function turnOf(message: Message & { role: 'user' }): Omit<ChainTurn, 'first'> {
  const firstLine = oneLine(textOf(message), turnWordsLimit);
  return { messageId: message.id, createdAt: message.createdAt, words: firstLine };
}

/** Returns the record with its texts shortened to what a row needs, or null when the chain does not use it. */
export function recordSummary(message: Message, limit = chainTextLimit): Message | null {
  const { v, id, parentId, createdAt, partType } = message;
  const base = { v, id, parentId, createdAt, ...(partType === undefined ? {} : { partType }) };
  if (message.role === 'user') return { ...base, role: 'user', content: oneLine(textOf(message), turnWordsLimit) };
  if (message.role === 'assistant') {
    const calls = callsOf(message);
    if (calls.length === 0) return null;
    const short = calls.map((call) => ({
      id: call.id,
      type: call.type,
      function: { name: call.function.name, arguments: shortenArguments(call.function.arguments, limit) },
    }));
    return { ...base, role: 'assistant', content: null, tool_calls: short };
  }
  if (message.role !== 'tool') return null;
  const { bytes, agent, changed, neverStarted, resultHead } = resultPart(message, limit);
  const { tool_call_id, toolName, outcome, resolution, startedAt, duration, waitedMs } = message;
  return {
    ...base,
    role: 'tool',
    tool_call_id,
    toolName,
    outcome,
    content: resultHead,
    ...(resolution === undefined ? {} : { resolution }),
    ...(message.arguments === undefined ? {} : { arguments: shortenArguments(message.arguments, limit) }),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(duration === undefined ? {} : { duration }),
    ...(waitedMs === undefined ? {} : { waitedMs }),
    details: {
      bytes: bytes ?? 0,
      ...(agent ? { agent } : {}),
      ...(changed ? { changes: { files: [{}] } } : {}),
      ...(neverStarted ? { interrupted: 'not_started' } : {}),
    },
  };
}

/** Returns at most `limit` characters: the string itself, else valid JSON with shortened values, else a prefix. */
export function shortenArguments(text: string, limit = chainTextLimit): string {
  if (text.length <= limit) return text;
  if (text.length <= maxParsed) {
    for (let value = Math.floor(limit / 2); value >= 8; value = Math.floor(value / 2)) {
      const short = shortened(text, value);
      if (short === null) break;
      if (short.length <= limit) return short;
    }
  }
  return wholeCharacters(text, limit);
}

function shortened(text: string, max: number): string | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const entries = Object.entries(value).slice(0, 12);
    return JSON.stringify(Object.fromEntries(entries.map(([key, each]) => [key, shortValue(each, max)])));
  } catch {
    return null;
  }
}

function shortValue(value: unknown, max: number): unknown {
  if (typeof value === 'string') return value.length <= max ? value : `${wholeCharacters(value, max - 1)}…`;
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  return text.length <= max ? value : '…';
}

/** Returns the start of a text on one line. */
function oneLine(text: string, limit = chainTextLimit): string {
  const beginning = text.slice(0, limit * 4).trim();
  return wholeCharacters(beginning.replace(/\s+/g, ' '), limit);
}

/** Cuts without splitting a surrogate pair. */
function wholeCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  const code = text.charCodeAt(max - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? max - 1 : max);
}

function numberOr(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The log may hold any type here. */
function agentOf({ details }: ToolMessage): ChainCall['agent'] {
  const conversationId: unknown = details?.agent?.conversationId;
  if (!isSafeId(conversationId)) return null;
  const noted: unknown = details?.agent?.waits;
  const waits = Array.isArray(noted) ? noted.filter(isWaitedTime).slice(0, maxWaits) : [];
  return { conversationId, ...(waits.length > 0 ? { waits } : {}) };
}

function isWaitedTime(value: unknown): value is WaitedTime {
  const { from, to } = (value ?? {}) as Partial<WaitedTime>;
  return typeof from === 'string' && typeof to === 'string';
}

function changedFiles({ details }: ToolMessage): boolean {
  const changes: unknown = details?.changes;
  const files: unknown = typeof changes === 'object' && changes !== null ? (changes as { files?: unknown }).files : [];
  return Array.isArray(files) && files.length > 0;
}
