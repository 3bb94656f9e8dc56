// Makes backups to the folder of the settings: daily, weekly or on quit; and, before a new version of the app has changed anything, a
// copy of the data. Runs while a window's host runs.

import { join } from 'node:path';
import { z } from 'zod';
import { errorSentence, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData, type UserText } from '../../../shared/core/sentence.ts';
import type { BackupReport } from '../../../shared/features/backup/backup.ts';
import type { BackupInfo, LastRun } from '../../../shared/features/backup/methods.ts';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Keychain } from '../../ports/keychain.ts';
import { readDataFormat, writeDataFormat } from '../../stores/dataFormat.ts';
import { atomicWrite, makeFolder } from '../../stores/files/atomicWrite.ts';
import { type Disk, listNames, readWholeFile } from '../../stores/files/disk.ts';
import { measureTree } from '../../stores/files/treeSize.ts';
import type { Backups } from './backups.ts';

export interface Schedule {
  info(): Promise<BackupInfo>;
  /** The next backup in the folder of the settings. */
  run(): Promise<Result<BackupReport>>;
  setPassphrase(passphrase: string | null): Promise<Result<BackupInfo>>;
  /** Starts watching the time. */
  start(): void;
  /** Makes the backup that is due on quit, within `ms`; what was not finished is made after the next start. */
  close(ms: number): Promise<void>;
  onChange: (info: BackupInfo) => void;
}

export interface ScheduleDeps {
  backups: Backups;
  disk: Disk;
  dataDir: string;
  version: string;
  clock: Clock;
  keychain: Pick<Keychain, 'get' | 'set' | 'remove' | 'locate'>;
  readSettings(): Promise<Settings>;
  notice(message: UserText): void;
}

const account = 'backup-passphrase';
/** Milliseconds: the first look comes after the first view, and later ones now and then. */
const firstLookMs = 20_000;
const lookMs = 10 * 60_000;
const day = 24 * 60 * 60_000;
const intervals = { daily: day, weekly: 7 * day } as const;
/** A copy before a new version costs at most this much space. */
const maxCopyBytes = 2 * 1024 ** 3;
const copiesFolder = 'backups';

const stateSchema = z.looseObject({
  /** ISO time of the last backup that was made. */
  madeAt: z.string().nullable().catch(null),
  /** One is due, whatever the time. */
  due: z.boolean().catch(false),
  last: z.custom<LastRun | null>().catch(null),
});

type State = z.infer<typeof stateSchema>;

