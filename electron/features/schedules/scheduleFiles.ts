// schedules/<id>.json: one schedule each, which the user may edit by hand. A file that is not valid runs nothing and is reported.

import { join } from 'node:path';
import { errorSentence, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { type ScheduleFile, scheduleSchema } from '../../../shared/features/schedules/schedule.ts';
import { atomicWrite, makeFolder } from '../../stores/files/atomicWrite.ts';
import { type Disk, diskReason, isNotFoundError, listNames, readWholeFile } from '../../stores/files/disk.ts';
import { logPath } from './runLog.ts';
import { checkPattern } from './times.ts';

export interface ScheduleEntry {
  id: string;
  /** Null: it is not valid, for the reason in `problem`. */
  schedule: ScheduleFile | null;
  problem: UserText | null;
}

export interface ScheduleFiles {
  folder: string;
  /** By name. Empty if the folder cannot be read. */
  list(): Promise<ScheduleEntry[]>;
  read(id: string): Promise<Result<ScheduleFile>>;
  write(id: string, schedule: ScheduleFile): Promise<Result<void>>;
  /** With its history. The conversations of its runs stay. */
  remove(id: string): Promise<Result<void>>;
}

const maxFileBytes = 512 * 1024;

export function createScheduleFiles(dataDir: string, disk: Disk): ScheduleFiles {
  const folder = join(dataDir, 'schedules');
  const pathOf = (id: string): string => join(folder, `${id}.json`);

  async function readOne(id: string): Promise<ScheduleEntry | null> {
    const read = await readWholeFile(disk, pathOf(id));
    if (read.kind === 'absent') return null;
    const problem = (why: UserText): ScheduleEntry => ({ id, schedule: null, problem: why });
    if (read.kind === 'unreadable') return problem(say`${id}.json could not be read: ${read.reason}.`);
    if (read.bytes.length > maxFileBytes) return problem(say`${id}.json is too large.`);
    let value: unknown;
    try {
      value = JSON.parse(read.bytes.toString('utf8'));
    } catch {
      return problem(say`${id}.json is not valid JSON.`);
    }
    const parsed = scheduleSchema.safeParse(value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return problem(say`${id}.json: the field “${issue?.path.join('.') ?? ''}” is not valid.`);
    }
    const { trigger } = parsed.data;
    const checked = trigger.type === 'time' ? checkPattern(trigger) : ok(undefined);
    return checked.ok ? { id, schedule: parsed.data, problem: null } : problem(errorSentence(checked.error));
  }

  return {
    folder,
    async list() {
      const names = await listNames(disk, folder).catch(() => []);
      const ids = names.flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []).filter(isSafeId);
      const all = await Promise.all(ids.map(readOne));
      const label = ({ id, schedule }: ScheduleEntry): string => schedule?.name ?? id;
      return all.flatMap((one) => one ?? []).sort((one, other) => label(one).localeCompare(label(other), 'en'));
    },
    async read(id) {
      const read = isSafeId(id) ? await readOne(id) : null;
      if (read === null) return fail('SETTINGS_INVALID', say`This schedule no longer exists.`);
      return read.schedule === null ? fail('SETTINGS_INVALID', read.problem ?? id) : ok(read.schedule);
    },
    async write(id, schedule) {
      try {
        await makeFolder(disk, folder, dataDir);
        await atomicWrite(disk, pathOf(id), `${JSON.stringify(schedule, null, 2)}\n`);
        return ok(undefined);
      } catch (thrown) {
        return fail('STORE_WRITE_FAILED', say`The schedule was not saved: ${diskReason(thrown)}.`);
      }
    },
    async remove(id) {
      try {
        // First, so that nothing runs of it any more.
        await disk.unlink(pathOf(id));
        await disk.unlink(logPath(folder, id)).catch(() => {});
        return ok(undefined);
      } catch (thrown) {
        if (isNotFoundError(thrown)) return fail('SETTINGS_INVALID', say`This schedule no longer exists.`);
        return fail('STORE_WRITE_FAILED', say`The schedule was not removed: ${diskReason(thrown)}.`);
      }
    },
  };
}
