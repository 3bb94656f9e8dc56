// Restricts the local server to browsers on this machine (or behind a tunnel) that loaded the page from this exact
// origin. Checks every request and upgrade first, against cross-site requests to loopback and DNS rebinding. Under the
// name of a tunnel for devices, only pages loaded over HTTPS pass.

import type { IncomingMessage } from 'node:http';

export type Admission =
  | {
      ok: true;
      /** Percent-encoded path, without the query. */
      path: string;
      /** `tunnel`: under the host name for devices. */
      via: 'loopback' | 'tunnel';
      /** The origin of a page that sends such a request. */
      origin: string;
    }
  | { ok: false; status: 400 | 403 | 405; reason: string };

/** Exactly as browsers write them: lower case, no trailing dot, no user, a plain decimal port. */
const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::[1-9]\d{0,4})?$/;

const allowedMethods = new Set(['GET', 'HEAD', 'POST']);

/** Headers of proxies: such a request comes from elsewhere, whatever its host name is. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'cf-connecting-ip'];

/**
 * `route`: other apps send requests to it, of any method and without an origin. `tunnelName`: `host` or `host:port`
 * under which a tunnel for devices reaches this server; null: none.
 */
export function admitRequest(
  request: IncomingMessage,
  kind: 'request' | 'upgrade' | 'route',
  tunnelName: string | null = null,
): Admission {
  const hosts = valuesOf(request, 'host');
  const host = hosts[0];
  if (hosts.length !== 1 || host === undefined) return refuse(403, 'This host name is not allowed.');
  const via = loopbackHost.test(host) ? 'loopback' : 'tunnel';
  if (via === 'tunnel' && (tunnelName === null || host !== tunnelName))
    return refuse(403, 'This host name is not allowed.');
  if (via === 'loopback' && forwarding.some((name) => valuesOf(request, name).length > 0))
    return refuse(403, 'A proxy must pass on the name that the browser asked for, in the header Host.');
  if (valuesOf(request, 'x-forwarded-proto').some((value) => value.toLowerCase() !== 'https'))
    return refuse(403, 'Only HTTPS is allowed.');
  const origin = `${via === 'tunnel' ? 'https' : 'http'}://${host}`;

  const method = request.method ?? '';
  if (kind !== 'route' && !allowedMethods.has(method)) return refuse(405, 'Only GET, HEAD and POST are allowed.');

  const origins = valuesOf(request, 'origin');
  const needsOrigin = kind === 'upgrade' || (kind === 'request' && method === 'POST');
  if (origins.length > 1 || (needsOrigin && origins.length === 0)) return refuse(403, 'The origin is missing.');
  if (origins.length === 1 && origins[0] !== origin) return refuse(403, 'Requests from other pages are not allowed.');

  // An absolute URL would be a proxy request.
  const target = request.url ?? '';
  if (!target.startsWith('/')) return refuse(400, 'Invalid path.');
  return { ok: true, path: target.split('?', 1)[0] ?? '/', via, origin };
}

/** All values of a header; Node keeps only the first for some. */
function valuesOf(request: IncomingMessage, name: string): string[] {
  return request.rawHeaders.filter((_, at, all) => at % 2 === 1 && all[at - 1]?.toLowerCase() === name);
}

function refuse(status: 400 | 403 | 405, reason: string): Admission {
  return { ok: false, status, reason };
}
