// Who is let in: whoever shows the token of this start gets the secret of a session, and that opens the connection. The
// page keeps it for its own origin and tab. It is no cookie: those go to every port of this machine, so to every other
// server on it. Tickets are tokens for one use. Nothing here is ever logged.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Failed tries in a minute, after which a wrong token is not even told so. */
const maxFailures = 10;
const failureWindowMs = 60_000;
const ticketLifeMs = 60_000;
const maxTickets = 16;
const maxSessions = 64;

type Exchange = { ok: true; secret: string } | { ok: false; status: 401 | 429 };

export interface Sessions {
  /** Trades the token, or a ticket, for the secret of a new session. */
  open(presented: unknown): Exchange;
  /** Whether it is the token of this start. */
  check(presented: unknown): { ok: true } | { ok: false; status: 401 | 429 };
  /** Trades the token for a ticket: valid once, for a minute. `onUse` is called when it was. */
  ticket(presented: unknown, onUse?: () => void): Exchange;
  /** Whether it is the secret of a session that was opened here. */
  accepts(secret: string | undefined): boolean;
}

/** 256 bits that nobody can guess, in letters that an address can carry. */
export function newSecret(): string {
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
    return newSecret();
  }

  return {
    open(presented) {
      if (typeof presented !== 'string') return failed();
      // The right token always works: wrong ones cannot lock its owner out.
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

/** Takes the same time wherever the two differ. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(digest(one)), Buffer.from(digest(other)));
}
