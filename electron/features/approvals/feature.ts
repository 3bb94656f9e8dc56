// Approvals: the answers to questions about tool calls, and the permission rules.

import type { approvalMethods } from '../../../shared/features/approvals/methods.ts';
import type { permissionMethods } from '../../../shared/features/approvals/ruleMethods.ts';
import type { Platform } from '../../platform.ts';
import type { Permissions } from '../../ports/permissions.ts';
import { defineFeature } from '../feature.ts';
import { approvalHandlers } from './handlers.ts';
import { createPermissionRules } from './ruleFile.ts';
import { permissionHandlers } from './ruleHandlers.ts';
import { withTeamRules } from './withTeamRules.ts';

declare module '../appParts.ts' {
  interface AppParts {
    permissions: Permissions;
  }
}

export const approvalsFeature = defineFeature<typeof approvalMethods & typeof permissionMethods>()({
  create: ({ acceptedItems: accepted, dataDir, disk, home, clock, ids, log, mask }: Platform) =>
    withTeamRules(createPermissionRules(dataDir, { disk, clock, ids, log, mask }), { disk, home, accepted }),
  handlers: (app) => ({ ...approvalHandlers(app), ...permissionHandlers(app) }),
  publish: (rules, { feed }) => rules.onChange(() => feed.publish({ type: 'permissions.changed' })),
});
