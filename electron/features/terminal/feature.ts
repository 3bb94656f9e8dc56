// Terminals: shells for the user in the folder of a conversation.

import type { terminalMethods } from '../../../shared/features/terminal/methods.ts';
import type { Engine } from '../../platform.ts';
import { defineFeature } from '../feature.ts';
import { terminalHandlers } from './handlers.ts';
import { startPty } from './ptyProcess.ts';
import { createTerminals, type Terminals } from './terminals.ts';

declare module '../appParts.ts' {
  interface AppParts {
    terminals: Terminals;
  }
}

export const terminalFeature = defineFeature<typeof terminalMethods>()({
  create: ({ clock, ids, env, allowedVariables, journal, sandbox }: Engine) =>
    createTerminals({
      ...{ clock, allowedVariables, journal, sandbox, startPty },
      newId: () => ids.ulid(),
      environment: env,
    }),
  handlers: ({ store, settings, confirm }, terminals) => terminalHandlers({ terminals, store, settings, confirm }),
  publish: (terminals, { feed }) =>
    terminals.onChange((list) => feed.publish({ type: 'terminals.changed', terminals: list })),
  close: (terminals) => terminals.close(),
});
