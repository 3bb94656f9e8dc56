// Tries a store before it is used: writes, lists, reads, replaces and removes an object, and names what does not work.

import { type AppError, fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../../shared/core/sentence.ts';
import { remoteFailure } from './remoteFault.ts';
import type { RemoteStore } from './remoteStore.ts';

export interface StoreToCheck {
  store: RemoteStore;
  /** The same store, with lists of one entry at a time; null: it never splits lists. */
  smallPages: RemoteStore | null;
  /** Part of the test object's name: no other device uses it. */
  token: string;
  signal: AbortSignal;
}

/** Fails with the first thing that does not work. Leaves nothing in the store. */
export async function checkStore({ store, smallPages, token, signal }: StoreToCheck): Promise<Result<void>> {
  const folder = `check-${token}`;
  const names = ['one', 'two', 'three'].map((name) => `${folder}/${name}`);
  const [name = ''] = names;
  const tried = await tryOut();
  // Also after a failure, and after the user has stopped the check.
  const patient = signal.aborted ? new AbortController().signal : signal;
  for (const each of names) {
    const removed = await store.remove(each, patient);
    if (!removed.ok && tried.ok) return step(say`Removing a test object failed`, removed.error);
  }
  if (!tried.ok) return tried;
  const after = await store.get(name, signal);
  if (!after.ok) return step(say`Reading a test object failed`, after.error);
  return after.value === null ? tried : lies(say`a removed object can still be read`);

  async function tryOut(): Promise<Result<void>> {
    const first = Buffer.from(`first ${token}`, 'utf8');
    const second = Buffer.from(`second ${token}`, 'utf8');
    for (const each of names) {
      const written = await store.put(each, first, signal);
      if (!written.ok) return step(say`Writing a test object failed`, written.error);
    }
    const replaced = await store.put(name, second, signal);
    if (!replaced.ok) return step(say`Writing a test object failed`, replaced.error);
    const read = await store.get(name, signal);
    if (!read.ok) return step(say`Reading a test object failed`, read.error);
    if (read.value === null) return lies(say`a written object cannot be read`);
    if (Buffer.compare(read.value, first) === 0) return lies(say`a replaced object still has its earlier content`);
    if (Buffer.compare(read.value, second) !== 0) return lies(say`an object is read differently than it was written`);
    for (const each of smallPages ? [store, smallPages] : [store]) {
      const listed = await each.list(folder, { signal });
      if (!listed.ok && each === smallPages && listed.error.code !== 'CANCELLED') {
        return lies(say`it does not list large folders (${listed.error})`);
      }
      if (!listed.ok) return step(say`Listing the test objects failed`, listed.error);
      if (listed.value.length < names.length) return lies(say`a list lacks written objects`);
    }
    const rest = await store.list(folder, { after: 'one', signal });
    if (!rest.ok) return step(say`Listing the test objects failed`, rest.error);
    return rest.value.map((entry) => entry.name).join() === 'three,two'
      ? ok(undefined)
      : lies(say`a list lacks written objects`);
  }
}

function step(what: Sentence, error: AppError) {
  const { code, details } = error;
  if (code === 'CANCELLED') return { ok: false as const, error };
  return fail(code, say`${what}: ${error}`, details);
}

function lies(what: Sentence) {
  return remoteFailure('unfit', say`This store cannot be used: ${what}.`);
}
