// Runs that continue in the background: leaving an active run, and starting one without following it.

import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import type { Session } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';

/** Opens a new chat instead; a toast says where to find the run. */
export function leaveRunning(session: Session): void {
  const { state } = session.conversation.store.getState();
  if (!state?.run) return;
  session.actions.newChat(state.projectId);
  tell(session, state.conversationId);
}

/** Sends the message and opens an empty new chat with the same options. A failed message returns to its composer. */
export async function sendInBackground(
  session: Session,
  text: string,
  attachments: readonly AttachmentRef[],
): Promise<void> {
  const { actions, conversation, view } = session;
  const { id, state } = conversation.store.getState();
  const { newChat } = view.getState();
  const sent = actions.send(text, attachments);
  actions.newChat(state?.projectId);
  if (id === null) view.setState({ newChat });
  if (await sent) tell(session, id);
}

function tell({ toasts, view }: Session, about: string | null): void {
  const message = strings.chat.inBackground;
  // Show one toast for several in a row.
  for (const toast of toasts.store.getState().visibleToasts) if (toast.message === message) toasts.dismiss(toast.id);
  toasts.show({
    tone: 'info',
    message,
    about,
    action: { label: strings.sidebar.activity, run: () => view.setState({ page: 'activity', sheet: null }) },
  });
}
