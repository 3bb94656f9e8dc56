// A real disk on which any call can fail: the store's own file system with a hook before (and halfway through) each
// call.

import type { FileHandle } from 'node:fs/promises';
import { type Disk, nodeDisk } from '../../electron/stores/files/disk.ts';

export interface DiskCall {
  /** The call's name: `write`, `datasync`, `rename` … */
  name: string;
  path: string;
  /** Counted from 1 over all calls. */
  number: number;
}

/**
 * What happens to a call: nothing special; an error instead of it; (for a write) half of it and then the error; or
 * first, for a call on an open file, a wait.
 */
export type Fault = { error?: Error; half?: boolean; wait?: Promise<unknown> } | null;

export interface FaultDisk extends Disk {
  calls: DiskCall[];
  onCall: (call: DiskCall) => Fault;
}

export function diskError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}

export function faultDisk(): FaultDisk {
  const calls: DiskCall[] = [];
  let onCall: (call: DiskCall) => Fault = () => null;

  function note(name: string, path: string): Fault {
    const call = { name, path, number: calls.length + 1 };
    calls.push(call);
    return onCall(call);
  }

  function check(name: string, path: string): void {
    const fault = note(name, path);
    if (fault?.error) throw fault.error;
  }

  function wrapHandle(handle: FileHandle, path: string): FileHandle {
    const watched = new Set(['read', 'readFile', 'stat', 'truncate', 'sync', 'datasync']);
    return new Proxy(handle, {
      get(target, property) {
        const own = Reflect.get(target, property) as unknown;
        if (typeof own !== 'function') return own;
        const call = own.bind(target) as (...args: unknown[]) => unknown;
        if (property === 'write') {
          return async (bytes: Buffer, offset: number, length: number, position: number) => {
            const fault = note('write', path);
            await fault?.wait;
            if (fault?.half) await target.write(bytes, offset, Math.floor(length / 2), position);
            if (fault?.error) throw fault.error;
            return target.write(bytes, offset, length, position);
          };
        }
        if (!watched.has(String(property))) return call;
        return async (...args: unknown[]) => {
          const fault = note(String(property), path);
          await fault?.wait;
          if (fault?.error) throw fault.error;
          return call(...args);
        };
      },
    });
  }

  const wrapped = Object.fromEntries(
    (['mkdir', 'readdir', 'stat', 'rename', 'unlink', 'rm', 'copyFile', 'realpath'] as const).map((name) => [
      name,
      async (...args: unknown[]) => {
        check(name, String(args[0]));
        return (nodeDisk[name] as (...given: unknown[]) => unknown)(...args);
      },
    ]),
  ) as unknown as Omit<Disk, 'open'>;

  const disk: FaultDisk = {
    ...wrapped,
    statSync: ((...args: Parameters<typeof nodeDisk.statSync>) => {
      check('stat', String(args[0]));
      return nodeDisk.statSync(...args);
    }) as typeof nodeDisk.statSync,
    calls,
    get onCall() {
      return onCall;
    },
    set onCall(next) {
      onCall = next;
    },
    async open(path, flags, mode) {
      check('open', String(path));
      return wrapHandle(await nodeDisk.open(path, flags, mode), String(path));
    },
  };
  return disk;
}
