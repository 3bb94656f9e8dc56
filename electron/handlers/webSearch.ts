// webSearch.*: the keys of search services, and the test.

import type { HandlersOf } from '../../shared/contract/protocol/server.ts';
import type { webSearchMethods } from '../../shared/contract/webSearch.ts';
import { ok } from '../../shared/errors.ts';
import type { HandlerDeps } from './handlerDeps.ts';

/** Says nothing of the person, and every index has pages about it. */
const testQuery = 'weather';

export function webSearchHandlers({ webSearch }: HandlerDeps): HandlersOf<typeof webSearchMethods> {
  return {
    'webSearch.info': async () => ok(await webSearch.info()),

    'webSearch.setKey': ({ backend, key }) => webSearch.setKey(backend, key),

    async 'webSearch.test'(_input, connection) {
      const found = await webSearch.search(testQuery, 3, connection.signal);
      return found.ok ? ok({ backend: found.value.backend, count: found.value.sources.length }) : found;
    },
  };
}
