// Opens a file of the conversation's folder in the user's editor.

import type { EditorName } from '../../../shared/features/editors/editors.ts';
import type { FileReference } from '../../../shared/features/files/fileReference.ts';
import { lateStrings } from '../lateStrings.ts';
import type { Session } from './session.ts';

/** `editor`: instead of the preferred one, or of asking for one. */
export async function openInEditor(session: Session, file: FileReference, editor?: EditorName): Promise<void> {
  const { actions, app, conversation, view } = session;
  if (!editor && app.store.getState().snapshot?.settings.editor.asks) {
    const { dialog } = view.getState();
    view.setState({ dialog: { type: 'openIn', file, ...(dialog && { from: dialog }) } });
    return;
  }
  const conversationId = conversation.store.getState().id;
  if (conversationId === null) return;
  const answer = await actions.call('editor.open', { conversationId, ...file, ...(editor && { editor }) });
  if (answer.ok) actions.say(lateStrings.markdown.openedIn(answer.value.name));
  else actions.report(answer.error);
}