export function createSchedule(deps: ScheduleDeps): Schedule {
  const { backups, disk, dataDir, version, clock, keychain, readSettings, notice } = deps;
  const folder = join(dataDir, copiesFolder);
  const stopped = new AbortController();
  let isStarted = false;
  let progress: number | null = null;
  /** Without its progress, so that a report of progress reads no file and no keychain. */
  let lastInfo: Omit<BackupInfo, 'progress'> | null = null;
  /** The last failure in a notice; the same one is not reported again. */
  let reportedFailure: string | null = null;

  backups.onProgress = (bytes) => {
    progress = bytes;
    if (lastInfo !== null) schedule.onChange({ ...lastInfo, progress });
    else void info().then((now) => schedule.onChange(now));
  };

  async function readState(): Promise<State> {
    const read = await readWholeFile(disk, join(folder, 'schedule.json'));
    try {
      return stateSchema.parse(read.kind === 'content' ? JSON.parse(read.bytes.toString('utf8')) : {});
    } catch {
      return stateSchema.parse({});
    }
  }

  async function writeState(change: Partial<State>): Promise<void> {
    const next = { ...(await readState()), ...change };
    try {
      await makeFolder(disk, folder);
      await atomicWrite(disk, join(folder, 'schedule.json'), JSON.stringify(next));
    } catch {
      // The next look comes to the same conclusion.
    }
  }

  async function info(): Promise<BackupInfo> {
    lastInfo = { last: (await readState()).last, passphrase: await keychain.locate(account) };
    return { ...lastInfo, progress };
  }

  async function request(backup: Settings['backup']): Promise<Result<Parameters<Backups['make']>[0]>> {
    const to = { folder: backup.folder, keep: backup.keep };
    if (!backup.encrypted) return ok({ to, encryptFor: { recipients: backup.recipients } });
    const passphrase = await keychain.get(account);
    if (!passphrase.ok) return passphrase;
    if (passphrase.value === null) {
      return fail(
        'SETTINGS_INVALID',
        say`The passphrase for backups is no longer there. Enter it again in the settings, under Data.`,
      );
    }
    return ok({ to, encryptFor: { passphrase: passphrase.value } });
  }

  async function run(): Promise<Result<BackupReport>> {
    const { backup } = await readSettings();
    if (backup.folder === '') return fail('SETTINGS_INVALID', say`Choose a folder for backups first.`);
    const prepared = await request(backup);
    const made = prepared.ok ? await backups.make(prepared.value) : prepared;
    if (!made.ok && (made.error.code === 'CANCELLED' || made.error.code === 'DATA_FOLDER_BUSY')) return made;
    const at = clock.now().toISOString();
    if (made.ok) {
      const { file, bytes, isIncrement, leftOutCount } = made.value;
      reportedFailure = null;
      await writeState({
        madeAt: at,
        due: false,
        last: { at, made: { file, bytes, isIncrement, leftOutCount }, error: null },
      });
    } else {
      await writeState({ last: { at, made: null, error: toUserTextData(errorSentence(made.error)) } });
    }
    schedule.onChange(await info());
    return made;
  }

  async function isDue(): Promise<boolean> {
    const { every, folder: to } = (await readSettings()).backup;
    if (every === 'off' || to === '') return false;
    const { madeAt, due } = await readState();
    if (due || madeAt === null) return true;
    if (every === 'quit') return false;
    const since = clock.now().getTime() - Date.parse(madeAt);
    // Also after the clock was set back.
    return !(since >= 0 && since < intervals[every]);
  }

  async function look(): Promise<void> {
    if (!(await isDue())) return;
    const made = await run();
    if (made.ok || made.error.code === 'CANCELLED' || made.error.message === reportedFailure) return;
    reportedFailure = made.error.message;
    notice(say`The scheduled backup was not made: ${errorSentence(made.error)} It is tried again every ten minutes.`);
  }

  /** Before this version changes anything: what an update could break can then be restored. */
  async function keepCopy(): Promise<void> {
    const before = await readDataFormat(disk, dataDir);
    if (before.version === version) return;
    if (before.version !== null && (await listNames(disk, join(dataDir, 'projects'))).length > 0) {
      const { bytes } = await measureTree(disk, join(dataDir, 'projects'));
      if (bytes > maxCopyBytes) {
        notice(
          say`This is the first start of version ${version}. Your data is too large for a copy of its own (${megabytes(bytes)} MB); make a backup in the settings, under Data.`,
        );
      } else {
        await makeFolder(disk, folder);
        const made = await backups.make({ to: { folder, keep: 2 }, encryptFor: {} });
        if (!made.ok) return;
        if (made.value.file !== null) {
          notice(
            say`This is the first start of version ${version}. A copy of your data is in ${made.value.file} (${megabytes(made.value.bytes)} MB).`,
          );
        }
      }
    }
    await writeDataFormat(disk, dataDir, version).catch(() => {});
  }

  async function watch(): Promise<void> {
    const { signal } = stopped;
    await keepCopy().catch(() => {});
    await clock.wait(firstLookMs, signal);
    while (!signal.aborted) {
      await look().catch(() => {});
      await clock.wait(lookMs, signal);
    }
  }

  const schedule: Schedule = {
    onChange: () => {},
    info,
    run,
    async setPassphrase(passphrase) {
      const done = passphrase === null ? await keychain.remove(account) : await keychain.set(account, passphrase);
      return done.ok ? ok(await info()) : done;
    },
    start() {
      isStarted = true;
      void watch();
    },
    async close(ms) {
      stopped.abort();
      if (!isStarted) return;
      const { every, folder: to } = (await readSettings()).backup;
      if (every !== 'quit' || to === '') return;
      await writeState({ due: true });
      const late = new AbortController();
      await Promise.race([run(), clock.wait(ms, late.signal)]);
      late.abort();
      backups.cancel();
    },
  };
  return schedule;
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0);
}
