// search.*: what was said and done, in all conversations.

import type { Handlers } from '../../shared/contract/protocol/server.ts';
import type { HandlerDeps } from './handlerDeps.ts';

export function searchHandlers({ search }: HandlerDeps): Pick<Handlers, 'search.query'> {
  return { 'search.query': (request) => search.query(request) };
}
