// A crash between storing a reply and removing its partial.json leaves a copy. Where nobody writes the conversation again, as
// with an agent's, it would stay for good.

import { createTimeSlice } from '../lib/cooperativeYield.ts';
import type { ConversationStore } from '../ports/store.ts';
import type { DataFolder } from './dataFolder.ts';
import type { Leases } from './locks/leases.ts';
import type { Sidecars } from './sidecars.ts';

interface StoredPartialsDeps {
  data: DataFolder;
  sidecars: Sidecars;
  leases: Pick<Leases, 'isElsewhere'>;
  readMessage: ConversationStore['readMessage'];
}

/** Removes every partial.json whose reply is in the log. A conversation that another process writes is left alone. */
export async function removeStoredPartials({ data, sidecars, leases, readMessage }: StoredPartialsDeps): Promise<void> {
  const slice = createTimeSlice();
  for (const place of await data.conversations(() => {})) {
    const pause = slice();
    if (pause) await pause;
    const { conversationId } = place;
    const partial = (await sidecars.readPartial(place)).value;
    if (!partial || leases.isElsewhere(conversationId)) continue;
    if ((await readMessage(conversationId, partial.messageId)).ok)
      await sidecars.removePartial(place, partial.messageId);
  }
}
