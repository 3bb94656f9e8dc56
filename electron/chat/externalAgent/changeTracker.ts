// Records the files that change while an external agent works, so that they can be undone. An agent changes files
// whenever it likes, often before it reports the call, so the folder is watched for the whole turn: from one reply to
// the next, under the id of the reply with the calls.

import type { ChangeWatch } from '../../ports/changes.ts';
import type { CallScope } from '../turn/callScope.ts';
import { type ChangeDetails, toChangeDetails, watchChanges } from '../turn/callWatch.ts';

export interface ChangeTracker {
  /** Watches on behalf of a reply, if nothing else is watched. */
  begin(messageId: string): Promise<void>;
  /** Ends the watch of this reply; null: nothing changed. */
  end(messageId: string): Promise<ChangeDetails | null>;
  /** Whether changes now count as this reply's. */
  watches(messageId: string): boolean;
}

export function createChangeTracker(scope: Pick<CallScope, 'deps' | 'conversationId' | 'settings'>): ChangeTracker {
  let current: { messageId: string; watch: ChangeWatch | null } | null = null;
  return {
    async begin(messageId) {
      if (current !== null) return;
      const begun: { messageId: string; watch: ChangeWatch | null } = { messageId, watch: null };
      current = begun;
      begun.watch = await watchChanges({ messageId, index: 0 }, { type: 'tree' }, scope);
    },
    async end(messageId) {
      if (current?.messageId !== messageId) return null;
      const { watch } = current;
      current = null;
      const changes = (await watch?.end()) ?? null;
      return changes === null ? null : toChangeDetails(changes);
    },
    watches: (messageId) => current?.messageId === messageId,
  };
}
