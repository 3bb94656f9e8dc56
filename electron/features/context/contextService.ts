// Exposes a conversation's context to the hosts: what the next request contains, and the user's marks on it.

import type { Result } from '../../../shared/core/errors.ts';
import type { ContextReport, ToldReport } from '../../../shared/features/context/methods.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import { type FormerMark, type MarkChange, markContext } from '../../chat/context/contextMarks.ts';
import { readContext } from './contextReport.ts';
import { readContextReport } from './toldReport.ts';

export interface ContextService {
  /** What the next request contains and costs. Read-only. */
  read(conversationId: string): Promise<Result<ContextReport>>;
  /** What the model receives besides messages, for a conversation, or with null for the project's next one. */
  report(conversationId: string | null, projectId: string): Promise<Result<ToldReport>>;
  /** Hides or pins a record, or reverts that. MESSAGE_NOT_FOUND for an ID of another conversation. */
  mark(conversationId: string, messageId: string, change: MarkChange): Promise<Result<{ before: FormerMark }>>;
}

export function createContextService(deps: ChatDeps): ContextService {
  return {
    read: (conversationId) => readContext(deps, conversationId),
    report: (conversationId, projectId) => readContextReport(deps, conversationId, projectId),
    mark: (conversationId, messageId, change) => markContext(deps, conversationId, messageId, change),
  };
}
