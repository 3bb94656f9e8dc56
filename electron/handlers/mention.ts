// mention.*: completing the path of a file while it is typed.

import type { Handlers } from '../../shared/contract/server.ts';
import { fail } from '../../shared/errors.ts';
import type { HandlerDeps } from './handlerDeps.ts';

export function mentionHandlers(_deps: HandlerDeps): Pick<Handlers, 'mention.complete'> {
  return { 'mention.complete': async () => fail('NOT_SUPPORTED', 'Not built yet.') };
}
