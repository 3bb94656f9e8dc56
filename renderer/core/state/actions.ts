// What a person can do, each as one call: it asks the host, and where the host says no, the person is told what it said.
// Nothing here changes the copies of the host's state; its events do.

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
import type { WorktreeWish } from './makeWorktree.ts';
import { createSending } from './sending.ts';
import { createToastCauses } from './toastCauses.ts';
import type { Toasts } from './toasts.ts';
import type { Uploads } from './uploads.ts';
import type { ViewStore } from './viewStore.ts';

export interface Actions extends Answers {
  newChat(projectId?: string | null): void;
  show(conversationId: string): void;
  /**
   * What the app was started on, else what the tab has kept, else what was shown last, else the new chat. False: the app was
   * started on something.
   */
  showLast(kept?: { conversationId: string | null; reading: ReadingPosition | null } | null): boolean;
  /** `now`: what goes on is stopped for it; else it waits in the queue. */
  send(text: string, attachments?: readonly AttachmentRef[], now?: boolean): Promise<boolean>;
  stop(): Promise<void>;
  /** Takes a queued message back into the composer. */
  withdraw(queueId: string): Promise<void>;
  /** Takes a queued message away, with a way back. */
  dequeue(queueId: string): Promise<void>;
  /** Sends a queued message at once; what goes on is stopped for it. */
  sendQueued(queueId: string): Promise<void>;
  /** Renames it, and offers to undo that. */
  rename(conversationId: string, title: string): Promise<boolean>;
  /** It is called by its first words again. */
  callByFirstWords(conversationId: string): Promise<boolean>;
  /** Deletes it and offers to undo that. */
  remove(conversationId: string): Promise<boolean>;
  /** Undoes a deletion; `title` null: shows the conversation, else only says that it is back. */
  restore(conversationId: string, title: string | null): Promise<boolean>;
  /** Removes a message of the conversation that is shown for good. */
  forget(messageId: string): Promise<boolean>;
  chooseModel(model: ModelRef): Promise<void>;
  /** How it is to answer: all of them. */
  chooseModelOptions(modelOptions: ModelOptions): Promise<void>;
  /** Whether it is in force now. */
  chooseApprovalMode(mode: ApprovalMode): Promise<boolean>;
  /** For the chats of a project without a choice of their own; null: as the settings say. */
  chooseProjectMode(projectId: string, mode: ApprovalMode | null): Promise<void>;
  /** The MCP server of which each turn must use a tool; null: none. */
  chooseRequiredServer(server: string | null): Promise<void>;
  /** The conversation works in a folder and on a branch of its own from now on. */
  makeWorktree(conversationId: string, wish: WorktreeWish): Promise<boolean>;
  /** Asks for a folder and gives it to the chat that is shown; false when none was chosen. */
  chooseFolder(): Promise<boolean>;
  /** The chat gets the sample folder of the demo. */
  takeDemoFolder(): Promise<boolean>;
  /** Asks for a folder; the chat that is shown gets it when it has none, else a new chat begins in it. */
  openFolder(): Promise<void>;
  takeProject(project: ProjectInfo | null): Promise<void>;
  /** The call itself, for what has a place of its own to show an error. */
  call<M extends MethodName>(method: M, params: ParamsOf<M>, signal?: AbortSignal): Promise<Result<ResultOf<M>>>;
  report(error: AppError): void;
  /** Says that something was done, in a toast. */
  say(message: string): void;
}

/** A message that was taken out of the queue. */
interface TakenMessage {
  conversationId: string;
  text: string;
  attachments: AttachmentRef[];
}

export interface ActionsDeps {
  connection: Connection;
  app: AppStore;
  conversation: ConversationStore;
  view: ViewStore;
  toasts: Toasts;
  drafts: Drafts;
  uploads: Uploads;
  memory: Memory;
}

