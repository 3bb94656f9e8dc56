// attachment.*

import type { Handlers } from '../../shared/contract/server.ts';
import { fail } from '../../shared/errors.ts';
import type { HandlerDeps } from './handlerDeps.ts';

type Methods = 'attachment.add';

const notYet = async () => fail('NOT_SUPPORTED', 'Not built yet.');

export function attachmentHandlers(_deps: HandlerDeps): Pick<Handlers, Methods> {
  return {
    'attachment.add': notYet,
  };
}
