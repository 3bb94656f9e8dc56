// Converts a chain to OpenTelemetry GenAI spans (semantic-conventions-genai, autumn 2026, "Development"): one trace per
// turn with `invoke_agent`, its `chat` and `execute_tool` spans, and agents below the call that started them. Includes
// content only on request.

import {
  type AssistantMessage,
  callsOf,
  type Message,
  type ToolCall,
  type ToolMessage,
} from '../../../shared/conversation/message.ts';
import { pairResults } from '../../../shared/conversation/pairing.ts';
import { isJsonObject, type JsonObject } from '../../../shared/core/json.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { ExportSource } from '../history.ts';
import { branchTo } from '../web/origin.ts';
import type { Slice } from '../web/readJson.ts';
import { idText } from '../web/values.ts';
import { inputMessageOf, maskAndTruncate, otlpFinishReason, outputMessageOf, type SaidMessage } from './content.ts';
import { type Span, spanIdOf, toAttributes, toNanoseconds, traceIdOf } from './span.ts';

export interface SpanOptions {
  /** Whether to include messages, arguments and results. */
  content: boolean;
  /** Masks secrets in the content. */
  mask(text: string): string;
}

/** Maximum nesting of agents to export. */
const deepestAgent = 5;
const agentName = 'Throughline';

interface SpanContext {
  source: ExportSource;
  options: SpanOptions;
  /** The span of the call that started this agent. */
  below: { traceId: string; spanId: string } | null;
  depth: number;
  slice: Slice;
}

export async function toSpans(source: ExportSource, options: SpanOptions): Promise<Span[]> {
  return spansOf({ source, options, below: null, depth: 0, slice: createTimeSlice() });
}

async function spansOf(context: SpanContext): Promise<Span[]> {
  const branch = branchTo(context.source.messages, context.source.headId);
  const results = new Map(pairResults(branch).slots.map(({ call, result }) => [call, result]));
  const spans: Span[] = [];
  for (const turn of turnsOf(branch)) spans.push(...(await turnSpans(turn, results, context)));
  return spans;
}

/** Splits the branch at user messages; parts without a model call are not turns. */
function turnsOf(branch: readonly Message[]): Message[][] {
  const turns: Message[][] = [];
  let isOpen = false;
  for (const record of branch) {
    const last = turns.at(-1);
    if (!last || (record.role === 'user' && isOpen)) turns.push([record]);
    else last.push(record);
    isOpen = record.role === 'assistant' || (record.role !== 'user' && isOpen && turns.length > 0);
  }
  return turns.filter((turn) => turn.some(isReply));
}

function isReply(record: Message): record is AssistantMessage {
  return record.role === 'assistant' && record.partType !== 'note';
}

type Results = ReadonlyMap<ToolCall, ToolMessage | null>;

async function turnSpans(turn: readonly Message[], results: Results, context: SpanContext): Promise<Span[]> {
  const { source, options, below, depth } = context;
  // Messages before the prompt were sent with the previous turn, and may be missing.
  const first = turn.find(({ role }) => role === 'user') ?? (turn[0] as Message);
  const traceId = below?.traceId ?? traceIdOf(source.id, first.id);
  const agentId = spanIdOf(source.id, first.id);
  const replies = turn.filter(isReply);
  const last = replies.at(-1) as AssistantMessage;
  const common = {
    'gen_ai.provider.name': providerOf(replies),
    'gen_ai.conversation.id': source.id,
  };
  const inner: Span[] = [];
  const startMs = timeOf(first.createdAt) ?? 0;
  let at = startMs;
  let input: SaidMessage[] = [];
  let isCompacted = false;
  for (const record of turn) {
    const pause = context.slice();
    if (pause) await pause;
    if (record.role === 'system') isCompacted ||= record.partType === 'summary';
    const content = options.content
      ? inputMessageOf(record, record.role === 'tool' ? await source.result(record) : '', options.mask)
      : null;
    if (content) input.push(content);
    if (record.role === 'tool') at = Math.max(at, timeOf(record.createdAt) ?? at);
    if (!isReply(record)) continue;
    const end = Math.max(at, timeOf(record.createdAt) ?? at);
    inner.push({
      ...chatSpan(record, { ...common, 'gen_ai.conversation.compacted': isCompacted || undefined }, input, options),
      traceId,
      spanId: spanIdOf(source.id, record.id, 'chat'),
      parentSpanId: agentId,
      startTimeUnixNano: toNanoseconds(at),
      endTimeUnixNano: toNanoseconds(end),
    });
    at = end;
    input = [];
    for (const [index, call] of callsOf(record).entries()) {
      const result = results.get(call) ?? null;
      const spanId = spanIdOf(source.id, record.id, 'call', String(index));
      const times = callTimes(result, at);
      inner.push({
        ...(await toolSpan(call, result, source, options)),
        traceId,
        spanId,
        parentSpanId: agentId,
        startTimeUnixNano: toNanoseconds(times.start),
        endTimeUnixNano: toNanoseconds(times.end),
      });
      if (depth >= deepestAgent) continue;
      for (const agent of source.agents) {
        if (agent.call?.messageId !== record.id || agent.call.index !== index) continue;
        inner.push(
          ...(await spansOf({ ...context, source: agent.source, below: { traceId, spanId }, depth: depth + 1 })),
        );
      }
    }
  }
  const ends = inner.map(({ endTimeUnixNano }) => BigInt(endTimeUnixNano));
  const agent = depth === 0 ? agentName : context.source.title || 'agent';
  const root: Span = {
    traceId,
    spanId: agentId,
    ...(below ? { parentSpanId: below.spanId } : {}),
    name: `invoke_agent ${options.mask(agent)}`.toWellFormed(),
    kind: 1,
    startTimeUnixNano: toNanoseconds(startMs),
    endTimeUnixNano: String(
      ends.reduce((latest, end) => (end > latest ? end : latest), BigInt(toNanoseconds(startMs))),
    ),
    attributes: toAttributes({
      'gen_ai.operation.name': 'invoke_agent',
      ...common,
      'gen_ai.agent.name': options.mask(agent),
      'gen_ai.agent.version': source.version,
      'gen_ai.request.model': idText(last.model),
      'error.type': errorType(last),
    }),
    ...statusOf(last, options),
  };
  return [root, ...inner];
}

