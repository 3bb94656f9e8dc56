// User actions, each as one call: calls the host, and shows its error on failure. Never changes the local copies of the
// host's state; events do that.

import type { MethodName, ParamsOf, ResultOf } from '../../../shared/contract.ts';
import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import type { AppError, Result } from '../../../shared/core/errors.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { ModelOptions, ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import type { ApprovalMode } from '../../../shared/permission/permission.ts';
import type { Connection } from '../connection/connection.ts';
import type { Memory } from '../memory.ts';
import { strings } from '../strings.ts';
import { type Answers, createAnswers } from './answers.ts';
import type { AppStore } from './appStore.ts';
import { currentProjectId, projectOf } from './choices.ts';
import type { ConversationStore, ReadingPosition } from './conversationStore.ts';
import type { Drafts } from './drafts.ts';
import { createMessageSender, type MessageSenderDeps, type SendWish } from './messageSender.ts';
import { createToastCauses } from './toastCauses.ts';
import type { Toasts } from './toasts.ts';
import type { Uploads } from './uploads.ts';
import type { ViewStore } from './viewStore.ts';

export interface Actions extends Answers {
  newChat(projectId?: string | null): void;
  show(conversationId: string): void;
  /**
   * Shows the conversation that the app was started with, else the tab's saved one, else the last one, else a new chat.
   * Returns false in the first case.
   */
  showLast(saved?: { conversationId: string | null; reading?: ReadingPosition | null } | null): boolean;
  /** `now`: stops the active run; otherwise the message is queued. `wish`: several models answer it, or it starts a goal. */
  send(text: string, attachments?: readonly AttachmentRef[], now?: boolean, wish?: SendWish): Promise<boolean>;
  stop(): Promise<void>;
  /** Ends the wait before a retry. */
  tryNow(): Promise<void>;
  /** Moves a queued message back into the composer. */
  withdraw(queueId: string): Promise<void>;
  /** Removes a queued message, with undo. */
  dequeue(queueId: string): Promise<void>;
  /** Sends a queued message now, stopping the active run. */
  sendQueued(queueId: string): Promise<void>;
  /** Renames it, with undo. */
  rename(conversationId: string, title: string): Promise<boolean>;
  /** Resets the title to its first words. */
  callByFirstWords(conversationId: string): Promise<boolean>;
  /** Deletes it, with undo. */
  remove(conversationId: string): Promise<boolean>;
  /** Undoes a deletion; `title` null: opens the conversation, otherwise only confirms it. */
  restore(conversationId: string, title: string | null): Promise<boolean>;
  /** Permanently removes a message of the current conversation. */
  forget(messageId: string): Promise<boolean>;
  chooseModel(model: ModelRef): Promise<void>;
  /** Replaces all model options. */
  chooseModelOptions(modelOptions: ModelOptions): Promise<void>;
  /** Whether the mode is now in force. */
  chooseApprovalMode(mode: ApprovalMode): Promise<boolean>;
  /** For a project's chats without their own mode; null: use the settings. */
  chooseProjectMode(projectId: string, mode: ApprovalMode | null): Promise<void>;
  /** The MCP server whose tools each turn must use; null: none. */
  chooseRequiredServer(server: string | null): Promise<void>;
  /** Picks a folder for the current chat; false if canceled. */
  chooseFolder(): Promise<boolean>;
  /** Gives the chat the demo's sample folder. */
  takeDemoFolder(): Promise<boolean>;
  /** Picks a folder; a chat without one gets it, otherwise a new chat starts in it. */
  openFolder(): Promise<void>;
  takeProject(project: ProjectInfo | null): Promise<void>;
  /** The plain call, for callers that display errors themselves. */
  call<M extends MethodName>(method: M, params: ParamsOf<M>, signal?: AbortSignal): Promise<Result<ResultOf<M>>>;
  report(error: AppError): void;
  /** Confirms something in a toast. */
  say(message: string): void;
}

/** A message removed from the queue. */
interface TakenMessage {
  conversationId: string;
  text: string;
  attachments: AttachmentRef[];
}

export interface ActionsDeps extends Pick<MessageSenderDeps, 'makeWorktree'> {
  connection: Connection;
  app: AppStore;
  conversation: ConversationStore;
  view: ViewStore;
  toasts: Toasts;
  drafts: Drafts;
  uploads: Uploads;
  memory: Memory;
  /** Shows the conversation in another pane, if it must not be shown in this one. Returns false if it may. */
  showElsewhere(conversationId: string): boolean;
  /** No other pane is shown. */
  isAlone(): boolean;
  /** The conversation was removed: closes its side. Returns false if it is alone. */
  leave(): boolean;
}

