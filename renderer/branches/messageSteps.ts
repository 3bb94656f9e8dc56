// Steps with one message of the conversation that is shown, for its buttons, its menu and the commands.

import { type Message, textOf } from '../../shared/conversation/message.ts';
import { focusComposer } from '../chat/composer/focusComposer.ts';
import type { Session } from '../state/session.ts';

export function messageOf({ conversation }: Session, messageId: string): Message | null {
  return conversation.store.getState().shown.messages.find(({ id }) => id === messageId) ?? null;
}

/** The message of the person that the record answers; itself when it is one. Null: it is not loaded. */
export function askedBefore({ conversation }: Session, messageId: string): string | null {
  const { messages } = conversation.store.getState().shown;
  const at = messages.findIndex(({ id }) => id === messageId);
  return at < 0 ? null : (messages.slice(0, at + 1).findLast(({ role }) => role === 'user')?.id ?? null);
}

export function editMessage({ view }: Session, message: Message): void {
  if (message.role !== 'user' || message.removed) return;
  view.setState(({ edits }) => ({ edits: { ...edits, [message.id]: textOf(message) } }));
}

/** Puts the text, or what of it is selected, into the message that is being written, as a quotation. */
export function quoteMessage({ conversation, drafts }: Session, text: string, row: Element | null): void {
  const { id, state } = conversation.store.getState();
  const selection = getSelection();
  const within = row !== null && selection?.anchorNode && selection.focusNode;
  const chosen =
    within && row.contains(selection.anchorNode) && row.contains(selection.focusNode)
      ? selection.toString().trim()
      : '';
  const quoted = (chosen || text.trim()).replace(/^/gm, '> ');
  const written = drafts.store.getState().texts[id ?? ''] ?? state?.draft ?? '';
  drafts.write(id, `${written.trim() === '' ? '' : `${written.trimEnd()}\n\n`}${quoted}\n\n`);
  focusComposer();
}
