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
import { createExchange, type Exchange, type Fetch, plainId } from '../http/exchange.ts';
import { keyProblem, outcomeOf, timeoutFailure } from '../http/outcome.ts';
import { type FailureContext, failureOfBody, failureOfThrown } from './failure.ts';
import { checkLimits, imageLimitsOf, limitsOf } from './limits.ts';
import { pdfFormOf } from './pdfForm.ts';
import { createReplyAccumulator } from './replyAccumulator.ts';
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
