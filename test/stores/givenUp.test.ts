// Scans of a whole log stop when nobody needs them anymore, and continue while somebody does.

import { expect, test } from 'vitest';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { faultDisk } from '../support/faultDisk.ts';
import { idAt, writeLongConversation } from '../support/longConversation.ts';
import { openStore } from '../support/openStore.ts';
import { errorOf, okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';

/** A store on a log of a few reads, the third of which waits. */
async function heldUp() {
  const { dataDir, conversationId } = writeLongConversation(tempFolder(), { messages: 5_000, textLength: 600 });
  const disk = faultDisk();
  const { store } = openStore({ dataDir, disk });
  okValue(await store.readBranch(conversationId, { tail: 1 }));
  let goOn = (): void => {};
  const wait = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let held = (): void => {};
  const isHeld = new Promise<void>((resolve) => {
    held = resolve;
  });
  let reads = 0;
  disk.onCall = ({ name, path }) => {
    if (name !== 'read' || !path.endsWith('messages.json')) return null;
    if (++reads !== 3) return null;
    held();
    return { wait };
  };
  return { store, conversationId, isHeld, goOn, reads: () => reads };
}

/** The number of reads without cancellation. */
async function readsOfAll(): Promise<number> {
  const { store, conversationId, goOn, reads } = await heldUp();
  goOn();
  okValue(await store.readForks(conversationId));
  return reads();
}

test(
  cite(
    'PERF-10',
    'canceled scans for forks or a distant page stop at once; their shared read stops with the last of them',
  ),
  async () => {
    const { store, conversationId, isHeld, goOn, reads } = await heldUp();
    const stop = [new AbortController(), new AbortController(), new AbortController()] as const;
    const forks = store.readForks(conversationId, { signal: stop[0].signal });
    const around = store.readAround(conversationId, idAt(9), 3, stop[1].signal);
    const later = store.readLater(conversationId, null, 3, { signal: stop[2].signal });
    await isHeld;
    stop[0].abort();
    expect(errorOf(await forks).code).toBe('CANCELLED');
    stop[1].abort();
    expect(errorOf(await around).code).toBe('CANCELLED');
    stop[2].abort();
    expect(errorOf(await later).code).toBe('CANCELLED');
    goOn();
    // Canceled is not failed: it restarts for the next caller, and nothing else is read in parallel.
    expect(okValue(await store.readForks(conversationId)).forks).toEqual([]);
    expect(reads()).toBe(3 + (await readsOfAll()));
    expect(okValue(await store.readAround(conversationId, idAt(9), 3)).messages).toHaveLength(3);
    expect(errorOf(await store.readForks(conversationId, { signal: AbortSignal.abort() })).code).toBe('CANCELLED');
  },
);

test(cite('PERF-10', 'a caller that still waits is answered by the read that others canceled'), async () => {
  const { store, conversationId, isHeld, goOn, reads } = await heldUp();
  const stop = new AbortController();
  const first = store.readForks(conversationId, { signal: stop.signal });
  const told: [number, number][] = [];
  const second = store.readLater(conversationId, idAt(7), 2, { onProgress: (...at) => told.push(at) });
  await isHeld;
  stop.abort();
  expect(errorOf(await first).code).toBe('CANCELLED');
  goOn();
  expect(okValue(await second).messages.map(({ id }) => id)).toEqual([idAt(8), idAt(9)]);
  for (const [done, of] of told) expect(done).toBeLessThanOrEqual(of);
  const whole = reads();
  okValue(await store.readForks(conversationId));
  // It was scanned once, for both.
  expect(reads()).toBe(whole);
});

test(cite('PERF-10', 'the window cancels a call for forks'), async () => {
  const { dataDir, conversationId } = writeLongConversation(tempFolder(), { messages: 20_000, textLength: 600 });
  const app = await startTestApp({ dataDir });
  const stop = new AbortController();
  const forks = app.client.call('conversation.forks', { conversationId }, stop.signal);
  const later = app.client.call('conversation.later', { conversationId, after: idAt(7), limit: 1 });
  stop.abort();
  expect(errorOf(await forks).code).toBe('CANCELLED');
  expect(okValue(await later).messages.map(({ id }) => id)).toEqual([idAt(8)]);
});
