// A store in a folder that another app syncs, or on a network drive.

import { join } from 'node:path';
import { ok, type Result } from '../../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../../shared/core/sentence.ts';
import { atomicWrite, makeFolder } from '../../../stores/files/atomicWrite.ts';
import {
  type Disk,
  diskReason,
  errorCode,
  exists,
  isNotFoundError,
  listEntries,
  readFlags,
} from '../../../stores/files/disk.ts';
import {
  cancelled,
  maxObjectBytes,
  type RemoteFault,
  remoteFailure,
  silentStore,
  storeFull,
  tooLarge,
} from './remoteFault.ts';
import { checkName, cleanEntries } from './remoteNames.ts';
import type { RemoteEntry, RemoteStore } from './remoteStore.ts';
import { type Attempt, type Patience, retried } from './retry.ts';

export interface FolderStoreOptions extends Patience {
  disk: Disk;
  /** The user's folder. It must exist: otherwise the drive is perhaps not connected, and a new folder would hide that. */
  folder: string;
  /** Folder of sync inside it. Must exist unless `create`. */
  prefix: string;
  /** While setting up. */
  create?: boolean;
}

/** A network drive that is gone may never answer. */
const limitMs = 60_000;
/** The syncing app, a virus scanner or the network may be busy with the file. */
const temporary: ReadonlySet<string> = new Set(['EAGAIN', 'EBUSY', 'EIO', 'ESTALE', 'ETIMEDOUT', 'EMFILE', 'ENFILE']);
const unreachable: ReadonlySet<string> = new Set([
  ...temporary,
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENOTCONN',
  'ENXIO',
  'ENODEV',
]);
/** A file that iCloud has moved to its server is replaced with `.<name>.icloud`. */
const placeholder = /^\.(.+)\.icloud$/;

export function createFolderStore(options: FolderStoreOptions): RemoteStore {
  const { disk, folder, prefix, create = false } = options;
  const root = join(folder, ...prefix.split('/'));
  const store = say`The folder ${root}`;
  const pathOf = (name: string): string => join(root, ...checkName(name).split('/'));

  async function work<T>(object: string, signal: AbortSignal, action: () => Promise<Result<T>>): Promise<Result<T>> {
    return retried(options, signal, async (): Promise<Attempt<Result<T>>> => {
      if (signal.aborted) return { kind: 'done', value: cancelled() };
      try {
        const value = await withinLimit(action(), signal);
        if (value === 'late') return { kind: 'done', value: silentStore(store, object) };
        return { kind: 'done', value: value === 'aborted' ? cancelled() : value };
      } catch (thrown) {
        const isBusy = temporary.has(errorCode(thrown) ?? '') || (process.platform === 'win32' && isDenied(thrown));
        return { kind: isBusy ? 'again' : 'done', value: failure(store, object, thrown) };
      }
    });
  }

  async function withinLimit<T>(action: Promise<T>, signal: AbortSignal): Promise<T | 'late' | 'aborted'> {
    const over = new AbortController();
    const wait = options.clock.wait(limitMs, AbortSignal.any([signal, over.signal]));
    const late = wait.then(() => (signal.aborted ? ('aborted' as const) : ('late' as const)));
    try {
      return await Promise.race([action, late]);
    } finally {
      over.abort();
      action.catch(() => {});
    }
  }

  /** Null if the store is there. */
  async function missing(): Promise<ReturnType<typeof remoteFailure> | null> {
    if (!(await exists(disk, folder))) {
      return remoteFailure(
        'missing',
        say`The folder ${folder} does not exist. Is its drive connected, and its app signed in?`,
      );
    }
    if (create || (await exists(disk, root))) return null;
    return remoteFailure(
      'missing',
      say`${folder} has no ${prefix} any more. Is its drive connected, and its app signed in?`,
    );
  }

  return {
    list: (name, { after = '', signal }) =>
      work(name, signal, async () => {
        const dirents = await listEntries(disk, name === '' ? root : pathOf(name));
        if (dirents.length === 0) {
          const gone = await missing();
          if (gone) return gone;
        }
        const entries: RemoteEntry[] = [];
        for (const entry of dirents) {
          if (entry.isDirectory()) entries.push({ name: entry.name, kind: 'folder', bytes: 0 });
          const stub = placeholder.exec(entry.name)?.[1];
          if (stub || entry.isFile()) entries.push({ name: stub ?? entry.name, kind: 'object', bytes: 0 });
        }
        const clean = cleanEntries(entries, after);
        for (const entry of clean) {
          if (entry.kind === 'object') entry.bytes = await sizeOf(disk, join(root, name, entry.name));
        }
        return ok(clean);
      }),

    get: (name, signal) =>
      work(name, signal, async () => {
        const path = pathOf(name);
        const handle = await disk.open(path, readFlags).catch((thrown) => {
          if (isNotFoundError(thrown)) return null;
          throw thrown;
        });
        if (!handle) return (await missing()) ?? (await notDownloaded(name)) ?? ok(null);
        try {
          const stats = await handle.stat();
          if (!stats.isFile()) return ok(null);
          if (stats.size > maxObjectBytes) return tooLarge(store, name);
          return ok(new Uint8Array(await handle.readFile()));
        } finally {
          await handle.close();
        }
      }),

    put: (name, bytes, signal) =>
      work(name, signal, async () => {
        if (bytes.length > maxObjectBytes) return tooLarge(store, name);
        const path = pathOf(name);
        try {
          await atomicWrite(disk, path, bytes);
        } catch (thrown) {
          if (!isNotFoundError(thrown)) throw thrown;
          const gone = await missing();
          if (gone) return gone;
          await makeFolder(disk, join(path, '..'), folder);
          await atomicWrite(disk, path, bytes);
        }
        return ok(undefined);
      }),

    remove: (name, signal) =>
      work(name, signal, async () => {
        await disk.unlink(pathOf(name)).catch((thrown) => {
          if (!isNotFoundError(thrown)) throw thrown;
        });
        return ok(undefined);
      }),
  };

  async function notDownloaded(name: string): Promise<ReturnType<typeof remoteFailure> | null> {
    const parts = name.split('/');
    const stub = join(root, ...parts.slice(0, -1), `.${parts.at(-1)}.icloud`);
    if (!(await exists(disk, stub))) return null;
    return remoteFailure(
      'unreachable',
      say`iCloud has not downloaded ${name} to ${root} yet. It is tried again later.`,
    );
  }
}

async function sizeOf(disk: Disk, path: string): Promise<number> {
  return disk.stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

function isDenied(thrown: unknown): boolean {
  return ['EACCES', 'EPERM'].includes(errorCode(thrown) ?? '');
}

function failure(store: Sentence, object: string, thrown: unknown) {
  const code = errorCode(thrown) ?? '';
  const reason = diskReason(thrown);
  const failed = (fault: RemoteFault) => remoteFailure(fault, say`${store} cannot handle ${object}: ${reason}.`);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') return storeFull(store);
  if (code === 'EROFS' || isDenied(thrown)) return failed('readOnly');
  if (isNotFoundError(thrown)) return failed('missing');
  return failed(unreachable.has(code) ? 'unreachable' : 'unfit');
}
