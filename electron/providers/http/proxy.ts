// Selects the proxy for a request, and explains proxy failures.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Environment } from '../../lib/environment.ts';
import { decodeUrlPart, environmentProxies } from '../../lib/environment.ts';
import { ReachError } from './reachError.ts';

export type Proxies =
  | { kind: 'none' }
  /** One proxy for everything. */
  | { kind: 'own'; uri: string }
  /** By the environment's rules; empty if a variable is unset. */
  | { kind: 'environment'; http: string; https: string; no: string }
  | { kind: 'unusable'; problem: ReachError };

/** Setting for no proxy. */
const noProxy = 'direct';

/** `proxy`: empty, `direct`, or a URL, possibly with credentials. */
export function proxiesOf(proxy: string, env: Environment): Proxies {
  if (proxy === noProxy) return { kind: 'none' };
  if (proxy !== '') return { kind: 'own', uri: proxy };
  const { http, https, no, wrong } = environmentProxies(env);
  if (wrong !== null) {
    const message = say`${wrong} in the environment is not a proxy address such as http://proxy.example.com:3128. Correct it, or set a proxy for this provider in Settings.`;
    return { kind: 'unusable', problem: new ReachError(message) };
  }
  if (https === '' && http === '') return { kind: 'none' };
  return { kind: 'environment', http, https, no };
}

export interface TypedProxy {
  /** As stored: empty, `direct`, or a URL without a password. */
  proxy: string;
  /** Null: none entered. */
  password: string | null;
}

export function parseProxy(text: string): Result<TypedProxy> {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === noProxy) return ok({ proxy: trimmed, password: null });
  const url = URL.parse(trimmed);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname + url.search)) {
    return fail(
      'SETTINGS_INVALID',
      say`Enter the proxy as http://host:port. Leave it empty to use the environment’s proxy, or enter direct for no proxy.`,
    );
  }
  const name = url.username === '' ? '' : `${url.username}@`;
  const password = url.password === '' ? null : decodeUrlPart(url.password);
  return ok({ proxy: `${url.protocol}//${name}${url.host}`, password });
}

export function withPassword(proxy: string, password: string | null): string {
  const url = password === null ? null : URL.parse(proxy);
  if (!url || password === null) return proxy;
  url.password = encodeURIComponent(password);
  return url.href;
}

/** Explains how the proxy failed; null if something else did. `to`: host and port of the target. */
export function proxyProblem(thrown: unknown, proxies: Proxies, to: string): ReachError | null {
  const addresses = proxyAddresses(proxies);
  const [proxy] = addresses;
  if (!proxy) return null;
  for (const { message, code, port, hostname, address } of causes(thrown)) {
    const status = Number(
      /^Proxy response \((\d+)\)|^Proxy Authentication Required \((407)\)/.exec(message)?.[1] ??
        (/\(407\)$/.test(message) ? 407 : 0),
    );
    if (status > 0) return proxyRefusalError(status, proxy.host, to);
    const at = addresses.find((place) =>
      hostname !== undefined
        ? hostname === place.hostname
        : (String(port) === place.port && (address === place.hostname || !/^[\d.]+$/.test(place.hostname))) ||
          message.includes(`${place.host}`),
    );
    if (!at || code === undefined) continue;
    if (code === 'ECONNREFUSED')
      return new ReachError(say`The proxy ${at.host} refused the connection. Is it running?`, true);
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      return new ReachError(say`The proxy ${at.host} was not found. Check its address and your network.`, true);
    }
    if (/TIMEOUT|TIMEDOUT|UNREACH/.test(code)) {
      return new ReachError(say`The proxy ${at.host} could not be reached.`, true);
    }
  }
  return null;
}

export function proxyRefusalError(status: number, proxy: string, to: string): ReachError {
  if (status === 407) {
    return new ReachError(
      say`The proxy ${proxy} requires a user name and password (407). Put them in its address: http://name:password@host:port.`,
    );
  }
  if (status >= 500) {
    return new ReachError(say`The proxy ${proxy} could not connect to ${to} (${status}).`, true);
  }
  return new ReachError(say`The proxy ${proxy} does not allow connections to ${to} (${status}).`);
}

interface ProxyAddress {
  host: string;
  hostname: string;
  port: string;
}

/** Addresses of the proxies, without credentials. */
export function proxyAddresses(proxies: Proxies): ProxyAddress[] {
  const addresses =
    proxies.kind === 'own' ? [proxies.uri] : proxies.kind === 'environment' ? [proxies.https, proxies.http] : [];
  return addresses.flatMap((address) => {
    const url = URL.parse(address);
    if (!url) return [];
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    return [{ host: `${url.hostname}:${port}`, hostname: url.hostname.replace(/^\[|\]$/g, ''), port }];
  });
}

interface Cause {
  message: string;
  code?: string;
  port?: unknown;
  hostname?: string;
  address?: string;
}

function causes(thrown: unknown): Cause[] {
  const causes: Cause[] = [];
  const waiting: unknown[] = [thrown];
  while (waiting.length > 0 && causes.length < 16) {
    const at = waiting.shift();
    if (typeof at !== 'object' || at === null) continue;
    const { cause, errors, message, ...rest } = at as Cause & { cause?: unknown; errors?: unknown };
    const { code, port, hostname, address } = rest;
    causes.push({
      message: String(message ?? (at as Error).message ?? ''),
      ...(typeof code === 'string' ? { code } : {}),
      ...(port === undefined ? {} : { port }),
      ...(typeof hostname === 'string' ? { hostname } : {}),
      ...(typeof address === 'string' ? { address } : {}),
    });
    waiting.push(cause, ...(Array.isArray(errors) ? errors : []));
  }
  return causes;
}
