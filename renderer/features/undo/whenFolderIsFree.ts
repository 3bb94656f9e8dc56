// Defers restoring files while another conversation's call runs in the same folder: names the conversation, and offers
// to proceed once it is done. Its toast ends with the cause and the conversation.

import type { AppError } from '../../../shared/core/errors.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import type { AppStore } from '../../core/state/appStore.ts';
import type { ConversationStore } from '../../core/state/conversationStore.ts';
import type { Toasts } from '../../core/state/toasts.ts';
import { folderOf, otherActiveConversations } from '../../core/state/workingFolder.ts';
import { strings } from '../../core/strings.ts';

export interface FolderWaitDeps {
  app: AppStore;
  conversation: ConversationStore;
  toasts: Toasts;
}

const words = lateStrings.undoing;

export interface FolderWait {
  conversationId: string;
  error: AppError;
  /** Proceeds once the folder is free. */
  run: () => void;
  /** It rewinds the conversation, but not past messages sent after the request. */
  goesBack?: true;
  /** It changes the project's folder, although the conversation uses a worktree. */
  intoProject?: true;
  /** The action may become obsolete before the folder is free; then stop waiting. */
  givenUp?: { is: () => boolean; watch: (look: () => void) => () => void };
}

/** `error`: reports that the folder is busy. */
export function waitForFolder(
  { app, conversation, toasts }: FolderWaitDeps,
  { conversationId, error, run, goesBack, intoProject, givenUp }: FolderWait,
): void {
  const busy = busyThere();
  if (busy.length === 0) {
    // Another process uses it, such as a terminal run: its end is unknown.
    toasts.show({ tone: 'error', message: error.message, action: { label: strings.ui.tryAgain, run } });
    return;
  }
  const before = lastSaidAt();
  let ended = false;
  let isRequested = false;
  const message = words.runs(busy.map(({ title }) => strings.sentences.title(title) || strings.chat.untitled));
  // Offers the latest request; one that already waits continues.
  for (const old of toasts.store.getState().visibleToasts) if (old.message === message) toasts.dismiss(old.id);
  let toastId = toasts.show({
    tone: 'info',
    stays: true,
    message,
    action: { label: words.wait, run: wait },
  });
  const stops = [app.store.subscribe(look), conversation.store.subscribe(look)];
  if (givenUp) stops.push(givenUp.watch(look));

  function busyThere() {
    const { snapshot } = app.store.getState();
    if (!snapshot) return [];
    const { state } = conversation.store.getState();
    const own = snapshot.conversations.find(({ id }) => id === conversationId) ?? state;
    if (!own) return [];
    const folder = folderOf(snapshot, intoProject ? { projectId: own.projectId } : own);
    return otherActiveConversations(snapshot, conversationId, folder);
  }

  function lastSaidAt(): string | undefined {
    return app.store.getState().snapshot?.conversations.find(({ id }) => id === conversationId)?.updatedAt;
  }

  function end(): void {
    if (ended) return;
    ended = true;
    for (const stop of stops) stop();
    toasts.dismiss(toastId);
  }

  /** A waiting request continues in the background; a mere offer belongs to its conversation. */
  function look(): void {
    if (ended) return;
    if (givenUp?.is()) {
      end();
      return;
    }
    const isGone = conversation.store.getState().id !== conversationId;
    const isOver = busyThere().length === 0;
    if (!isOver && (isRequested || !isGone)) return;
    end();
    if (!isRequested) return;
    if (goesBack && lastSaidAt() !== before) toasts.show({ tone: 'info', stays: true, message: words.wentOn });
    else run();
  }

  function wait(): void {
    isRequested = true;
    // The clicked toast closes by itself.
    queueMicrotask(() => {
      if (ended) return;
      toastId = toasts.show({
        tone: 'info',
        stays: true,
        message: words.waits,
        action: { label: strings.ui.cancel, run: end },
        onDismiss: end,
      });
      look();
    });
  }
}
