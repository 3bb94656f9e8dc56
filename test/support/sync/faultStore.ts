// A store in memory. Honest by default; `fault` can make each request fail, or lie.

import { remoteFailure } from '../../../electron/features/sync/remote/remoteFault.ts';
import { checkName, cleanEntries } from '../../../electron/features/sync/remote/remoteNames.ts';
import type { RemoteEntry, RemoteStore } from '../../../electron/features/sync/remote/remoteStore.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';

interface StoreRequest {
  kind: 'list' | 'get' | 'put' | 'remove';
  name: string;
  /** Counted from 1 over all requests. */
  number: number;
}

/**
 * `fails`: nothing is done. `forgets`: success is reported, and nothing is done. `answersTwice`: done, then done again, and an error
 * is reported. `old`: the content before the last change. `hides`: as if the object were missing. `waits`: done after the promise.
 */
type StoreFault = null | 'fails' | 'forgets' | 'answersTwice' | 'old' | 'hides' | { waits: Promise<unknown> };

export interface FaultStore extends RemoteStore {
  /** By name. */
  objects: Map<string, Uint8Array>;
  requests: StoreRequest[];
  fault: (request: StoreRequest) => StoreFault;
}

export function createFaultStore(): FaultStore {
  const objects = new Map<string, Uint8Array>();
  const before = new Map<string, Uint8Array | null>();
  const requests: StoreRequest[] = [];

  async function answer<T>(
    kind: StoreRequest['kind'],
    name: string,
    signal: AbortSignal,
    /** `lie`: the objects to answer from. */
    act: (lie: 'old' | 'hides' | null) => T,
    nothing: T,
  ): Promise<Result<T>> {
    if (signal.aborted) return fail('CANCELLED', say`Stopped.`);
    if (name !== '') checkName(name);
    const request = { kind, name, number: requests.length + 1 };
    requests.push(request);
    const fault = store.fault(request);
    if (fault === 'fails') return remoteFailure('unreachable', say`The store did not respond.`);
    if (fault === 'forgets') return ok(nothing);
    if (fault !== null && typeof fault === 'object') await fault.waits;
    const value = act(fault === 'old' || fault === 'hides' ? fault : null);
    if (fault !== 'answersTwice') return ok(value);
    act(null);
    return remoteFailure('unreachable', say`The store did not respond.`);
  }

  function change(name: string, bytes: Uint8Array | null): void {
    before.set(name, objects.get(name) ?? null);
    if (bytes) objects.set(name, bytes);
    else objects.delete(name);
  }

  const store: FaultStore = {
    objects,
    requests,
    fault: () => null,
    list: (folder, { after = '', signal }) =>
      answer(
        'list',
        folder,
        signal,
        (lie) => {
          const start = folder === '' ? '' : `${folder}/`;
          const seen = new Map(lie === 'hides' ? [] : objects);
          if (lie === 'old') {
            for (const [name, bytes] of before) bytes ? seen.set(name, bytes) : seen.delete(name);
          }
          const entries: RemoteEntry[] = [];
          for (const [name, bytes] of seen) {
            if (!name.startsWith(start)) continue;
            const [first = '', ...rest] = name.slice(start.length).split('/');
            const isFolder = rest.length > 0;
            entries.push({ name: first, kind: isFolder ? 'folder' : 'object', bytes: isFolder ? 0 : bytes.length });
          }
          return cleanEntries(entries, after);
        },
        [],
      ),
    get: (name, signal) =>
      answer(
        'get',
        name,
        signal,
        (lie) => {
          const bytes = lie === 'old' && before.has(name) ? before.get(name) : objects.get(name);
          return lie === 'hides' || !bytes ? null : new Uint8Array(bytes);
        },
        null,
      ),
    put: (name, bytes, signal) => answer('put', name, signal, () => change(name, new Uint8Array(bytes)), undefined),
    remove: (name, signal) => answer('remove', name, signal, () => change(name, null), undefined),
  };
  return store;
}
