// `fetch` for one provider, with its proxy and certificates and without Node's five-minute timeout: a local model may
// take longer to read a prompt. The exchange enforces the user's idle timeout instead. The HTTP client loads on the
// first request, since many commands send none.

import { stat } from 'node:fs/promises';
import type { buildConnector, Dispatcher } from 'undici';
import type { Environment } from '../../lib/environment.ts';
import { isLoopback } from './baseUrl.ts';
import { secureContextOf, systemCertificates } from './certificates.ts';
import type { Fetch } from './exchange.ts';
import { type Proxies, proxiesOf, proxyAddresses, proxyProblem, proxyRefusalError } from './proxy.ts';

export interface ConnectionSettings {
  /** Empty: from the environment, except for loopback. `direct`: none. Otherwise a URL, including the password. */
  proxy?: string;
  /** A PEM file, or `system`. Empty: Node's authorities. */
  certificate?: string;
  /** Default 10. */
  connectTimeoutSeconds?: number;
}

export interface NoTimeoutFetch {
  fetch: Fetch;
  /** Closes all connections. */
  close(): Promise<void>;
}

interface Agents {
  direct: Dispatcher;
  /** Same as `direct` without a proxy. */
  proxied: Dispatcher;
  send(url: string, init: object): Promise<Response>;
}

const patient = { headersTimeout: 0, bodyTimeout: 0 };

/** `env`: HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
export function createNoTimeoutFetch(settings: ConnectionSettings = {}, env: Environment = {}): NoTimeoutFetch {
  const { certificate = '' } = settings;
  const proxies = proxiesOf(settings.proxy ?? '', env);
  /** `mark`: changes with the certificate file. */
  let current: { mark: string; agents: Promise<Agents> } | null = null;

  const make = async (): Promise<Agents> => {
    const connect: buildConnector.BuildOptions = {
      ...(settings.connectTimeoutSeconds === undefined ? {} : { timeout: settings.connectTimeoutSeconds * 1000 }),
      ...(certificate === '' ? {} : { secureContext: await secureContextOf(certificate) }),
    };
    const undici = await import('undici');
    const direct = new undici.Agent({ ...patient, connect });
    const send = undici.fetch as unknown as Agents['send'];
    return { direct, proxied: proxiedAgent(undici, proxies, connect) ?? direct, send };
  };
  /** Retries after a failure: the user may have added the file since. */
  const agentsNow = async (): Promise<Agents> => {
    const mark = await markOf(certificate);
    if (current?.mark === mark) return current.agents;
    const before = current;
    const next = { mark, agents: make() };
    current = next;
    next.agents.catch(() => {
      if (current === next) current = null;
    });
    before?.agents.then((agents) => end(agents, 'close')).catch(() => {});
    return next.agents;
  };

  return {
    async fetch(url, init) {
      if (proxies.kind === 'unusable' && !isLoopback(url)) throw proxies.problem;
      const { direct, proxied, send } = await agentsNow();
      // Environment proxies are for the network, not for loopback.
      const dispatcher = proxies.kind === 'environment' && isLoopback(url) ? direct : proxied;
      const { host } = new URL(url);
      let response: Response;
      try {
        response = await send(url, { ...init, dispatcher });
      } catch (thrown) {
        throw (dispatcher === direct ? null : proxyProblem(thrown, proxies, host)) ?? thrown;
      }
      const [proxy] = dispatcher === direct ? [] : proxyAddresses(proxies);
      if (response.status !== 407 || !proxy) return response;
      await response.body?.cancel();
      throw proxyRefusalError(407, proxy.host, host);
    },
    async close() {
      const loaded = await current?.agents.catch(() => null);
      if (loaded) await end(loaded, 'destroy');
    },
  };
}

/** Null: no proxy. Forwards plain http and tunnels https, as usual. */
function proxiedAgent(
  { EnvHttpProxyAgent, Pool, ProxyAgent }: typeof import('undici'),
  proxies: Proxies,
  connect: buildConnector.BuildOptions,
): Dispatcher | null {
  const common = {
    ...patient,
    connect,
    requestTls: connect,
    proxyTls: connect,
    proxyTunnel: false,
    factory: (origin: string | URL, options: object) => new Pool(origin, { ...options, ...patient }),
  };
  switch (proxies.kind) {
    case 'own':
      return new ProxyAgent({ ...common, uri: proxies.uri });
    case 'environment':
      return new EnvHttpProxyAgent({
        ...common,
        httpProxy: proxies.http,
        httpsProxy: proxies.https,
        noProxy: proxies.no,
      });
    default:
      return null;
  }
}

async function end({ direct, proxied }: Agents, how: 'close' | 'destroy'): Promise<void> {
  await Promise.all([...new Set([direct, proxied])].map((agent) => agent[how]()));
}

async function markOf(certificate: string): Promise<string> {
  if (certificate === '' || certificate === systemCertificates) return certificate;
  const stats = await stat(certificate).catch(() => null);
  return stats ? `${stats.mtimeMs} ${stats.size}` : 'missing';
}
