// Message actions of the current conversation, shared by buttons, menu and commands.

import { type Message, textOf } from '../../../shared/conversation/message.ts';
import type { Session } from '../../core/state/session.ts';
import { focusComposer } from '../../ui/focus.ts';

function messageOf({ conversation }: Session, messageId: string): Message | null {
  return conversation.store.getState().messageWindow.messages.find(({ id }) => id === messageId) ?? null;
}

/** The message of a transcript row; null if there is none or it is not loaded. */
export function focusedMessage(session: Session, row: HTMLElement | null): Message | null {
  const id = row?.dataset.message;
  return id ? messageOf(session, id) : null;
}

/** The user message that the given message answers, or the message itself if it is one; null if not loaded. */
export function promptIdFor({ conversation }: Session, messageId: string): string | null {
  const { messages } = conversation.store.getState().messageWindow;
  const at = messages.findIndex(({ id }) => id === messageId);
  return at < 0 ? null : (messages.slice(0, at + 1).findLast(({ role }) => role === 'user')?.id ?? null);
}

/** Keeps an edit already in progress. */
export function editMessage({ view }: Session, message: Message): void {
  if (message.role !== 'user' || message.removed || message.id in view.getState().edits) return;
  view.setState(({ edits }) => ({ edits: { ...edits, [message.id]: textOf(message) } }));
}

/** Inserts the text, or its selected part, into the draft as a quotation. */
export function quoteMessage({ conversation, drafts }: Session, text: string, row: Element | null): void {
  const { id } = conversation.store.getState();
  const selection = getSelection();
  const within = row !== null && selection?.anchorNode && selection.focusNode;
  const chosen =
    within && row.contains(selection.anchorNode) && row.contains(selection.focusNode)
      ? selection.toString().trim()
      : '';
  const quoted = (chosen || text.trim()).replace(/^/gm, '> ');
  const written = drafts.textOf(id);
  drafts.write(id, `${written.trim() === '' ? '' : `${written.trimEnd()}\n\n`}${quoted}\n\n`);
  focusComposer();
}
