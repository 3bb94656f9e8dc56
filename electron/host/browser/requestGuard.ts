// Restricts the browser host to browsers on this machine (or behind a tunnel) that loaded the page from this exact
// origin. Checks every request and upgrade first, against cross-site requests to loopback and DNS rebinding.

import type { IncomingMessage } from 'node:http';

export type Admission =
  | {
      ok: true;
      /** Percent-encoded path, without the query. */
      path: string;
    }
  | { ok: false; status: 400 | 403 | 405; reason: string };

/** Exactly as browsers write them: lower case, no trailing dot, no user, a plain decimal port. */
const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::[1-9]\d{0,4})?$/;

const allowedMethods = new Set(['GET', 'HEAD', 'POST']);

export function admitRequest(request: IncomingMessage, kind: 'request' | 'upgrade'): Admission {
  const hosts = valuesOf(request, 'host');
  const host = hosts[0];
  if (hosts.length !== 1 || host === undefined || !loopbackHost.test(host))
    return refuse(403, 'This host name is not allowed.');

  const method = request.method ?? '';
  if (!allowedMethods.has(method)) return refuse(405, 'Only GET, HEAD and POST are allowed.');

  const origins = valuesOf(request, 'origin');
  const needsOrigin = kind === 'upgrade' || method === 'POST';
  if (origins.length > 1 || (needsOrigin && origins.length === 0)) return refuse(403, 'The origin is missing.');
  if (origins.length === 1 && origins[0] !== `http://${host}`)
    return refuse(403, 'Requests from other pages are not allowed.');

  // An absolute URL would be a proxy request.
  const target = request.url ?? '';
  if (!target.startsWith('/')) return refuse(400, 'Invalid path.');
  return { ok: true, path: target.split('?', 1)[0] ?? '/' };
}

/** All values of a header; Node keeps only the first for some. */
function valuesOf(request: IncomingMessage, name: string): string[] {
  return request.rawHeaders.filter((_, at, all) => at % 2 === 1 && all[at - 1]?.toLowerCase() === name);
}

function refuse(status: 400 | 403 | 405, reason: string): Admission {
  return { ok: false, status, reason };
}
