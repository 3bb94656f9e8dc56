// Web search: the backends that the tool may use.

import type { webSearchMethods } from '../../../shared/features/webSearch/methods.ts';
import type { Platform } from '../../platform.ts';
import type { WebSearch } from '../../ports/webSearch.ts';
import { defineFeature } from '../feature.ts';
import { webSearchHandlers } from './handlers.ts';
import { createWebSearch } from './webSearch.ts';

declare module '../appParts.ts' {
  interface AppParts {
    webSearch: WebSearch;
  }
}

export const webSearchFeature = defineFeature<typeof webSearchMethods>()({
  create: ({ settings, keychain, env, mask, options: { webSearchDoors: doors } }: Platform) =>
    createWebSearch({ settings, keychain, env, mask, ...(doors && { doors }) }),
  handlers: webSearchHandlers,
});
