// Where a rule is in force, and which rules are none.

import type { PermissionRule } from './rule.ts';

/** The rules whose scope a call of this conversation is in. */
export function rulesInScope(
  rules: readonly PermissionRule[],
  place: { conversationId: string; projectId: string },
): PermissionRule[] {
  return rules.filter(
    ({ scope }) =>
      scope.type === 'always' ||
      (scope.type === 'project' && scope.projectId === place.projectId) ||
      (scope.type === 'conversation' && scope.conversationId === place.conversationId),
  );
}

/** About what the sandbox lets through: it allows no call. */
export function isOpening({ opensPath, opensHost }: PermissionRule['match']): boolean {
  return opensPath !== undefined || opensHost !== undefined;
}

/** What a person has opened for programs in the sandbox, less what they keep closed. */
export function openingsOf(rules: readonly PermissionRule[]): {
  paths: string[];
  hosts: string[];
  refusedHosts: string[];
} {
  const of = (effect: PermissionRule['effect'], name: 'opensPath' | 'opensHost'): string[] =>
    rules.flatMap(({ effect: each, match }) => (each === effect ? (match[name] ?? []) : []));
  const refused = new Set(of('deny', 'opensPath'));
  return {
    paths: of('allow', 'opensPath').filter((path) => !refused.has(path)),
    hosts: of('allow', 'opensHost'),
    refusedHosts: of('deny', 'opensHost'),
  };
}

/**
 * A permission for everything, or for every command whatever it is, is no rule: there is a mode for that, which is always
 * visible. Such a rule is not made, and one that stands in the file allows nothing.
 */
export function isTooWide({ effect, match }: Pick<PermissionRule, 'effect' | 'match'>): boolean {
  if (effect !== 'allow') return false;
  const { tool, server, command, commandLine, path, origin, opensPath, opensHost } = match;
  if (opensHost !== undefined && /^[*.]*(?::\d*)?$/.test(opensHost)) return true;
  if (opensPath !== undefined && namesAll(opensPath)) return true;
  if (command !== undefined && !command[0]?.trim()) return true;
  if (path !== undefined && namesAll(path)) return true;
  const narrowed = [server, command, commandLine, path, origin, opensPath, opensHost].some(
    (value) => value !== undefined,
  );
  return tool === '*' && !narrowed;
}

/** `**`, `/`, `./**`, `C:\*`: no name in it. */
function namesAll(path: string): boolean {
  const names = path.replace(/^[A-Za-z]:/, '').split(/[/\\]/);
  return names.every((name) => name === '.' || [...name].every((letter) => letter === '*'));
}
