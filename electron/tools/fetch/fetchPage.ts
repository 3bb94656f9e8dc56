// One GET of a public internet address, within time and size limits. Redirects are followed only within the origin:
// approval for one origin does not cover another, so the model gets the new address and must ask for it. Sends nothing
// of the user's: no cookies, credentials or referrer.

import { STATUS_CODES } from 'node:http';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { acceptedEncodings, readBoundedBody } from './boundedBody.ts';
import type { FetchGuards } from './fetchGuards.ts';
import { createGuardedAgent } from './guardedAgent.ts';
import { AddressRefusedError } from './guardedLookup.ts';
import { parseWebAddress, refusedAddressError } from './webAddress.ts';

export type FetchResult =
  | {
      kind: 'answer';
      url: string;
      status: string;
      ok: boolean;
      type: string;
      bytes: Buffer;
      cut: boolean;
      size: number | null;
    }
  /** Redirected to another origin, which was not contacted. */
  | { kind: 'elsewhere'; url: string; status: string; to: string };

/** Errors: ADDRESS_REFUSED, TOOL_TIMEOUT, TOOL_EXEC_FAILED; ENGINE_ABORTED if `signal` aborts. */
export async function fetchPage(start: URL, doors: FetchGuards, signal: AbortSignal): Promise<Result<FetchResult>> {
  const { limits } = doors;
  const time = AbortSignal.timeout(limits.timeoutMs);
  const both = AbortSignal.any([signal, time]);
  const agent = createGuardedAgent({
    lookup: doors.lookup,
    whyNot: doors.whyNotAddress,
    connectTimeoutMs: limits.connectTimeoutMs,
  });
  try {
    return await follow(start, agent, doors, both);
  } catch (thrown) {
    if (signal.aborted) return fail('ENGINE_ABORTED', 'the fetch was stopped.');
    if (time.aborted) {
      return fail('TOOL_TIMEOUT', `${start.host} did not respond in full within ${limits.timeoutMs / 1000} s.`);
    }
    return failure(thrown, start);
  } finally {
    await agent.destroy();
  }
}

type Agent = ReturnType<typeof createGuardedAgent>;

async function follow(start: URL, agent: Agent, doors: FetchGuards, signal: AbortSignal): Promise<Result<FetchResult>> {
  let url = start;
  for (let hop = 0; hop <= doors.limits.redirects; hop++) {
    // IP addresses need no lookup.
    const address = parseWebAddress(url.href, doors.whyNotName);
    if (!address.ok) return address;
    const { statusCode, headers, body } = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: {
        accept: 'text/html,application/xhtml+xml,text/plain,application/json,image/*;q=0.8,*/*;q=0.5',
        'accept-encoding': acceptedEncodings,
        'user-agent': 'Throughline (fetch_url)',
      },
      signal,
    });
    const status = `${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trim();
    const location = isRedirect(statusCode) ? one(headers.location) : '';
    if (location === '') {
      const type = one(headers['content-type']);
      const max = /^image\/(?!svg)/i.test(type) ? doors.limits.imageBytes : doors.limits.textBytes;
      const read = await readBoundedBody(body, one(headers['content-encoding']), max, signal);
      if (!read.ok) return read;
      const { bytes, cut } = read.value;
      const announced = Number(one(headers['content-length']));
      const size = cut ? (one(headers['content-encoding']) === '' && announced > 0 ? announced : null) : bytes.length;
      const good = statusCode >= 200 && statusCode < 300;
      return ok({ kind: 'answer', url: url.href, status, ok: good, type, bytes, cut, size });
    }
    // The body of a redirect is for browsers.
    body.on('error', () => {}).destroy();
    const next = parseWebAddress(URL.parse(location, url.href)?.href ?? location, doors.whyNotName);
    if (!next.ok) return fail(next.error.code, `${url.href} points elsewhere (${status}). ${next.error.message}`);
    if (next.value.origin !== url.origin) {
      return ok({ kind: 'elsewhere', url: url.href, status, to: next.value.href });
    }
    url = next.value;
  }
  return fail('TOOL_EXEC_FAILED', `${start.href} was redirected more than ${doors.limits.redirects} times.`);
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function one(header: string | string[] | undefined): string {
  return (Array.isArray(header) ? header[0] : header) ?? '';
}

const sentences: Record<string, string> = {
  ENOTFOUND: 'No such host. Check the spelling.',
  EAI_AGAIN: 'The host could not be looked up: this machine may be offline.',
  ECONNREFUSED: 'Nothing answers at this address.',
  ECONNRESET: 'The server closed the connection.',
  UND_ERR_SOCKET: 'The server closed the connection before the response was complete.',
  UND_ERR_CONNECT_TIMEOUT: 'The server could not be reached in time.',
  UND_ERR_HEADERS_OVERFLOW: 'The response headers are too large.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The response is not as long as it claims.',
  CERT_HAS_EXPIRED: "The server's certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The server's certificate is not trusted.",
  SELF_SIGNED_CERT_IN_CHAIN: "The server's certificate is not trusted.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The server's certificate is for another host.",
};

function failure(thrown: unknown, { host, hostname }: URL): Result<never> {
  for (const error of chainOf(thrown)) {
    if (error instanceof AddressRefusedError)
      return refusedAddressError(hostname, `${whereTo(error, hostname)}${error.why}`);
    const code = 'code' in error ? String(error.code) : '';
    if (sentences[code]) return fail('TOOL_EXEC_FAILED', `${host} was not fetched. ${sentences[code]}`);
  }
  const what = thrown instanceof Error ? thrown.message : String(thrown);
  return fail('TOOL_EXEC_FAILED', `${host} was not fetched: ${what.slice(0, 300)}`);
}

function whereTo(error: AddressRefusedError, hostname: string): string {
  return error.hostname === hostname ? '' : `${error.hostname}, `;
}

/** The error, its causes, and those per address. */
function chainOf(thrown: unknown): Error[] {
  const out: Error[] = [];
  const add = (value: unknown): void => {
    if (!(value instanceof Error) || out.includes(value) || out.length > 20) return;
    out.push(value);
    if (value instanceof AggregateError) value.errors.forEach(add);
    add(value.cause);
  };
  add(thrown);
  return out;
}
