// context.*: what the next request contains, and what the user hides or pins.

import type { Result } from '../../../shared/core/errors.ts';
import type {
  ContextReport,
  contextMethods,
  ModelInstructionsReport,
} from '../../../shared/features/context/methods.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import { type FormerMark, type MarkChange, markContext } from '../../chat/context/contextMarks.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Engine } from '../../platform.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { readContext } from './contextReport.ts';
import { readContextReport } from './modelInstructions.ts';

export interface ContextService {
  /** What the next request contains and costs. Read-only. */
  read(conversationId: string): Promise<Result<ContextReport>>;
  /** What the model receives besides messages, for a conversation, or with null for the project's next one. */
  report(conversationId: string | null, projectId: string): Promise<Result<ModelInstructionsReport>>;
  /** Hides or pins a record, or reverts that. MESSAGE_NOT_FOUND for an ID of another conversation. */
  mark(conversationId: string, messageId: string, change: MarkChange): Promise<Result<{ before: FormerMark }>>;
}

declare module '../appParts.ts' {
  interface AppParts {
    context: ContextService;
  }
}

export const contextFeature = defineFeature<typeof contextMethods>()({
  create: ({ chatDeps }: Engine) => createContextService(chatDeps),
  handlers,
});

function createContextService(deps: ChatDeps): ContextService {
  return {
    read: (conversationId) => readContext(deps, conversationId),
    report: (conversationId, projectId) => readContextReport(deps, conversationId, projectId),
    mark: (conversationId, messageId, change) => markContext(deps, conversationId, messageId, change),
  };
}

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
