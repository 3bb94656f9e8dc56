// Which sites the origin of a rule covers: one, or with `https://*.example.com` every subdomain of a domain. Pure.

export function hasWildcard(pattern: string): boolean {
  return pattern.includes('//*.');
}

const wildcardSite = /^(https?:\/\/)\*\.([a-z0-9-]+(?:\.[a-z0-9-]+)+)(:\d{1,5})?$/;
const site = /^(https?:\/\/)([^/:*]+)(:\d{1,5})?$/;

/** The host after `*.`; null: it has no wildcard, or not such a host. */
export function wildcardBase(pattern: string): string | null {
  return wildcardSite.exec(normalized(pattern))?.[2] ?? null;
}

/** `example.com` is no subdomain of `*.example.com`, and another port or scheme is another site. */
export function coversSite(pattern: string, origin: string): boolean {
  const [rule, visited] = [normalized(pattern), normalized(origin)];
  if (!hasWildcard(rule)) return rule === visited;
  const [, scheme, base, port] = wildcardSite.exec(rule) ?? [];
  const [, visitedScheme, host, visitedPort] = site.exec(visited) ?? [];
  if (base === undefined || host === undefined) return false;
  return scheme === visitedScheme && port === visitedPort && host.endsWith(`.${base}`);
}

function normalized(origin: string): string {
  return origin.toLowerCase().replace(/\/+$/, '');
}
