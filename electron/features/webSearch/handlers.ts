// webSearch.*: keys of search backends, and the connection test.

import { ok } from '../../../shared/core/errors.ts';
import type { webSearchMethods } from '../../../shared/features/webSearch/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { publishProviders } from '../publishProviders.ts';

/** Reveals nothing about the user, and every index has results for it. */
const testQuery = 'weather';

export function webSearchHandlers(deps: AppParts): HandlersOf<typeof webSearchMethods> {
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
