// Parses streamGenerateContent chunks into one reply. Keeps every part verbatim and in order: calls, text, thoughts and
// a final empty text may carry signatures that must be sent back in place. Merges text pieces only if neither is
// signed.

import { maxCalls, type Usage } from '../../../shared/conversation/message.ts';
import type { ModelObserver, ModelReply } from '../../ports/provider.ts';
import { printableId } from '../http/exchange.ts';
import {
  createSizeLimiter,
  isTooDeep,
  objectOrNull,
  type ReplyReader,
  rawUsage,
  stringOrEmpty,
  validCount,
} from '../http/replyReader.ts';
import { faultOf, finishReasonOf, type GeminiEnd } from './finishReason.ts';
import { addPartialArguments } from './partialArguments.ts';

type Part = Record<string, unknown>;

/** Maximum size of grounding metadata to keep. */
const maxGroundingLength = 256_000;

export function createGeminiReply(providerId: string, model: string, observer: ModelObserver): ReplyReader {
  const size = createSizeLimiter();
  const parts: Part[] = [];
  const end: GeminiEnd = { reason: '', message: '', blocked: '' };
  /** The candidate's fields other than content; the last value wins. */
  const candidateFields: Record<string, unknown> = {};
  const queries = new Set<unknown>();
  let streamedText = '';
  let thought = '';
  let calls = 0;
  let callsLeftOut = false;
  /** A call whose arguments are still streaming; `false`: beyond the limit. */
  let open: { name: string; args: Record<string, unknown> } | false | null = null;
  let usage: unknown = null;
  let answeredBy: string | null = null;
  let id: string | null = null;
  let hasStarted = false;
  let problem: unknown = null;

  function addText(part: Part): void {
    const isThought = part.thought === true;
    const piece = size.take(stringOrEmpty(part.text));
    if (piece !== '') (isThought ? observer.onReasoning : observer.onText)(piece);
    if (isThought) thought += piece;
    else streamedText += piece;
    // Skip empty unsigned text.
    if (piece === '' && isPlainText(part)) return;
    const last = parts.at(-1);
    const goesOn = last && isPlainText(last) && isPlainText(part) && (last.thought === true) === isThought;
    if (goesOn) last.text = stringOrEmpty(last.text) + piece;
    else parts.push({ ...part, text: piece });
  }

  function addCall(part: Part, functionCall: Part): void {
    const { partialArgs, willContinue, ...call } = functionCall;
    const before = open;
    if (before !== null && stringOrEmpty(functionCall.name) === '') {
      if (before !== false) {
        size.take(JSON.stringify(partialArgs ?? ''));
        addPartialArguments(before.args, partialArgs);
        observer.onCall(calls - 1, before.name, JSON.stringify(before.args).length);
      }
      if (willContinue !== true) open = null;
      return;
    }
    open = null;
    if (calls >= maxCalls) {
      callsLeftOut = true;
      if (willContinue === true) open = false;
      return;
    }
    if (size.take(JSON.stringify(part)) === '') return;
    calls++;
    if (willContinue === true || partialArgs !== undefined) {
      const args = { ...objectOrNull(call.args) };
      addPartialArguments(args, partialArgs);
      if (willContinue === true) open = { name: stringOrEmpty(call.name), args };
      parts.push({ ...part, functionCall: { ...call, args } });
    } else parts.push({ ...part, functionCall: call });
    observer.onCall(calls - 1, stringOrEmpty(call.name), argumentsOf(call).length);
  }

  function addPart(part: Part): void {
    const call = objectOrNull(part.functionCall);
    if (call) addCall(part, call);
    else if (typeof part.text === 'string') addText(part);
    else if (size.take(JSON.stringify(part)) !== '') parts.push(part);
  }

  function addCandidate(candidate: Part): void {
    const parts = objectOrNull(candidate.content)?.parts;
    for (const part of Array.isArray(parts) ? parts : []) if (objectOrNull(part)) addPart({ ...objectOrNull(part) });
    end.reason = stringOrEmpty(candidate.finishReason) || end.reason;
    end.message = stringOrEmpty(candidate.finishMessage) || end.message;
    for (const name of ['groundingMetadata', 'urlContextMetadata']) {
      const value = objectOrNull(candidate[name]);
      if (!value || Object.keys(value).length === 0 || JSON.stringify(value).length > maxGroundingLength) continue;
      candidateFields[name] = { ...objectOrNull(candidateFields[name]), ...value };
      for (const query of Array.isArray(value.webSearchQueries) ? value.webSearchQueries : []) queries.add(query);
    }
  }

  return {
    namedEvent(event) {
      id ??= printableId(objectOrNull(event)?.responseId);
    },
    add(event) {
      const chunk = objectOrNull(event);
      const before = size.all();
      if (chunk && !isTooDeep(chunk)) {
        if (chunk.error !== undefined && chunk.error !== null) problem ??= chunk.error;
        const candidates = Array.isArray(chunk.candidates) ? chunk.candidates : null;
        // We request one candidate; if there are several, use the first.
        const candidate = objectOrNull(candidates?.find((one) => (objectOrNull(one)?.index ?? 0) === 0));
        const feedback = objectOrNull(chunk.promptFeedback);
        if (stringOrEmpty(feedback?.blockReason) !== '') {
          end.blocked = stringOrEmpty(feedback?.blockReason);
          end.message = stringOrEmpty(feedback?.blockReasonMessage) || end.message;
        }
        if (candidates || end.blocked !== '') hasStarted = true;
        answeredBy = stringOrEmpty(chunk.modelVersion) || answeredBy;
        usage = objectOrNull(chunk.usageMetadata) ?? usage;
        if (candidate) addCandidate(candidate);
      }
      size.noted(before);
    },
    endless: () => size.endless(end.reason !== ''),
    finished: () => finishReasonOf(end, calls) !== null,
    characters: size.all,
    started: () => hasStarted,
    problem: () => problem,
    fault: (host) =>
      faultOf(end, { hasText: streamedText !== '', parts: parts.length, calls, openCall: open !== null }, host),
    id: () => id,
    partial: () => ({ text: streamedText, reasoning: thought }),
    reply: (): ModelReply => ({
      text: streamedText,
      reasoning: thought,
      calls: parts.flatMap((part) => {
        const call = objectOrNull(part.functionCall);
        return call
          ? [{ id: stringOrEmpty(call.id), name: stringOrEmpty(call.name), arguments: argumentsOf(call) }]
          : [];
      }),
      ...(callsLeftOut ? { callsLeftOut: true } : {}),
      finishReason: finishReasonOf(end, calls),
      usage: geminiUsage(usage, queries.size),
      model: answeredBy,
      providerData: {
        gemini: {
          provider: providerId,
          model,
          parts,
          ...(end.message === '' ? {} : { finishMessage: end.message }),
          ...candidateFields,
        },
      },
    }),
  };
}

