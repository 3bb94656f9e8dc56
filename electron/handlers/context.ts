// context.*: what the next request holds, and what a person leaves out of it or keeps in it.

import type { Handlers } from '../../shared/contract/server.ts';
import { fail } from '../../shared/errors.ts';
import type { HandlerDeps } from './handlerDeps.ts';

type Methods = 'context.read' | 'context.mark' | 'context.compact';

export function contextHandlers(_deps: HandlerDeps): Pick<Handlers, Methods> {
  const notYet = fail('NOT_SUPPORTED', 'Not built yet.');
  return {
    'context.read': async () => notYet,
    'context.mark': async () => notYet,
    'context.compact': async () => notYet,
  };
}
