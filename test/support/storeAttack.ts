// Attacks a store at every call it makes to its disk: a crash before it and halfway through it, a power loss, an error,
// and the same again during recovery. Examines the remaining data each time; returns the problems as sentences.

import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Disk } from '../../electron/stores/files/disk.ts';
import { type DiskState, isUnsynced, treeOf } from './diskModel.ts';
import { durableImage, powerLossImages } from './powerLoss.ts';
import { createSimulatedDisk, type SimulatedCall, type SimulatedDisk, type SimulatedFault } from './simulatedDisk.ts';
import { createActor, type StoreActor } from './storeActor.ts';
import { type Ledger, ledgerAt, refusalsOf, standOf } from './storeLedger.ts';
import type { Prepared } from './storeScenarios.ts';
import { demand, examine, examineConversation, type Tally } from './survivor.ts';
import { systemError } from './systemError.ts';
import { testRun, volume } from './volume.ts';

export interface AttackOptions {
  seed: number;
  /** All faults at every call, instead of a selection by the seed. */
  long: boolean;
  /** One in this many moments is attacked, chosen by the seed. */
  every: number;
  /** Wraps the store's disk: for deliberately broken stores. */
  between?: (disk: SimulatedDisk) => Disk;
}

export interface AttackCount extends Tally {
  crashPoints: number;
  powerLosses: number;
  errors: number;
  recoveries: number;
}

export interface AttackReport {
  count: AttackCount;
  findings: string[];
}

/** How hard this run attacks; THROUGHLINE_SEED selects the moments. */
export function attackOptions(): AttackOptions {
  const seed = Number(process.env.THROUGHLINE_SEED ?? 1);
  return { seed, long: testRun === 'long', every: volume({ short: 36, all: 9, long: 1 }) };
}

/** `found`: the number of findings. */
export function countLine(count: AttackCount, found: number, { seed, long, every }: AttackOptions): string {
  return (
    `${count.crashPoints} crash points, ${count.powerLosses} losses of power, ${count.recoveries} faults in recovery, ` +
    `${count.errors} errors; ${count.files} files and ${count.records} records looked at, ${found === 0 ? 'none lost' : `${found} findings`} ` +
    `(seed ${seed}, ${long ? 'all faults' : `one moment of ${every}`})`
  );
}

export const noCount = (): AttackCount => ({
  crashPoints: 0,
  powerLosses: 0,
  errors: 0,
  recoveries: 0,
  files: 0,
  records: 0,
});

const enoughFindings = 5;
const errorCodes = ['ENOSPC', 'EFBIG', 'EACCES', 'EROFS', 'EMFILE', 'EIO'];

interface Moment {
  /** The number of calls before it. */
  number: number;
  /** The call about to be made. */
  call: string;
  state: DiskState;
  half: DiskState | null;
  /** Two moments with the same key are indistinguishable afterwards. */
  key: string;
}

