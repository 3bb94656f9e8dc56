// Rules and facts for tests of permissions.

import type { CallFacts, CommandFacts, PermissionRule, RuleMatch } from '../../shared/permission/permission.ts';

let count = 0;

export function rule(
  effect: PermissionRule['effect'],
  match: RuleMatch,
  scope: PermissionRule['scope'] = { type: 'always' },
): PermissionRule {
  count++;
  return {
    id: `rule${count}`,
    effect,
    match,
    scope,
    origin: { type: 'settings' },
    createdAt: '2026-01-02T03:04:05.000Z',
    lastUsedAt: null,
  };
}

export const allowCommand = (...words: string[]): PermissionRule =>
  rule('allow', { tool: 'run_command', command: words });
export const denyCommand = (...words: string[]): PermissionRule =>
  rule('deny', { tool: 'run_command', command: words });

export function commandCall(command: CommandFacts): CallFacts {
  return { toolName: 'run_command', kind: 'execute', command };
}

/** As created by an answer, rather than by hand. */
export const answered = (made: PermissionRule): PermissionRule => ({
  ...made,
  origin: { type: 'answer', conversationId: 'c', messageId: 'm' },
});
