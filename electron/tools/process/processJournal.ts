// Tracks processes started for tools and tool servers: each is recorded before it starts, found by a marker in its
// environment, ended with all its descendants, and after a crash ended by the next run.

import { randomBytes } from 'node:crypto';
import type { Environment } from '../../lib/environment.ts';
import { processStartTime } from '../../lib/processStart.ts';
import { firstCharacters } from '../../lib/text.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ProcessJournal, ProcessPurpose, ProcessRecord, ProcessRecords } from '../../ports/processes.ts';
import { isPidInUse } from './processTable.ts';
import { endProcessTree, markerVariable } from './processTree.ts';

export interface ProcessJournalOptions {
  records: ProcessRecords;
  clock: Clock;
  /** The app's own. An app started by another app's command passes that marker on. */
  environment: Environment;
}

/** Nothing waits for leftovers, and a busy machine takes long to end a process. */
const leftoverMs = 5000;

/** Maximum recorded command line length. */
const maxNameLength = 2000;

export function createProcessJournal({ records, clock, environment }: ProcessJournalOptions): ProcessJournal {
  const outer = environment[markerVariable] ?? '';
  const appStart = processStartTime(process.pid);

  return {
    async start(purpose) {
      const marker = randomBytes(16).toString('hex');
      const owner = { pid: process.pid, startedAt: await appStart };
      const short = { ...purpose, name: firstCharacters(purpose.name, maxNameLength) };
      await records.add({ marker, owner, purpose: short, at: clock.now().toISOString() });
      let root: { pid: number; startedAt: string | null } | null = null;
      let ending: Promise<boolean> | null = null;

      async function end(graceMs: number | undefined): Promise<boolean> {
        const tree = { root, marker, isOurs: true };
        const { allEnded } = await endProcessTree(tree, clock, graceMs === undefined ? {} : { graceMs });
        if (allEnded) await records.remove(marker);
        return allEnded;
      }

      return {
        env: { [markerVariable]: outer === '' ? marker : `${outer},${marker}` },
        async started(pid) {
          // Query before awaiting anything: a short command is gone in a moment.
          const pendingStart = processStartTime(pid);
          root = { pid, startedAt: null };
          const startedAt = await pendingStart;
          root = { pid, startedAt };
          await records.started(marker, root);
          return startedAt;
        },
        end({ graceMs } = {}) {
          ending = (ending ?? Promise.resolve(false)).then((isGone) => isGone || end(graceMs));
          return ending;
        },
      };
    },

    async endLeftovers() {
      const leftovers = (await records.list()).filter(({ marker }) => !outer.split(',').includes(marker));
      const ended = await Promise.all(leftovers.map((record) => endLeftover(record, records, clock)));
      return ended.filter((purpose) => purpose !== null);
    },
  };
}

/** Null if nothing was left, its owner is alive, or it could not be ended. */
async function endLeftover(
  { marker, owner, purpose, process: root }: ProcessRecord,
  records: ProcessRecords,
  clock: Clock,
): Promise<ProcessPurpose | null> {
  if (await isAlive(owner)) return null;
  // Windows has no start times, so a reused PID cannot be told apart; leave it alone.
  const { processCount, allEnded } =
    process.platform === 'win32'
      ? { processCount: 0, allEnded: true }
      : await endProcessTree({ root: root?.startedAt ? root : null, marker, isOurs: false }, clock, {
          forcedMs: leftoverMs,
        });
  if (allEnded) await records.remove(marker);
  return allEnded && processCount > 0 ? purpose : null;
}

/** Without a start time, an owner counts as alive while any process has its PID. */
async function isAlive({ pid, startedAt }: ProcessRecord['owner']): Promise<boolean> {
  if (!isPidInUse(pid)) return false;
  const now = await processStartTime(pid);
  return startedAt === null || now === null || now === startedAt;
}

/** Records nothing; for tests and one-off checks. */
export const noRecords: ProcessRecords = {
  add: async () => {},
  started: async () => {},
  remove: async () => {},
  list: async () => [],
};
