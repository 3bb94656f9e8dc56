// The browser that the user and the model share.

import type { sharedBrowserMethods } from '../../../shared/features/sharedBrowser/methods.ts';
import type { Platform } from '../../platform.ts';
import { defineFeature } from '../feature.ts';
import { sharedBrowserHandlers } from './handlers.ts';
import { createSharedBrowser, type SharedBrowserService } from './sharedBrowser.ts';

declare module '../appParts.ts' {
  interface AppParts {
    sharedBrowser: SharedBrowserService;
  }
}

export const sharedBrowserFeature = defineFeature<typeof sharedBrowserMethods>()({
  create: ({ dataDir, env, readSettings }: Platform) => createSharedBrowser({ dataDir, env, readSettings }),
  handlers: sharedBrowserHandlers,
  close: (browser: SharedBrowserService) => browser.end(),
});
