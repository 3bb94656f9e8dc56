// What a person does about changes in files, as far as the first screen knows it: the rest is loaded when it is wanted.

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
  /** True when the host did it, also when some files were left as they are, or it may be done when the folder is free. */
  apply(target: ChangeTarget, direction: ChangeDirection): Promise<boolean>;
  /** Goes back to before a message of the person, now or when the folder is free; its text comes into the composer. */
  rewind(messageId: string, files: boolean): Promise<boolean>;
  /** Undoes the last going back of the conversation that is shown; nothing was said since. */
  goForward(): Promise<boolean>;
}

export interface ChangeActionsDeps {
  /** That they are for. */
  conversationId(): string | null;
  call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<Result<ResultOf<M>>>;
  report(error: AppError): void;
  app: AppStore;
  conversation: ConversationStore;
  drafts: Drafts;
  toasts: Toasts;
}

/** False: it is not that. What it takes to wait is loaded when there is something to wait for. */
export async function waitForFolder(deps: FolderWaitDeps, wait: FolderWait): Promise<boolean> {
  if (wait.error.code !== 'CONVERSATION_BUSY' || wait.error.details?.where !== 'folder') return false;
  (await import('./whenFolderIsFree.ts')).waitForFolder(deps, wait);
  return true;
}
