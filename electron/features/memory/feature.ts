// Memory: the user's instructions, and what models remember about the user's work.

import type { ownTextMethods } from '../../../shared/features/memory/methods.ts';
import type { Platform } from '../../platform.ts';
import { defineFeature } from '../feature.ts';
import { ownTextHandlers } from './handlers.ts';
import { createOwnTextFiles } from './userTextFiles.ts';
import { createOwnTexts, type OwnTexts } from './userTexts.ts';

declare module '../appParts.ts' {
  interface AppParts {
    ownTexts: OwnTexts;
  }
}

export const memoryFeature = defineFeature<typeof ownTextMethods>()({
  create: ({ dataDir, disk, clock, mask, keysKnown, store, readSettings, settings }: Platform) =>
    createOwnTexts({
      files: createOwnTextFiles(dataDir, { disk, clock, mask, keysKnown }),
      store,
      settings: readSettings,
      updateSettings: settings.update,
    }),
  handlers: ownTextHandlers,
});
