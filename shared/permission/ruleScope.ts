// Where rules apply, and which ones are invalid.

import type { PermissionRule } from './rule.ts';

/** Returns the rules whose scope includes this conversation. */
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

/** It only opens the sandbox and allows no call. */
export function isSandboxOpening({ opensPath, opensHost }: PermissionRule['match']): boolean {
  return opensPath !== undefined || opensHost !== undefined;
}

/** Returns what the user opened for sandboxed programs, minus what they keep closed. */
export function sandboxOpeningsOf(rules: readonly PermissionRule[]): {
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
 * Permissions for everything, or for any command, are invalid: the approval mode, which is always visible, serves that
 * purpose. They are not created, and ignored in a file.
 */
export function isTooBroad({ effect, match }: Pick<PermissionRule, 'effect' | 'match'>): boolean {
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

/** `**`, `/`, `./**`, `C:\*`: contains no name. */
function namesAll(path: string): boolean {
  const names = path.replace(/^[A-Za-z]:/, '').split(/[/\\]/);
  return names.every((name) => name === '.' || [...name].every((letter) => letter === '*'));
}
