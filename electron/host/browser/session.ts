// Who is let in: whoever shows the token of this start gets a session cookie, and the cookie opens the connection.
// Tickets are tokens for one use, so that the real one never stands on a command line. Nothing here is ever logged.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Failed tries in a minute, after which a wrong token is not even told so. */
const maxFailures = 10;
const failureWindowMs = 60_000;
const ticketLifeMs = 60_000;
const maxTickets = 16;
const maxSessions = 64;

export type Exchange = { ok: true; secret: string } | { ok: false; status: 401 | 429 };

export interface Sessions {
  /** Trades the token, or a ticket, for the secret of a new session. */
  open(presented: unknown): Exchange;
  /** Trades the token for a ticket: valid once, for a minute. */
  ticket(presented: unknown): Exchange;
  /** Whether a Cookie header carries a session that was opened here. `port` is the one that the browser sees. */
  accepts(cookieHeader: string | undefined, port: string): boolean;
}

/** 256 bits that nobody can guess, in letters that an address can carry. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Cookies do not know ports, so that the name must: two hosts in one browser are two cookies. */
function cookieName(port: string): string {
  return `throughline-${port}`;
}

export function sessionCookie(port: string, secret: string): string {
  return `${cookieName(port)}=${secret}; Path=/contract; HttpOnly; SameSite=Strict`;
}

export function createSessions(token: string, now: () => number = Date.now): Sessions {
  const sessions = new Set<string>();
  const tickets = new Map<string, number>();
  const failures: number[] = [];

  function failed(): Exchange {
    while (failures[0] !== undefined && failures[0] <= now() - failureWindowMs) failures.shift();
    if (failures.length >= maxFailures) return { ok: false, status: 429 };
    failures.push(now());
    return { ok: false, status: 401 };
  }

  function takeTicket(presented: string): boolean {
    const expires = tickets.get(digest(presented));
    tickets.delete(digest(presented));
    return expires !== undefined && expires > now();
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
    ticket(presented) {
      if (typeof presented !== 'string' || !isSame(presented, token)) return failed();
      const secret = issue(tickets, maxTickets);
      tickets.set(digest(secret), now() + ticketLifeMs);
      return { ok: true, secret };
    },
    accepts(cookieHeader, port) {
      const secrets = (cookieHeader ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${cookieName(port)}=`))
        .map((pair) => pair.slice(cookieName(port).length + 1));
      return secrets.some((secret) => sessions.has(digest(secret)));
    },
  };
}

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Takes the same time wherever the two differ. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(digest(one)), Buffer.from(digest(other)));
}
