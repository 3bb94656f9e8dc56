// Worktrees: a conversation in its own folder and git branch.

import type { worktreeMethods } from '../../../shared/features/worktrees/methods.ts';
import type { Engine } from '../../platform.ts';
import { defineFeature } from '../feature.ts';
import { createWorktrees } from './git/worktrees.ts';
import { worktreeHandlers } from './handlers.ts';
import { createWorktreeService } from './worktreeService.ts';

export const worktreesFeature = defineFeature<typeof worktreeMethods>()({
  create: ({ chatDeps, chat, env, dataDir }: Engine) =>
    createWorktreeService({ ...chatDeps, worktrees: createWorktrees({ environment: env, dataDir }) }, chat),
  handlers: ({ feed, list, terminals }, worktrees) => worktreeHandlers({ worktrees, feed, list, terminals }),
});
