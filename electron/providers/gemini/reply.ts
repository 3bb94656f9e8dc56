// The chunks of streamGenerateContent → one reply. Every part is kept as it came and in order: signatures stand on calls, on text
// and on an empty text at the end, and each has to go back at its place.

import type { Usage } from '../../../shared/conversation/message.ts';
import { say } from '../../../shared/sentence.ts';
import type { ModelObserver, ModelReply } from '../../ports/provider.ts';
import { plainId } from '../http/exchange.ts';
import { createSize, type ReplyReader, row, text } from '../http/replyReader.ts';

type Part = Record<string, unknown>;

export function createGeminiReply(providerId: string, model: string, observer: ModelObserver): ReplyReader {
  const size = createSize();
  const parts: Part[] = [];
  let finishReason: string | null = null;
  let usage: Usage | null = null;
  let answeredBy: string | null = null;
  let id: string | null = null;
  let started = false;
  let problem: unknown = null;

  const calls = (): Part[] => parts.map((part) => row(part.functionCall)).filter((call) => call !== null);
  const joined = (thoughts: boolean): string =>
    parts
      .flatMap((part) => (typeof part.text === 'string' && (part.thought === true) === thoughts ? part.text : []))
      .join('');

  function addPart(given: Part): void {
    const isThought = given.thought === true;
    const last = parts.at(-1);
    if (typeof given.text === 'string') {
      const piece = size.take(given.text);
      if (piece !== '') (isThought ? observer.onReasoning : observer.onText)(piece);
      // Pieces of one text; what is signed ends one, and stands by itself.
      const goesOn =
        last !== undefined && isPlainText(last) && isPlainText(given) && (last.thought === true) === isThought;
      if (goesOn) last.text = text(last.text) + piece;
      else parts.push({ ...given, text: piece });
      return;
    }
    if (size.take(JSON.stringify(given)) === '') return;
    parts.push(given);
    const call = row(given.functionCall);
    if (call) observer.onCall(calls().length - 1, text(call.name), JSON.stringify(call.args ?? {}).length);
  }

  return {
    named(event) {
      id ??= plainId(row(event)?.responseId);
    },
    add(event) {
      const chunk = row(event);
      const before = size.all();
      if (chunk) {
        if (chunk.error !== undefined) problem ??= chunk;
        const candidates = Array.isArray(chunk.candidates) ? chunk.candidates : null;
        const candidate = row(candidates?.find((one) => (row(one)?.index ?? 0) === 0));
        const blocked = text(row(chunk.promptFeedback)?.blockReason);
        if (candidates || blocked !== '') started = true;
        if (blocked !== '') finishReason = 'content_filter';
        answeredBy = text(chunk.modelVersion) || answeredBy;
        usage = usageOf(chunk.usageMetadata) ?? usage;
        const given = row(candidate?.content)?.parts;
        for (const part of Array.isArray(given) ? given : []) if (row(part)) addPart({ ...row(part) });
        const reason = text(candidate?.finishReason);
        if (reason !== '') {
          finishReason = finishReasons[reason] ?? 'stop';
          // Such a reply is none: it may be asked for again, and nothing in it is run.
          if (malformed.has(reason))
            problem ??= {
              error: {
                message: text(candidate?.finishMessage) || say`the reply ended with “${reason}”`.text,
                status: reason,
              },
            };
        }
      }
      size.noted(before);
    },
    endless: () => size.endless(finishReason !== null),
    finished: () => finishReason !== null,
    started: () => started,
    problem: () => problem,
    id: () => id,
    partial: () => ({ text: joined(false), reasoning: joined(true) }),
    reply: (): ModelReply => ({
      text: joined(false),
      reasoning: joined(true),
      calls: calls().map((call) => ({
        id: text(call.id),
        name: text(call.name),
        arguments: JSON.stringify(call.args ?? {}),
      })),
      finishReason: finishReason === 'stop' && calls().length > 0 ? 'tool_calls' : finishReason,
      usage,
      model: answeredBy,
      providerData: { gemini: { provider: providerId, model, parts } },
    }),
  };
}

function isPlainText(part: Part): boolean {
  return Object.keys(part).every((name) => name === 'text' || name === 'thought');
}

const finishReasons: Readonly<Record<string, string>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content_filter',
  RECITATION: 'content_filter',
  BLOCKLIST: 'content_filter',
  PROHIBITED_CONTENT: 'content_filter',
  SPII: 'content_filter',
  IMAGE_SAFETY: 'content_filter',
  MODEL_ARMOR: 'content_filter',
};

const malformed = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MISSING_THOUGHT_SIGNATURE',
  'MALFORMED_RESPONSE',
]);

/** Thinking is not among the candidates' tokens; what tools of Google's own read is not among the prompt's. */
function usageOf(given: unknown): Usage | null {
  const usage = row(given);
  const count = (name: string): number | undefined => {
    const value = usage?.[name];
    return typeof value === 'number' && value >= 0 ? value : undefined;
  };
  const [prompt, said, thoughts, cached] = [
    'promptTokenCount',
    'candidatesTokenCount',
    'thoughtsTokenCount',
    'cachedContentTokenCount',
  ].map(count);
  if (prompt === undefined && said === undefined) return null;
  return {
    ...(prompt === undefined ? {} : { inputTokens: prompt + (count('toolUsePromptTokenCount') ?? 0) }),
    outputTokens: (said ?? 0) + (thoughts ?? 0),
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
    ...(thoughts === undefined ? {} : { reasoningTokens: thoughts }),
  };
}
