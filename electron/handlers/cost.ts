// cost.*: what replies cost, and how much more may be spent.

import { ok } from '../../shared/core/errors.ts';
import type { costMethods } from '../../shared/features/costs/methods.ts';
import type { HandlersOf } from '../lib/protocolServer.ts';
import type { HandlerDeps } from './handlerDeps.ts';

export function costHandlers(deps: HandlerDeps): HandlersOf<typeof costMethods> {
  return {
    'cost.read': ({ conversationId, days = 30 }) => deps.costs.read(conversationId, days),
    async 'cost.raise'({ conversationId, limit }) {
      const raised = await deps.costs.raise(conversationId, limit);
      return raised.ok ? ok({}) : raised;
    },
  };
}
