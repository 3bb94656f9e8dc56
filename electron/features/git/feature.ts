// Git: status, staging, commits, branches, pushes, pull requests and conflicts of a conversation's folder.

import type { gitMethods } from '../../../shared/features/git/methods.ts';
import type { Engine } from '../../platform.ts';
import { defineFeature } from '../feature.ts';
import { createGitService } from './gitService.ts';
import { gitHandlers } from './handlers.ts';

export const gitFeature = defineFeature<typeof gitMethods>()({
  create: ({ chatDeps, env, mask, ids }: Engine) =>
    createGitService({ ...chatDeps, environment: env, mask: mask.text, newToken: () => ids.randomId() }),
  handlers: (app, service) => gitHandlers(service, app),
});
