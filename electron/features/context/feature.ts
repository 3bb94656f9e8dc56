// context.*: what the next request contains, and what the user hides or pins.

import type { contextMethods } from '../../../shared/features/context/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Engine } from '../../platform.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { type ContextService, createContextService } from './contextService.ts';

declare module '../appParts.ts' {
  interface AppParts {
    context: ContextService;
  }
}

export const contextFeature = defineFeature<typeof contextMethods>()({
  create: ({ chatDeps }: Engine) => createContextService(chatDeps),
  handlers,
});

function handlers(deps: AppParts): HandlersOf<typeof contextMethods> {
  return {
    'context.read': ({ conversationId }) => deps.context.read(conversationId),
    async 'context.told'({ conversationId, projectId }) {
      if (projectId !== null) return deps.context.report(conversationId, projectId);
      const project = await deps.store.openFolderlessProject();
      return project.ok ? deps.context.report(conversationId, project.value.id) : project;
    },

    'context.mark': ({ conversationId, messageId, hidden, pinned }) =>
      deps.context.mark(conversationId, messageId, { hidden, pinned }),
    'context.compact': ({ conversationId }) => deps.chat.compact(conversationId),
  };
}
