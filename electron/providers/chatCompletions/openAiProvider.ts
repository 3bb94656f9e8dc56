// A provider that speaks Chat Completions over the `openai` SDK: any compatible server. The SDK does the wire; retries,
// time limits and what counts as a reply are decided here. Nothing throws.

import OpenAI from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { ResponseIds } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result, spoken } from '../../../shared/errors.ts';
import { type Sentence, say } from '../../../shared/sentence.ts';
import { systemClock } from '../../lib/clock.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ModelFailure, ModelOutcome, ModelRequest, Provider } from '../../ports/provider.ts';
import { readModels } from '../catalogue/models.ts';
import { createExchange, type Exchange, type Fetch, longestEvent, plainId } from '../http/exchange.ts';
import { type FailureContext, failureOfBody, failureOfEvent, failureOfThrown, toFailure } from './failure.ts';
import { checkLimits, imageLimitsOf, limitsOf } from './limits.ts';
import { pdfFormOf } from './pdfForm.ts';
import { createReplyAccumulator, mostCharacters, mostSilentEvents, type ReplyAccumulator } from './replyAccumulator.ts';
import { chatBody, chatDialect } from './requestBody.ts';

export interface OpenAiProviderOptions {
  id: string;
  /** Up to and including `/v1`, without a slash at the end. */
  baseUrl: string;
  /** Null for a server that needs none. */
  key: string | null;
  fetch: Fetch;
  /** Other secrets that must not appear in a message. */
  secrets?: () => readonly string[];
  /** Sent as OpenAI-Organization and OpenAI-Project. */
  organization?: string | null;
  project?: string | null;
  clock?: Clock;
  /** Bytes of one answer; default 64 MB. */
  maxBytes?: number;
  /** Milliseconds that are waited for the usage once the reply is whole; default 5000. */
  afterFinishMs?: number;
}

/** Servers without keys ignore it; the SDK and some proxies want one. */
const placeholderKey = 'not-needed';
/** The exchange keeps the time; the SDK's own limit is out of its way. */
const neverMs = 2 ** 31 - 1;
const modelsTimeoutMs = 15_000;

