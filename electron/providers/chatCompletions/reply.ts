// Parses a Chat Completions stream into one reply. Reads only known fields of the expected type and ignores everything
// else.

import type { Usage } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ModelObserver } from '../../ports/provider.ts';
import { printableId } from '../http/exchange.ts';
import { maxCharacters, maxSilentEvents, objectOrNull, type ReplyReader, stringOrEmpty } from '../http/replyReader.ts';
import { openAiUsage } from '../openAi.ts';
import { createCallAccumulator } from './calls.ts';
import { createReplayCollector, detailsText } from './replayData.ts';
import { replayMark } from './replayed.ts';

/** `requested`: the requested model; provider data is only sent back to it. */
export function createChatReply(providerId: string, observer: ModelObserver, requested = ''): ReplyReader {
  const keeper = createReplayCollector();
  const calls = createCallAccumulator();
  let streamedText = '';
  let thought = '';
  let namedReasoningContent = false;
  let finishReason: string | null = null;
  /** The upstream server's reason, behind a proxy. */
  let nativeReason = '';
  let usage: Usage | null = null;
  let model: string | null = null;
  let id: string | null = null;
  let hasStarted = false;
  let problem: unknown = null;
  /** If there are several choices, use the first one that has content. */
  let chosenIndex: number | null = null;
  let sawDelta = false;
  let silent = 0;

  const addText = (text: string): void => {
    const piece = text.slice(0, remaining());
    if (piece === '') return;
    streamedText += piece;
    observer.onText(piece);
  };
  const addReasoning = (text: string): void => {
    const piece = text.slice(0, remaining());
    if (piece === '') return;
    thought += piece;
    observer.onReasoning(piece);
  };
  const addDelta = (delta: JsonObject): void => {
    // Some servers send the same thinking in both fields.
    const content = stringOrEmpty(delta.reasoning_content);
    if (content !== '') namedReasoningContent = true;
    keeper.delta(delta, streamedText);
    addReasoning(content || stringOrEmpty(delta.reasoning) || detailsText(delta.reasoning_details));
    if (Array.isArray(delta.content)) {
      for (const part of delta.content) addPart(objectOrNull(part));
    } else addText(stringOrEmpty(delta.content));
    addText(stringOrEmpty(delta.refusal));
    if (delta.tool_calls === undefined || delta.tool_calls === null) return;
    const touched = calls.add(delta.tool_calls);
    for (const [at, position] of touched.entries()) {
      const call = calls.at(position);
      if (call) observer.onCall(position, call.name, call.arguments.length);
      if (Array.isArray(delta.tool_calls)) keeper.call(position, delta.tool_calls[at]);
    }
  };
  const addPart = (part: JsonObject | null): void => {
    if (part?.type === 'text') addText(stringOrEmpty(part.text));
    if (part?.type !== 'thinking') return;
    const thinking = Array.isArray(part.thinking) ? part.thinking : [{ text: part.thinking }];
    for (const piece of thinking) addReasoning(stringOrEmpty(objectOrNull(piece)?.text));
  };

  /** Handles a `message` in place of a `delta`: non-streaming servers, or a final repetition. */
  const addMessage = (message: JsonObject): void => {
    const repeated = {
      ...(streamedText === ''
        ? {}
        : { content: unsaid(stringOrEmpty(message.content), streamedText), refusal: '', annotations: [] }),
      ...(thought === '' ? {} : noReasoning),
      ...(calls.calls().length === 0 ? {} : { tool_calls: null }),
    };
    addDelta(sawDelta ? { ...message, ...repeated } : message);
  };
  const addChoice = (choice: JsonObject): void => {
    const [delta, message] = [objectOrNull(choice.delta), objectOrNull(choice.message)];
    if (delta) {
      sawDelta = true;
      addDelta(delta);
    } else if (message) addMessage(message);
    finishReason = stringOrEmpty(choice.finish_reason) || finishReason;
    nativeReason = stringOrEmpty(choice.native_finish_reason) || nativeReason;
    usage = openAiUsage(choice.usage) ?? usage;
    if (choice.error) problem ??= choice.error;
    else if (choice.finish_reason === 'error') problem ??= say`the reply ended with “error”`;
  };
  const addEvent = (event: JsonObject): void => {
    if (Array.isArray(event.choices)) hasStarted = true;
    else if (event.object === 'error' || event.type === 'error') problem ??= event;
    if (event.error !== undefined && event.error !== null) problem ??= event.error;
    model = stringOrEmpty(event.model) || model;
    usage = openAiUsage(event.usage) ?? usage;
    keeper.event(event);
    const choices = Array.isArray(event.choices)
      ? event.choices.map(objectOrNull).filter((choice) => choice !== null)
      : [];
    chosenIndex ??= choices.length === 0 ? null : Math.min(...choices.map(indexOf));
    for (const choice of choices) if (indexOf(choice) === chosenIndex) addChoice(choice);
  };
  const size = (): number => streamedText.length + thought.length + calls.characters();
  /** One more than the limit, to detect overflow. */
  const remaining = (): number => Math.max(0, maxCharacters + 1 - size());

  return {
    namedEvent(event) {
      id ??= printableId(objectOrNull(event)?.id);
    },
    add(chunk) {
      const before = size();
      const event = objectOrNull(chunk);
      if (event) addEvent(event);
      silent = size() > before ? 0 : silent + 1;
    },
    endless() {
      if (size() > maxCharacters) return 'characters';
      return finishReason === null && silent > maxSilentEvents ? 'events' : null;
    },
    finished: () => finishReason !== null,
    characters: size,
    started: () => hasStarted,
    problem: () => problem,
    fault: (host) => {
      if (!isMalformed(nativeReason)) return null;
      const message = say`${host} ended the reply with an invalid tool call (${nativeReason}). None of its calls were run.`;
      return { code: 'LLM_BAD_RESPONSE', message, retryable: true };
    },
    id: () => id,
    partial: () => ({ text: streamedText, reasoning: thought }),
    reply: () => ({
      text: streamedText,
      reasoning: thought,
      calls: calls.calls(),
      ...(calls.more() ? { callsLeftOut: true } : {}),
      finishReason,
      usage,
      model,
      ...replayMark(providerId, requested, namedReasoningContent, keeper.data()),
    }),
  };
}

/** Some servers omit the index of their only choice. */
function indexOf(choice: JsonObject): number {
  return typeof choice.index === 'number' ? choice.index : 0;
}

/** Returns the part of a final message not yet streamed; empty if the message differs, for example without thinking. */
function unsaid(content: string, streamed: string): string {
  const before = [streamed, streamed.trimStart()].find((text) => content.startsWith(text));
  return before === undefined ? '' : content.slice(before.length);
}

const noReasoning = { reasoning_content: '', reasoning: '', reasoning_details: [] };

/** Gemini's finish reasons for malformed calls, via OpenRouter. */
function isMalformed(reason: string): boolean {
  return /^(MALFORMED_FUNCTION_CALL|UNEXPECTED_TOOL_CALL|TOO_MANY_TOOL_CALLS|MALFORMED_RESPONSE)$/i.test(reason);
}
