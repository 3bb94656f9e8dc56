// Who may send this request: a token in the Authorization header (or, for a WebSocket of a page, in its subprotocol), within
// its rate. Requests through another host name than loopback are refused, whatever the server admits.

import type { IncomingMessage } from 'node:http';
import type { Problem } from '../../../shared/client/types.ts';
import type { Scope } from '../../../shared/features/api/operations.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApiAccess } from './access.ts';
import type { Caller } from './operationsOf.ts';
import { problem } from './problem.ts';

/** Requests at once, and then each second. */
const burst = 60;
const perSecond = 20;
/** Wrong tokens per minute before they get no specific answer. */
const maxFailures = 20;
const maxBuckets = 200;

/** The MCP server of another process of this user: no token, so it cannot be revoked. */
export const innerCallerId = 'mcp';

const bearerProtocol = 'bearer.';

type Admission = { ok: true; caller: Caller } | { ok: false; problem: Problem; headers?: Record<string, string> };

export interface Admissions {
  admit(request: IncomingMessage): Promise<Admission>;
}

export function createAdmissions(
  access: Pick<ApiAccess, 'callerOf' | 'isUsed'>,
  clock: Clock,
  /** Callers that are no tokens, by secret. */
  inner: (secret: string) => Caller | null = () => null,
): Admissions {
  const buckets = new Map<string, { left: number; at: number }>();

  /** Seconds to wait; 0: admitted. */
  function take(name: string, size: number, rate: number): number {
    const now = clock.now().getTime();
    const bucket = buckets.get(name) ?? { left: size, at: now };
    const left = Math.min(size, bucket.left + (Math.max(0, now - bucket.at) / 1000) * rate);
    buckets.delete(name);
    buckets.set(name, { left: left < 1 ? left : left - 1, at: now });
    if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value ?? '');
    return left < 1 ? Math.ceil((1 - left) / rate) : 0;
  }

  return {
    async admit(request) {
      if (!isLoopbackHost(request.headers.host ?? ''))
        return refuse(403, 'HOST_REFUSED', 'The API answers on this machine only.');
      if (!(await access.isUsed())) return refuse(404, 'NOT_FOUND', 'Not found.');
      const secret = secretOf(request);
      const caller = secret === null ? null : (inner(secret) ?? (await access.callerOf(secret)));
      if (!caller) {
        const wait = take('', maxFailures, maxFailures / 60);
        if (wait > 0) return tooMany(wait);
        return {
          ...refuse(401, 'TOKEN_INVALID', 'A valid token is needed. See: throughline api'),
          headers: { 'WWW-Authenticate': 'Bearer' },
        };
      }
      const wait = take(caller.id, burst, perSecond);
      return wait > 0 ? tooMany(wait) : { ok: true, caller };
    },
  };
}

function refuse(status: number, code: string, detail: string): Admission & { ok: false } {
  return { ok: false, problem: problem(status, code, detail) };
}

export function missingScope(scope: Scope): Problem {
  return problem(403, 'SCOPE_MISSING', `This token does not have the scope ${scope}.`);
}

function tooMany(seconds: number): Admission {
  return {
    ...refuse(429, 'TOO_MANY_REQUESTS', `Too many requests. Try again in ${seconds} s.`),
    headers: { 'Retry-After': String(seconds) },
  };
}

function isLoopbackHost(host: string): boolean {
  return /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/.test(host);
}

function secretOf(request: IncomingMessage): string | null {
  const header = /^Bearer ([\w-]+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (header !== undefined) return header;
  const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
  const bearer = protocols.find((each) => each.startsWith(bearerProtocol));
  return bearer?.slice(bearerProtocol.length) ?? null;
}
