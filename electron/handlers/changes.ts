// changes.* and the way back: what calls changed in files, undone and done again.

import type { Handlers } from '../../shared/contract/server.ts';
import { fail } from '../../shared/errors.ts';
import type { HandlerDeps } from './handlerDeps.ts';

type Methods = 'changes.preview' | 'changes.apply' | 'changes.review' | 'conversation.rewind' | 'conversation.unrewind';

export function changesHandlers(_deps: HandlerDeps): Pick<Handlers, Methods> {
  const none = async () => fail('NOT_SUPPORTED', 'Nothing was kept of these changes.');
  return {
    'changes.preview': none,
    'changes.apply': none,
    'changes.review': none,
    'conversation.rewind': none,
    'conversation.unrewind': none,
  };
}
