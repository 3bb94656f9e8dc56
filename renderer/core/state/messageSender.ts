// Sends messages, and turns a new chat into a conversation, exactly once however often Enter is pressed. Includes text
// and files added meanwhile. A failed message returns to the composer.

import type { ValidParamsOf } from '../../../shared/contract.ts';
import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import type { AppError, Result } from '../../../shared/core/errors.ts';
import type { Connection } from '../connection/connection.ts';
import type { AppStore } from './appStore.ts';
import { newChatProject } from './choices.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { Drafts } from './drafts.ts';
import type { Uploads } from './uploads.ts';
import type { ViewStore } from './viewStore.ts';

/** Who answers a message instead of the chat's model. */
interface CompareWish extends Pick<ValidParamsOf<'compare.start'>, 'contestants' | 'edits' | 'bring'> {
  /** Called if the host refuses it: its dialog shows why. */
  refused(error: AppError): void;
}

/** The host sends the message as the start of something else. */
interface OtherStart {
  /** Returns whether it did; shows why it did not. */
  start(conversationId: string): Promise<boolean>;
}

/** Otherwise the chat's model answers. */
export type SendWish = CompareWish | OtherStart;

export interface MessageSender {
  /** `now`: stops the active run first. */
  send(text: string, attachments?: readonly AttachmentRef[], now?: boolean, wish?: SendWish): Promise<boolean>;
  /** Something else is shown: a later new chat is a different one. */
  leave(): void;
}

export interface MessageSenderDeps {
  call: Connection['call'];
  /** Reports an error and returns null. */
  valueOrNotify<T>(answer: Promise<Result<T>>): Promise<T | null>;
  show(conversationId: string): void;
  app: AppStore;
  conversation: Pick<ConversationStore, 'store'>;
  view: ViewStore;
  drafts: Drafts;
  uploads: Uploads;
  /** Moves the new conversation to a worktree. True on success; otherwise reports the error. */
  makeWorktree(conversationId: string, wish: { name: string; bring: boolean }): Promise<boolean>;
}

/** A new chat becoming a conversation; later messages wait for the same one. */
interface PendingConversation {
  made: Promise<string | null>;
  projectId: string | null;
  /** Messages waiting for it. */
  sends: number;
  /** At least one was sent. */
  arrived: boolean;
}

