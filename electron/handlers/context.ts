// context.*: what the next request holds, and what a person leaves out of it or keeps in it.

import type { Handlers } from '../../shared/contract/protocol/server.ts';
import type { HandlerDeps } from './handlerDeps.ts';

type Methods = 'context.read' | 'context.mark' | 'context.compact';

export function contextHandlers(deps: HandlerDeps): Pick<Handlers, Methods> {
  return {
    'context.read': ({ conversationId }) => deps.context.read(conversationId),
    'context.mark': ({ conversationId, messageId, hidden, pinned }) =>
      deps.context.mark(conversationId, messageId, { hidden, pinned }),
    'context.compact': ({ conversationId }) => deps.chat.compact(conversationId),
  };
}
