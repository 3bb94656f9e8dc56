// chain.*: the tool calls of one conversation, and of all.

import type { Handlers } from '../../shared/contract/server.ts';
import { ok } from '../../shared/errors.ts';
import { createChainReader } from '../chat/chain/readChain.ts';
import type { HandlerDeps } from './handlerDeps.ts';

type Methods = 'chain.read' | 'chain.query' | 'chain.facets';

export function chainHandlers({ store, search }: Pick<HandlerDeps, 'store' | 'search'>): Pick<Handlers, Methods> {
  const chains = createChainReader(store);
  return {
    'chain.read': ({ conversationId, cursor }) => chains.read(conversationId, cursor),
    'chain.query': (request) => search.calls(request),
    'chain.facets': async () => ok(await search.callFacets()),
  };
}
