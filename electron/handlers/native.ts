// native.*

import type { Handlers } from '../../shared/contract/server.ts';
import { fail } from '../../shared/errors.ts';
import type { HandlerDeps } from './handlerDeps.ts';

type Methods = 'native.notify' | 'native.badge';

const notYet = async () => fail('NOT_SUPPORTED', 'Not built yet.');

export function nativeHandlers(_deps: HandlerDeps): Pick<Handlers, Methods> {
  return {
    'native.notify': notYet,
    'native.badge': notYet,
  };
}
