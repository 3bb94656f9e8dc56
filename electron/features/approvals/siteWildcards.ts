// Rules with a wildcard for sites, such as `https://*.example.com`. One for a public suffix would cover sites of many owners.

import type { PermissionRule } from '../../../shared/permission/permission.ts';
import { hasWildcard, wildcardBase } from '../../../shared/permission/siteCover.ts';

/** Whether all subdomains belong to one owner. Suffixes that no list names, such as `internal`, are of private networks. */
export async function isOneOwner(pattern: string): Promise<boolean> {
  const base = wildcardBase(pattern);
  if (base === null) return false;
  const { parse } = await import('tldts');
  const { domain, isIcann, isIp, isPrivate } = parse(base, { allowPrivateDomains: true });
  return domain !== null && isIp !== true && (isIcann === true || isPrivate === true);
}

/** Without permissions that a file grants for sites of many owners: the window never makes such a rule. */
export async function withoutBroadSites(rules: readonly PermissionRule[]): Promise<readonly PermissionRule[]> {
  const isAllowedSite = ({ effect, match }: PermissionRule): boolean =>
    effect === 'allow' && match.origin !== undefined && hasWildcard(match.origin);
  if (!rules.some(isAllowedSite)) return rules;
  const usable = await Promise.all(
    rules.map(async (rule) => !isAllowedSite(rule) || isOneOwner((rule.match.origin ?? '').toLowerCase())),
  );
  return rules.filter((_, at) => usable[at]);
}