export function createOpenAiProvider(options: OpenAiProviderOptions): Provider {
  const { id, baseUrl, clock = systemClock } = options;
  const host = hostOf(baseUrl);
  const limits = limitsOf(host.replace(/:\d+$/, ''));
  const dialect = chatDialect(baseUrl);
  const pdf = pdfFormOf(host.replace(/:\d+$/, ''));
  const bodyOf = (request: ModelRequest) => chatBody(request, id, dialect, pdf.form);

  const open = (signal: AbortSignal, idleTimeoutMs: number, wantsEvents: boolean): Exchange =>
    createExchange({
      fetch: options.fetch,
      signal,
      idleTimeoutMs,
      wantsEvents,
      ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
      ...(options.afterFinishMs === undefined ? {} : { afterFinishMs: options.afterFinishMs }),
    });
  const client = (exchange: Exchange): OpenAI =>
    new OpenAI({
      apiKey: options.key ?? placeholderKey,
      baseURL: baseUrl,
      organization: options.organization ?? null,
      project: options.project ?? null,
      adminAPIKey: null,
      webhookSecret: null,
      maxRetries: 0,
      timeout: neverMs,
      logLevel: 'off',
      fetch: exchange.fetch,
    });
  const contextOf = (
    exchange: Exchange,
    partial = { text: '', reasoning: '' },
    request?: ModelRequest,
  ): FailureContext => ({
    host,
    endsWithVersion: /\/v\d+$/.test(baseUrl),
    hasKey: Boolean(options.key),
    secrets: [options.key ?? '', ...(options.secrets?.() ?? [])],
    state: exchange.state,
    partial,
    now: clock.now(),
    ...(request ? { request } : {}),
  });

  const complete: Provider['complete'] = async (request, { signal, idleTimeoutMs, observer }) => {
    const badKey = keyProblem(options.key, host);
    if (badKey) return { kind: 'failed', failure: { ...badKey, partial: { text: '', reasoning: '' } } };
    const exchange = open(signal, idleTimeoutMs, true);
    const reply = createReplyAccumulator(id, observer);
    const slice = createTimeSlice();
    const idsWith = (responseId: string | null): ResponseIds | null => {
      const { requestId } = exchange.state;
      if (responseId === null && requestId === null) return null;
      return { ...(responseId === null ? {} : { id: responseId }), ...(requestId === null ? {} : { requestId }) };
    };
    let isNamed = false;
    let isTold = false;
    let thrown: unknown;
    try {
      const body = bodyOf(request) as unknown as ChatCompletionCreateParamsStreaming;
      const stream = await client(exchange).chat.completions.create(body, { signal: exchange.signal });
      for await (const chunk of stream) {
        // Its text is told by adding it.
        const responseId: string | null = isNamed ? null : plainId((chunk as { id?: unknown } | null)?.id);
        isNamed ||= responseId !== null;
        const ids = responseId !== null || !isTold ? idsWith(responseId) : null;
        isTold = true;
        if (ids) observer.onResponse?.(ids);
        reply.add(chunk);
        if (reply.endless() !== null) break;
        const turn = slice();
        if (turn) await turn;
        if (reply.finished()) exchange.hurry();
      }
    } catch (error) {
      thrown = error ?? new Error('unknown');
    } finally {
      exchange.end();
    }
    const outcome: ModelOutcome = signal.aborted
      ? { kind: 'aborted', partial: reply.partial() }
      : outcomeOf(reply, thrown, contextOf(exchange, reply.partial(), request), idleTimeoutMs);
    const response = idsWith(reply.id());
    return response ? { ...outcome, response } : outcome;
  };

  return {
    id,
    imageLimits: imageLimitsOf(limits),
    attachmentLimits: {
      host,
      imageBytes: limits.imageBytes,
      images: limits.images,
      bodyBytes: limits.bodyBytes,
      pdf: pdf.form === 'none' ? 'not_taken' : pdf.isKnown ? 'taken' : 'unknown',
    },
    body: bodyOf,
    check: (request) => checkLimits(request, limits, host, bodyOf),
    complete,
    async listModels(signal) {
      const badKey = keyProblem(options.key, host);
      if (badKey) return fail(badKey.code, badKey.message);
      const exchange = open(signal, modelsTimeoutMs, false);
      try {
        const answer: unknown = await client(exchange).get('/models', { signal: exchange.signal });
        const models = readModels(typeof answer === 'string' ? parseOrNull(answer) : answer);
        if (models) return ok(models);
        return failedModels(failureOfBody(contextOf(exchange), say`a list of models`));
      } catch (error) {
        if (signal.aborted) return fail('CANCELLED', say`Loading models from ${host} was cancelled.`);
        const context = contextOf(exchange);
        if (exchange.state.timedOut) return failedModels(timeoutFailure(context, modelsTimeoutMs));
        if (error instanceof SyntaxError) return failedModels(failureOfBody(context, say`a list of models`));
        return failedModels(failureOfThrown(error, context));
      } finally {
        exchange.end();
      }
    },
  };
}

function failedModels({ code, message, status }: ModelFailure): Result<never> {
  return fail(code, message, status === undefined ? undefined : { status });
}

