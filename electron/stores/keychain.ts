// Secrets in the operating system's keychain (Keychain, Credential Manager, Secret Service), shared by all hosts. If there is
// none, or it does not respond, a secret lives in memory until the process ends, and `set` and `locate` say so. Never a file:
// the kernel keyring, which forgets on restart, does not count either.

import { describeThrown, fail, ok } from '../../shared/core/errors.ts';
import { say, type UserText } from '../../shared/core/sentence.ts';
import type { Keychain } from '../ports/keychain.ts';

export interface KeychainOptions {
  /** The service name that the system's keychain shows. */
  service: string;
  memoryOnly?: boolean;
  /** Milliseconds to wait for the system's keychain, which may hang while locked. Default: 2000. */
  timeoutMs?: number;
  /** Default: the native binding, loaded on first use. */
  load?: () => Promise<Keyring>;
}

/** The part of `@napi-rs/keyring` that is used. @internal */
export interface Keyring {
  AsyncEntry: new (service: string, account: string, options: { linux: { store: 'secret-service' } }) => KeyringEntry;
}

interface KeyringEntry {
  getPassword(): Promise<string | null>;
  setPassword(secret: string): Promise<void>;
  deletePassword(): Promise<boolean>;
}

export interface RememberingKeychain extends Keychain {
  /** Adds a secret from elsewhere, such as the environment, to `known`. */
  remember(secret: string): void;
}

/** Shorter secrets would mask ordinary words. */
const shortestKnown = 12;

type Outcome<T> = { kind: 'done'; value: T } | { kind: 'failed'; thrown: unknown } | { kind: 'late' };

export function createKeychain(options: KeychainOptions): RememberingKeychain {
  const { service, timeoutMs = 2000 } = options;
  const load = options.load ?? (() => import('@napi-rs/keyring') as Promise<Keyring>);
  const memory = new Map<string, string>();
  const seen = new Set<string>();
  let probe: Promise<Keyring | null> | null = null;

  const remember = (secret: string): void => {
    if (secret.length >= shortestKnown) seen.add(secret);
  };
  const settle = async <T>(work: Promise<T>): Promise<Outcome<T>> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Outcome<T>>((resolve) => {
      timer = setTimeout(() => resolve({ kind: 'late' }), timeoutMs);
    });
    const done = work.then(
      (value): Outcome<T> => ({ kind: 'done', value }),
      (thrown: unknown): Outcome<T> => ({ kind: 'failed', thrown }),
    );
    const outcome = await Promise.race([done, late]);
    clearTimeout(timer);
    return outcome;
  };
  const open = (keyring: Keyring, account: string): KeyringEntry =>
    new keyring.AsyncEntry(service, account, { linux: { store: 'secret-service' } });

  /** Null if no keychain works; a slow one counts once it has answered. */
  const system = async (): Promise<Keyring | null> => {
    if (options.memoryOnly) return null;
    probe ??= (async () => {
      try {
        const keyring = await load();
        await open(keyring, 'throughline-probe').getPassword();
        return keyring;
      } catch {
        return null;
      }
    })();
    const outcome = await settle(probe);
    return outcome.kind === 'done' ? outcome.value : null;
  };
  const entry = async (account: string): Promise<KeyringEntry | null> => {
    const keyring = await system();
    return keyring && open(keyring, account);
  };
  const unreadable = (why: UserText) =>
    fail('STORE_READ_FAILED', say`The system keychain could not be read: ${why}. Unlock it and try again.`);

  return {
    async get(account) {
      const inMemory = memory.get(account);
      if (inMemory !== undefined) return ok(inMemory);
      const keyringEntry = await entry(account);
      if (!keyringEntry) return ok(null);
      const outcome = await settle(keyringEntry.getPassword());
      if (outcome.kind === 'late') return unreadable(say`it does not respond`);
      if (outcome.kind === 'failed') return unreadable(describeThrown(outcome.thrown));
      if (outcome.value === null) return ok(null);
      remember(outcome.value);
      return ok(outcome.value);
    },

    async set(account, secret) {
      remember(secret);
      const keyringEntry = await entry(account);
      if (keyringEntry) {
        const written = keyringEntry.setPassword(secret);
        const outcome = await settle(written);
        if (outcome.kind === 'done') {
          memory.delete(account);
          return ok('keychain');
        }
        // The keychain was unlocked after all and has stored it, so drop the copy in memory.
        if (outcome.kind === 'late') {
          written.then(
            () => void (memory.get(account) === secret && memory.delete(account)),
            () => {},
          );
        }
      }
      memory.set(account, secret);
      return ok('memory');
    },

    async remove(account) {
      memory.delete(account);
      const keyringEntry = await entry(account);
      if (!keyringEntry) return ok(undefined);
      const outcome = await settle(keyringEntry.deletePassword());
      if (outcome.kind === 'done') return ok(undefined);
      const why = outcome.kind === 'late' ? say`it does not respond` : describeThrown(outcome.thrown);
      return fail('STORE_WRITE_FAILED', say`The key could not be removed from the system keychain: ${why}.`);
    },

    async locate(account) {
      if (memory.has(account)) return 'memory';
      const keyringEntry = await entry(account);
      if (!keyringEntry) return 'none';
      const outcome = await settle(keyringEntry.getPassword());
      if (outcome.kind !== 'done' || outcome.value === null) return 'none';
      remember(outcome.value);
      return 'keychain';
    },

    knownSecrets: () => [...seen],
    remember,
  };
}
