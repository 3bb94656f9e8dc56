// Issues session secrets in exchange for this start's token; a secret opens the contract connection. Pages keep it per
// origin and tab: a cookie would be sent to every port on this machine. Tickets are single-use tokens. Never log any of
// these.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Failed attempts per minute before wrong tokens get no specific answer. */
const maxFailures = 10;
const failureWindowMs = 60_000;
const ticketLifeMs = 60_000;
const maxTickets = 16;
const maxSessions = 64;

type Exchange = { ok: true; secret: string } | { ok: false; status: 401 | 429 };

export interface Sessions {
  /** Exchanges the token, or a ticket, for a new session secret. */
  open(presented: unknown): Exchange;
  /** Checks for this start's token. */
  check(presented: unknown): { ok: true } | { ok: false; status: 401 | 429 };
  /** Exchanges the token for a ticket, valid once within a minute. `onUse` runs when it is used. */
  ticket(presented: unknown, onUse?: () => void): Exchange;
  /** Whether it is the secret of a session opened here. */
  accepts(secret: string | undefined): boolean;
}

/** Generates 256 random bits in URL-safe characters. */
export function generateSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function createSessions(token: string, now: () => number = Date.now): Sessions {
  const sessions = new Set<string>();
  const tickets = new Map<string, { expires: number; onUse?: () => void }>();
  const failures: number[] = [];

  function isToken(presented: unknown): boolean {
    return typeof presented === 'string' && isSame(presented, token);
  }

  function failed(): { ok: false; status: 401 | 429 } {
    while (failures[0] !== undefined && failures[0] <= now() - failureWindowMs) failures.shift();
    if (failures.length >= maxFailures) return { ok: false, status: 429 };
    failures.push(now());
    return { ok: false, status: 401 };
  }

  function takeTicket(presented: string): boolean {
    const ticket = tickets.get(digest(presented));
    tickets.delete(digest(presented));
    ticket?.onUse?.();
    return ticket !== undefined && ticket.expires > now();
  }

  function issue(into: { readonly size: number; keys(): Iterator<string>; delete(key: string): unknown }, max: number) {
    if (into.size >= max) into.delete(into.keys().next().value ?? '');
    return generateSecret();
  }

  return {
    open(presented) {
      if (typeof presented !== 'string') return failed();
      // The correct token always works: wrong ones cannot lock out its owner.
      if (!isSame(presented, token) && !takeTicket(presented)) return failed();
      const secret = issue(sessions, maxSessions);
      sessions.add(digest(secret));
      return { ok: true, secret };
    },
    check: (presented) => (isToken(presented) ? { ok: true } : failed()),
    ticket(presented, onUse) {
      if (!isToken(presented)) return failed();
      const secret = issue(tickets, maxTickets);
      tickets.set(digest(secret), { expires: now() + ticketLifeMs, ...(onUse && { onUse }) });
      return { ok: true, secret };
    },
    accepts: (secret) => secret !== undefined && sessions.has(digest(secret)),
  };
}

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(digest(one)), Buffer.from(digest(other)));
}
