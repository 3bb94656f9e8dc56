// Checks every request of the shared browser before it leaves, each redirect included: documents must be of sites that the user
// allowed, and nothing else may reach private networks. It works on the whole browser, so that new windows, frames and
// prerendered pages are included from their first request. It reports what it blocks; the network guard stops what passes it by.

import type { CDPSession } from 'playwright-core';
import { lookupAll } from '../../tools/fetch/guardedLookup.ts';
import { nonPublicNameReason, nonPublicReason } from '../../tools/fetch/publicAddress.ts';

export interface GuardRules {
  /** `frameId`: of the frame that loads the document. */
  mayOpen(origin: string, frameId: string): Promise<boolean>;
  /** Whether a permission names the site itself for any tab: then pages may use it, also at a private address. */
  isKnown(origin: string): Promise<boolean>;
  blocked(url: string, frameId: string): void;
}

const ownSchemes = new Set([
  'data:',
  'blob:',
  'about:',
  'chrome:',
  'chrome-untrusted:',
  'chrome-extension:',
  'devtools:',
]);

interface PausedRequest {
  requestId: string;
  frameId: string;
  resourceType: string;
  request: { url: string };
}

export async function guardRequests(session: CDPSession, rules: GuardRules): Promise<void> {
  const isPrivate = createPrivateCheck();

  async function mayPass({ request, resourceType, frameId }: PausedRequest): Promise<boolean> {
    const url = URL.parse(request.url);
    if (url === null) return false;
    // The content of these comes from a document that was checked, or from the browser.
    if (ownSchemes.has(url.protocol)) return true;
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
    if (resourceType === 'Document' && !(await rules.mayOpen(url.origin, frameId))) return false;
    return !(await isPrivate(url.hostname)) || rules.isKnown(url.origin);
  }

  session.on('Fetch.requestPaused', (paused: PausedRequest) => {
    const { requestId } = paused;
    void mayPass(paused)
      .catch(() => false)
      .then(async (passes) => {
        if (passes) return session.send('Fetch.continueRequest', { requestId });
        rules.blocked(paused.request.url, paused.frameId);
        return session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      })
      // The page or the browser closed meanwhile.
      .catch(() => {});
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
}

const lookupCacheMs = 30_000;
const maxCachedNames = 1000;

/** Names are resolved here, too, because a public name may have a private address. */
function createPrivateCheck(): (hostname: string) => Promise<boolean> {
  const cache = new Map<string, { until: number; answer: Promise<boolean> }>();
  async function resolve(hostname: string): Promise<boolean> {
    try {
      const addresses = await lookupAll(hostname);
      return addresses.some(({ address }) => nonPublicReason(address) !== null);
    } catch {
      // It may only resolve at a proxy, which reaches no private network of this machine.
      return false;
    }
  }
  return async (hostname) => {
    if (nonPublicNameReason(hostname) !== null) return true;
    if (/^[\d.]+$|^\[/.test(hostname)) return false;
    const cached = cache.get(hostname);
    if (cached && cached.until > performance.now()) return cached.answer;
    if (cache.size >= maxCachedNames) cache.clear();
    const answer = resolve(hostname);
    cache.set(hostname, { until: performance.now() + lookupCacheMs, answer });
    return answer;
  };
}