export function createAttack(options: AttackOptions) {
  const { seed, long, every, between = (disk: SimulatedDisk): Disk => disk } = options;
  const count = noCount();
  const findings: string[] = [];
  let shuffled = seed;

  async function trying(what: string, attempt: () => Promise<void>): Promise<void> {
    if (findings.length >= enoughFindings) return;
    try {
      await attempt();
    } catch (thrown) {
      findings.push(`${what}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    }
  }

  /** Records the disk at each call of an undisturbed run. */
  async function record({
    dataDir,
    state,
    ledger: before,
    act,
  }: Prepared): Promise<{ moments: Moment[]; ledger: Ledger }> {
    const disk = createSimulatedDisk(state);
    const ledger = ledgerAt(before, -1);
    const moments: Moment[] = [];
    const note = (call: SimulatedCall | null): void => {
      const number = call ? call.number - 1 : disk.calls;
      const key = `${disk.version} ${standOf(ledgerAt(ledger, number))}`;
      const name = call ? `${call.name} ${call.path.slice(dataDir.length)}` : 'the end';
      moments.push({ number, call: name, state: disk.state, half: call?.half?.() ?? null, key });
    };
    disk.onCall = (call) => {
      note(call);
      return null;
    };
    const actor = createActor({ dataDir, disk: between(disk), ledger, now: () => disk.calls });
    await act(actor, between(disk));
    disk.onCall = () => null;
    note(null);
    await actor.close();
    forgetIndex(dataDir);
    return { moments, ledger };
  }

  async function examineImage(dataDir: string, state: DiskState, ledger: Ledger): Promise<void> {
    forgetIndex(dataDir);
    const disk = createSimulatedDisk(state);
    const expected = ledgerAt(ledger, Number.MAX_SAFE_INTEGER);
    await examine({ dataDir, disk: between(disk), files: () => treeOf(disk.state) }, expected, count);
    // Then the power fails: data acknowledged after the fault is as safe as earlier data.
    const dark = createSimulatedDisk(durableImage(disk.state));
    if (hashOf(dark.state) === hashOf(disk.state)) return;
    forgetIndex(dataDir);
    const actor = createActor({ dataDir, disk: dark, ledger: expected, now: () => 0 });
    try {
      for (const conversation of expected.conversations) {
        await examineConversation(actor.store, { dataDir, files: () => treeOf(dark.state) }, conversation, count);
      }
    } catch (thrown) {
      throw new Error(`and a loss of power after it has gone on: ${(thrown as Error).message}`);
    } finally {
      await actor.close();
      forgetIndex(dataDir);
    }
  }

  /** Moments that leave the same disk are examined once. */
  function differing(moments: readonly Moment[]): Moment[] {
    const seen = new Set<string>();
    return moments.filter(({ key }) => !seen.has(key) && seen.add(key));
  }

  const chosen = <T>(all: readonly T[]): T[] => all.filter((_, at) => (at + seed) % every === 0);

  async function crashes(prepared: Prepared): Promise<void> {
    const { moments, ledger } = await record(prepared);
    for (const { number, call, state } of chosen(differing(moments))) {
      count.crashPoints++;
      const expected = ledgerAt(ledger, number);
      await trying(`a crash before call ${number + 1} (${call})`, () =>
        examineImage(prepared.dataDir, state, expected),
      );
    }
    for (const { number, call, half } of chosen(moments.filter((moment) => moment.half))) {
      if (!half) continue;
      count.crashPoints++;
      const expected = ledgerAt(ledger, number);
      await trying(`a crash half-way through call ${number + 1} (${call})`, () =>
        examineImage(prepared.dataDir, half, expected),
      );
    }
  }

  async function powerLosses(prepared: Prepared): Promise<void> {
    const samples = long ? 24 : 4;
    const { moments, ledger } = await record(prepared);
    const seen = new Set<string>();
    for (const { number, call, state, half } of chosen(differing(moments))) {
      const expected = ledgerAt(ledger, number);
      for (const [at, from] of [state, half].entries()) {
        if (!from || (at === 0 && !isUnsynced(from) && number > 0)) continue;
        for (const image of powerLossImages(from, shuffled++, samples)) {
          const key = `${hashOf(image)} ${standOf(expected)}`;
          if (seen.has(key)) continue;
          seen.add(key);
          count.powerLosses++;
          const what = `a loss of power ${at === 0 ? 'before' : 'half-way through'} call ${number + 1} (${call})`;
          await trying(what, () => examineImage(prepared.dataDir, image, expected));
        }
      }
    }
  }

  /** A second fault during recovery from the first. */
  async function recoveries(prepared: Prepared): Promise<void> {
    const { moments, ledger } = await record(prepared);
    const first = differing(moments).flatMap(({ number, state, half }) => {
      const expected = ledgerAt(ledger, number);
      const lost = powerLossImages(state, shuffled++, 1).slice(-1);
      return [state, ...(half ? [half] : []), ...lost].map((image) => ({ image, expected, number }));
    });
    const step = long ? 1 : Math.max(1, Math.ceil(first.length / 3));
    for (let at = seed % step; at < first.length; at += step) {
      const { image, expected, number } = first[at] as (typeof first)[number];
      const again: Prepared = { dataDir: prepared.dataDir, state: image, ledger: expected, act: goOn };
      const second = await record(again);
      const seen = new Set<string>();
      for (const moment of differing(second.moments)) {
        const then = ledgerAt(second.ledger, moment.number);
        const lost = powerLossImages(moment.state, shuffled++, 1).slice(-1);
        for (const left of [moment.state, ...(moment.half ? [moment.half] : []), ...lost]) {
          const key = `${hashOf(left)} ${standOf(then)}`;
          if (seen.has(key)) continue;
          seen.add(key);
          count.recoveries++;
          const what = `a fault at call ${number + 1}, and again in recovery at call ${moment.number + 1} (${moment.call})`;
          await trying(what, () => examineImage(prepared.dataDir, left, then));
        }
      }
    }
  }

  async function errors(prepared: Prepared): Promise<void> {
    const { moments } = await record(prepared);
    for (let number = 1; number < moments.length; number++) {
      if ((number + seed) % every !== 0) continue;
      // Each kind of error gets its turn, whatever part is attacked.
      const turn = Math.floor((number + seed) / every);
      const call = moments[number - 1]?.call ?? '';
      const codes = long ? errorCodes : [errorCodes[turn % errorCodes.length] as string];
      const isLastingTurn = turn % 2 === 0;
      // A sync that fails once is the fault that most stores handle wrongly, so it is always included.
      for (const code of long || !isLastingTurn || call.includes('sync') ? codes : []) {
        await oneError(prepared, `${code} at call ${number} (${call})`, code, (at) =>
          at.number === number ? { error: systemError(code), half: turn % 2 === 0 } : null,
        );
      }
      const lasting = codes.at(-1) as string;
      if (long || isLastingTurn)
        await oneError(
          prepared,
          `${lasting} from call ${number} on (${call})`,
          lasting,
          (at) => (at.number >= number ? { error: systemError(lasting), half: at.number === number } : null),
          true,
        );
      if (!call.startsWith('write')) continue;
      await oneError(prepared, `half of call ${number} is taken (${call})`, '', (at) =>
        at.number === number ? { short: true } : null,
      );
    }
  }

  async function oneError(
    prepared: Prepared,
    what: string,
    code: string,
    fault: (call: SimulatedCall) => SimulatedFault,
    isLasting = false,
  ): Promise<void> {
    count.errors++;
    const { dataDir } = prepared;
    const disk = createSimulatedDisk(prepared.state);
    const ledger = ledgerAt(prepared.ledger, -1);
    const actor = createActor({ dataDir, disk: between(disk), ledger, now: () => disk.calls });
    let struck = false;
    disk.onCall = (call) => {
      const now = fault(call);
      struck ||= now !== null;
      return now;
    };
    await trying(what, async () => {
      try {
        await prepared.act(actor, between(disk));
        disk.onCall = () => null;
        if (code === '') demand(refusalsOf(ledger).length === 0, `refused: ${refusalsOf(ledger)}`);
        for (const refusal of refusalsOf(ledger)) {
          demand(!refusal.startsWith('threw'), `the port ${refusal}`);
          demand(struck && refusal.includes(code), `the reason is not told: ${refusal}`);
        }
        if (!actor.isClosed) await sameStoreGoesOn(actor, dataDir, disk, isLasting);
      } finally {
        disk.onCall = () => null;
        await actor.close();
      }
      await examineImage(dataDir, disk.state, ledger);
      const durable = durableImage(disk.state);
      if (hashOf(durable) !== hashOf(disk.state)) await examineImage(dataDir, durable, ledger);
    });
    forgetIndex(dataDir);
  }

  /** The fault is over: this store shows what it acknowledged, and works again. */
  async function sameStoreGoesOn(
    actor: StoreActor,
    dataDir: string,
    disk: SimulatedDisk,
    isLasting: boolean,
  ): Promise<void> {
    for (const conversation of actor.ledger.conversations) {
      const shown = await examineConversation(
        actor.store,
        { dataDir, files: () => treeOf(disk.state) },
        conversation,
        count,
      );
      if (!shown) continue;
      const acknowledged = conversation.messages.filter(({ stored }) => stored !== null).length;
      // While nothing can be read, a store cannot know the result of its last write.
      const isExact = shown.messages.length === acknowledged;
      demand(isExact || isLasting, 'the same store shows a message that it refused');
      await actor.append(conversation, {
        role: 'user',
        content: `once more ${conversation.messages.length} after a fault`,
      });
      demand(conversation.messages.at(-1)?.stored, `a later save fails: ${conversation.messages.at(-1)?.refusal}`);
      await examineConversation(actor.store, { dataDir, files: () => treeOf(disk.state) }, conversation, count);
    }
  }

  return { crashes, powerLosses, recoveries, errors, report: (): AttackReport => ({ count, findings }) };
}

async function goOn(actor: StoreActor): Promise<void> {
  for (const conversation of actor.ledger.conversations) {
    await actor.append(conversation, { role: 'user', content: `in recovery ${conversation.messages.length} of it` });
  }
}

function hashOf(state: DiskState): string {
  const hash = createHash('sha1');
  for (const [path, bytes] of [...treeOf(state)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash
      .update(path)
      .update('\0')
      .update(bytes ?? 'a folder')
      .update('\0');
  }
  return hash.digest('hex');
}

/** It is on the real disk and reflects the last attempt's disk; it is derived, and rebuilt. */
function forgetIndex(dataDir: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `index.db${end}`), { force: true });
}
