// One attempt to send spans to an OTLP/HTTP endpoint, and what its answer means.

import { describeThrown } from '../../../shared/core/errors.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { readTraceAnswer, type TraceBody } from './traceBody.ts';

export interface TracesTarget {
  /** With or without `/v1/traces`. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  describe?: ((thrown: unknown, host: string) => UserText) | undefined;
}

export type Attempt =
  | { kind: 'taken'; rejected: number; problem: UserText | null }
  /** `after` is the server's raw retry hint. */
  | { kind: 'refused' | 'again'; problem: UserText; after: string | null };

const requestMs = 10_000;
/** Statuses for which the protocol allows a retry. */
const mayPass = new Set([429, 502, 503, 504]);
/** Maximum response bytes; useful ones have a few words. */
const maxAnswerLength = 10_000;

/** Never throws. */
export async function postTraces(target: TracesTarget, body: TraceBody, signal: AbortSignal): Promise<Attempt> {
  const address = tracesAddress(target.endpoint);
  try {
    const response = await target.fetch(address, {
      method: 'POST',
      headers: { ...target.headers, 'content-type': body.contentType },
      body: body.content as string | Uint8Array<ArrayBuffer>,
      // Headers may contain a key, so never follow redirects.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestMs)]),
    });
    const bytes = await beginningOf(response);
    if (response.ok) {
      return { kind: 'taken', ...partialSuccess(await readTraceAnswer(bytes, response.headers.get('content-type'))) };
    }
    if (response.status === 415) return { kind: 'refused', problem: wrongEncoding, after: null };
    const again = mayPass.has(response.status);
    const after = again ? response.headers.get('retry-after') : null;
    return { kind: again ? 'again' : 'refused', problem: statusSentence(response.status), after };
  } catch (thrown) {
    return { kind: 'again', problem: thrownSentence(thrown, target, address), after: null };
  }
}

/** Throws a TypeError for an invalid web address. @internal */
export function tracesAddress(endpoint: string): string {
  const url = new URL(endpoint);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError('not an address of the web');
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  return url.href;
}

async function beginningOf(response: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    size += piece.length;
    if (size > maxAnswerLength) break;
  }
  return Buffer.concat(pieces);
}

const wrongEncoding = say`The server does not accept this encoding (HTTP 415). Choose the other one.`;

function statusSentence(status: number): UserText {
  if (status === 401 || status === 403)
    return say`The server refused the headers (HTTP ${status}). Check their values.`;
  if (status === 404) return say`Nothing accepts spans at this address (HTTP ${status}). Check the address.`;
  if (status >= 300 && status < 400) {
    return say`The server redirects to another address (HTTP ${status}). Enter that address. Headers are not sent anywhere else.`;
  }
  return say`The server returned HTTP ${status}.`;
}

function thrownSentence(thrown: unknown, { describe }: TracesTarget, address: string): UserText {
  if (thrown instanceof Error && thrown.name === 'TimeoutError') {
    return say`The server did not respond within ${requestMs / 1000} seconds.`;
  }
  if (describe) return describe(thrown, new URL(address).host);
  const { cause } = thrown as Error;
  return describeThrown(cause instanceof Error ? cause : thrown);
}

/** A server may accept a batch and reject part of it, which must not be resent. */
function partialSuccess(answer: { rejectedSpans?: unknown; errorMessage?: unknown }): {
  rejected: number;
  problem: UserText | null;
} {
  const rejected = Number(answer.rejectedSpans ?? 0);
  const { errorMessage } = answer;
  const problem = typeof errorMessage === 'string' && errorMessage !== '' ? errorMessage.slice(0, 300) : null;
  return { rejected: Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0, problem };
}
