// Stopping a compare whose answers are just about to begin.

import { expect, test } from 'vitest';
import { createCompareService } from '../../../electron/features/compare/compareService.ts';
import { createKeyedQueue } from '../../../electron/lib/keyedQueue.ts';
import { ok } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';

test(cite('AGENT-5', 'an answer whose run begins while the compare is being stopped is stopped too'), async () => {
  const contestants = ['a', 'b'].map((conversationId) => ({
    conversationId,
    model: { provider: 'p', model: 'm' },
    modelOptions: {},
  }));
  const compare = { id: 'c', messageId: 'u', headId: 'u', at: '', edits: false, bring: false, contestants };
  const running = new Set<string>();
  const begin = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const chat = {
    async resume(id: string) {
      asked.resolve();
      await begin.promise;
      running.add(id);
      return ok(undefined);
    },
    stop: async (id: string) => void running.delete(id),
    isRunning: (id: string) => running.has(id),
  };
  const deps = {
    tasks: createKeyedQueue(),
    hub: { compared: { note() {} } },
    store: { readBranch: async (conversationId: string) => ok({ conversationId, meta: { compares: [compare] } }) },
  };
  type Service = Parameters<typeof createCompareService>;
  const compares = createCompareService(deps as unknown as Service[0], chat as unknown as Service[1]);
  const resumed = compares.resume('parent', 'c', 'a');
  await asked.promise;
  const stopped = compares.stop('parent', 'c');
  setImmediate(begin.resolve);
  await Promise.all([resumed, stopped]);
  expect([...running]).toEqual([]);
});
