// Stores a record at the end of a conversation, then publishes it. Failures are also reported to the user.

import type { Message, NewMessage } from '../../shared/conversation/message.ts';
import type { Result } from '../../shared/core/errors.ts';
import type { PrintedResult } from '../ports/store.ts';
import type { ChatDeps } from './chatDeps.ts';

export type Append = (message: NewMessage, printed?: PrintedResult) => Promise<Result<Message>>;

export function createAppender(
  deps: Pick<ChatDeps, 'store' | 'hub' | 'reportStoreError'>,
  conversationId: string,
): Append {
  return async (message, printed) => {
    const stored = await deps.store.appendConversationMessage(conversationId, message, printed);
    if (stored.ok) deps.hub.publish(conversationId, { type: 'message.appended', message: stored.value });
    else deps.reportStoreError(stored.error);
    return stored;
  };
}
