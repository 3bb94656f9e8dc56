// Web search: the backends that the tool may use.

import { ok } from '../../../shared/core/errors.ts';
import type { webSearchMethods } from '../../../shared/features/webSearch/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Platform } from '../../platform.ts';
import type { WebSearch } from '../../ports/webSearch.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { publishProviders } from '../publishProviders.ts';
import { createWebSearch } from './webSearch.ts';

/** Reveals nothing about the user, and every index has results for it. */
const testQuery = 'weather';

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

/** webSearch.*: keys of search backends, and the connection test. */
function webSearchHandlers(deps: AppParts): HandlersOf<typeof webSearchMethods> {
  const { webSearch } = deps;
  return {
    'webSearch.info': async () => ok(await webSearch.info()),

    async 'webSearch.setKey'({ backend, key }) {
      const set = await webSearch.setKey(backend, key);
      if (set.ok) await publishProviders(deps);
      return set;
    },

    async 'webSearch.test'(_input, connection) {
      const outcome = await webSearch.search(testQuery, 3, connection.signal);
      return outcome.ok ? ok({ backend: outcome.value.backend, count: outcome.value.sources.length }) : outcome;
    },
  };
}
