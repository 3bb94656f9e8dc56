// How far a sign-in may reach. The authorization server that a remote server names, and anything named in turn, cannot be
// trusted: it may be on the public internet, on a private network only if the server itself is, and on this machine only if
// the server is too. Names are resolved, and the connection goes to the address that was checked.

import type { FetchLike } from '@modelcontextprotocol/client';
import { createGuardedAgent, createGuardedFetch } from '../../tools/fetch/guardedAgent.ts';
import { type LookupAll, lookupAll } from '../../tools/fetch/guardedLookup.ts';
import { nonPublicNameReason, nonPublicReason } from '../../tools/fetch/publicAddress.ts';

export interface SignInReach {
  /** Why a URL is off limits for requests and for the user; null if allowed. */
  whyNot(url: URL): Promise<string | null>;
  /** Sends allowed requests; follows no redirects. */
  fetch: FetchLike;
}

export interface SignInNetwork {
  lookup: LookupAll;
  /** Refuses connections that `whyNot` objects to. */
  fetchWith(whyNot: (address: string) => string | null): FetchLike;
}

const connectTimeoutMs = 10_000;
/** Maximum response size in bytes. */
const maxBytes = 1024 * 1024;

export const systemNetwork: SignInNetwork = {
  lookup: lookupAll,
  fetchWith: (whyNot) =>
    createGuardedFetch(() => createGuardedAgent({ lookup: lookupAll, whyNot, connectTimeoutMs }), maxBytes),
};

type AddressReach = 'public' | 'private' | 'here';
const privateWords = new Set(['a private network', 'a carrier network or cloud metadata']);

/** Classifies an address; null: not a server address. Link-local addresses include cloud metadata services. */
function placeOf(address: string): AddressReach | null {
  const why = nonPublicReason(address);
  if (why === null) return 'public';
  if (why === 'this machine itself' || why === 'an unspecified address') return 'here';
  return privateWords.has(why) ? 'private' : null;
}

/** The server's own reach: the most private class among its addresses. */
export async function reachOf(server: URL, network: SignInNetwork): Promise<SignInReach> {
  const reaches = (await addressesOf(server, network.lookup)).map(placeOf);
  const ownReach = reaches.includes('here') ? 'here' : reaches.includes('private') ? 'private' : 'public';

  function whyNotAddress(address: string): string | null {
    const reach = placeOf(address);
    if (ownReach === 'here' || reach === 'public' || (ownReach === 'private' && reach === 'private')) return null;
    return nonPublicReason(address);
  }

  async function whyNot(url: URL): Promise<string | null> {
    const byName = ownReach === 'public' ? nonPublicNameReason(url.hostname) : null;
    if (byName !== null) return `${url.hostname} is ${byName}`;
    for (const address of await addressesOf(url, network.lookup)) {
      const why = whyNotAddress(address);
      if (why !== null) return `${url.hostname} is ${why}`;
    }
    return null;
  }

  return { whyNot, fetch: network.fetchWith(whyNotAddress) };
}

async function addressesOf({ hostname }: URL, lookup: LookupAll): Promise<string[]> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  return (await lookup(literal)).map(({ address }) => address);
}
