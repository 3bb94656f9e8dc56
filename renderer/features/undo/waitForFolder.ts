// Lazily loaded actions for file changes; only the entry points are in the first screen.

import type { MethodName, ParamsOf, ResultOf } from '../../../shared/contract.ts';
import type { AppError, Result } from '../../../shared/core/errors.ts';
import type { ChangeDirection, ChangeTarget } from '../../../shared/features/undo/methods.ts';
import type { AppStore } from '../../core/state/appStore.ts';
import type { ConversationStore } from '../../core/state/conversationStore.ts';
import type { Drafts } from '../../core/state/drafts.ts';
import type { Toasts } from '../../core/state/toasts.ts';
import type { FolderWait, FolderWaitDeps } from './whenFolderIsFree.ts';

declare module '../../core/state/session.ts' {
  interface Session {
    changes: ChangeActions;
  }
}

export interface ChangeActions {
  /** True if applied, even with skipped files, or scheduled for when the folder is free. */
  apply(target: ChangeTarget, direction: ChangeDirection): Promise<boolean>;
  /** Rewinds to before a user message, now or when the folder is free; its text returns to the composer. */
  rewind(messageId: string, files: boolean): Promise<boolean>;
  /** Undoes the last rewind of the current conversation, if nothing was sent since. */
  goForward(): Promise<boolean>;
}

export interface ChangeActionsDeps {
  /** The conversation that the actions apply to. */
  conversationId(): string | null;
  call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<Result<ResultOf<M>>>;
  report(error: AppError): void;
  app: AppStore;
  conversation: ConversationStore;
  drafts: Drafts;
  toasts: Toasts;
}

/** Returns false for other errors. Loads the waiting code on demand. */
export async function waitForFolder(deps: FolderWaitDeps, wait: FolderWait): Promise<boolean> {
  if (wait.error.code !== 'CONVERSATION_BUSY' || wait.error.details?.where !== 'folder') return false;
  (await import('./whenFolderIsFree.ts')).waitForFolder(deps, wait);
  return true;
}
