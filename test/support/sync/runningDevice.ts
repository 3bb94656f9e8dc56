// A machine with an open window, on which conversations run. Nothing happens on its own: its timers wait for the test.

import { onTestFinished } from 'vitest';
import type { SyncEngineOptions } from '../../../electron/features/sync/engine/engine.ts';
import type { LocalRuns } from '../../../electron/features/sync/engine/handover.ts';
import type { RemoteStore } from '../../../electron/features/sync/remote/remoteStore.ts';
import type { Sealer } from '../../../electron/features/sync/seal/sealer.ts';
import type { Clock } from '../../../electron/ports/clock.ts';
import { asNew, userMessage } from '../messageBuilder.ts';
import { okValue } from '../result.ts';
import { openDevice, type SyncDevice, shiftedClock } from './syncDevice.ts';

export interface RunningDevice {
  device: SyncDevice;
  /** A second later with each look at it. */
  clock: Clock;
  /** Runs that were ended for another machine. */
  ended: readonly string[];
  /** Stores a message and starts a run with it. */
  start(conversationId: string, run: string): Promise<void>;
  finish(conversationId: string): void;
  append(conversationId: string, text: string): Promise<void>;
  /** A whole pass, what follows from it, and the upload of that. Returns its errors. */
  sync(): Promise<void>;
  /** The pending look at the store, as soon as its time comes. */
  look(): Promise<void>;
  /** Milliseconds until the next look. */
  pause(): number | undefined;
  /** So long that a machine that was asked should have answered. */
  waitInVain(): void;
  /** State and machine of what runs elsewhere, as last reported. */
  states(): string[];
  /** Ends in the middle of everything, and starts again from its disk. */
  restart(remote: RemoteStore): Promise<void>;
}

const settleMs = 1_000;
const answerMs = 25_000;

export async function openRunningDevice(
  name: string,
  remote: RemoteStore,
  options: {
    sealer?: Sealer;
    dataDir?: string;
    endsRun?: () => Promise<void>;
    engine?: Partial<SyncEngineOptions>;
  } = {},
): Promise<RunningDevice> {
  const going = new Map<string, string>();
  const ended: string[] = [];
  const listeners = new Set<() => void>();
  const timers = new Map<number, { work: () => void; ms: number }>();
  let ending: Promise<void> = Promise.resolve();
  let lastTimer = 0;
  let visible: string[] = [];
  const changed = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const append = async (conversationId: string, text: string): Promise<void> => {
    okValue(await device.store.appendConversationMessage(conversationId, asNew(userMessage(text))));
  };
  const endRun = async (conversationId: string, run: string): Promise<void> => {
    await options.endsRun?.();
    await append(conversationId, `cut ${run}`);
    ended.push(run);
    going.delete(conversationId);
    changed();
  };
  const runs: LocalRuns = {
    list: () => going,
    end(conversationId, run) {
      ending = endRun(conversationId, run);
      return ending;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const engine: Partial<SyncEngineOptions> = {
    ...options.engine,
    runs,
    nameOf: async (id: string) => `the ${id}`,
    runsChanged() {
      visible = device.engine.runs
        .list()
        .map(({ name: of, state, fromHere }) => `${state} on ${of}${fromHere ? ', from here' : ''}`);
    },
    timers: {
      set(work: () => void, ms: number) {
        timers.set(++lastTimer, { work, ms });
        return lastTimer;
      },
      clear: (timer: unknown) => void timers.delete(timer as number),
    },
  };
  const clock = shiftedClock(0);
  const { sealer, dataDir } = options;
  const device = openDevice(name, remote, { engine, clock, ...(sealer && { sealer }), ...(dataDir && { dataDir }) });
  onTestFinished(() => device.engine.stop());

  function fire(isDue: (ms: number) => boolean): void {
    for (const [id, { work, ms }] of [...timers]) {
      if (!isDue(ms)) continue;
      timers.delete(id);
      work();
    }
  }
  const isLook = (ms: number): boolean => ms !== settleMs && ms !== answerMs;

  async function sync(): Promise<void> {
    okValue(await device.engine.syncNow());
    await ending.catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    fire((ms) => ms === settleMs);
    // The upload asks for the limits first.
    await new Promise((resolve) => setImmediate(resolve));
    okValue(await device.engine.syncNow());
  }

  function next(): Promise<void> {
    return new Promise((resolve) => {
      const end = device.engine.onStatus(({ state }) => {
        if (state === 'syncing') return;
        end();
        resolve();
      });
    });
  }

  device.engine.start();
  await sync();
  return {
    ...{ device, clock, ended, append, sync },
    async start(conversationId, run) {
      going.set(conversationId, run);
      await append(conversationId, `question of ${run}`);
      changed();
    },
    finish(conversationId) {
      going.delete(conversationId);
      changed();
    },
    async look() {
      const done = next();
      fire(isLook);
      await done;
      await ending.catch(() => {});
      await new Promise((resolve) => setImmediate(resolve));
    },
    pause: () => [...timers.values()].map(({ ms }) => ms).findLast(isLook),
    waitInVain: () => fire((ms) => ms === answerMs),
    states: () => visible,
    async restart(connection) {
      timers.clear();
      going.clear();
      visible = [];
      ending = Promise.resolve();
      await device.restart(connection);
      device.engine.start();
      await sync();
    },
  };
}
