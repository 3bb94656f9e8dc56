// Streamed chunks → one reply. Takes whatever a server sends: only the fields it knows, by type; the rest is inert.

import type { Usage } from '../../../shared/conversation/message.ts';
import type { ModelObserver, ModelReply } from '../../ports/provider.ts';
import { createCallAccumulator } from './calls.ts';
import { reasoningMark } from './requestBody.ts';

export interface ReplyAccumulator {
  add(chunk: unknown): void;
  /** True once a finish_reason came: the reply is whole, though its usage may still follow. */
  finished(): boolean;
  /** True once an event came that can be part of a reply. */
  started(): boolean;
  /** An error that came as an event of its own or inside a choice; null when there was none. */
  problem(): unknown;
  partial(): { text: string; reasoning: string };
  reply(): ModelReply;
}

type Row = Record<string, unknown>;

function row(value: unknown): Row | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function createReplyAccumulator(providerId: string, observer: ModelObserver): ReplyAccumulator {
  const calls = createCallAccumulator();
  let said = '';
  let thought = '';
  let namedReasoningContent = false;
  let finishReason: string | null = null;
  let usage: Usage | null = null;
  let model: string | null = null;
  let started = false;
  let problem: unknown = null;

  const addText = (piece: string): void => {
    if (piece === '') return;
    said += piece;
    observer.onText(piece);
  };
  const addReasoning = (piece: string): void => {
    if (piece === '') return;
    thought += piece;
    observer.onReasoning(piece);
  };
  const addDelta = (delta: Row): void => {
    // Some servers send the same thinking under both names: it is taken once.
    const content = text(delta.reasoning_content);
    if (content !== '') namedReasoningContent = true;
    addReasoning(content || text(delta.reasoning));
    if (Array.isArray(delta.content)) {
      for (const part of delta.content) addPart(row(part));
    } else addText(text(delta.content));
    addText(text(delta.refusal));
    if (delta.tool_calls === undefined || delta.tool_calls === null) return;
    for (const position of calls.add(delta.tool_calls)) {
      const call = calls.at(position);
      if (call) observer.onCall(position, call.name, call.arguments.length);
    }
  };
  const addPart = (part: Row | null): void => {
    if (part?.type === 'text') addText(text(part.text));
    if (part?.type !== 'thinking') return;
    const thinking = Array.isArray(part.thinking) ? part.thinking : [{ text: part.thinking }];
    for (const piece of thinking) addReasoning(text(row(piece)?.text));
  };

  return {
    add(chunk) {
      const event = row(chunk);
      if (!event) return;
      if (Array.isArray(event.choices)) started = true;
      else if (event.object === 'error' || event.type === 'error') problem ??= event;
      model = text(event.model) || model;
      usage = readUsage(event.usage) ?? usage;
      const choices = Array.isArray(event.choices) ? event.choices.map(row) : [];
      for (const choice of choices) {
        if (!choice || (typeof choice.index === 'number' && choice.index > 0 && choices.length > 1)) continue;
        const delta = row(choice.delta);
        if (delta) addDelta(delta);
        finishReason = text(choice.finish_reason) || finishReason;
        usage = readUsage(choice.usage) ?? usage;
        if (choice.error) problem ??= choice.error;
        else if (choice.finish_reason === 'error') problem ??= 'the reply ended with “error”';
      }
    },
    finished: () => finishReason !== null,
    started: () => started,
    problem: () => problem,
    partial: () => ({ text: said, reasoning: thought }),
    reply: () => ({
      text: said,
      reasoning: thought,
      calls: calls.calls(),
      finishReason,
      usage,
      model,
      ...(namedReasoningContent ? { providerData: reasoningMark(providerId) } : {}),
    }),
  };
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Null when it has no number that counts. */
function readUsage(value: unknown): Usage | null {
  const usage = row(value);
  if (!usage) return null;
  const prompt = row(usage.prompt_tokens_details) ?? row(usage.input_tokens_details);
  const completion = row(usage.completion_tokens_details) ?? row(usage.output_tokens_details);
  const counts = {
    inputTokens: count(usage.prompt_tokens) ?? count(usage.input_tokens),
    outputTokens: count(usage.completion_tokens) ?? count(usage.output_tokens),
    cachedInputTokens: count(prompt?.cached_tokens) ?? count(usage.prompt_cache_hit_tokens),
    reasoningTokens: count(completion?.reasoning_tokens),
  };
  const known = Object.entries(counts).filter(([, tokens]) => tokens !== undefined);
  return known.length > 0 ? (Object.fromEntries(known) as Usage) : null;
}
