// Streamed chunks → one reply. Takes whatever a server sends: only the fields it knows, by type; the rest is inert.

import type { Usage } from '../../../shared/conversation/message.ts';
import { say } from '../../../shared/sentence.ts';
import type { ModelObserver } from '../../ports/provider.ts';
import { plainId } from '../http/exchange.ts';
import { count, mostCharacters, mostSilentEvents, type ReplyReader, rawUsage, row, text } from '../http/replyReader.ts';
import { createCallAccumulator } from './calls.ts';
import { reasoningMark } from './requestBody.ts';

type Row = Record<string, unknown>;

export function createChatReply(providerId: string, observer: ModelObserver): ReplyReader {
  const calls = createCallAccumulator();
  let said = '';
  let thought = '';
  let namedReasoningContent = false;
  let finishReason: string | null = null;
  let usage: Usage | null = null;
  let model: string | null = null;
  let id: string | null = null;
  let started = false;
  let problem: unknown = null;
  /** Of several choices only one is taken: the first that speaks. */
  let chosen: number | null = null;
  let sawDelta = false;
  let silent = 0;

  const addText = (given: string): void => {
    const piece = given.slice(0, room());
    if (piece === '') return;
    said += piece;
    observer.onText(piece);
  };
  const addReasoning = (given: string): void => {
    const piece = given.slice(0, room());
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

  /** A message where a delta belongs: of a server that does not stream, or that says all of it again at the end. */
  const addMessage = (message: Row): void => {
    const again = {
      ...(said === '' ? {} : { content: unsaid(text(message.content), said), refusal: '' }),
      ...(thought === '' ? {} : noReasoning),
      ...(calls.calls().length === 0 ? {} : { tool_calls: null }),
    };
    addDelta(sawDelta ? { ...message, ...again } : message);
  };
  const addChoice = (choice: Row): void => {
    const [delta, message] = [row(choice.delta), row(choice.message)];
    if (delta) {
      sawDelta = true;
      addDelta(delta);
    } else if (message) addMessage(message);
    finishReason = text(choice.finish_reason) || finishReason;
    usage = readUsage(choice.usage) ?? usage;
    if (choice.error) problem ??= choice.error;
    else if (choice.finish_reason === 'error') problem ??= say`the reply ended with “error”`;
  };
  const addEvent = (event: Row): void => {
    if (Array.isArray(event.choices)) started = true;
    else if (event.object === 'error' || event.type === 'error') problem ??= event;
    if (event.error !== undefined && event.error !== null) problem ??= event.error;
    model = text(event.model) || model;
    usage = readUsage(event.usage) ?? usage;
    const choices = Array.isArray(event.choices) ? event.choices.map(row).filter((choice) => choice !== null) : [];
    chosen ??= choices.length === 0 ? null : Math.min(...choices.map(indexOf));
    for (const choice of choices) if (indexOf(choice) === chosen) addChoice(choice);
  };
  const size = (): number => said.length + thought.length + calls.characters();
  /** One more than is taken, so that too much can be told from just enough. */
  const room = (): number => Math.max(0, mostCharacters + 1 - size());

  return {
    named(event) {
      id ??= plainId(row(event)?.id);
    },
    add(chunk) {
      const before = size();
      const event = row(chunk);
      if (event) addEvent(event);
      silent = size() > before ? 0 : silent + 1;
    },
    endless() {
      if (size() > mostCharacters) return 'characters';
      return finishReason === null && silent > mostSilentEvents ? 'events' : null;
    },
    finished: () => finishReason !== null,
    started: () => started,
    problem: () => problem,
    id: () => id,
    partial: () => ({ text: said, reasoning: thought }),
    reply: () => ({
      text: said,
      reasoning: thought,
      calls: calls.calls(),
      ...(calls.more() ? { callsLeftOut: true } : {}),
      finishReason,
      usage,
      model,
      ...(namedReasoningContent ? { providerData: reasoningMark(providerId) } : {}),
    }),
  };
}

/** Some servers give the only choice no index. */
function indexOf(choice: Row): number {
  return typeof choice.index === 'number' ? choice.index : 0;
}

/** What a message adds to what was streamed of it; nothing where it says it otherwise, as without the thinking in it. */
function unsaid(content: string, said: string): string {
  const before = [said, said.trimStart()].find((text) => content.startsWith(text));
  return before === undefined ? '' : content.slice(before.length);
}

const noReasoning = { reasoning_content: '', reasoning: '' };

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
  return known.length > 0 ? { ...(Object.fromEntries(known) as Usage), ...rawUsage(usage) } : null;
}
