// search.*: what was said and done, in all conversations.

import type { Handlers } from '../../shared/contract/server.ts';
import { ok } from '../../shared/errors.ts';
import type { HandlerDeps } from './handlerDeps.ts';

export function searchHandlers({ search }: HandlerDeps): Pick<Handlers, 'search.query' | 'search.status'> {
  return {
    'search.query': (request) => search.query(request),
    'search.status': async () => ok(await search.status()),
  };
}
