// Fetches a conversation that is still to come, when somebody opens it: with the engine of the window, or, in a terminal, with one that is
// connected for it.

import { fail, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { SyncService } from '../syncService.ts';
import type { RowsToCome } from './comingRows.ts';

export function createComingFetch(
  coming: Pick<RowsToCome, 'one'>,
  service: Pick<SyncService, 'readOnly' | 'engine' | 'connectAccount'>,
): (conversationId: string) => Promise<Result<void>> {
  async function fetchNow(conversationId: string): Promise<Result<void>> {
    if (service.readOnly !== null) return fail('STORE_READ_ONLY', service.readOnly);
    if (service.engine) return service.engine.fetchConversation(conversationId);
    const connected = await service.connectAccount(new AbortController().signal);
    if (!connected.ok) return connected;
    const { notSetUp } = await import('../account/syncConfig.ts');
    return connected.value?.fetchConversation(conversationId) ?? notSetUp();
  }

  return async (conversationId) => {
    if ((await coming.one(conversationId)) === null) {
      return fail('CONVERSATION_NOT_FOUND', say`No other machine has stored this conversation.`);
    }
    const fetched = await fetchNow(conversationId);
    if (fetched.ok) return fetched;
    const { code, details } = fetched.error;
    // A caller that sees this code would look for it elsewhere.
    const reported = code === 'CONVERSATION_NOT_FOUND' ? 'STORE_READ_FAILED' : code;
    return fail(reported, say`This conversation is not on this machine yet: ${fetched.error}`, details);
  };
}
