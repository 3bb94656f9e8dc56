// permission.*: the rules that a person made, listed and taken back.

import type { Handlers } from '../../shared/contract/server.ts';
import { ok } from '../../shared/errors.ts';
import type { HandlerDeps } from './handlerDeps.ts';

export function permissionHandlers(
  deps: HandlerDeps,
): Pick<Handlers, 'permission.list' | 'permission.add' | 'permission.remove'> {
  return {
    async 'permission.list'() {
      const rules = await deps.permissions.list();
      return ok({ rules: rules.map((rule) => ({ rule, what: rule.match.tool, where: rule.scope.type })) });
    },
    'permission.add': (rule) => deps.permissions.add({ ...rule, origin: { type: 'settings' } }),
    async 'permission.remove'({ ruleId }) {
      const removed = await deps.permissions.remove(ruleId);
      return removed.ok ? ok({}) : removed;
    },
  };
}
