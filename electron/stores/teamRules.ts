// rules.json of an accepted item: approval rules of a member of a team. They can only deny or ask; a list with anything else is refused as
// a whole, as half of it would protect less than its author meant.

import { join } from 'node:path';
import { z } from 'zod';
import type { PermissionRule } from '../../shared/permission/rule.ts';

const text = z.string().min(1).max(2_000);

const rulesSchema = z
  .array(
    z.strictObject({
      effect: z.enum(['ask', 'deny']),
      match: z.strictObject({
        tool: text,
        server: text.exactOptional(),
        background: z.literal(true).exactOptional(),
        command: z.array(text).min(1).max(50).exactOptional(),
        commandLine: text.exactOptional(),
        /** May begin with `~/`, the reader's home folder. */
        path: text.exactOptional(),
        origin: text.exactOptional(),
      }),
    }),
  )
  .min(1)
  .max(200);

export type TeamRule = z.infer<typeof rulesSchema>[number];

/** Null: it has another form. */
export function readTeamRules(content: string): TeamRule[] | null {
  try {
    const rules = rulesSchema.safeParse(JSON.parse(content));
    return rules.success ? rules.data : null;
  } catch {
    return null;
  }
}

/** Null: others would not understand it, or it would loosen approvals. */
export function teamRuleOf({ effect, match, scope }: PermissionRule): TeamRule | null {
  const rules = scope.type === 'always' ? rulesSchema.safeParse([{ effect, match }]) : null;
  return rules?.success ? (rules.data[0] ?? null) : null;
}

export function matchHere(match: TeamRule['match'], home: string): TeamRule['match'] {
  return match.path?.startsWith('~/') ? { ...match, path: join(home, match.path.slice(2)) } : match;
}
