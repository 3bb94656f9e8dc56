// toolResult.*: pages and places of a whole result, however large.

import type { Handlers } from '../../shared/contract/protocol/server.ts';
import type { HandlerDeps } from './handlerDeps.ts';

export function toolResultHandlers({
  store,
}: HandlerDeps): Pick<Handlers, 'toolResult.read' | 'toolResult.place' | 'toolResult.search'> {
  return {
    'toolResult.read': ({ conversationId, messageId, offset, limit }) =>
      store.readToolResult(conversationId, messageId, offset, limit),
    'toolResult.place': ({ conversationId, messageId, line, offset }) =>
      store.placeInToolResult(conversationId, messageId, line === undefined ? { offset } : { line }),
    'toolResult.search': ({ conversationId, messageId, text, limit }) =>
      store.searchToolResult(conversationId, messageId, text, limit),
  };
}
