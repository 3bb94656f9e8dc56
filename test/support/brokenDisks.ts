// Disks that break one rule each, to verify that the attacks on the store detect it: the same store, but some calls are
// skipped or reordered.

import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Disk } from '../../electron/stores/files/disk.ts';

type Call = (...args: never[]) => Promise<unknown>;

/** The same disk with wrapped handles. */
export function withHandles(
  disk: Disk,
  change: (handle: FileHandle, path: string) => Partial<Record<keyof FileHandle, Call>>,
): Disk {
  const open = async (path: string, ...rest: never[]): Promise<FileHandle> => {
    const handle = await disk.open(path, ...rest);
    const changed = change(handle, path);
    return new Proxy(handle, {
      get: (target, name) => changed[name as keyof FileHandle] ?? (Reflect.get(target, name) as unknown),
    });
  };
  return withCalls(disk, { open: open as unknown as Disk['open'] });
}

/** The disk may have getters, so its calls are wrapped individually. */
function withCalls(disk: Disk, calls: Partial<Disk>): Disk {
  return new Proxy(disk, { get: (target, name) => Reflect.get(calls, name) ?? Reflect.get(target, name) });
}

async function nothing(): Promise<void> {}

async function isFolder(handle: FileHandle): Promise<boolean> {
  return (await handle.stat()).isDirectory();
}

/** Acknowledges before the bytes are durable. */
export function withoutFileSync(disk: Disk): Disk {
  return withHandles(disk, (handle) => ({
    datasync: nothing,
    sync: async () => ((await isFolder(handle)) ? handle.sync() : undefined),
  }));
}

/** Renames without ever syncing the folder. */
export function withoutFolderSync(disk: Disk): Disk {
  return withHandles(disk, (handle) => ({
    sync: async () => ((await isFolder(handle)) ? undefined : handle.sync()),
  }));
}

/** Renames a temporary file into place before syncing it. */
export function syncedAfterRename(disk: Disk): Disk {
  const late = withHandles(disk, (handle, path) => ({
    sync: async () => (path.includes('.tmp-') ? undefined : handle.sync()),
  }));
  return withCalls(late, {
    rename: async (from, to) => {
      await disk.rename(from, to);
      const handle = await disk.open(to, 'r').catch(() => null);
      await handle?.sync();
      await handle?.close();
    },
  });
}

/** Truncates unreadable data without keeping a copy: files are never set aside. */
export function repairedInPlace(disk: Disk): Disk {
  const isAside = (path: unknown): boolean => /\.(?:torn|original)-/.test(String(path));
  const none = { bytesWritten: 0 };
  const swallow = {
    write: async (bytes: Uint8Array, _offset: number, length: number) => ({
      ...none,
      bytesWritten: length,
      buffer: bytes,
    }),
    sync: nothing,
    datasync: nothing,
    close: nothing,
  };
  return withCalls(disk, {
    open: (async (path: string, ...rest: never[]) =>
      isAside(path) ? (swallow as unknown as FileHandle) : disk.open(path, ...rest)) as unknown as Disk['open'],
    rename: async (from, to) => (isAside(to) ? undefined : disk.rename(from, to)),
    copyFile: async (from, to, mode) => (isAside(to) ? undefined : disk.copyFile(from, to, mode)),
  });
}

/** Moves a large result's file into place only after storing the message that names it. */
export function spilledAfterMessage(disk: Disk): Disk {
  const waiting: (() => Promise<void>)[] = [];
  const isResult = (path: unknown): boolean => String(path).includes('/tool-results/');
  const held = withHandles(disk, (handle, path) => ({
    datasync: async () => {
      await handle.datasync();
      if (!path.endsWith('/messages.json')) return;
      for (const finish of waiting.splice(0)) await finish();
    },
  }));
  return withCalls(held, {
    rename: async (from, to) => {
      if (!isResult(to)) return disk.rename(from, to);
      waiting.push(async () => {
        await disk.rename(from, to);
        const folder = await disk.open(dirname(String(to)), 'r');
        await folder.sync();
        await folder.close();
      });
    },
  });
}
