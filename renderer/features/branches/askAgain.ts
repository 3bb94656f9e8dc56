// Regenerates a reply. If the old reply changed files that can be undone, asks first whether to undo them.

import type { Message } from '../../../shared/conversation/message.ts';
import { changesOf } from '../../core/calls/callChanges.ts';
import type { Session } from '../../core/state/session.ts';

/**
 * `messageId`: the user message to answer. Returns true once the reply has begun; false if a question was shown or it
 * failed.
 */
export async function askAgain(session: Session, messageId: string): Promise<boolean> {
  if (!mayHaveChanged(session, messageId) || !(await hasChanged(session, messageId))) {
    return session.branches.regenerate(messageId);
  }
  session.view.setState({ dialog: { type: 'regenerate', messageId } });
  return false;
}

/** Judges by the loaded messages; an agent's changes are in its own conversation. */
function mayHaveChanged({ conversation }: Session, messageId: string): boolean {
  const { messages, hasLater } = conversation.store.getState().messageWindow;
  const at = messages.findIndex(({ id }) => id === messageId);
  return hasLater || messages.slice(at + 1).some(touchesFiles);
}

function touchesFiles(message: Message): boolean {
  if (message.role !== 'tool') return false;
  return (changesOf({ result: message })?.files.length ?? 0) > 0 || message.details?.agent !== undefined;
}

/**
 * True if there are changes to undo now. If that cannot be determined, the files stay as they are and nothing is asked.
 */
async function hasChanged({ actions, conversation }: Session, messageId: string): Promise<boolean> {
  const { id } = conversation.store.getState();
  if (id === null) return false;
  const target = { type: 'since', messageId } as const;
  const preview = await actions.call('changes.preview', { conversationId: id, target, direction: 'undo' });
  return preview.ok && preview.value.files.length > 0;
}
