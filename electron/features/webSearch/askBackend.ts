// One request to a search backend, within time and size limits. Follows no redirects, so that key and query go only to
// the chosen address. Services are reached on the public internet only, directly or through the environment's proxy;
// the user's own server may also be on a private network or this machine, and is reached directly.

import { EnvHttpProxyAgent } from 'undici';
import { describeThrown, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { acceptedEncodings, readBoundedBody } from '../../tools/fetch/boundedBody.ts';
import { createGuardedAgent } from '../../tools/fetch/guardedAgent.ts';
import { AddressRefusedError } from '../../tools/fetch/guardedLookup.ts';
import { type AskGuards, type BackendAnswer, firstHeaderValue } from './askGuards.ts';
import type { SearchRequest } from './backend.ts';

/** `address` is the backend's, without a trailing slash. `name` is for display. */
export async function askBackend(
  address: string,
  name: string,
  request: SearchRequest,
  guards: AskGuards,
  signal: AbortSignal,
): Promise<Result<BackendAnswer>> {
  const { limits } = guards;
  const url = new URL(`${address}${request.path}`);
  const whyNot = literal(url.hostname) ? guards.whyNotAddress(literal(url.hostname)) : null;
  if (whyNot !== null) return refused(url.host);
  const time = AbortSignal.timeout(limits.timeoutMs);
  const both = AbortSignal.any([signal, time]);
  const { proxies } = guards;
  if (proxies?.wrong) {
    return fail(
      'TOOL_EXEC_FAILED',
      say`${proxies.wrong} in the environment is not a proxy address such as http://proxy.example.com:3128.`,
    );
  }
  const proxied = proxies !== null && (proxies.http !== '' || proxies.https !== '') ? proxies : null;
  const agent = proxied
    ? new EnvHttpProxyAgent({
        httpProxy: proxied.http,
        httpsProxy: proxied.https,
        noProxy: proxied.no,
        proxyTunnel: false,
        connect: { timeout: limits.connectTimeoutMs },
      })
    : createGuardedAgent({
        lookup: guards.lookup,
        whyNot: guards.whyNotAddress,
        connectTimeoutMs: limits.connectTimeoutMs,
      });
  try {
    const { statusCode, headers, body } = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: request.method,
      headers: { ...request.headers, 'accept-encoding': acceptedEncodings, 'user-agent': 'Throughline (web_search)' },
      ...(request.body === undefined ? {} : { body: request.body }),
      signal: both,
    });
    const read = await readBoundedBody(body, firstHeaderValue(headers['content-encoding']), limits.bytes, both);
    if (!read.ok) return fail('TOOL_EXEC_FAILED', say`The response from ${name} could not be read.`);
    if (read.value.cut) {
      return fail(
        'TOOL_EXEC_FAILED',
        say`The response from ${name} is larger than ${limits.bytes / 1024 / 1024} MB and was not read.`,
      );
    }
    return ok({ status: statusCode, headers, body: read.value.bytes.toString('utf8') });
  } catch (thrown) {
    if (signal.aborted) return fail('ENGINE_ABORTED', say`The search was stopped.`);
    if (time.aborted) {
      return fail('TOOL_TIMEOUT', say`${name} did not finish responding within ${limits.timeoutMs / 1000} s.`);
    }
    if (proxied) {
      return fail(
        'TOOL_EXEC_FAILED',
        say`${url.host} could not be reached. The connection through the proxy set in the environment failed: ${describeThrown(thrown)}.`,
      );
    }
    return failure(thrown, url.host);
  } finally {
    await agent.destroy();
  }
}

function literal(hostname: string): string {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return /^\d+(?:\.\d+){3}$/.test(hostname) ? hostname : '';
}

function refused(host: string): Result<never> {
  return fail(
    'ADDRESS_REFUSED',
    say`No request was sent to ${host} because its address is reserved or not on the public internet.`,
  );
}

function failure(thrown: unknown, host: string): Result<never> {
  let at: unknown = thrown;
  let code = '';
  for (let depth = 0; depth < 8 && at instanceof Error; depth++) {
    if (at instanceof AddressRefusedError) return refused(host);
    if ('code' in at) code = String(at.code);
    at = at.cause ?? (at instanceof AggregateError ? at.errors[0] : undefined);
  }
  const because = (sentence: ReturnType<typeof say>) => fail('TOOL_EXEC_FAILED', sentence);
  switch (code) {
    case 'ECONNREFUSED':
      return because(say`Nothing responds at ${host}: the connection was refused. Is the server running?`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return because(say`The host ${host} was not found. Check the address and your network.`);
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return because(say`${host} could not be reached in time.`);
  }
  if (/CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(code)) {
    return because(say`The connection to ${host} is not secure (${code}), so nothing was sent.`);
  }
  return because(say`The connection to ${host} failed or was lost (${code || '—'}).`);
}
