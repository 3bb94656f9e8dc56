// What a person does with the tree of the conversation that is shown: opens another branch, sends a message anew, asks for a
// reply again, copies it up to a message. Nothing is lost by any of them, and each says how to come back.

import type { AttachmentRef } from '../../shared/contract/browseResources.ts';
import type { MethodName, ParamsOf, ResultOf } from '../../shared/contract/methods.ts';
import type { AppError, Result } from '../../shared/errors.ts';
import type { ConversationStore } from '../state/conversationStore.ts';
import type { Toasts } from '../state/toasts.ts';
import type { ViewStore } from '../state/viewStore.ts';
import { strings } from '../strings.ts';

export interface BranchActions {
  /** Opens the branch on which the record stands. */
  open(messageId: string): Promise<boolean>;
  /** Sends a message of the person's anew, beside what it was. */
  resend(messageId: string, text: string, options: ResendOptions): Promise<boolean>;
  /** `files`: what was changed in files since the message is undone first. */
  regenerate(messageId: string, files?: boolean): Promise<boolean>;
  /** A conversation of its own with everything up to the record; it is shown. */
  fork(messageId: string): Promise<boolean>;
}

export interface ResendOptions {
  attachments: readonly AttachmentRef[];
  /** What its turn and later ones changed in files is undone first. */
  files: boolean;
}

export interface BranchActionsDeps {
  call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<Result<ResultOf<M>>>;
  report(error: AppError): void;
  show(conversationId: string): void;
  conversation: ConversationStore;
  view: ViewStore;
  toasts: Toasts;
}

const words = strings.branches;

export function createBranchActions(deps: BranchActionsDeps): BranchActions {
  const { call, report, conversation, view, toasts } = deps;
  const shown = (): string | null => conversation.store.getState().id;

  async function asked<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M> | null> {
    const answer = await call(method, params);
    if (answer.ok) return answer.value;
    report(answer.error);
    return null;
  }

  /** The new reply comes at the end. */
  function toEnd(): void {
    view.setState(({ endWish }) => ({ endWish: endWish + 1 }));
  }

  return {
    async open(messageId) {
      const conversationId = shown();
      if (conversationId === null) return false;
      return (await asked('conversation.switchBranch', { conversationId, messageId })) !== null;
    },
    async resend(messageId, text, { attachments, files }) {
      const conversationId = shown();
      if (conversationId === null) return false;
      const params = { conversationId, messageId, text, attachments: [...attachments], files };
      const sent = (await asked('run.resend', params)) !== null;
      if (sent && shown() === conversationId) toEnd();
      return sent;
    },
    async regenerate(messageId, files = false) {
      const conversationId = shown();
      if (conversationId === null) return false;
      const begun = (await asked('run.regenerate', { conversationId, messageId, files })) !== null;
      if (begun && shown() === conversationId) toEnd();
      return begun;
    },
    async fork(messageId) {
      const conversationId = shown();
      if (conversationId === null) return false;
      const made = await asked('conversation.fork', { conversationId, messageId });
      if (!made) return false;
      deps.show(made.conversationId);
      toasts.show({
        tone: 'info',
        message: words.forked,
        action: { label: words.backToFirst, run: () => deps.show(conversationId) },
      });
      return true;
    },
  };
}