function chatSpan(
  record: AssistantMessage,
  common: Record<string, string | boolean | undefined>,
  input: readonly SaidMessage[],
  options: SpanOptions,
): Pick<Span, 'name' | 'kind' | 'attributes' | 'status'> {
  const usage = record.usage ?? {};
  const model = idText(record.model);
  const json = (value: unknown): string | undefined =>
    options.content ? options.mask(JSON.stringify(value)) : undefined;
  return {
    name: (model === null ? 'chat' : `chat ${model}`).toWellFormed(),
    kind: 3,
    attributes: toAttributes({
      'gen_ai.operation.name': 'chat',
      ...common,
      'gen_ai.request.model': model,
      'gen_ai.response.model': model,
      'gen_ai.response.id': record.response?.id,
      'gen_ai.response.finish_reasons': [otlpFinishReason(record)],
      'gen_ai.usage.input_tokens': usage.inputTokens,
      'gen_ai.usage.output_tokens': usage.outputTokens,
      'gen_ai.usage.cache_read.input_tokens': usage.cachedInputTokens,
      'gen_ai.usage.cache_write.input_tokens': usage.cacheWriteTokens,
      'gen_ai.usage.reasoning.output_tokens': usage.reasoningTokens,
      'error.type': errorType(record),
      'gen_ai.input.messages': json(input),
      'gen_ai.output.messages': json([outputMessageOf(record, options.mask)]),
    }),
    ...statusOf(record, options),
  };
}

async function toolSpan(
  call: ToolCall,
  result: ToolMessage | null,
  source: ExportSource,
  options: SpanOptions,
): Promise<Pick<Span, 'name' | 'kind' | 'attributes' | 'status'>> {
  const fullText = result && options.content ? await source.result(result) : undefined;
  const name = options.mask(call.function.name) || 'unnamed';
  const outcome = result?.outcome ?? 'interrupted';
  const mcp = isJsonObject(result?.details?.mcp) ? result.details.mcp : null;
  const errorCode = idText(result?.details?.errorCode);
  // The conventions' name for a result that the server marks as an error.
  const cause = mcp && errorCode === 'TOOL_EXEC_FAILED' ? 'tool_error' : errorCode;
  const failed = outcome === 'ok' ? undefined : (cause ?? outcome);
  return {
    name: `execute_tool ${name}`.toWellFormed(),
    kind: 1,
    attributes: toAttributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.conversation.id': source.id,
      'gen_ai.tool.name': name,
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': call.id,
      ...(mcp ? mcpAttributes(mcp) : {}),
      'error.type': failed,
      'gen_ai.tool.call.arguments': options.content
        ? maskAndTruncate(call.function.arguments, options.mask)
        : undefined,
      'gen_ai.tool.call.result': fullText === undefined ? undefined : maskAndTruncate(fullText, options.mask),
    }),
    ...(failed === undefined ? {} : { status: { code: 2 as const } }),
  };
}

/** Belong to the `execute_tool` span when the client traces the call itself. */
function mcpAttributes({ protocol, transport }: JsonObject): Record<string, string | null | undefined> {
  return {
    'mcp.method.name': 'tools/call',
    'mcp.protocol.version': idText(protocol),
    'network.transport': transport === 'stdio' ? 'pipe' : transport === 'http' ? 'tcp' : undefined,
    'network.protocol.name': transport === 'http' ? 'http' : undefined,
  };
}

function callTimes(result: ToolMessage | null, requestedAt: number): { start: number; end: number } {
  const start = timeOf(result?.startedAt) ?? requestedAt;
  const lasted = typeof result?.duration === 'number' && result.duration >= 0 ? result.duration : null;
  const end = lasted === null ? Math.max(start, timeOf(result?.createdAt) ?? start) : start + lasted;
  return { start, end };
}

function timeOf(text: unknown): number | null {
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return at > 0 ? at : null;
}

function errorType(record: AssistantMessage): string | undefined {
  if (record.partType !== 'error') return undefined;
  return idText(record.error?.cause) ?? idText(record.error?.code) ?? '_OTHER';
}

function statusOf(record: AssistantMessage, { content, mask }: SpanOptions): Pick<Span, 'status'> {
  if (record.partType !== 'error') return {};
  const message = idText(record.error?.message);
  return { status: { code: 2, ...(content && message !== null ? { message: mask(message).toWellFormed() } : {}) } };
}

const providers: Readonly<Record<string, string>> = {
  openai: 'openai',
  responses: 'openai',
  anthropic: 'anthropic',
  gemini: 'gcp.gemini',
  ollama: 'ollama',
};

/** From the replies' provider data. */
function providerOf(replies: readonly AssistantMessage[]): string {
  for (const { providerData } of replies) {
    for (const [api, data] of Object.entries(isJsonObject(providerData) ? providerData : {})) {
      const providerName = isJsonObject(data) ? idText(data.provider) : null;
      const name = (providerName === null ? undefined : providers[providerName]) ?? providerName ?? providers[api];
      if (name !== undefined) return name;
    }
  }
  return 'unknown';
}
