// search.*: full-text search over all conversations.

import type { searchMethods } from '../../shared/features/search/methods.ts';
import type { HandlersOf } from '../lib/protocolServer.ts';
import type { HandlerDeps } from './handlerDeps.ts';

export function searchHandlers({ search }: HandlerDeps): HandlersOf<typeof searchMethods> {
  return { 'search.query': (request) => search.query(request) };
}