export function createActions(deps: ActionsDeps): Actions {
  const { connection, app, conversation, view, toasts, drafts, uploads, memory } = deps;
  const causes = createToastCauses(connection.call, toasts);
  const { call } = causes;
  const shown = (): string | null => conversation.store.getState().id;
  function report(error: AppError): void {
    if (error.code !== 'CANCELLED') toasts.show({ tone: 'error', message: error.message, ...causes.of(error) });
  }

  async function told<T>(answer: Promise<Result<T>>): Promise<T | null> {
    const result = await answer;
    if (result.ok) return result.value;
    report(result.error);
    return null;
  }

  function show(conversationId: string | null, reading: ReadingPosition | null = null): void {
    drafts.flush();
    // A new chat that is shown from now on is another one.
    sending.leave();
    if (conversationId !== null) drafts.open(conversationId);
    conversation.show(conversationId, reading);
    memory.set('conversation', conversationId);
    view.setState({ sheet: null, page: 'chat' });
  }

  const makeWorktree: Actions['makeWorktree'] = async (...wish) =>
    (await import('./makeWorktree.ts')).makeWorktree({ connection, call, report, view, toasts }, ...wish);

  const sending = createSending({ call, told, show, app, conversation, view, drafts, uploads, makeWorktree });

  function shownHasNoFolder(): boolean {
    const { state } = conversation.store.getState();
    const snapshot = app.store.getState().snapshot;
    if (!state || !snapshot) return false;
    return !projectOf(snapshot, currentProjectId(snapshot.conversations, state))?.folder;
  }

  async function giveFolder(path: string): Promise<boolean> {
    const conversationId = shown();
    if (conversationId !== null) return (await told(call('conversation.setFolder', { conversationId, path }))) !== null;
    const project = await told(call('project.open', { path }));
    if (project) view.setState(({ newChat }) => ({ newChat: { ...newChat, projectId: project.id } }));
    return project !== null;
  }

  /** With the system's dialog, or with the window's own where the host has none. Null: none was chosen. */
  async function pickFolder(): Promise<string | null> {
    const picked = await told(call('project.pick', {}));
    if (!picked || picked.supported) return picked?.path ?? null;
    return new Promise((resolve) => view.setState({ dialog: { type: 'folder', onPath: resolve } }));
  }

  const rowOf = (conversationId: string): ConversationRow | undefined =>
    app.store.getState().snapshot?.conversations.find(({ id }) => id === conversationId);

  /** Says that it is called otherwise now, with the way back to what it was called. */
  function offerTitle(conversationId: string, message: string, before: ConversationRow | undefined): void {
    if (!before) return;
    const { namedBy: by, title } = before;
    const run = (): void =>
      void told(
        by === undefined
          ? call('conversation.useFirstWords', { conversationId })
          : call('conversation.rename', { conversationId, title, by }),
      );
    toasts.show({ tone: 'info', message, action: { label: strings.sidebar.undo, isUndo: true, run } });
  }

  /** `title` null: the conversation is shown, which says that it is back. */
  async function restore(conversationId: string, title: string | null): Promise<boolean> {
    if (!(await told(call('conversation.restore', { conversationId })))) return false;
    if (title === null) show(conversationId);
    else toasts.show({ tone: 'info', message: strings.sidebar.restored(title) });
    return true;
  }

  /** An agent's own page stands in no list: whether it is still there is asked. The rest of the window stays as it is. */
  async function showAgents(conversationId: string, reading: ReadingPosition | null = null): Promise<void> {
    const answer = await call('conversation.startedBy', { conversationId });
    if (!answer.ok || answer.value.calls.length === 0 || shown() !== null) return;
    const { sheet, page } = view.getState();
    show(conversationId, reading);
    view.setState({ sheet, page });
  }

  /** Null: it was sent meanwhile, or could not be taken; the person is told. */
  async function takeQueued(queueId: string): Promise<TakenMessage | null> {
    const conversationId = shown();
    const answer = conversationId && (await told(call('run.withdraw', { conversationId, queueId })));
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
    makeWorktree,
    call,
    report,
    say: (message) => toasts.show({ tone: 'info', message }),
    newChat,
    show,
    showLast(kept = null) {
      const snapshot = app.store.getState().snapshot;
      // What the app was started on is shown once; after that the window shows what it showed last.
      if (snapshot?.start && memory.get('start') !== snapshot.start.key) {
        memory.set('start', snapshot.start.key);
        show(snapshot.start.conversationId);
        return false;
      }
      const last = kept ? kept.conversationId : memory.get('conversation');
      const known = snapshot?.conversations.some((row) => row.id === last);
      if (last !== null && known) show(last, kept?.reading);
      else if (last !== null) void showAgents(last, kept?.reading);
      return true;
    },
    send: sending.send,
    async stop() {
      const conversationId = shown();
      if (conversationId !== null) await told(call('run.stop', { conversationId }));
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
      const conversationId = shown();
      if (conversationId === null) return;
      const answer = await told(call('run.sendQueued', { conversationId, queueId }));
      if (answer?.found === false) toasts.show({ tone: 'info', message: strings.chat.alreadySent });
    },
    async rename(conversationId, title) {
      const before = rowOf(conversationId);
      if (!(await told(call('conversation.rename', { conversationId, title })))) return false;
      offerTitle(conversationId, strings.sidebar.renamed(title), before);
      return true;
    },
    async callByFirstWords(conversationId) {
      const before = rowOf(conversationId);
      if (!(await told(call('conversation.useFirstWords', { conversationId })))) return false;
      offerTitle(conversationId, strings.sidebar.wordsUsed, before);
      return true;
    },
    async remove(conversationId) {
      // What was just written is part of what an undo brings back.
      drafts.flush();
      const row = rowOf(conversationId);
      const title = row?.title || strings.sidebar.untitled;
      if (!(await told(call('conversation.delete', { conversationId })))) return false;
      const wasShown = shown() === conversationId;
      if (wasShown) show(null);
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
      const conversationId = shown();
      if (conversationId === null) return false;
      const done = await told(call('conversation.forgetMessage', { conversationId, messageId }));
      if (!done) return false;
      const count = done.alsoIn.length;
      const { alsoIn, done: said } = strings.chat.forget;
      toasts.show({ tone: 'info', message: count > 0 ? alsoIn(count) : said });
      return true;
    },
    async chooseModel(model) {
      const conversationId = shown();
      if (conversationId === null) return view.setState(({ newChat }) => ({ newChat: { ...newChat, model } }));
      await told(call('conversation.configure', { conversationId, model }));
    },
    async chooseModelOptions(modelOptions) {
      const conversationId = shown();
      if (conversationId === null) return view.setState(({ newChat }) => ({ newChat: { ...newChat, modelOptions } }));
      await told(call('conversation.configure', { conversationId, modelOptions }));
    },
    async chooseApprovalMode(approvalMode) {
      const conversationId = shown();
      if (conversationId !== null) {
        return (await told(call('conversation.configure', { conversationId, approvalMode }))) !== null;
      }
      view.setState(({ newChat }) => ({ newChat: { ...newChat, approvalMode } }));
      return true;
    },
    async chooseProjectMode(projectId, approvalMode) {
      await told(call('project.configure', { projectId, approvalMode }));
    },
    async chooseRequiredServer(requiredServer) {
      const conversationId = shown();
      if (conversationId === null) {
        return view.setState(({ newChat }) => ({ newChat: { ...newChat, requiredServer } }));
      }
      await told(call('conversation.configure', { conversationId, requiredServer }));
    },
    ...createAnswers({ call, told, toasts, conversationId: shown }),
    async chooseFolder() {
      const path = await pickFolder();
      return path !== null && giveFolder(path);
    },
    async takeDemoFolder() {
      const project = await told(call('project.demo', {}));
      return project !== null && project.folder !== null && giveFolder(project.folder);
    },
    async openFolder() {
      const path = await pickFolder();
      if (path === null) return;
      if (shownHasNoFolder()) return void (await giveFolder(path));
      const project = await told(call('project.open', { path }));
      if (project) newChat(project.id);
    },
    async takeProject(project) {
      if (shown() !== null && project?.folder) {
        await giveFolder(project.folder);
        return;
      }
      view.setState(({ newChat }) => ({ newChat: { ...newChat, projectId: project?.id ?? null } }));
    },
  };
}
