// Several processes of one machine: what a command runs is shown elsewhere like a run of the window, and what a killed one left is undone.

import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { decodeEntry } from '../../../electron/features/sync/engine/logEntry.ts';
import { createSyncRuns } from '../../../electron/features/sync/window/runs.ts';
import { tryLock, waitForLock } from '../../../electron/stores/locks/locks.ts';
import { say } from '../../../shared/core/sentence.ts';
import { cite } from '../../support/cite.ts';
import { okValue } from '../../support/result.ts';
import { createMemoryRemote, type MemoryRemote } from '../../support/sync/memoryRemote.ts';
import { openRunningDevice, type RunningDevice } from '../../support/sync/runningDevice.ts';
import { shiftedClock } from '../../support/sync/syncDevice.ts';
import { createTestSealer } from '../../support/sync/testSealer.ts';

async function newConversation({ device: { store } }: RunningDevice): Promise<string> {
  const project = okValue(await store.openFolderlessProject());
  return okValue(await store.createConversation(project.id)).conversationId;
}

/** A machine with a window and a command that runs something, and another machine. */
async function machines(remote: MemoryRemote = createMemoryRemote()) {
  const window = await openRunningDevice('a', remote.connect());
  const command = await openRunningDevice('a', remote.connect(), { dataDir: window.device.dataDir });
  const other = await openRunningDevice('b', remote.connect());
  return { remote, window, command, other };
}

/** The newest entry in the log of a machine. */
async function newestEntry(remote: MemoryRemote, name: string) {
  const names = [...remote.objects.keys()].filter((each) => each.includes(`/${name}/log/`)).sort();
  const last = names.at(-1) ?? '';
  const body = await createTestSealer('reader').open(name, last, remote.objects.get(last) ?? new Uint8Array());
  return decodeEntry(okValue(body));
}

test(
  cite('SYNC-10', 'what a command runs is shown next to the runs of a window, whichever of them syncs'),
  async () => {
    const { window, command, other } = await machines();
    const [first, second] = [await newConversation(window), await newConversation(window)];
    await window.start(first, 'r1');
    await command.start(second, 'r2');
    for (const process of [window, command, window]) {
      await process.sync();
      await other.sync();
      expect(other.states()).toEqual(['running on the a', 'running on the a']);
    }
    // Sync may begin again meanwhile, as after a change of its settings.
    await window.device.engine.stop();
    window.device.engine.start();
    await window.sync();
    await command.sync();
    await other.sync();
    expect(other.states()).toHaveLength(2);
    window.finish(first);
    await command.sync();
    await other.sync();
    expect(other.device.engine.runs.list().map(({ conversationId }) => conversationId)).toEqual([second]);
  },
);

test(cite('SYNC-10', 'a run of a command is taken over as one of a window: the command ends it first'), async () => {
  const { window, command, other } = await machines();
  const id = await newConversation(window);
  await command.start(id, 'r1');
  await command.sync();
  await other.sync();
  expect(other.device.engine.runs.takeOver(id)).toBe(true);
  await other.sync();
  // The window reads the request; the command learns of it all the same.
  await window.sync();
  expect(window.ended).toEqual([]);
  await command.sync();
  expect(command.ended).toEqual(['r1']);
  await other.sync();
  expect(other.states()).toEqual([]);
  expect(okValue(await other.device.store.readBranch(id)).messages.at(-1)?.content).toBe('cut r1');
});

test(cite('SYNC-10', 'runs and requests of a killed process leave the log with the next pass'), async () => {
  const { remote, window } = await machines();
  const id = await newConversation(window);
  await window.append(id, 'hello');
  const state = new DatabaseSync(`${window.device.dataDir}/sync-state.db`);
  const gone = 'sync-0123456789abcdef';
  const facts = {
    localRuns: [[id, 'r9', gone]],
    asks: [
      ['b', id, 'r8', gone],
      ['b', id, 'r7'],
    ],
  };
  for (const [name, value] of Object.entries(facts)) {
    state.prepare('INSERT OR REPLACE INTO facts VALUES (?, ?)').run(name, JSON.stringify(value));
  }
  state.close();
  await window.sync();
  const entry = await newestEntry(remote, 'a');
  expect([entry?.runs, entry?.asks]).toEqual([undefined, undefined]);
  // One that lives stays.
  const other = await openRunningDevice('b', remote.connect());
  await other.start(id, 'r1');
  await other.sync();
  const command = await openRunningDevice('a', remote.connect(), { dataDir: window.device.dataDir });
  await command.sync();
  command.device.engine.runs.takeOver(id);
  await window.sync();
  expect((await newestEntry(remote, 'a'))?.asks).toEqual([['b', id, 'r1']]);
});

test(cite('SYNC-10', 'a process that ends while it runs something tells the others at once'), async () => {
  const remote = createMemoryRemote();
  const wait = (_ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
  const clock = { ...shiftedClock(0), wait };
  const window = await openRunningDevice('a', remote.connect(), { engine: { clock } });
  const other = await openRunningDevice('b', remote.connect());
  const id = await newConversation(window);
  await window.start(id, 'r1');
  await window.sync();
  await other.sync();
  expect(other.states()).toEqual(['running on the a']);
  window.finish(id);
  await window.device.engine.finish(1_000);
  await other.sync();
  expect(other.states()).toEqual([]);
});

test(cite('SYNC-10', 'the last entry waits for the runs to end, and not for ever'), async () => {
  let publish: (id: string, seq: number, event: never) => void = () => {};
  const hub = { subscribe: (_id: null, listen: typeof publish) => (publish = listen), refresh: async () => {} };
  const runs = createSyncRuns({ hub, chat: { stop: async () => {} } } as never);
  let isOver = false;
  const clock = {
    wait: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (isOver) resolve();
        signal?.addEventListener('abort', () => resolve());
      }),
  };
  await runs.ended(clock, 800);
  publish('c1', 1, { type: 'run.started', runId: 'r1' } as never);
  const ended = runs.ended(clock, 800);
  publish('c1', 2, { type: 'run.ended' } as never);
  await ended;
  publish('c1', 3, { type: 'run.started', runId: 'r2' } as never);
  isOver = true;
  await runs.ended(clock, 800);
});

test(cite('SYNC-10', 'a process that waits for another one to sync ends at once'), async () => {
  const { window } = await machines();
  const lock = tryLock(`${window.device.dataDir}/locks`, 'sync', say`synchronizing`, new Date());
  const over = new AbortController();
  const clock = { ...shiftedClock(0), elapsed: () => 0, wait: async () => over.abort() };
  const attempt = await waitForLock(`${window.device.dataDir}/locks`, 'sync', say`waiting`, clock, 5_000, over.signal);
  expect(attempt.kind).toBe('busy');
  if (lock.kind === 'held') lock.lock.release();
});