export function createMessageSender(deps: MessageSenderDeps): MessageSender {
  const { call, valueOrNotify, show, app, conversation, view, drafts, uploads } = deps;
  const currentId = (): string | null => conversation.store.getState().id;
  /** For the current new chat. */
  let birth: PendingConversation | null = null;

  /** Creates the conversation on the host with the chosen options. Compared answers have worktrees of their own. */
  async function create(
    text: string,
    attachments: readonly AttachmentRef[],
    compare?: CompareWish,
  ): Promise<string | null> {
    const { newChat } = view.getState();
    const projectId = newChatProject(app, view);
    // Attachments have already created its storage.
    const place = await uploads.settle(projectId, attachments);
    const made = place
      ? await valueOrNotify(Promise.resolve(place))
      : (await valueOrNotify(call('conversation.create', { projectId })))?.conversationId;
    if (!made) return null;
    const conversationId = made;
    const { model, modelOptions, approvalMode, requiredServer, preset } = newChat;
    const standard = app.store.getState().snapshot?.settings.preset;
    if (standard && preset === undefined) {
      const used = await call('preset.choose', { conversationId, preset: { scope: 'personal', id: standard } });
      // A deleted preset does not block sending.
      if (!used.ok && used.error.code !== 'SETTINGS_INVALID')
        return valueOrNotify(Promise.resolve(used)).then(() => null);
    }
    if (model || modelOptions || approvalMode || requiredServer || preset) {
      const chosen = {
        ...(model ? { model } : {}),
        ...(modelOptions ? { modelOptions } : {}),
        ...(approvalMode ? { approvalMode } : {}),
        ...(requiredServer ? { requiredServer } : {}),
        ...(preset ? { preset } : {}),
      };
      if (!(await valueOrNotify(call('conversation.configure', { conversationId, ...chosen })))) return null;
    }
    const { worktree } = newChat;
    if (
      worktree &&
      !compare?.edits &&
      !(await deps.makeWorktree(conversationId, { name: text.slice(0, 200), ...worktree }))
    )
      return null;
    return conversationId;
  }

  function begin(text: string, attachments: readonly AttachmentRef[], compare?: CompareWish): PendingConversation {
    const made = create(text, attachments, compare);
    uploads.start(made, attachments);
    birth = { made, projectId: newChatProject(app, view), sends: 0, arrived: false };
    return birth;
  }

  /** The conversation was created: replaces the new chat, with text and files added meanwhile. */
  function arrive(mine: PendingConversation, conversationId: string): void {
    drafts.sent(null);
    if (mine.arrived) return;
    mine.arrived = true;
    const stays = birth === mine && currentId() === null;
    uploads.adopt(conversationId, stays);
    if (!stays) return;
    birth = null;
    view.setState({ newChat: {} });
    const since = drafts.textOf(null);
    if (since !== '') drafts.write(conversationId, since);
    show(conversationId);
    clearStartingOnceShown(conversationId);
    if (since !== '') drafts.write(null, '');
  }

  /** The conversation itself shows its messages from its first snapshot on. */
  function clearStartingOnceShown(conversationId: string): void {
    if (view.getState().startingMessages.length === 0) return;
    const stop = conversation.store.subscribe(({ id, state, error }) => {
      if (id === conversationId && !state && !error) return;
      stop();
      view.setState({ startingMessages: [] });
    });
  }

  async function send(
    text: string,
    attachments: readonly AttachmentRef[] = [],
    now = false,
    other?: SendWish,
  ): Promise<boolean> {
    const compare = other && 'contestants' in other ? other : undefined;
    const before = currentId();
    drafts.take(before, attachments.length > 0);
    const mine = before === null ? (birth ?? begin(text, attachments, compare)) : null;
    if (mine) {
      mine.sends++;
      if (view.getState().newChat.worktree) {
        const files = attachments.map(({ name }) => name);
        view.setState(({ startingMessages }) => ({ startingMessages: [...startingMessages, { text, files }] }));
      }
    }
    const conversationId = mine ? await mine.made : before;
    const files = attachments.length > 0 ? { attachments: [...attachments] } : {};
    const startCompare = async (to: string, { refused, ...wish }: CompareWish): Promise<unknown> => {
      const answer = await call('compare.start', { conversationId: to, text, ...files, ...wish });
      if (!answer.ok) refused(answer.error);
      return answer.ok;
    };
    const deliver = (to: string): Promise<unknown> =>
      other
        ? 'start' in other
          ? other.start(to)
          : startCompare(to, other)
        : valueOrNotify(call('run.send', { conversationId: to, text, ...files, ...(now ? { now } : {}) }));
    const sent = conversationId && (await deliver(conversationId));
    if (mine) mine.sends--;
    if (!sent) {
      const place = mine?.arrived ? conversationId : before;
      const since = drafts.textOf(place);
      drafts.write(place, since === '' ? text : `${text}\n\n${since}`);
      if (attachments.length > 0) drafts.attach(place, [...attachments, ...drafts.attachmentsOf(place)]);
      if (mine && !mine.arrived && mine.sends === 0) {
        if (birth === mine) {
          birth = null;
          view.setState({ startingMessages: [] });
        }
        uploads.failed(mine.made, conversationId, mine.projectId);
      }
      return false;
    }
    if (mine) arrive(mine, conversationId);
    else drafts.sent(before);
    return true;
  }

  return {
    send,
    leave() {
      if (birth) {
        uploads.leave();
        view.setState({ startingMessages: [] });
      }
      birth = null;
    },
  };
}
