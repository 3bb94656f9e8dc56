// Downloads a package from the public internet. A package is approved by its content, so redirects may lead to another
// origin, but every address is checked, and all are https.

import { open } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../../shared/core/sentence.ts';
import { diskErrorReason } from '../../../lib/diskReason.ts';
import { createGuardedAgent } from '../../../tools/fetch/guardedAgent.ts';
import { AddressRefusedError, type LookupAll, lookupAll } from '../../../tools/fetch/guardedLookup.ts';
import { nonPublicNameReason, nonPublicReason } from '../../../tools/fetch/publicAddress.ts';
import { insecure } from './parseSource.ts';

export interface DownloadGuards {
  lookup: LookupAll;
  whyNotAddress(address: string): string | null;
  whyNotName(hostname: string): string | null;
  /** For tests: the protocols allowed. */
  protocols: readonly string[];
}

export const publicGuards: DownloadGuards = {
  lookup: lookupAll,
  whyNotAddress: nonPublicReason,
  whyNotName: nonPublicNameReason,
  protocols: ['https:'],
};

const maxRedirects = 5;
const timeoutMs = 120_000;

/** Writes the body to `target`. Returns the address that it finally came from. */
export async function download(
  address: string,
  target: string,
  maxBytes: number,
  guards: DownloadGuards,
  signal: AbortSignal,
): Promise<Result<string>> {
  const agent = createGuardedAgent({ lookup: guards.lookup, whyNot: guards.whyNotAddress, connectTimeoutMs: 10_000 });
  const both = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    let next = address;
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const checked = checkAddress(next, guards);
      if (!checked.ok) return checked;
      const url = checked.value;
      const { statusCode, headers, body } = await agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'GET',
        headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Throughline (plugins)' },
        signal: both,
      });
      const location = [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined;
      if (location !== undefined) {
        body.on('error', () => {}).destroy();
        next = URL.parse(Array.isArray(location) ? (location[0] ?? '') : location, url.href)?.href ?? '';
        continue;
      }
      if (statusCode !== 200) {
        body.on('error', () => {}).destroy();
        return fail(
          'PLUGIN_FAILED',
          say`${url.host} answered ${`${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trim()}.`,
        );
      }
      const written = await writeBody(body, target, maxBytes);
      return written.ok ? ok(url.href) : written;
    }
    return fail('PLUGIN_FAILED', say`The address was redirected more than ${maxRedirects} times.`);
  } catch (thrown) {
    if (signal.aborted) return fail('CANCELLED', say`This was stopped.`);
    return failureOf(thrown);
  } finally {
    await agent.destroy();
  }
}

export const notFetched = fail('ADDRESS_REFUSED', say`This is not an address that can be fetched.`);

function checkAddress(address: string, guards: DownloadGuards): Result<URL> {
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return notFetched;
  if (!guards.protocols.includes(url.protocol)) return insecure;
  const why = guards.whyNotName(url.hostname) ?? addressReason(url.hostname, guards);
  return why === null ? ok(url) : fail('ADDRESS_REFUSED', notPublic(url.hostname));
}

export function notPublic(host: string): Sentence {
  return say`${host} is not on the public internet, so nothing was fetched.`;
}

/** IP addresses need no lookup. */
function addressReason(hostname: string, guards: DownloadGuards): string | null {
  return /^[\d.]+$|^\[/.test(hostname) ? guards.whyNotAddress(hostname.replace(/^\[|\]$/g, '')) : null;
}

async function writeBody(body: AsyncIterable<Buffer>, target: string, maxBytes: number): Promise<Result<void>> {
  const file = await open(target, 'wx', 0o600);
  try {
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxBytes)
        return fail('NOT_SUPPORTED', say`The package is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`);
      await file.writeFile(chunk);
    }
    return ok(undefined);
  } finally {
    await file.close();
  }
}

function failureOf(thrown: unknown): Result<never> {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof AddressRefusedError) return fail('ADDRESS_REFUSED', notPublic(error.hostname));
    if (error.name === 'TimeoutError') return fail('PLUGIN_FAILED', say`The package took too long to download.`);
  }
  return fail('PLUGIN_FAILED', say`The package was not downloaded: ${diskErrorReason(thrown)}.`);
}
