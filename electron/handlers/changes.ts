// changes.* and rewind: file changes made by calls, undone and redone.

import type { changesMethods } from '../../shared/features/undo/methods.ts';
import type { HandlersOf } from '../lib/protocolServer.ts';
import type { HandlerDeps } from './handlerDeps.ts';

export function changesHandlers({ undo }: HandlerDeps): HandlersOf<typeof changesMethods> {
  return {
    'changes.preview': ({ conversationId, target, direction }) => undo.preview(conversationId, target, direction),
    'changes.apply': ({ conversationId, target, direction }) => undo.apply(conversationId, target, direction),
    'changes.review': ({ conversationId, target }) => undo.review(conversationId, target),
  };
}