export function createActions(deps: ActionsDeps): Actions {
  const { connection, app, conversation, view, toasts, drafts, uploads, memory } = deps;
  const { makeWorktree, showElsewhere, isAlone, leave } = deps;
  const causes = createToastCauses(connection.call, toasts);
  const { call } = causes;
  const currentId = (): string | null => conversation.store.getState().id;
  function report(error: AppError): void {
    if (error.code !== 'CANCELLED') toasts.show({ tone: 'error', message: error.message, ...causes.of(error) });
  }

  async function valueOrNotify<T>(answer: Promise<Result<T>>): Promise<T | null> {
    const result = await answer;
    if (result.ok) return result.value;
    report(result.error);
    return null;
  }

  function show(conversationId: string | null, reading: ReadingPosition | null = null): void {
    drafts.flush();
    if (conversationId !== null && showElsewhere(conversationId)) return;
    // A new chat from here on is a different one.
    sending.leave();
    if (conversationId !== null) drafts.open(conversationId);
    conversation.show(conversationId, reading);
    view.setState({ sheet: null, page: 'chat' });
  }

  const sending = createMessageSender({
    call,
    valueOrNotify,
    show,
    app,
    conversation,
    view,
    drafts,
    uploads,
    makeWorktree,
  });

  function shownHasNoFolder(): boolean {
    const { state } = conversation.store.getState();
    const snapshot = app.store.getState().snapshot;
    if (!state || !snapshot) return false;
    return !projectOf(snapshot, currentProjectId(snapshot.conversations, state))?.folder;
  }

  async function giveFolder(path: string): Promise<boolean> {
    const conversationId = currentId();
    if (conversationId !== null)
      return (await valueOrNotify(call('conversation.setFolder', { conversationId, path }))) !== null;
    const project = await valueOrNotify(call('project.open', { path }));
    if (project) view.setState(({ newChat }) => ({ newChat: { ...newChat, projectId: project.id } }));
    return project !== null;
  }

  /** Uses the system's dialog, or the window's own if the host has none. Null: canceled. */
  async function pickFolder(): Promise<string | null> {
    const picked = await valueOrNotify(call('project.pick', {}));
    if (!picked || picked.supported) return picked?.path ?? null;
    return new Promise((resolve) => view.setState({ dialog: { type: 'folder', onPath: resolve } }));
  }

  const rowOf = (conversationId: string): ConversationRow | undefined =>
    app.store.getState().snapshot?.conversations.find(({ id }) => id === conversationId);

  /** Confirms a rename, with undo. */
  function offerTitle(conversationId: string, message: string, before: ConversationRow | undefined): void {
    if (!before) return;
    const { namedBy: by, title } = before;
    const run = (): void =>
      void valueOrNotify(
        by === undefined
          ? call('conversation.useFirstWords', { conversationId })
          : call('conversation.rename', { conversationId, title, by }),
      );
    toasts.show({ tone: 'info', message, action: { label: strings.sidebar.undo, isUndo: true, run } });
  }

  /** `title` null: opening the conversation confirms it. */
  async function restore(conversationId: string, title: string | null): Promise<boolean> {
    if (!(await valueOrNotify(call('conversation.restore', { conversationId })))) return false;
    if (title === null) show(conversationId);
    else toasts.show({ tone: 'info', message: strings.sidebar.restored(title) });
    return true;
  }

  /** An agent's conversation is in no list, so ask whether it still exists. The rest of the window stays as is. */
  async function showAgents(conversationId: string, reading: ReadingPosition | null = null): Promise<void> {
    const before = currentId();
    const answer = await call('conversation.startedBy', { conversationId });
    if (!answer.ok || answer.value.calls.length === 0 || currentId() !== before) return;
    const { sheet, page } = view.getState();
    show(conversationId, reading);
    view.setState({ sheet, page });
  }

  /** Null if it was already sent or could not be removed; reports the error. */
  async function takeQueued(queueId: string): Promise<TakenMessage | null> {
    const conversationId = currentId();
    const answer = conversationId && (await valueOrNotify(call('run.withdraw', { conversationId, queueId })));
    if (!answer) return null;
    const { text, attachments } = answer;
    if (text !== null) return { conversationId, text, attachments };
    toasts.show({ tone: 'info', message: strings.chat.alreadySent });
    return null;
  }

  function putInDraft({ conversationId, text, attachments }: TakenMessage): void {
    const both = [drafts.textOf(conversationId), text].filter((part) => part !== '').join('\n\n');
    drafts.write(conversationId, both);
    if (attachments.length > 0) {
      drafts.attach(conversationId, [...drafts.attachmentsOf(conversationId), ...attachments]);
    }
  }

  function newChat(projectId?: string | null): void {
    view.setState({ newChat: projectId === undefined ? {} : { projectId } });
    show(null);
  }

  return {
    call,
    report,
    say: (message) => toasts.show({ tone: 'info', message }),
    newChat,
    show,
    showLast(saved = null) {
      const snapshot = app.store.getState().snapshot;
      // The conversation from the command line opens once; later loads show the last one.
      if (snapshot?.start && memory.get('start') !== snapshot.start.key) {
        memory.set('start', snapshot.start.key);
        show(snapshot.start.conversationId);
        return false;
      }
      const last = saved ? saved.conversationId : memory.get('conversation');
      const exists = snapshot?.conversations.some((row) => row.id === last);
      if (last !== null && exists) show(last, saved?.reading);
      else if (last !== null) void showAgents(last, saved?.reading);
      return true;
    },
    send: sending.send,
    async stop() {
      const conversationId = currentId();
      if (conversationId !== null) await valueOrNotify(call('run.stop', { conversationId }));
    },

    async tryNow() {
      const conversationId = conversation.store.getState().id;
      if (conversationId !== null) await valueOrNotify(call('run.tryNow', { conversationId }));
    },
    async withdraw(queueId) {
      const taken = await takeQueued(queueId);
      if (taken) putInDraft(taken);
    },
    async dequeue(queueId) {
      const taken = await takeQueued(queueId);
      if (!taken) return;
      toasts.show({
        tone: 'info',
        message: strings.chat.dequeued,
        about: taken.conversationId,
        action: { label: strings.sidebar.undo, isUndo: true, run: () => putInDraft(taken) },
      });
    },
    async sendQueued(queueId) {
      const conversationId = currentId();
      if (conversationId === null) return;
      const answer = await valueOrNotify(call('run.sendQueued', { conversationId, queueId }));
      if (answer?.found === false) toasts.show({ tone: 'info', message: strings.chat.alreadySent });
    },
    async rename(conversationId, title) {
      const before = rowOf(conversationId);
      if (!(await valueOrNotify(call('conversation.rename', { conversationId, title })))) return false;
      offerTitle(conversationId, strings.sidebar.renamed(title), before);
      return true;
    },
    async callByFirstWords(conversationId) {
      const before = rowOf(conversationId);
      if (!(await valueOrNotify(call('conversation.useFirstWords', { conversationId })))) return false;
      offerTitle(conversationId, strings.sidebar.wordsUsed, before);
      return true;
    },
    async remove(conversationId) {
      // Undo has to restore the latest draft, too.
      drafts.flush();
      const row = rowOf(conversationId);
      const title = row?.title || strings.sidebar.untitled;
      // Undo must not put it in the place of the other side.
      const wasShown = currentId() === conversationId && isAlone();
      if (!(await valueOrNotify(call('conversation.delete', { conversationId })))) return false;
      if (currentId() === conversationId && !leave()) show(null);
      toasts.show({
        tone: 'info',
        message: strings.sidebar.deleted(title),
        while: ({ conversations }) => !conversations.some(({ id }) => id === conversationId),
        action: {
          label: strings.sidebar.undo,
          isUndo: true,
          run: () => void restore(conversationId, wasShown ? null : title),
        },
      });
      return true;
    },
    restore,
    async forget(messageId) {
      const conversationId = currentId();
      if (conversationId === null) return false;
      const done = await valueOrNotify(call('conversation.forgetMessage', { conversationId, messageId }));
      if (!done) return false;
      const count = done.alsoIn.length;
      const { alsoIn, done: doneText } = strings.chat.forget;
      toasts.show({ tone: 'info', message: count > 0 ? alsoIn(count) : doneText });
      return true;
    },
    async chooseModel(model) {
      const conversationId = currentId();
      if (conversationId === null) return view.setState(({ newChat }) => ({ newChat: { ...newChat, model } }));
      await valueOrNotify(call('conversation.configure', { conversationId, model }));
    },
    async chooseModelOptions(modelOptions) {
      const conversationId = currentId();
      if (conversationId === null) return view.setState(({ newChat }) => ({ newChat: { ...newChat, modelOptions } }));
      await valueOrNotify(call('conversation.configure', { conversationId, modelOptions }));
    },
    async chooseApprovalMode(approvalMode) {
      const conversationId = currentId();
      if (conversationId !== null) {
        return (await valueOrNotify(call('conversation.configure', { conversationId, approvalMode }))) !== null;
      }
      view.setState(({ newChat }) => ({ newChat: { ...newChat, approvalMode } }));
      return true;
    },
    async chooseProjectMode(projectId, approvalMode) {
      await valueOrNotify(call('project.configure', { projectId, approvalMode }));
    },
    async chooseRequiredServer(requiredServer) {
      const conversationId = currentId();
      if (conversationId === null) {
        return view.setState(({ newChat }) => ({ newChat: { ...newChat, requiredServer } }));
      }
      await valueOrNotify(call('conversation.configure', { conversationId, requiredServer }));
    },
    ...createAnswers({ call, valueOrNotify, toasts, conversationId: currentId }),
    async chooseFolder() {
      const path = await pickFolder();
      return path !== null && giveFolder(path);
    },
    async takeDemoFolder() {
      const project = await valueOrNotify(call('project.demo', {}));
      return project !== null && project.folder !== null && giveFolder(project.folder);
    },
    async openFolder() {
      const path = await pickFolder();
      if (path === null) return;
      if (shownHasNoFolder()) return void (await giveFolder(path));
      const project = await valueOrNotify(call('project.open', { path }));
      if (project) newChat(project.id);
    },
    async takeProject(project) {
      if (currentId() !== null && project?.folder) {
        await giveFolder(project.folder);
        return;
      }
      view.setState(({ newChat }) => ({ newChat: { ...newChat, projectId: project?.id ?? null } }));
    },
  };
}
