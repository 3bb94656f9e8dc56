// The service behind the settings, the command and the list of calls. Writes while the app is open if the setting is on, and never
// delays a run.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { errorSentence, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../shared/core/sentence.ts';
import type { LedgerInfo } from '../../../shared/features/ledger/methods.ts';
import type { ConversationHub } from '../../chat/conversationHub.ts';
import type { Platform } from '../../platform.ts';
import { diskReason } from '../../stores/files/disk.ts';
import { withLock } from '../../stores/locks/locks.ts';
import { type LedgerAddress, readLedgerAddress, targetOf } from './address.ts';
import type { LedgerConnection } from './connection.ts';
import type { OutboxDeps, OutboxReport } from './outbox.ts';
import type { LedgerState } from './state.ts';

export type LedgerNeeds = Pick<
  Platform,
  'clock' | 'dataDir' | 'disk' | 'keychain' | 'readOnly' | 'readSettings' | 'redactor' | 'settings' | 'store'
>;

/** Changes that follow each other within this time are written together, in milliseconds. */
const settleMs = 1_000;
/** Windows learn of changes at most this often, in milliseconds. */
const noticeMs = 300;
const firstPauseMs = 5_000;
const maxPauseMs = 10 * 60_000;

/** Events after which there is something to write. */
const storing = new Set<string>(['message.appended', 'message.replaced', 'meta.changed', 'run.ended']);

export type TeamLedger = ReturnType<typeof createTeamLedger>;

