// The context of a conversation as the doors see it: what the next request contains, and a person's marks on it.

import type { Result } from '../../../shared/core/errors.ts';
import type { ContextReport, ToldReport } from '../../../shared/features/context/methods.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import { type FormerMark, type MarkChange, markContext } from '../../chat/context/contextMarks.ts';
import { readContext } from './contextReport.ts';
import { readTold } from './toldReport.ts';

export interface ContextService {
  /** What the next request holds and costs. Changes nothing. */
  read(conversationId: string): Promise<Result<ContextReport>>;
  /** What the model is told besides what is said in it; of a conversation, or (null) of the next one of the project. */
  told(conversationId: string | null, projectId: string): Promise<Result<ToldReport>>;
  /** Hides or pins a record, or takes that back. MESSAGE_NOT_FOUND for an id that is none of this conversation's. */
  mark(conversationId: string, messageId: string, change: MarkChange): Promise<Result<{ before: FormerMark }>>;
}

export function createContextService(deps: ChatDeps): ContextService {
  return {
    read: (conversationId) => readContext(deps, conversationId),
    told: (conversationId, projectId) => readTold(deps, conversationId, projectId),
    mark: (conversationId, messageId, change) => markContext(deps, conversationId, messageId, change),
  };
}
