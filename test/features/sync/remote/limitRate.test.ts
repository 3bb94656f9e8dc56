// Transfers within a number of bytes per second.

import { expect, test } from 'vitest';
import { limitRate } from '../../../../electron/features/sync/remote/limitRate.ts';
import { cite } from '../../../support/cite.ts';
import { createFaultStore } from '../../../support/sync/faultStore.ts';
import { createNotingClock } from '../../../support/sync/openStore.ts';

const signal = new AbortController().signal;

test(cite('SYNC-1', 'transfers keep to the limit, in both directions, and a stop ends the wait'), async () => {
  const clock = createNotingClock(() => true);
  let limit: number | null = 10_000;
  const inner = createFaultStore();
  const store = limitRate(inner, clock, () => limit);
  await store.put('a', new Uint8Array(18_976), signal);
  expect(clock.waits).toEqual([]);
  await store.get('a', signal);
  await store.list('', { signal });
  expect(clock.waits).toEqual([2000, 2000]);
  const stopped = AbortSignal.abort();
  expect(await store.put('b', new Uint8Array(1), stopped)).toMatchObject({ error: { code: 'CANCELLED' } });
  expect(inner.objects.has('b')).toBe(false);
  limit = null;
  clock.waits.length = 0;
  await store.put('c', new Uint8Array(1_000_000), signal);
  await store.put('d', new Uint8Array(1), signal);
  expect(clock.waits).toEqual([]);
});