export function createTeamLedger(needs: LedgerNeeds, hub: Pick<ConversationHub, 'subscribe'>) {
  const { clock, dataDir, disk, keychain, redactor, settings, store } = needs;
  const closing = new AbortController();
  const dirty = new Set<string>();
  let isEverythingDirty = true;
  let loop: Promise<void> | null = null;
  let wake = new AbortController();
  let written = 0;
  let isWriting = false;
  let lastAt: string | null = null;
  let problem: LedgerInfo['problem'] = null;

  const listeners = new Set<() => void>();
  let isNoticeDue = false;

  function changed(): void {
    if (isNoticeDue || listeners.size === 0) return;
    isNoticeDue = true;
    const tell = (): void => {
      isNoticeDue = false;
      for (const listener of listeners) listener();
    };
    clock.wait(noticeMs, closing.signal).then(tell, () => {});
  }

  const saved = async () => (await needs.readSettings()).ledger;
  const account = (address: LedgerAddress): string =>
    `ledger:${createHash('sha256').update(targetOf(address)).digest('hex').slice(0, 16)}`;

  /** `to`: default is the address in the settings. A password in it is moved to the keychain. */
  async function addressOf(to?: string): Promise<Result<LedgerAddress>> {
    const text = to ?? (await saved()).address;
    if (text === '')
      return fail(
        'SETTINGS_INVALID',
        say`No ledger is set. Add one in Settings → Team, or name it with “--to postgres://…”.`,
      );
    const read = readLedgerAddress(text);
    if (!read.ok) return read;
    const { address, password } = read.value;
    if (password !== null) await keychain.set(account(address), password);
    return ok(address);
  }

  async function withConnection<T>(
    address: LedgerAddress,
    use: (connection: LedgerConnection) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const password = await keychain.get(account(address));
    if (!password.ok) return password;
    const { connectLedger } = await import('./connection.ts');
    const connection = connectLedger(address, password.value);
    try {
      return await use(connection);
    } finally {
      await connection.close();
    }
  }

  /** The device is null if this one has not written yet. */
  async function reading<T>(
    to: string | undefined,
    use: (connection: LedgerConnection, state: LedgerState | null) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const address = await addressOf(to);
    if (!address.ok) return address;
    const { openLedgerState } = await import('./state.ts');
    let state: LedgerState | null = null;
    try {
      state = await openLedgerState(disk, dataDir, targetOf(address.value), true);
    } catch {
      return fail('STORE_READ_FAILED', say`The ledger’s notes on this machine cannot be opened.`);
    }
    try {
      return await withConnection(address.value, (connection) => use(connection, state));
    } finally {
      state?.close();
    }
  }

  async function write(
    to: string | undefined,
    how: Pick<OutboxDeps, 'onProgress' | 'onBatch' | 'signal'> & { only?: readonly string[] },
  ): Promise<Result<OutboxReport>> {
    if (needs.readOnly !== null) return fail('STORE_READ_ONLY', needs.readOnly);
    const address = await addressOf(to);
    if (!address.ok) return address;
    await redactor.ready();
    const { results } = await saved();
    const lock = { folder: join(dataDir, 'locks'), name: 'ledger', purpose: say`writing to the ledger`, clock };
    return withLock(lock, 'DATA_FOLDER_BUSY', () =>
      withConnection(address.value, async (connection) => {
        let state: LedgerState | null = null;
        try {
          const { openLedgerState } = await import('./state.ts');
          state = await openLedgerState(disk, dataDir, targetOf(address.value));
          if (!state) return fail('INTERNAL', say`The ledger’s notes on this machine cannot be opened.`);
          const { runOutbox } = await import('./outbox.ts');
          const deps = { disk, dataDir, store, mask: redactor.outgoing, state, connection, results, ...how };
          return await runOutbox(deps, how.only ?? null);
        } catch (thrown) {
          return fail(
            'STORE_WRITE_FAILED',
            say`What was written to the ledger could not be noted: ${diskReason(thrown)}.`,
          );
        } finally {
          state?.close();
        }
      }),
    );
  }

  function touched(ids: readonly string[]): void {
    for (const id of ids) dirty.add(id);
    wake.abort();
  }

  async function keepWriting(): Promise<void> {
    for (let pause = 0; !closing.signal.aborted; ) {
      if (pause > 0) await clock.wait(pause, AbortSignal.any([closing.signal, retry.signal])).catch(() => {});
      const { on, address } = await saved();
      if (!on || address === '') return;
      if (!isEverythingDirty && dirty.size === 0) {
        wake = new AbortController();
        await new Promise<void>((resolve) => {
          AbortSignal.any([closing.signal, wake.signal]).addEventListener('abort', () => resolve(), { once: true });
          if (isEverythingDirty || dirty.size > 0) resolve();
        });
        await clock.wait(settleMs, closing.signal).catch(() => {});
        continue;
      }
      const only = isEverythingDirty ? undefined : [...dirty];
      isEverythingDirty = false;
      dirty.clear();
      const done = await writeNow(only);
      if (closing.signal.aborted) return;
      pause = done.ok ? 0 : Math.min(maxPauseMs, Math.max(firstPauseMs, pause * 2));
      if (done.ok) continue;
      if (only === undefined) isEverythingDirty = true;
      else for (const id of only) dirty.add(id);
    }
  }

  let retry = new AbortController();

  async function writeNow(only?: readonly string[]): Promise<Result<OutboxReport>> {
    isWriting = true;
    changed();
    const before = written;
    const onProgress = (count: number): void => {
      written = before + count;
      changed();
    };
    const done = await write(undefined, { signal: closing.signal, onProgress, ...(only ? { only } : {}) });
    isWriting = false;
    changed();
    if (done.ok) {
      written = before + done.value.written;
      lastAt = clock.now().toISOString();
    }
    problem = done.ok ? null : toUserTextData(errorSentence(done.error));
    if (done.ok && done.value.lost !== null)
      problem = toUserTextData(
        say`The ledger had lost the last ${done.value.lost} rows of this device. They were written again; “throughline ledger verify” names them.`,
      );
    return done;
  }

  function start(): void {
    retry.abort();
    retry = new AbortController();
    wake.abort();
    loop ??= keepWriting()
      .catch((thrown: unknown) => {
        problem = toUserTextData(String(thrown));
        changed();
      })
      .finally(() => {
        loop = null;
      });
  }

  async function info(): Promise<LedgerInfo> {
    const { address, on, results } = await saved();
    const read = address === '' ? null : readLedgerAddress(address);
    const password = read?.ok ? await keychain.locate(account(read.value.address)) : 'none';
    return { address, on, results, password, written, isWriting, lastAt, problem };
  }

  return {
    addressOf,
    reading,
    write,
    info,

    /** When the answer of `info` changes. */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    /** Writes what happens from now on, and what the ledger misses. Returns a function that stops listening. */
    follow(): () => void {
      const stops = [
        hub.subscribe(null, (id, _seq, { type }) => {
          if (storing.has(type)) touched([id]);
        }),
        store.onOutsideChange(touched),
      ];
      start();
      return () => {
        for (const stop of stops) stop();
      };
    },

    async writeNow(): Promise<Result<Record<string, never>>> {
      const done = await writeNow();
      return done.ok ? ok({}) : done;
    },

    async save(next: {
      address: string;
      password: string | null;
      on: boolean;
      results: boolean;
    }): Promise<Result<LedgerInfo>> {
      let { address } = next;
      if (address.trim() !== '') {
        const read = readLedgerAddress(address);
        if (!read.ok) return fail('SETTINGS_INVALID', errorSentence(read.error), { field: 'address' });
        address = read.value.address.text;
        const password = next.password ?? read.value.password;
        if (password !== null) await keychain.set(account(read.value.address), password);
      } else address = '';
      const { on, results } = next;
      const done = await settings.update({ ledger: { on, address, results } });
      if (!done.ok) return done;
      isEverythingDirty = true;
      problem = null;
      changed();
      start();
      return ok(await info());
    },

    async close(): Promise<void> {
      closing.abort();
      await loop;
    },
  };
}
