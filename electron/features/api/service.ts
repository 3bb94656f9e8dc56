// The parts of the API that need no server: permissions, and the operations over the engine.

import type { Engine } from '../../platform.ts';
import { createApiAccess } from './access.ts';
import { createOperations, type LastRun, type RunOperation } from './operationsOf.ts';
import { type RunningApi, readApiServerFile } from './serverFile.ts';

export type ApiService = ReturnType<typeof createApiService>;

const maxEnds = 500;

export function createApiService(engine: Engine) {
  const { store, search, redactor, chat, chatDeps, dataDir, disk, clock, readOnly, log, version } = engine;
  const { hub, approvals } = chatDeps;
  const ends = new Map<string, LastRun>();
  hub.subscribe(null, (conversationId, _seq, event) => {
    if (event.type !== 'run.ended') return;
    const { end, error } = event;
    ends.delete(conversationId);
    ends.set(conversationId, error ? { end, error } : { end });
    if (ends.size > maxEnds) ends.delete(ends.keys().next().value ?? '');
  });
  const access = createApiAccess({ dataDir, disk, clock });
  const operations: RunOperation = createOperations({
    ...{ store, hub, chat, search, approvals },
    mask: redactor.outgoing,
    lastEnd: (conversationId) => ends.get(conversationId) ?? null,
  });
  return {
    access,
    operations,
    ...{ hub, version, disk, dataDir, clock, log, readOnly, chatDeps },
    mask: redactor.outgoing,
    /** The app that runs on this data; null: none, or its API is not used. */
    running: (): Promise<RunningApi | null> => readApiServerFile(disk, dataDir),
  };
}