/** A stream is a reply when it was finished; anything else is a failure that says what came. */
function outcomeOf(
  reply: ReplyAccumulator,
  thrown: unknown,
  context: FailureContext,
  idleTimeoutMs: number,
): ModelOutcome {
  const { host, state } = context;
  const failed = (failure: ModelFailure): ModelOutcome => ({ kind: 'failed', failure });
  const bad = (message: Sentence, retryable = false): ModelOutcome =>
    failed(toFailure({ code: 'LLM_BAD_RESPONSE', message, retryable }, context));

  if (reply.problem() !== null) return failed(failureOfEvent(reply.problem(), context));
  // Also after the finish: what came before it may be cut off.
  if (isErrorEvent(thrown)) return failed(failureOfThrown(thrown, context));
  const endless = reply.endless();
  if (endless !== null) return bad(endlessSentence(endless, context));
  // A connection that breaks after the finish cannot take the reply away.
  const whole = reply.finished() || (thrown === undefined && (state.sawDone || (state.isWhole && reply.started())));
  if (!whole) {
    if (state.timedOut) return failed(timeoutFailure(context, idleTimeoutMs));
    if (state.tooLarge !== null) return bad(endlessSentence(state.tooLarge, context));
    if (state.status === 204) return failed(failureOfBody(context, say`a stream of events`));
    const broken = isBrokenConnection(thrown) && state.status === 200;
    if (broken || (thrown === undefined && reply.started()))
      return bad(say`${host} closed the connection before the reply was complete.`, true);
    if (thrown !== undefined) return failed(failureOfThrown(thrown, context));
    return failed(failureOfBody(context, say`a stream of events`));
  }
  const made = reply.reply();
  if (made.finishReason === 'content_filter' && made.calls.length === 0) {
    const message = say`${host} ended the reply: its content filter stopped it.`;
    return failed(toFailure({ code: 'LLM_CONTENT_FILTER', message, retryable: false }, context));
  }
  if (made.text === '' && made.reasoning === '' && made.calls.length === 0) {
    const reason = made.finishReason ? say` (it ended with “${made.finishReason}”)` : '';
    const message = say`${host} answered without any text or tool call${reason}.`;
    return failed(toFailure({ code: 'LLM_EMPTY_RESPONSE', message, retryable: false }, context));
  }
  return { kind: 'reply', reply: made };
}

function timeoutFailure(context: FailureContext, limitMs: number): ModelFailure {
  const seconds = limitMs >= 1000 ? say`${Math.round(limitMs / 1000)} seconds` : say`${limitMs} milliseconds`;
  const message = say`${context.host} sent nothing for ${seconds}, so the request was cancelled.`;
  return toFailure({ code: 'LLM_TIMEOUT', message, retryable: true }, context);
}

/** A header can carry visible ASCII only; a key with more than that was not copied right. */
function keyProblem(key: string | null, host: string): Omit<ModelFailure, 'partial'> | null {
  if (key === null || /^[\x21-\x7e]+$/.test(key)) return null;
  const message = say`The key for ${host} contains spaces or characters that keys cannot have. Enter it again in Settings.`;
  return { code: 'LLM_AUTH_FAILED', ...spoken(message), retryable: false };
}

function endlessSentence(
  what: 'characters' | 'events' | 'event' | 'answer',
  { host, state }: FailureContext,
): Sentence {
  switch (what) {
    case 'characters':
      return say`${host} wrote more than ${mostCharacters} characters in one reply. The rest was not read; everything before it is kept.`;
    case 'events':
      return say`${host} sent ${mostSilentEvents} empty events in a row. The rest was not read; everything before it is kept.`;
    case 'event':
      return say`${host} sent more than ${longestEvent} bytes in one event. The rest was not read; everything before it is kept.`;
    case 'answer':
      return say`${host} sent more than ${state.bytes} bytes without ending. The rest was not read; everything before it is kept.`;
  }
}

/** An error that the server sent as an event; one that came in place of an answer has a status. */
function isErrorEvent(thrown: unknown): boolean {
  const { status, error } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Record<string, unknown>;
  return typeof status !== 'number' && error !== undefined && error !== null;
}

/** Fetch says `terminated` when a connection breaks inside a body. */
function isBrokenConnection(thrown: unknown): boolean {
  return thrown instanceof Error && !('status' in thrown) && !(thrown instanceof SyntaxError);
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function hostOf(baseUrl: string): string {
  try {
    return new URL(baseUrl).host;
  } catch {
    return baseUrl;
  }
}
