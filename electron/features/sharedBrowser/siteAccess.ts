// Decides which sites the shared browser may open for a conversation: those of the rules for browser_open, and those that the user
// allowed for one call. Whatever the approval mode is.

import { type PermissionRule, rulesInScope } from '../../../shared/permission/permission.ts';
import { coversSite, hasWildcard } from '../../../shared/permission/siteCover.ts';
import type { Permissions } from '../../ports/permissions.ts';
import type { PageOwner } from '../../ports/sharedBrowser.ts';

const openTool = 'browser_open';

export interface SiteAccess {
  /** The user allowed it for a call. Holds until the browser closes. */
  grant(place: PageOwner, origin: string): void;
  /** Null as the place: a tab that belongs to no conversation. */
  isAllowed(place: PageOwner | null, origin: string): Promise<boolean>;
  /** The same without wildcards: only then may it have a private address. */
  isNamed(place: PageOwner | null, origin: string): Promise<boolean>;
  clear(): void;
}

export function createSiteAccess(permissions: Pick<Permissions, 'list'>): SiteAccess {
  const granted = new Map<string, Set<string>>();

  async function mayOpen(place: PageOwner | null, origin: string, wildcards: boolean): Promise<boolean> {
    const rules = rulesInScope(await permissions.list(), place ?? { conversationId: '', projectId: '' });
    const isAbout = (effect: PermissionRule['effect']): boolean =>
      rules.some((rule) => rule.effect === effect && isAboutSite(rule, origin, effect, wildcards));
    if (isAbout('deny')) return false;
    return isAbout('allow') || (place !== null && granted.get(place.conversationId)?.has(origin) === true);
  }

  return {
    grant({ conversationId }, origin) {
      granted.set(conversationId, (granted.get(conversationId) ?? new Set()).add(origin));
    },
    isAllowed: (place, origin) => mayOpen(place, origin, true),
    isNamed: (place, origin) => mayOpen(place, origin, false),
    clear: () => granted.clear(),
  };
}

/** A permission must name the site; a refusal may be about every site, or every tool. */
function isAboutSite(
  { match }: PermissionRule,
  origin: string,
  effect: PermissionRule['effect'],
  wildcards: boolean,
): boolean {
  if (match.server !== undefined || match.path !== undefined || match.opensHost !== undefined) return false;
  if (match.command !== undefined || match.commandLine !== undefined || match.opensPath !== undefined) return false;
  if (match.origin === undefined) return effect === 'deny' && (match.tool === openTool || match.tool === '*');
  if (match.tool !== openTool && match.tool !== '*') return false;
  if (effect === 'allow' && !wildcards && hasWildcard(match.origin)) return false;
  return coversSite(match.origin, origin);
}