/** Serializes the argument object; from here on this string is the exact form. */
function argumentsOf(call: Part): string {
  return JSON.stringify(call.args ?? {});
}

function isPlainText(part: Part): boolean {
  return Object.keys(part).every((name) => name === 'text' || name === 'thought');
}

/** `searches`: Google searches made for the reply. */
function geminiUsage(raw: unknown, searches: number): Usage | null {
  const usage = objectOrNull(raw);
  if (!usage) return null;
  const prompt = validCount(usage.promptTokenCount);
  const candidateTokens = validCount(usage.candidatesTokenCount);
  const thoughts = validCount(usage.thoughtsTokenCount);
  const cached = validCount(usage.cachedContentTokenCount);
  if (prompt === undefined && candidateTokens === undefined && thoughts === undefined) return null;
  const input = prompt === undefined ? undefined : prompt + (validCount(usage.toolUsePromptTokenCount) ?? 0);
  // More cached than total tokens is a server bug.
  const tooMany = cached !== undefined && input !== undefined && cached > input;
  return {
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(candidateTokens === undefined && thoughts === undefined
      ? {}
      : { outputTokens: (candidateTokens ?? 0) + (thoughts ?? 0) }),
    ...(cached === undefined ? {} : { cachedInputTokens: tooMany ? input : cached }),
    ...(thoughts === undefined ? {} : { reasoningTokens: thoughts }),
    ...(searches === 0 ? {} : { webSearches: searches }),
    ...(tooMany ? { clamped: true as const } : {}),
    ...rawUsage(usage),
  };
}
