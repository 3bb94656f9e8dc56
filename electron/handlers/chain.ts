// chain.*

import type { Handlers } from '../../shared/contract/server.ts';
import { fail } from '../../shared/errors.ts';
import type { HandlerDeps } from './handlerDeps.ts';

type Methods = 'chain.read' | 'chain.query' | 'chain.facets';

const notYet = async () => fail('NOT_SUPPORTED', 'Not built yet.');

export function chainHandlers(_deps: HandlerDeps): Pick<Handlers, Methods> {
  return {
    'chain.read': notYet,
    'chain.query': notYet,
    'chain.facets': notYet,
  };
}
