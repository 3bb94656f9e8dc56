// The replay of a session while it is loaded: every update that was recorded, or a version changed by the oddities.

import type { Oddity } from './oddities.ts';
import type { OddSession } from './sessions.ts';
import { Refused, type Row, type Wire } from './wire.ts';

/** The last text is missing, and failed calls are completed. */
function differing(updates: readonly Row[]): Row[] {
  const lastText = updates.findLastIndex((update) => update.sessionUpdate === 'agent_message_chunk');
  return updates
    .filter((_, at) => at !== lastText)
    .map((update) => (update.status === 'failed' ? { ...update, status: 'completed' } : update));
}

export async function replay(session: OddSession, wire: Wire, has: (oddity: Oddity) => boolean): Promise<void> {
  if (has('load-silent')) return;
  const all = has('load-differs') ? differing(session.updates) : session.updates;
  const updates = has('load-partial') ? all.slice(0, Math.ceil(all.length / 2)) : all;
  const send = (): void => {
    for (const update of updates) wire.notify('session/update', { sessionId: session.id, update });
  };
  if (has('load-late')) {
    setImmediate(send);
    return;
  }
  send();
  if (has('load-partial'))
    throw new Refused({ code: -32603, message: 'Internal error: cannot replay an entry without its body' });
}
