// One request to a store over HTTP: with a time limit, repeated if that may help, and ended by the signal.

import { ok, type Result } from '../../../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../../../shared/core/sentence.ts';
import type { Fetch } from '../../../../providers/http/exchange.ts';
import { networkProblem } from '../../../../providers/http/network.ts';
import { cancelled, type RemoteFault, remoteFailure, silentStore } from '../remoteFault.ts';
import { type Attempt, maxAttempts, type Patience, retried, retryAfterMs } from '../retry.ts';
import { type Collector, collectText, UnfitBody } from './collectors.ts';

export interface HttpDeps extends Patience {
  fetch: Fetch;
  /** Names the store in messages, such as “the WebDAV folder at example.com”. */
  store: Sentence;
}

export interface HttpRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: Uint8Array;
}

export interface HttpResponse<T> {
  status: number;
  headers: Headers;
  /** Null: another status was returned. */
  value: T | null;
  /** The beginning of the body of another status. */
  text: string;
}

interface Call<T> {
  /** The object or folder, for messages. */
  object: string;
  /** Called for each attempt, since a signature contains the time. */
  request(): Promise<HttpRequest>;
  accepts(status: number): boolean;
  collect(): Collector<T>;
  signal: AbortSignal;
}

/** Without a byte for this long, a server counts as silent. */
const silenceMs = 30_000;
/** Uploads report no progress: they may take as long as at this rate. */
const minBytesPerSecond = 8 * 1024;

const temporary: ReadonlySet<number> = new Set([408, 423, 425, 429, 500, 502, 503, 504, 509]);

/** Returns a response of any status that is not temporary. */
export async function exchange<T>(deps: HttpDeps, call: Call<T>): Promise<Result<HttpResponse<T>>> {
  type Outcome = Attempt<Result<HttpResponse<T>>>;
  return retried(deps, call.signal, async (): Promise<Outcome> => {
    if (call.signal.aborted) return { kind: 'done', value: cancelled() };
    const limit = startLimit(deps, call.signal);
    const request = await call.request();
    const host = new URL(request.url).host;
    try {
      limit.extend(silenceMs + ((request.body?.length ?? 0) / minBytesPerSecond) * 1000);
      const response = await deps.fetch(request.url, {
        ...request,
        redirect: 'manual',
        signal: limit.signal,
      } as RequestInit);
      const { status, headers } = response;
      const accepted = call.accepts(status);
      const bytes = pieces(response, () => limit.extend(silenceMs));
      const value = accepted ? await collected(bytes, call.collect()) : null;
      const text = accepted ? '' : await collected(bytes, collectText());
      if (status >= 300 && status < 400) return { kind: 'done', value: redirected(deps, headers, request.url) };
      if (accepted || !temporary.has(status)) return { kind: 'done', value: ok({ status, headers, value, text }) };
      const requested = retryAfterMs(headers);
      const failed = remoteFailure('unreachable', busy(deps.store, call.object, status), requested);
      return { kind: 'again', value: failed, ...(requested === undefined ? {} : { retryAfterMs: requested }) };
    } catch (thrown) {
      if (call.signal.aborted) return { kind: 'done', value: cancelled() };
      if (thrown instanceof UnfitBody) {
        const fault: RemoteFault = thrown.isShort ? 'unreachable' : 'unfit';
        const message = say`${deps.store} returned something else for ${call.object}: ${thrown.reason}.`;
        return { kind: thrown.isShort ? 'again' : 'done', value: remoteFailure(fault, message) };
      }
      if (limit.signal.aborted) return { kind: 'again', value: silentStore(deps.store, call.object) };
      const { message, retryable } = networkProblem(thrown, host);
      return { kind: retryable ? 'again' : 'done', value: remoteFailure(retryable ? 'unreachable' : 'unfit', message) };
    } finally {
      limit.end();
    }
  });
}

function busy(store: Sentence, object: string, status: number): Sentence {
  if (status === 423) return say`${store} has locked ${object} (HTTP 423). It is tried again later.`;
  return say`${store} cannot handle ${object} now (HTTP ${status}, ${maxAttempts} attempts). It is tried again later.`;
}

function redirected({ store }: HttpDeps, headers: Headers, url: string) {
  const target = URL.parse(headers.get('location') ?? '', url)?.href ?? '?';
  return remoteFailure('unfit', say`${store} redirects to ${target}. Enter that address instead.`);
}

interface TimeLimit {
  signal: AbortSignal;
  /** From now on, this long. */
  extend(ms: number): void;
  end(): void;
}

function startLimit({ clock }: HttpDeps, outer: AbortSignal): TimeLimit {
  const expired = new AbortController();
  let current = new AbortController();
  return {
    signal: AbortSignal.any([outer, expired.signal]),
    extend(ms) {
      current.abort();
      const mine = new AbortController();
      current = mine;
      void clock.wait(ms, mine.signal).then(() => {
        if (!mine.signal.aborted) expired.abort();
      });
    },
    end: () => current.abort(),
  };
}

async function* pieces(response: Response, onPiece: () => void): AsyncIterable<Uint8Array> {
  for await (const piece of response.body ?? []) {
    onPiece();
    yield piece;
  }
}

async function collected<T>(bytes: AsyncIterable<Uint8Array>, collector: Collector<T>): Promise<T> {
  for await (const piece of bytes) collector.piece(piece);
  return collector.end();
}

/** Joins path segments, each percent-encoded. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
