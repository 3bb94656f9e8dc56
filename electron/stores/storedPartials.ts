// Removes stale partial.json copies left by a crash between storing a reply and deleting its partial. In a conversation
// that nobody writes again, such as a sub-agent's, they would stay forever.

import { createTimeSlice } from '../lib/cooperativeYield.ts';
import type { ConversationReader } from '../ports/store.ts';
import type { DataFolder } from './dataFolder.ts';
import type { Leases } from './locks/leases.ts';
import type { Sidecars } from './sidecars.ts';

interface StoredPartialsDeps {
  data: DataFolder;
  sidecars: Sidecars;
  leases: Pick<Leases, 'isElsewhere'>;
  readMessage: ConversationReader['readMessage'];
}

/** Removes every partial.json whose reply is in the log. Skips conversations that another process is writing. */
export async function removeStoredPartials({ data, sidecars, leases, readMessage }: StoredPartialsDeps): Promise<void> {
  const slice = createTimeSlice();
  for (const paths of await data.conversations(() => {})) {
    const pause = slice();
    if (pause) await pause;
    const { conversationId } = paths;
    const partial = (await sidecars.readPartial(paths)).value;
    if (!partial || leases.isElsewhere(conversationId)) continue;
    if ((await readMessage(conversationId, partial.messageId)).ok)
      await sidecars.removePartial(paths, partial.messageId);
  }
}
