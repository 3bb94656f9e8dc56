// A provider for one API. The API defines requests and parsing; retries, limits, timeouts and completeness checks are
// shared here. Never throws.

import type { ResponseIds } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { createSendableRequest } from '../../conversation/sendableRequest.ts';
import { systemClock } from '../../lib/clock.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ModelFailure, ModelOutcome, ModelRequest, Provider } from '../../ports/provider.ts';
import { eventsOf } from './events.ts';
import { createExchange, type Exchange, type ExchangeOptions, type Fetch, printableId } from './exchange.ts';
import { type FailureContext, failureFromBody, failureFromThrown } from './failure.ts';
import { checkLimits, imageLimitsOf, limitsOf } from './limits.ts';
import { keyProblem, outcomeOf, timeoutFailure } from './outcome.ts';
import type { ApiHeaders, Ask, CreateApi } from './providerApi.ts';
import { createSeparatedReply } from './separatedReply.ts';
import { type SerializedBody, serializeBody, toFetchBody } from './writtenBody.ts';

/** An error response: status, body and headers. */
class StatusError extends Error {
  readonly status: number;
  /** The body's `error` field, else the body; undefined if not JSON. */
  readonly error: unknown;
  readonly headers: Headers;

  constructor(status: number, body: unknown, headers: Headers) {
    super(`status ${status}`);
    this.status = status;
    this.error = inner(body);
    this.headers = headers;
  }
}

/** Reads the body, which the exchange limits. */
async function statusError(response: Response): Promise<StatusError> {
  const text = await response.text().catch(() => '');
  return new StatusError(response.status, parsed(text), response.headers);
}

