// changes.* and the way back: what calls changed in files, undone and done again.

import type { Handlers } from '../../shared/contract/protocol/server.ts';
import type { HandlerDeps } from './handlerDeps.ts';

type Methods = 'changes.preview' | 'changes.apply' | 'changes.review' | 'conversation.rewind' | 'conversation.unrewind';

export function changesHandlers({ undo, list }: HandlerDeps): Pick<Handlers, Methods> {
  return {
    'changes.preview': ({ conversationId, target, direction }) => undo.preview(conversationId, target, direction),
    'changes.apply': ({ conversationId, target, direction }) => undo.apply(conversationId, target, direction),
    'changes.review': ({ conversationId, target }) => undo.review(conversationId, target),

    async 'conversation.rewind'({ conversationId, messageId, files }) {
      const done = await undo.rewind(conversationId, messageId, files);
      list.touch(conversationId);
      return done;
    },

    async 'conversation.unrewind'({ conversationId }) {
      const done = await undo.unrewind(conversationId);
      list.touch(conversationId);
      return done;
    },
  };
}
