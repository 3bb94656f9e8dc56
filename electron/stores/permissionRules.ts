// permissions.json: the rules that a person made, on this machine.

import { ok } from '../../shared/errors.ts';
import type { PermissionRule } from '../../shared/permission.ts';
import type { IdSource } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import type { Clock } from '../ports/clock.ts';
import type { Permissions } from '../ports/permissions.ts';
import type { Disk } from './files/disk.ts';

export function createPermissionRules(
  _dataDir: string,
  { clock, ids }: { disk: Disk; clock: Clock; ids: IdSource; log: Log },
): Permissions {
  let rules: readonly PermissionRule[] = [];
  return {
    list: async () => rules,
    async add(rule) {
      const made = { ...rule, id: ids.randomId(), createdAt: clock.now().toISOString(), lastUsedAt: null };
      rules = [made, ...rules];
      return ok(made);
    },
    async remove(ruleId) {
      rules = rules.filter(({ id }) => id !== ruleId);
      return ok(undefined);
    },
    used: () => {},
    forgetConversation: async () => {},
    onChange: () => () => {},
    close: async () => {},
  };
}
