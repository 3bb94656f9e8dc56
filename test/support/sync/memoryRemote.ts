// A store of objects in memory that fails on demand: it refuses, forgets what it confirmed, answers twice, shows an earlier state, or
// ends the device in the middle of a request.

import type { RemoteEntry, RemoteStore } from '../../../electron/features/sync/remote/remoteStore.ts';
import { fail, ok } from '../../../shared/core/errors.ts';

export type RemoteCall = 'list' | 'get' | 'put' | 'remove';

/**
 * `refuse`: nothing happens, and an error. `lost`: it happens, and an error. `forget`: nothing happens, and success. `twice`: it happens
 * again after the next request. `old`: the state before the last changes. `dieBefore`, `dieAfter`: the device ends there.
 */
export type RemoteFault = 'refuse' | 'lost' | 'forget' | 'twice' | 'old' | 'dieBefore' | 'dieAfter' | null;

class DeviceDied extends Error {}

export interface MemoryRemote {
  readonly objects: Map<string, Uint8Array>;
  /** The store as one device sees it. `faultOf` is asked before each request. */
  connect(faultOf?: (call: RemoteCall, name: string) => RemoteFault): RemoteStore & { readonly calls: string[] };
  /** All bytes that were ever stored and are stored now. */
  bytes(): Buffer;
}

export function createMemoryRemote(): MemoryRemote {
  const objects = new Map<string, Uint8Array>();
  let before = new Map<string, Uint8Array>();
  let later: (() => void)[] = [];

  function change(work: () => void): void {
    before = new Map(objects);
    work();
  }

  function listOf(from: ReadonlyMap<string, Uint8Array>, folder: string, after = ''): RemoteEntry[] {
    const entries = new Map<string, RemoteEntry>();
    for (const [path, bytes] of from) {
      if (!path.startsWith(`${folder}/`)) continue;
      const [name = '', ...below] = path.slice(folder.length + 1).split('/');
      if (name <= after) continue;
      entries.set(
        name,
        below.length > 0 ? { name, kind: 'folder', bytes: 0 } : { name, kind: 'object', bytes: bytes.length },
      );
    }
    return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  return {
    objects,
    bytes: () => Buffer.concat([...objects].flatMap(([name, bytes]) => [Buffer.from(name), bytes])),
    connect(faultOf = () => null) {
      const calls: string[] = [];
      let isDead = false;
      async function request<T>(
        call: RemoteCall,
        name: string,
        signal: AbortSignal,
        work: (from: ReadonlyMap<string, Uint8Array>) => T,
      ) {
        if (isDead) throw new DeviceDied();
        if (signal.aborted) return fail('CANCELLED', 'stopped');
        calls.push(`${call} ${name}`);
        const [again, fault] = [later, faultOf(call, name)];
        later = [];
        const die = (): never => {
          isDead = true;
          throw new DeviceDied();
        };
        if (fault === 'dieBefore') die();
        if (fault === 'refuse') return fail('STORE_WRITE_FAILED', 'refused');
        const isChange = call === 'put' || call === 'remove';
        let value: T | undefined;
        if (!isChange) value = work(fault === 'old' ? before : objects);
        else if (fault !== 'forget') change(() => (value = work(objects)));
        if (isChange && fault === 'twice') later.push(() => void work(objects));
        for (const each of again) each();
        if (fault === 'dieAfter') die();
        return fault === 'lost' ? fail('STORE_WRITE_FAILED', 'no answer') : ok(value as T);
      }
      return {
        calls,
        list: (folder, { after, signal }) => request('list', folder, signal, (from) => listOf(from, folder, after)),
        get: (name, signal) => request('get', name, signal, (from) => from.get(name)?.slice() ?? null),
        put: (name, bytes, signal) => request('put', name, signal, () => void objects.set(name, bytes.slice())),
        remove: (name, signal) => request('remove', name, signal, () => void objects.delete(name)),
      };
    },
  };
}
