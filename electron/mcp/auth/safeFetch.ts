// Fetches the parts of a sign-in: https, or http on this machine only, with limits, and no further than a sign-in may reach. A
// server's claim about its authorization server is no reason to send anything unencrypted.

import type { FetchLike } from '@modelcontextprotocol/client';
import { SentenceError } from '../../../shared/core/errors.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { reachOf, type SignInNetwork, type SignInReach } from './signInReach.ts';

const maxMs = 20_000;
const maxRedirects = 5;
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a sign-in may contact this URL, or send the user there. */
export function isSignInAddress(address: string | URL): boolean {
  const url = URL.parse(String(address));
  if (url?.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname));
}

export interface SafeFetch {
  fetch: FetchLike;
  /** Throws if the user may not be sent there. */
  checkPage(url: URL): Promise<void>;
}

/** `server`: the sign-in target, which determines the reach. */
export function createSafeFetch(server: string, network: SignInNetwork, closing?: AbortSignal): SafeFetch {
  let pendingReach: Promise<SignInReach> | null = null;
  const reach = (): Promise<SignInReach> => {
    pendingReach ??= reachOf(new URL(server), network);
    return pendingReach;
  };

  async function check(url: URL): Promise<SignInReach> {
    if (!isSignInAddress(url)) throw refused(url, say`it is not an https address`);
    const allowed = await reach();
    const why = await allowed.whyNot(url);
    if (why !== null) throw refused(url, why);
    return allowed;
  }

  return {
    async checkPage(url) {
      await check(url);
    },
    async fetch(address, init) {
      const signals = [AbortSignal.timeout(maxMs), closing, init?.signal].filter((signal) => signal != null);
      const signal = AbortSignal.any(signals);
      let url = new URL(address);
      for (let redirects = 0; ; redirects++) {
        const { fetch } = await check(url);
        signal.throwIfAborted();
        const response = await fetch(url.href, { ...init, redirect: 'manual', signal });
        const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
        const next = location === null ? null : URL.parse(location, url.href);
        if (!next) return response;
        // Codes and registrations are only for the requested URL.
        if ((init?.method ?? 'GET') !== 'GET' || redirects >= maxRedirects) {
          throw refused(url, say`the server redirected to ${next.host}`);
        }
        url = next;
      }
    },
  };
}

function refused(url: URL, why: UserText): Error {
  return new SentenceError(say`The sign-in was refused at ${url.href.slice(0, 300)}: ${why}.`);
}
