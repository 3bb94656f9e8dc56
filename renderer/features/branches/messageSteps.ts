// Steps with one message of the conversation that is shown, for its buttons, its menu and the commands.

import { type Message, textOf } from '../../../shared/conversation/message.ts';
import type { Session } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';
import { focusComposer } from '../../ui/focus.ts';

function messageOf({ conversation }: Session, messageId: string): Message | null {
  return conversation.store.getState().shown.messages.find(({ id }) => id === messageId) ?? null;
}

/** The message of a row of the transcript. Null: of none, or it is not loaded. */
export function focusedMessage(session: Session, row: HTMLElement | null): Message | null {
  const id = row?.dataset.message;
  return id ? messageOf(session, id) : null;
}

/** The message of the person that the record answers; itself when it is one. Null: it is not loaded. */
export function askedBefore({ conversation }: Session, messageId: string): string | null {
  const { messages } = conversation.store.getState().shown;
  const at = messages.findIndex(({ id }) => id === messageId);
  return at < 0 ? null : (messages.slice(0, at + 1).findLast(({ role }) => role === 'user')?.id ?? null);
}

/** One that is being edited already stays as it has become. */
export function editMessage({ view }: Session, message: Message): void {
  if (message.role !== 'user' || message.removed || message.id in view.getState().edits) return;
  view.setState(({ edits }) => ({ edits: { ...edits, [message.id]: textOf(message) } }));
}

/** Ends the edit; where something was changed, with a way back. */
export function giveUpEdit({ view, toasts, conversation }: Session, message: Message): void {
  const written = view.getState().edits[message.id];
  view.setState(({ edits: { [message.id]: _ended, ...edits } }) => ({ edits }));
  if (written === undefined || written === textOf(message)) return;
  const { dropped, undo } = strings.branches.edit;
  // Said anew also when it was said a moment ago: the way back is another one.
  for (const toast of toasts.store.getState().shown) if (toast.message === dropped) toasts.dismiss(toast.id);
  const run = (): void => view.setState(({ edits }) => ({ edits: { [message.id]: written, ...edits } }));
  toasts.show({
    tone: 'info',
    message: dropped,
    about: conversation.store.getState().id,
    action: { label: undo, isUndo: true, run },
  });
}

/** Puts the text, or what of it is selected, into the message that is being written, as a quotation. */
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
