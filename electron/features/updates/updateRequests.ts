// Requests to the update server. They carry nothing about the user or the machine, are encrypted except on this machine, and
// end when the server is silent.

import { type AppError, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';

export interface UpdateHttp {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Explains a connection failure. */
  describe(thrown: unknown, host: string): UserText;
}

/** Milliseconds without a byte after which a server counts as silent. */
export const silenceMs = 30_000;
const maxRedirects = 5;
/** Neither the version nor the system; and bytes as they are stored, so that a download can continue. */
const plainHeaders = { 'user-agent': 'Throughline', 'accept-encoding': 'identity' };

/** Plain http only reaches servers of this machine, as in tests. */
export function isAllowedAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

interface UpdateResponse {
  response: Response;
  /** The body, which fails when the server is silent, and ends with the signal. */
  body: AsyncIterable<Uint8Array>;
}

interface RequestOptions {
  headers?: Record<string, string>;
  signal: AbortSignal;
  silenceMs: number;
}

/** Returns a response of any status. Fails with UPDATE_REFUSED or UPDATE_FAILED. */
export async function request(
  http: UpdateHttp,
  address: string,
  options: RequestOptions,
): Promise<Result<UpdateResponse>> {
  const silence = new AbortController();
  const signal = AbortSignal.any([options.signal, silence.signal]);
  const watch = (): NodeJS.Timeout => setTimeout(() => silence.abort(), options.silenceMs);
  let at = address;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    if (!isAllowedAddress(at)) {
      return fail(
        'UPDATE_REFUSED',
        say`The update server redirects to an address that is not encrypted (${URL.parse(at)?.host ?? ''}), so it was refused. Nothing was changed.`,
      );
    }
    const timer = watch();
    let response: Response;
    try {
      response = await http.fetch(at, { headers: { ...plainHeaders, ...options.headers }, redirect: 'manual', signal });
    } catch (thrown) {
      return failure(http, thrown, at, options.signal, silence.signal);
    } finally {
      clearTimeout(timer);
    }
    const next = [301, 302, 303, 307, 308].includes(response.status) ? response.headers.get('location') : null;
    if (next === null) return ok({ response, body: pieces(response, watch) });
    await response.body?.cancel();
    at = URL.parse(next, at)?.href ?? 'invalid:';
  }
  return fail('UPDATE_FAILED', say`The update server redirects too often. Nothing was changed.`);
}

async function* pieces(response: Response, watch: () => NodeJS.Timeout): AsyncIterable<Uint8Array> {
  let timer = watch();
  try {
    for await (const piece of response.body ?? []) {
      clearTimeout(timer);
      yield piece as Uint8Array;
      timer = watch();
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Why reading a response failed. */
export function failure(
  http: UpdateHttp,
  thrown: unknown,
  address: string,
  stopped: AbortSignal,
  silent: AbortSignal | null = null,
): { ok: false; error: AppError } {
  if (stopped.aborted) return fail('CANCELLED', say`Stopped.`);
  if (silent?.aborted || (thrown as { name?: unknown } | null)?.name === 'AbortError') {
    return fail('UPDATE_FAILED', say`The update server stopped answering. Nothing was changed.`);
  }
  const host = URL.parse(address)?.host ?? address;
  return fail('UPDATE_FAILED', http.describe(thrown, host));
}

/** A whole, short text. */
export async function requestText(
  http: UpdateHttp,
  address: string,
  options: RequestOptions & { maxBytes: number },
): Promise<Result<string>> {
  const opened = await request(http, address, options);
  if (!opened.ok) return opened;
  const { response, body } = opened.value;
  if (!response.ok) {
    await response.body?.cancel();
    return fail(
      'UPDATE_FAILED',
      response.status === 404
        ? say`The update server has no version for this system and processor (HTTP 404).`
        : say`The update server returned HTTP ${response.status}. Nothing was changed.`,
    );
  }
  const all: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of body) {
      length += piece.length;
      if (length > options.maxBytes) {
        return fail(
          'UPDATE_REFUSED',
          say`The update server’s answer is too long, so it was refused. Nothing was changed.`,
        );
      }
      all.push(piece);
    }
  } catch (thrown) {
    return failure(http, thrown, address, options.signal);
  }
  return ok(Buffer.concat(all).toString('utf8'));
}
