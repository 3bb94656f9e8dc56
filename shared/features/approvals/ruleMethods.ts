// Permission rules: which calls are allowed, asked about or refused.

import { z } from 'zod';
import type { PermissionRule, RuleMatch, RuleScope } from '../../permission/permission.ts';
import { conversationId, defineMethod, id, type Nothing, nothing } from '../../protocol/method.ts';

/** A rule with display names. */
export interface RuleInfo {
  rule: PermissionRule;
  /** "Commands that begin with npm test", "All of server github". */
  what: string;
  /** "In the project shop", "In this conversation", "Everywhere". */
  where: string;
}

const matchText = z.string().min(1).max(4096);

const match: z.ZodType<RuleMatch> = z.strictObject({
  tool: z.string().min(1).max(200),
  server: z.string().min(1).max(200).exactOptional(),
  serverId: z.string().min(1).max(400).exactOptional(),
  background: z.literal(true).exactOptional(),
  process: z.string().min(1).max(200).exactOptional(),
  command: z.array(matchText).min(1).max(50).exactOptional(),
  begins: z.literal(true).exactOptional(),
  commandLine: z.string().min(1).max(10_000).exactOptional(),
  path: matchText.exactOptional(),
  origin: z.string().min(1).max(1000).exactOptional(),
  opensPath: matchText.exactOptional(),
  opensHost: z.string().min(1).max(255).exactOptional(),
});

const scope: z.ZodType<RuleScope> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('conversation'), conversationId }),
  z.object({ type: z.literal('project'), projectId: id }),
  z.object({ type: z.literal('always') }),
]);

/** The list is stale: read it again. */
export type PermissionEvent = { type: 'permissions.changed' };

export const permissionMethods = {
  /** Returns all rules, newest first. */
  'permission.list': defineMethod<{ rules: RuleInfo[] }>()('none', nothing),
  /** Creates a rule manually. */
  'permission.add': defineMethod<PermissionRule>()(
    'app',
    z.object({ effect: z.enum(['allow', 'ask', 'deny']), match, scope }),
  ),
  'permission.remove': defineMethod<Nothing>()('app', z.object({ ruleId: id })),
} as const;