function inner(body: unknown): unknown {
  // Google answers a failed stream with a one-element list.
  const first: unknown = Array.isArray(body) ? body[0] : body;
  if (typeof first !== 'object' || first === null) return undefined;
  const { error } = first as { error?: unknown };
  return error ?? first;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface ApiProviderOptions {
  id: string;
  /** As configured, without trailing slash; usually includes the version. */
  baseUrl: string;
  /** Null for keyless servers. */
  key: string | null;
  fetch: Fetch;
  /** Hosts that have answered since the app started. */
  answered?: Set<string>;
  /** More secrets to mask in messages. */
  secrets?: () => readonly string[];
  /** Added to every request, overriding the API's own; lower-case names. */
  headers?: Readonly<ApiHeaders>;
  /** Overrides the idle timeout of each call. */
  idleTimeoutMs?: number;
  /** Sent as OpenAI-Organization and OpenAI-Project. */
  organization?: string | null;
  project?: string | null;
  clock?: Clock;
  /** Maximum response size; default 64 MB. */
  maxBytes?: number;
  /** How long to wait for the usage after a complete reply; default 5000. */
  afterFinishMs?: number;
}

const modelsTimeoutMs = 15_000;
const factTimeoutMs = 3_000;
/** In bytes. */
const maxFactBytes = 4 * 1024 * 1024;
/** Maximum continuations of a paused reply. */
const maxContinuations = 20;

export function createApiProvider(makeWire: CreateApi, options: ApiProviderOptions): Provider {
  const { id, baseUrl, clock = systemClock } = options;
  const host = URL.parse(baseUrl)?.host ?? baseUrl;
  const { answered = new Set() } = options;
  const limits = limitsOf(host.replace(/:\d+$/, ''));
  const { organization = null, project = null } = options;
  const api = makeWire({ providerId: id, baseUrl, organization, project });
  const sendableRequest = createSendableRequest();
  const bodyOf = (request: ModelRequest): unknown => api.body(sendableRequest(request));

  const open = (signal: AbortSignal, idleTimeoutMs: number, wants: ExchangeOptions['wants']): Exchange =>
    createExchange({
      fetch: async (url, init) => {
        const response = await options.fetch(url, init);
        answered.add(host);
        return response;
      },
      signal,
      idleTimeoutMs,
      wants,
      ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
      ...(options.afterFinishMs === undefined ? {} : { afterFinishMs: options.afterFinishMs }),
    });
  const headers = (body?: unknown): ApiHeaders => ({
    'user-agent': 'Throughline',
    accept: 'application/json',
    ...withUserHeaders(api.headers(options.key, body), options.headers),
  });
  const post = (exchange: Exchange, model: string, written: SerializedBody): Promise<Response> => {
    const { body, headers: length } = toFetchBody(written);
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers(written.body), ...length },
      body,
      duplex: 'half' as const,
    };
    return exchange.send(api.url(model), init);
  };
  /** The measured bytes are the ones sent: each request is serialized once. */
  const bodies = new WeakMap<ModelRequest, Promise<SerializedBody>>();
  const bodyFor = (request: ModelRequest): Promise<SerializedBody> => {
    const pending = bodies.get(request) ?? serializeBody(bodyOf(request));
    bodies.set(request, pending);
    return pending;
  };
  const contextOf = (
    exchange: Exchange,
    partial = { text: '', reasoning: '' },
    request?: ModelRequest,
  ): FailureContext => ({
    host,
    endsWithVersion: /\/(v\d+(beta|alpha)?|api)\//.test(api.url('')),
    hasAnswered: answered.has(host),
    hasKey: Boolean(options.key) || Object.hasOwn(options.headers ?? {}, 'authorization'),
    secrets: [options.key ?? '', ...Object.values(options.headers ?? {}), ...(options.secrets?.() ?? [])],
    state: exchange.state,
    partial,
    now: clock.now(),
    ...(request ? { request } : {}),
    ...(request && api.places ? { places: () => api.places?.(request) ?? [] } : {}),
    ...(request && api.advice
      ? { advice: (status, message) => api.advice?.({ status, message, model: request.model }) ?? null }
      : {}),
  });
  /** Additional facts are optional; the list counts without them. */
  const ask =
    (signal: AbortSignal): Ask =>
    async (url, body) => {
      const exchange = createExchange({
        fetch: options.fetch,
        signal,
        idleTimeoutMs: factTimeoutMs,
        wants: 'json',
        maxBytes: maxFactBytes,
      });
      try {
        const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
        const type = body === undefined ? {} : { 'content-type': 'application/json' };
        const response = await exchange.send(url, { ...init, headers: { ...type, ...headers() } });
        return response.ok ? parseOrNull(await response.text()) : null;
      } catch {
        return null;
      } finally {
        exchange.end();
      }
    };

  const complete: Provider['complete'] = async (request, { signal, observer, ...callOptions }) => {
    const { idleTimeoutMs = callOptions.idleTimeoutMs } = options;
    const badKey = keyProblem(options.key, host);
    if (badKey) return { kind: 'failed', failure: { ...badKey, partial: { text: '', reasoning: '' } } };
    const source = { providerId: id, host: host.replace(/:\d+$/, ''), request };
    const reply = createSeparatedReply(source, observer, (wrapped) => api.reply(request, wrapped));
    const slice = createTimeSlice();
    let exchange = open(signal, idleTimeoutMs, api.framing);
    const idsNow = (): ResponseIds | null => {
      const [responseId, { requestId }] = [printableId(reply.id()), exchange.state];
      if (responseId === null && requestId === null) return null;
      return { ...(responseId === null ? {} : { id: responseId }), ...(requestId === null ? {} : { requestId }) };
    };
    let isReported = false;
    let isNamed = false;
    /** Report ids before the text that arrives with them. */
    const tellIds = (): void => {
      if (isNamed) return;
      isNamed = reply.id() !== null;
      if (isReported && !isNamed) return;
      isReported = true;
      const ids = idsNow();
      if (ids) observer.onResponse?.(ids);
    };
    let wholeAt = -1;
    let thrown: unknown;
    try {
      let pendingBody = await bodyFor(request);
      for (let more = 0; ; more++) {
        const response = await post(exchange, request.model, pendingBody);
        if (!response.ok) throw await statusError(response);
        for await (const event of eventsOf(response, api.framing)) {
          reply.namedEvent(event);
          tellIds();
          reply.add(event);
          if (reply.endless() !== null || reply.problem() !== null || reply.ended?.()) break;
          const turn = slice();
          if (turn) await turn;
          // Some servers send the finish before the last text.
          if (reply.finished() && reply.characters() !== wholeAt) {
            wholeAt = reply.characters();
            exchange.hurry();
          }
        }
        const next =
          more < maxContinuations && !signal.aborted ? (reply.continuation?.(pendingBody.body) ?? null) : null;
        if (next === null) break;
        pendingBody = await serializeBody(next);
        exchange.end();
        exchange = open(signal, idleTimeoutMs, api.framing);
        wholeAt = -1;
      }
    } catch (error) {
      thrown = error ?? new Error('unknown');
    } finally {
      exchange.end();
    }
    reply.settle();
    const outcome: ModelOutcome = signal.aborted
      ? { kind: 'aborted', partial: reply.partial() }
      : outcomeOf(reply, thrown, contextOf(exchange, reply.partial(), request), idleTimeoutMs);
    const response = idsNow();
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
      pdf: api.pdf,
    },
    ...(api.abilities ? { abilities: api.abilities } : {}),
    ...(api.takesNoImages ? { takesImages: () => false } : {}),
    ...(api.needsContextWindow ? { needsContextWindow: true as const } : {}),
    body: bodyOf,
    check: (request) => checkLimits(request, limits, host, async (measured) => (await bodyFor(measured)).bytes),
    complete,
    async listModels(signal) {
      const badKey = keyProblem(options.key, host);
      if (badKey) return fail(badKey.code, badKey.message);
      const exchange = open(signal, modelsTimeoutMs, 'json');
      try {
        const response = await exchange.send(api.modelsUrl, { headers: headers() });
        if (!response.ok) throw await statusError(response);
        const models = api.readModels(parseOrNull(await response.text()));
        if (models && api.moreOfModels) return ok(await api.moreOfModels(models, ask(signal)));
        return models ? ok(models) : failedModels(failureFromBody(contextOf(exchange), say`a list of models`));
      } catch (error) {
        if (signal.aborted) return fail('CANCELLED', say`Loading models from ${host} was canceled.`);
        const context = contextOf(exchange);
        if (exchange.state.timedOut) return failedModels(timeoutFailure(context, modelsTimeoutMs));
        return failedModels(failureFromThrown(error, context));
      } finally {
        exchange.end();
      }
    },
  };
}

/** A list header: merge the API's values with the user's. */
const betaHeader = 'anthropic-beta';

function withUserHeaders(apiHeaders: ApiHeaders, persons: Readonly<ApiHeaders> = {}): ApiHeaders {
  const [apiBeta, userBeta] = [apiHeaders[betaHeader], persons[betaHeader]];
  if (!apiBeta || !userBeta) return { ...apiHeaders, ...persons };
  const names = new Set(`${userBeta},${apiBeta}`.split(',').map((name) => name.trim()));
  return { ...apiHeaders, ...persons, [betaHeader]: [...names].join(', ') };
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
