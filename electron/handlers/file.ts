// file.*

import type { Handlers } from '../../shared/contract/server.ts';
import { fail } from '../../shared/errors.ts';
import type { HandlerDeps } from './handlerDeps.ts';

type Methods = 'file.read' | 'file.reveal';

const notYet = async () => fail('NOT_SUPPORTED', 'Not built yet.');

export function fileHandlers(_deps: HandlerDeps): Pick<Handlers, Methods> {
  return {
    'file.read': notYet,
    'file.reveal': notYet,
  };
}
