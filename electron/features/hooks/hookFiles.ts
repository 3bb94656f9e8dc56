// Files of hooks: hooks.json of the data folder, a project folder's hooks, and hook-approvals.json. Reads are bounded;
// writes are atomic and never replace an unreadable file.

import { join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import type { HookOrigin } from '../../../shared/features/hooks/hook.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { Clock } from '../../ports/clock.ts';
import { createDataFolder } from '../../stores/dataFolder.ts';
import { atomicWrite, makeFolder } from '../../stores/files/atomicWrite.ts';
import { readBoundedText } from '../../stores/files/boundedText.ts';
import { type Disk, diskReason, isNotFoundError } from '../../stores/files/disk.ts';
import { createJsonFiles } from '../../stores/files/jsonFile.ts';
import { withLock } from '../../stores/locks/locks.ts';

type HookFile = { kind: 'absent' } | { kind: 'text'; text: string } | { kind: 'unreadable'; reason: UserText };

/** The user's decisions about one hook, keyed by its hash. Kept on this machine, never in a project folder. */
export interface HookConsent {
  /** ISO 8601. Absent: not approved. */
  approved?: string;
  /** Where the hook was found, so that a different hook there is reported as changed. */
  place?: string;
  /** Files that the approval covers: path to content hash. */
  files?: Readonly<Record<string, string>>;
  /** A tool has worked in the folder since the approval, so the hook may run other code now. */
  touched?: boolean;
  off?: boolean;
}

export interface HookFiles {
  path(origin: HookOrigin, folder: string | null): string;
  /** Bounded. Files of a project folder are not read through symbolic links. */
  read(origin: HookOrigin, folder: string | null): Promise<HookFile>;
  contentHash(path: string): Promise<string | null>;
  /** Edits the personal file. Serialized across processes. */
  change(edit: (text: string | null) => Result<string>): Promise<Result<void>>;
  /** Keyed by hash. An unreadable file approves nothing and is reported in `problem`. */
  readConsents(): Promise<{ consents: ReadonlyMap<string, HookConsent>; problem: UserText | null }>;
  changeConsent(hash: string, change: (before: HookConsent) => HookConsent | null): Promise<Result<void>>;
}

const personalName = 'hooks.json';
const consentsName = 'hook-approvals.json';
const maxBytes = 1024 * 1024;
/** A folder's file is untrusted and read at every call. */
const maxFolderBytes = 256 * 1024;
/** Drops the oldest, so that stale entries eventually vanish. */
const maxConsents = 2000;

const consentsSchema = z.looseObject({
  v: z.number().default(1),
  hooks: z
    .record(
      z.string(),
      z.looseObject({
        approved: z.string().exactOptional(),
        place: z.string().exactOptional(),
        off: z.boolean().exactOptional(),
        files: z.record(z.string(), z.string()).exactOptional(),
        touched: z.boolean().exactOptional(),
      }),
    )
    .default({}),
});
type ConsentsFile = z.infer<typeof consentsSchema>;

const inFolder: Readonly<Record<Exclude<HookOrigin, 'personal'>, readonly [string, string]>> = {
  project: ['.throughline', 'hooks.json'],
  claude: ['.claude', 'settings.json'],
};

export function createHookFiles(
  dataDir: string,
  { disk, clock, contentHash }: { disk: Disk; clock: Clock; contentHash: HookFiles['contentHash'] },
): HookFiles {
  const data = createDataFolder(dataDir, disk);
  const files = createJsonFiles(disk, () => clock.now());
  const queue = createKeyedQueue();
  const consentsPath = join(dataDir, consentsName);
  const personalPath = join(dataDir, personalName);
  const path = (origin: HookOrigin, folder: string | null): string =>
    origin === 'personal' ? personalPath : join(folder ?? '', ...inFolder[origin]);

  function isGone(file: string): boolean {
    try {
      return disk.statSync(file, { throwIfNoEntry: false }) === undefined;
    } catch {
      return false;
    }
  }

  async function readInFolder(origin: Exclude<HookOrigin, 'personal'>, folder: string): Promise<HookFile> {
    try {
      const root = await disk.realpath(folder);
      const [name] = inFolder[origin];
      if ((await disk.realpath(join(root, name))) !== join(root, name)) {
        return { kind: 'unreadable', reason: say`it is a symbolic link` };
      }
    } catch (thrown) {
      return isNotFoundError(thrown) ? { kind: 'absent' } : { kind: 'unreadable', reason: diskReason(thrown) };
    }
    return readBoundedText(disk, path(origin, folder), maxFolderBytes, 'refused');
  }

  async function changing<T>(name: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
    return queue.run(name, async () => {
      try {
        await makeFolder(disk, data.locks, dataDir);
      } catch (thrown) {
        return fail(
          'STORE_WRITE_FAILED',
          say`${name} could not be written: ${diskReason(thrown)}. It was left unchanged.`,
        );
      }
      const lock = { folder: data.locks, name, purpose: say`changing the hooks`, clock };
      return withLock(lock, 'DATA_FOLDER_BUSY', work);
    });
  }

  const readConsents = () =>
    files.read<ConsentsFile>(consentsPath, consentsSchema, () => consentsSchema.parse({}), consentsName);

  return {
    path,
    contentHash,

    async read(origin, folder) {
      // Usually missing and checked at every call; a stat is cheapest.
      if (isGone(path(origin, folder))) return { kind: 'absent' };
      if (origin === 'personal') return readBoundedText(disk, personalPath, maxBytes, 'followed');
      return folder === null ? { kind: 'absent' } : readInFolder(origin, folder);
    },

    change: (edit) =>
      changing(personalName, async () => {
        const before = await readBoundedText(disk, personalPath, maxBytes, 'followed');
        if (before.kind === 'unreadable') {
          const why = before.reason;
          return fail('STORE_READ_FAILED', say`${personalPath} could not be read (${why}). Nothing was changed.`);
        }
        const edited = edit(before.kind === 'text' ? before.text : null);
        if (!edited.ok) return edited;
        try {
          await atomicWrite(disk, personalPath, edited.value);
          return ok(undefined);
        } catch (thrown) {
          const why = diskReason(thrown);
          return fail('STORE_WRITE_FAILED', say`${personalPath} could not be written: ${why}. It was left unchanged.`);
        }
      }),

    async readConsents() {
      const { value, notice } = await readConsents();
      return { consents: new Map<string, HookConsent>(Object.entries(value.hooks)), problem: notice };
    },

    changeConsent: (hash, change) =>
      changing(consentsName, async () => {
        const { value, notice } = await readConsents();
        const hooks = new Map<string, HookConsent>(Object.entries(value.hooks));
        const changed = change(hooks.get(hash) ?? {});
        hooks.delete(hash);
        if (changed !== null) hooks.set(hash, changed);
        const next = { ...value, hooks: Object.fromEntries([...hooks].slice(-maxConsents)) };
        return files.write(consentsPath, next, { synced: true, unreadable: notice !== null });
      }),
  };
}
