// How the parts of a sign-in are fetched: https, or http on this machine only, with bounds. What a server names as its
// authorization server is its word, and not a reason to send anything in clear.

import type { FetchLike } from '@modelcontextprotocol/client';

const mostMs = 20_000;
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a sign-in may speak to this address, or send a person there. */
export function isSignInAddress(address: string | URL): boolean {
  const url = URL.parse(String(address));
  if (url?.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname));
}

export function safeFetch(base: FetchLike = fetch, closing?: AbortSignal): FetchLike {
  return async (address, init) => {
    if (!isSignInAddress(address)) {
      throw new Error(`The sign-in was refused: ${String(address).slice(0, 300)} is not an https address.`);
    }
    const signals = [AbortSignal.timeout(mostMs), closing, init?.signal].filter((signal) => signal != null);
    return base(address, { ...init, signal: AbortSignal.any(signals) });
  };
}
