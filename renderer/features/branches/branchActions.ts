// Actions on the current conversation's tree: switch branches, edit and resend, regenerate, fork. All are lossless and
// explain how to go back.

import type { MethodName, ParamsOf, ResultOf } from '../../../shared/contract.ts';
import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import type { AppError, Result } from '../../../shared/core/errors.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import type { AppStore } from '../../core/state/appStore.ts';
import type { ConversationStore } from '../../core/state/conversationStore.ts';
import type { Toasts } from '../../core/state/toasts.ts';
import type { ViewStore } from '../../core/state/viewStore.ts';
import { waitForFolder } from '../undo/waitForFolder.ts';

declare module '../../core/state/session.ts' {
  interface Session {
    branches: BranchActions;
  }
}

export interface BranchActions {
  /** Switches to the branch with the message. `stays`: the row of a message on it, and the height where it ends. */
  open(messageId: string, stays?: { key: string; bottom: number }): Promise<boolean>;
  /**
   * Resends an edited user message as a new branch. Returns false if it was not sent, or not yet; the text stays, and
   * waits for a busy folder only if the user wants that and does not edit it.
   */
  resend(messageId: string, text: string, options: ResendOptions): Promise<boolean>;
  /** `files`: first undoes file changes since the message, now or when the folder is free. */
  regenerate(messageId: string, files?: boolean): Promise<boolean>;
  /** Copies everything up to the message into a new conversation and opens it. */
  fork(messageId: string): Promise<boolean>;
}

interface ResendOptions {
  attachments: readonly AttachmentRef[];
  /** First undoes file changes of this turn and later ones. */
  files: boolean;
  /** The message was sent, now or later, so the text is no longer needed. */
  onSent(): void;
}

export interface BranchActionsDeps {
  call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<Result<ResultOf<M>>>;
  report(error: AppError): void;
  /** The conversation that the actions apply to. */
  conversationId(): string | null;
  show(conversationId: string): void;
  app: AppStore;
  conversation: ConversationStore;
  view: ViewStore;
  toasts: Toasts;
}

const words = lateStrings.branching;

export function createBranchActions(deps: BranchActionsDeps): BranchActions {
  const { call, report, conversation, view, toasts } = deps;
  const currentId = (): string | null => conversation.store.getState().id;

  async function valueOrNotify<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M> | null> {
    const answer = await call(method, params);
    if (answer.ok) return answer.value;
    report(answer.error);
    return null;
  }

  async function regenerateIn(conversationId: string, messageId: string, files: boolean): Promise<boolean> {
    const answer = await call('run.regenerate', { conversationId, messageId, files });
    if (!answer.ok) {
      const again = (): void => void regenerateIn(conversationId, messageId, files);
      if (await waitForFolder(deps, { conversationId, error: answer.error, run: again, goesBack: true })) return true;
      report(answer.error);
      return false;
    }
    if (currentId() === conversationId) toEnd();
    return true;
  }

  async function resendIn(
    conversationId: string,
    message: { messageId: string; text: string },
    options: ResendOptions,
  ): Promise<boolean> {
    const written = (): string | undefined => view.getState().edits[message.messageId];
    const before = written();
    const { attachments, files } = options;
    const params = { conversationId, ...message, attachments: [...attachments], files };
    const answer = await call('run.resend', params);
    if (answer.ok) {
      options.onSent();
      if (currentId() === conversationId) toEnd();
      return true;
    }
    const run = (): void => void resendIn(conversationId, message, options);
    const givenUp = { is: () => written() !== before, watch: (look: () => void) => view.subscribe(look) };
    const wait = { conversationId, error: answer.error, run, goesBack: true, givenUp } as const;
    if (!(await waitForFolder(deps, wait))) report(answer.error);
    return false;
  }

  /** The new reply appears at the end. */
  function toEnd(): void {
    view.setState(({ endWish }) => ({ endWish: endWish + 1 }));
  }

  return {
    async open(messageId, stays) {
      const conversationId = deps.conversationId();
      if (conversationId === null) return false;
      if ((await valueOrNotify('conversation.switchBranch', { conversationId, messageId })) === null) return false;
      if (!stays || currentId() !== conversationId) return true;
      await conversation.reload();
      if (currentId() !== conversationId || !(await conversation.goTo(stays.key)).ok) return true;
      view.setState(({ reveal }) => ({ reveal: { ...stays, count: (reveal?.count ?? 0) + 1, keepsFocus: true } }));
      return true;
    },
    async resend(messageId, text, options) {
      const conversationId = deps.conversationId();
      return conversationId !== null && (await resendIn(conversationId, { messageId, text }, options));
    },
    async regenerate(messageId, files = false) {
      const conversationId = deps.conversationId();
      return conversationId !== null && (await regenerateIn(conversationId, messageId, files));
    },
    async fork(messageId) {
      const conversationId = deps.conversationId();
      if (conversationId === null) return false;
      const made = await valueOrNotify('conversation.fork', { conversationId, messageId });
      if (!made) return false;
      deps.show(made.conversationId);
      toasts.show({
        tone: 'info',
        message: words.forked,
        about: conversationId,
        action: { label: words.backToFirst, run: () => deps.show(conversationId) },
      });
      return true;
    },
  };
}
