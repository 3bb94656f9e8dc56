// Asks for a reply again. Where what is replaced has changed files that can be put back, the person says first whether they are.

import type { Message } from '../../../shared/conversation/message.ts';
import { changesOf } from '../../core/calls/callChanges.ts';
import type { Session } from '../../core/state/session.ts';

/** `messageId`: of the person's message that is answered. True when the reply has begun; else it was asked about, or failed. */
export async function askAgain(session: Session, messageId: string): Promise<boolean> {
  if (!mayHaveChanged(session, messageId) || !(await hasChanged(session, messageId))) {
    return session.branches.regenerate(messageId);
  }
  session.view.setState({ dialog: { type: 'regenerate', messageId } });
  return false;
}

/** As far as the records that are shown tell: what an agent changed stands in its own conversation. */
function mayHaveChanged({ conversation }: Session, messageId: string): boolean {
  const { messages, hasLater } = conversation.store.getState().shown;
  const at = messages.findIndex(({ id }) => id === messageId);
  return hasLater || messages.slice(at + 1).some(touchesFiles);
}

function touchesFiles(message: Message): boolean {
  if (message.role !== 'tool') return false;
  return (changesOf({ result: message })?.files.length ?? 0) > 0 || message.details?.agent !== undefined;
}

/** Whether there is something to put back now. Where that cannot be told the files are left alone, as without a question. */
async function hasChanged({ actions, conversation }: Session, messageId: string): Promise<boolean> {
  const { id } = conversation.store.getState();
  if (id === null) return false;
  const target = { type: 'since', messageId } as const;
  const preview = await actions.call('changes.preview', { conversationId: id, target, direction: 'undo' });
  return preview.ok && preview.value.files.length > 0;
}
