// Hooks: the user's commands before and after tools and at the end of a turn.

import type { hooksMethods } from '../../../shared/features/hooks/methods.ts';
import type { Platform } from '../../platform.ts';
import { defineFeature } from '../feature.ts';
import { hooksHandlers } from './handlers.ts';
import { createHookFiles } from './hookFiles.ts';
import { createHooks } from './hooks.ts';

export const hooksFeature = defineFeature<typeof hooksMethods>()({
  create: ({
    dataDir,
    disk,
    clock,
    contentHash,
    journal,
    env,
    allowedVariables,
    sandbox,
    mask,
    home,
    notice,
  }: Platform) =>
    createHooks({
      files: createHookFiles(dataDir, { disk, clock, contentHash }),
      clock,
      journal,
      environment: env,
      allowedVariables,
      sandbox,
      mask,
      home,
      notice,
    }),
  handlers: ({ store, confirm }, hooks) => hooksHandlers({ hooks, store, confirm }),
  publish: (hooks, { feed }) => hooks.onChange(() => feed.publish({ type: 'hooks.changed' })),
  close: (hooks) => hooks.close(),
});
