// The updates that an agent replays while it loads a session, joined and bounded.

import type { AgentUpdate } from '../../ports/externalAgents.ts';
import { coalesced } from './updateQueue.ts';

const maxBytes = 64 * 1024 * 1024;
const joinEvery = 2000;

export function createReplay() {
  let updates: AgentUpdate[] = [];
  let bytes = 0;
  let joined = 0;
  return {
    /** Drops what is beyond the limit: the log of the conversation has it. */
    add(update: AgentUpdate, size: number): void {
      if (bytes > maxBytes) return;
      bytes += size;
      updates.push(update);
      if (updates.length - joined < joinEvery) return;
      updates = coalesced(updates);
      joined = updates.length;
    },
    updates: (): readonly AgentUpdate[] => coalesced(updates),
  };
}
