// Looks at what starts runs other than times: files, the output of a command, a pull request. What was seen is recorded together with
// the run that it starts, so a change starts one run, also after a restart.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say, type UserText } from '../../../../shared/core/sentence.ts';
import type { ScheduleFile, Trigger } from '../../../../shared/features/schedules/schedule.ts';
import type { Environment } from '../../../lib/environment.ts';
import { contentHash } from '../../../lib/ids.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type HookProcessDeps, runHookProcess } from '../../hooks/hookProcess.ts';
import type { ScheduleEngine } from '../engine.ts';
import { changedPaths, type FileStamps, stampFiles } from './changedFiles.ts';
import { viewPullRequest } from './pullRequest.ts';

export interface LookDeps extends HookProcessDeps {
  clock: Clock;
  environment: Environment;
}

/** The result of a look: the state to compare, and a description of a change for the model. */
interface Sight {
  state: string;
  about: string;
}

interface Watched {
  /** Identifies trigger and folder: with others, nothing was seen yet. */
  key: string;
  waitUntil: number;
  stamps: FileStamps | null;
  /** Seen once and not yet settled. */
  unsettled: string | null;
  /** Its runs up to the last recorded look. */
  starts: number;
  reported: string | null;
}

const commandMs = 60_000;
/** Large folders are looked at less often: a look takes a twentieth of the time at most. */
const restFactor = 20;
const maxAboutCharacters = 60_000;
const maxListedPaths = 200;

export interface Looks {
  look(each: { id: string; schedule: ScheduleFile }, engine: ScheduleEngine): Promise<void>;
}

export function createLooks(deps: LookDeps, notice: (message: UserText) => void, signal: AbortSignal): Looks {
  const watched = new Map<string, Watched>();

  async function sightOf(trigger: Trigger, folder: string | null, each: Watched): Promise<Result<Sight> | null> {
    if (trigger.type === 'files' && folder !== null) return ofFiles(folder, trigger.globs, each);
    if (trigger.type === 'command') return ofCommand(deps, trigger.command, folder, signal);
    if (trigger.type !== 'pullRequest' || folder === null) return null;
    return viewPullRequest(trigger, folder, deps.environment, signal);
  }

  return {
    async look({ id, schedule }, engine) {
      const { trigger, folder } = schedule;
      if (trigger.type === 'time' || trigger.type === 'webhook') return;
      const key = contentHash(Buffer.from(JSON.stringify([trigger, folder]))).slice(0, 16);
      const earlier = watched.get(id);
      const each: Watched =
        earlier?.key === key
          ? earlier
          : { key, waitUntil: -Infinity, stamps: null, unsettled: null, starts: engine.starts(id), reported: null };
      watched.set(id, each);
      if (engine.isRunning(id)) {
        // Looked at as soon as it ends, so that little else passes for a change by the run.
        each.waitUntil = -Infinity;
        return;
      }
      const began = deps.clock.elapsed();
      if (began < each.waitUntil) return;
      const starts = engine.starts(id);
      const sight = await sightOf(trigger, folder, each);
      const ended = deps.clock.elapsed();
      const interval = 'everyMinutes' in trigger ? trigger.everyMinutes * 60_000 : restFactor * (ended - began);
      each.waitUntil = began + interval;
      // A run that began meanwhile may have changed what was seen.
      if (sight === null || signal.aborted || engine.starts(id) !== starts) return;
      if (!sight.ok) {
        // Reported once, and looked at again: the program or the network may come back.
        if (each.reported !== sight.error.message)
          notice(say`The schedule “${schedule.name}” cannot look: ${sight.error}`);
        each.reported = sight.error.message;
        return;
      }
      each.reported = null;
      const state = `${key} ${contentHash(Buffer.from(sight.value.state))}`;
      const before = await engine.seen(id);
      if (before === state) {
        each.starts = starts;
        each.unsettled = null;
        return;
      }
      const isNew = before?.startsWith(`${key} `) !== true;
      // Files are often written one after another: two looks must agree.
      if (trigger.type === 'files' && !isNew && each.unsettled !== state) {
        each.unsettled = state;
        return;
      }
      // Changes by its own run must not start the next one.
      const isOwn = each.starts !== starts;
      const about = sight.value.about.slice(0, maxAboutCharacters);
      const cause = isNew || isOwn ? null : { type: trigger.type, about };
      const saw = await engine.see(id, state, cause);
      if (!saw.ok) return;
      each.starts = starts;
      each.unsettled = null;
      if (trigger.type === 'files' && folder !== null) each.stamps = await stampFiles(folder, trigger.globs);
    },
  };
}

async function ofFiles(folder: string, globs: readonly string[], each: Watched): Promise<Result<Sight>> {
  const stamps = await stampFiles(folder, globs);
  if (stamps === null) return fail('NOT_SUPPORTED', say`The folder ${folder} cannot be read.`);
  const before = each.stamps;
  each.stamps ??= stamps;
  const changed = before === null ? [] : changedPaths(before, stamps);
  const rest = changed.length > maxListedPaths ? `\n… and ${changed.length - maxListedPaths} more` : '';
  const listed = `${changed.slice(0, maxListedPaths).join('\n')}${rest}`;
  return ok({
    state: JSON.stringify([...stamps].sort(([one], [other]) => (one < other ? -1 : 1))),
    about: changed.length === 0 ? 'Files changed while the schedules were not running.' : listed,
  });
}

/** In the sandbox, where it may change nothing and reach no network. */
async function ofCommand(
  deps: LookDeps,
  command: string,
  folder: string | null,
  signal: AbortSignal,
): Promise<Result<Sight>> {
  const status = await deps.sandbox.status(folder ?? undefined);
  if (!status.available) {
    return fail('NOT_SUPPORTED', say`Its command runs only in a sandbox, and none is available. ${status.reason}`);
  }
  const ended = await runHookProcess(deps, {
    command,
    cwd: folder ?? '/',
    folder,
    conversationId: 'schedules',
    input: '',
    timeoutMs: commandMs,
    boundary: 'readOnly',
    signal,
  });
  if (!ended.ok) return ended;
  const { exitCode, output, reason } = ended.value;
  if (reason !== 'exit') return fail('NOT_SUPPORTED', say`The command did not end within ${commandMs / 1000} seconds.`);
  return ok({ state: `${exitCode}\n${output}`, about: `Exit code ${exitCode}\n\n${output}` });
}
