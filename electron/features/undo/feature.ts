// changes.* and rewind: file changes made by calls, undone and redone.

import type { changesMethods } from '../../../shared/features/undo/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import type { UndoService } from './undoService.ts';

declare module '../appParts.ts' {
  interface AppParts {
    undo: UndoService;
  }
}

export const undoFeature = defineFeature<typeof changesMethods>()({ handlers });

function handlers({ undo }: AppParts): HandlersOf<typeof changesMethods> {
  return {
    'changes.preview': ({ conversationId, target, direction }) => undo.preview(conversationId, target, direction),
    'changes.apply': ({ conversationId, target, direction }) => undo.apply(conversationId, target, direction),
    'changes.review': ({ conversationId, target }) => undo.review(conversationId, target),
  };
}
