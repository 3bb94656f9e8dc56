// Where secrets are stored: the system's keychain if it works, else memory, and which of the two is reported.

import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createKeychain, type Keyring } from '../../electron/stores/keychain.ts';
import { cite } from '../support/cite.ts';
import { tempFolder } from '../support/tempFolder.ts';

const secret = 'sk-secret-0123456789';
const service = 'throughline-test';

/** A system's keychain; `rule` may reject or stall requests. */
function keyring(rule: (action: string, account: string) => Promise<void> = () => Promise.resolve()) {
  const entries = new Map<string, string>();
  const stores: unknown[] = [];
  const module: Keyring = {
    AsyncEntry: class {
      private readonly account: string;
      constructor(of: string, account: string, options: unknown) {
        this.account = `${of}/${account}`;
        stores.push(options);
      }
      async getPassword() {
        await rule('get', this.account);
        return entries.get(this.account) ?? null;
      }
      async setPassword(value: string) {
        await rule('set', this.account);
        entries.set(this.account, value);
      }
      async deletePassword() {
        await rule('delete', this.account);
        return entries.delete(this.account);
      }
    },
  };
  return { entries, stores, load: () => Promise.resolve(module) };
}

test(cite('SEC-6', 'with a keychain the secret is there and nowhere else'), async () => {
  const system = keyring();
  const keychain = createKeychain({ service, load: system.load });
  expect(await keychain.locate('provider:a')).toBe('none');
  expect(await keychain.set('provider:a', secret)).toEqual({ ok: true, value: 'keychain' });
  expect(await keychain.locate('provider:a')).toBe('keychain');
  expect(system.entries).toEqual(new Map([[`${service}/provider:a`, secret]]));
  const later = createKeychain({ service, load: system.load });
  expect(await later.get('provider:a')).toEqual({ ok: true, value: secret });
  expect(later.knownSecrets()).toEqual([secret]);
  expect(await later.remove('provider:a')).toEqual({ ok: true, value: undefined });
  expect(await keychain.get('provider:a')).toEqual({ ok: true, value: null });
});

test("on Linux only the Secret Service counts, not the kernel's keyring", async () => {
  const system = keyring();
  await createKeychain({ service, load: system.load }).get('a');
  for (const options of system.stores) expect(options).toEqual({ linux: { store: 'secret-service' } });
});

test.each<[string, () => Promise<Keyring>]>([
  ['the binding cannot be loaded', () => Promise.reject(new Error('no such module'))],
  ['the service is missing', keyring(() => Promise.reject(new Error('no D-Bus'))).load],
  ['the service hangs', keyring(() => new Promise(() => {})).load],
])(cite('SEC-6', 'when %s the secret stays in memory, and that is reported'), async (_name, load) => {
  const keychain = createKeychain({ service, load, timeoutMs: 50 });
  expect(await keychain.set('a', secret)).toEqual({ ok: true, value: 'memory' });
  expect(await keychain.locate('a')).toBe('memory');
  expect(await keychain.get('a')).toEqual({ ok: true, value: secret });
  expect(await createKeychain({ service, load, timeoutMs: 50 }).get('a')).toEqual({ ok: true, value: null });
  await keychain.remove('a');
  expect(await keychain.locate('a')).toBe('none');
});

test('a keychain that locks later is a read error, and a new secret goes to memory', async () => {
  let locked = false;
  const system = keyring((_action, account) =>
    locked && !account.includes('probe') ? Promise.reject(new Error('locked')) : Promise.resolve(),
  );
  const keychain = createKeychain({ service, load: system.load });
  await keychain.set('a', secret);
  locked = true;
  expect(await keychain.get('a')).toMatchObject({ ok: false, error: { code: 'STORE_READ_FAILED' } });
  expect(await keychain.remove('a')).toMatchObject({ ok: false, error: { code: 'STORE_WRITE_FAILED' } });
  expect(await keychain.set('b', secret)).toEqual({ ok: true, value: 'memory' });
});

test('a keychain unlocked after the wait receives the secret from memory', async () => {
  let unlock: () => void = () => {};
  const unlocked = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  const system = keyring((action) => (action === 'set' ? unlocked : Promise.resolve()));
  const keychain = createKeychain({ service, load: system.load, timeoutMs: 50 });
  expect(await keychain.set('a', secret)).toEqual({ ok: true, value: 'memory' });
  unlock();
  await expect.poll(() => keychain.locate('a')).toBe('keychain');
});

test(cite('SEC-6', 'the real binding stores a secret somewhere, says where, and writes no file'), async () => {
  const home = tempFolder();
  const before = process.env.HOME;
  process.env.HOME = home;
  try {
    const keychain = createKeychain({ service });
    const account = `test-${process.pid}`;
    const set = await keychain.set(account, secret);
    expect(set.ok && ['keychain', 'memory'].includes(set.value)).toBe(true);
    expect(await keychain.locate(account)).toBe(set.ok ? set.value : '');
    expect(await keychain.get(account)).toEqual({ ok: true, value: secret });
    await keychain.remove(account);
    expect(await keychain.locate(account)).toBe('none');
    expect(await readdir(home)).toEqual([]);
  } finally {
    if (before === undefined) delete process.env.HOME;
    else process.env.HOME = before;
  }
});

test(cite('SEC-6', 'known() has every secret worth masking: set, read and remembered'), async () => {
  const keychain = createKeychain({ service, memoryOnly: true });
  await keychain.set('a', secret);
  await keychain.set('b', 'short');
  keychain.remember('sk-environment-123');
  expect(keychain.knownSecrets()).toEqual([secret, 'sk-environment-123']);
  await keychain.remove('a');
  expect(keychain.knownSecrets()).toContain(secret);
});
