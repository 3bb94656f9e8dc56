// Parses /api/chat lines into one reply. Arguments are objects; stores them as JSON, serialized once.

import { maxCalls, type Usage } from '../../../shared/conversation/message.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ModelObserver, ModelReply } from '../../ports/provider.ts';
import {
  createSizeLimiter,
  objectOrNull,
  type ReplyReader,
  rawUsage,
  stringOrEmpty,
  validCount,
} from '../http/replyReader.ts';

/** Counters of the last line: tokens, and nanoseconds per step. */
const counterFields = [
  'total_duration',
  'load_duration',
  'prompt_eval_count',
  'prompt_eval_duration',
  'eval_count',
  'eval_duration',
];

export function createOllamaReply(providerId: string, model: string, observer: ModelObserver): ReplyReader {
  const size = createSizeLimiter();
  const calls: { id: string; name: string; arguments: string }[] = [];
  let callsLeftOut = false;
  let streamedText = '';
  let thought = '';
  let finishReason: string | null = null;
  let usage: Usage | null = null;
  let answeredBy: string | null = null;
  let hasStarted = false;
  let problem: unknown = null;

  function addCall(rawCall: Record<string, unknown>): void {
    const fn = objectOrNull(rawCall.function) ?? {};
    if (calls.length >= maxCalls) {
      callsLeftOut = true;
      return;
    }
    const args = typeof fn.arguments === 'string' ? fn.arguments : JSON.stringify(fn.arguments ?? {});
    calls.push({ id: stringOrEmpty(rawCall.id), name: stringOrEmpty(fn.name), arguments: size.take(args) });
    observer.onCall(calls.length - 1, stringOrEmpty(fn.name), args.length);
  }

  function addMessage(message: Record<string, unknown>): void {
    hasStarted = true;
    const thinking = size.take(stringOrEmpty(message.thinking));
    const piece = size.take(stringOrEmpty(message.content));
    thought += thinking;
    streamedText += piece;
    if (thinking !== '') observer.onReasoning(thinking);
    if (piece !== '') observer.onText(piece);
    for (const call of Array.isArray(message.tool_calls) ? message.tool_calls : [])
      if (objectOrNull(call)) addCall(objectOrNull(call) ?? {});
  }

  return {
    // Ollama sends no reply id.
    namedEvent() {},
    add(event) {
      const line = objectOrNull(event);
      const before = size.all();
      if (line) {
        // No error type, so treat it as a server error that may succeed on retry.
        if (line.error !== undefined && line.error !== null)
          problem ??= objectOrNull(line.error) ?? { message: line.error, type: 'server_error' };
        answeredBy = stringOrEmpty(line.model) || answeredBy;
        const message = objectOrNull(line.message);
        if (message) addMessage(message);
        if (line.done === true) {
          finishReason = stringOrEmpty(line.done_reason) || 'stop';
          usage = usageOf(line);
        }
      }
      size.noted(before);
    },
    endless: () => size.endless(finishReason !== null),
    finished: () => finishReason !== null,
    characters: size.all,
    started: () => hasStarted,
    problem: () => problem,
    fault: (host) => {
      if (finishReason !== 'load' && finishReason !== 'unload') return null;
      const message = say`${host} only loaded or unloaded the model and returned no reply.`;
      return { code: 'LLM_EMPTY_RESPONSE', message, retryable: true };
    },
    id: () => null,
    partial: () => ({ text: streamedText, reasoning: thought }),
    reply: (): ModelReply => ({
      text: streamedText,
      reasoning: thought,
      calls,
      ...(callsLeftOut ? { callsLeftOut: true } : {}),
      finishReason: finishReason === 'stop' && calls.length > 0 ? 'tool_calls' : finishReason,
      usage,
      model: answeredBy,
      providerData: { ollama: { provider: providerId, model, ...(thought === '' ? {} : { thinking: thought }) } },
    }),
  };
}

/** Excludes tokens cached from the previous request, which Ollama does not report. */
function usageOf(line: Record<string, unknown>): Usage | null {
  const [input, output] = [validCount(line.prompt_eval_count), validCount(line.eval_count)];
  if (input === undefined && output === undefined) return null;
  return {
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(output === undefined ? {} : { outputTokens: output }),
    ...rawUsage(Object.fromEntries(Object.entries(line).filter(([name]) => counterFields.includes(name)))),
  };
}
