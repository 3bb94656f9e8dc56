// cost.*: what replies cost, and the remaining budget.

import { ok } from '../../../shared/core/errors.ts';
import type { costMethods } from '../../../shared/features/costs/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Engine } from '../../platform.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { type CostService, createCostService } from './costService.ts';

declare module '../appParts.ts' {
  interface AppParts {
    costs: CostService;
  }
}

export const costsFeature = defineFeature<typeof costMethods>()({
  create: ({ chatDeps, ledger }: Engine) => createCostService({ ...chatDeps, ledger }),
  handlers,
});

function handlers(deps: AppParts): HandlersOf<typeof costMethods> {
  return {
    'cost.read': ({ conversationId, days = 30 }) => deps.costs.read(conversationId, days),
    async 'cost.raise'({ conversationId, limit }) {
      const raiseResult = await deps.costs.raise(conversationId, limit);
      return raiseResult.ok ? ok({}) : raiseResult;
    },
  };
}
