// The recovery phrase, adding a device with a code, and revoking one.

import { expect, test } from 'vitest';
import {
  leaveSpace,
  presentDevices,
  writeRevocation,
} from '../../../../electron/features/sync/account/spaceMembership.ts';
import { codeLifeMs, joinWithCode, offerPairing } from '../../../../electron/features/sync/devices/pairing.ts';
import { newPairingCode, readPairingCode } from '../../../../electron/features/sync/devices/pairingCode.ts';
import { readMove, writeMove } from '../../../../electron/features/sync/devices/revocation.ts';
import { leftObject } from '../../../../electron/features/sync/engine/syncNames.ts';
import { deviceKeysOf, newDeviceSecret } from '../../../../electron/features/sync/keys/deviceKeys.ts';
import { phraseOf, readPhrase } from '../../../../electron/features/sync/keys/recoveryPhrase.ts';
import { newSeed, spaceKeysOf } from '../../../../electron/features/sync/keys/spaceKeys.ts';
import { cite } from '../../../support/cite.ts';
import { errorOf, okValue } from '../../../support/result.ts';
import { createSteppedClock, type SteppedClock } from '../../../support/steppedClock.ts';
import { faultOf } from '../../../support/sync/causes.ts';
import { addDevice, type TestDevice } from '../../../support/sync/devices.ts';
import { createFaultStore } from '../../../support/sync/faultStore.ts';

const { signal } = new AbortController();

test(
  cite('SYNC-2', 'the phrase brings back every key; shortened words are completed, and errors are named'),
  async () => {
    const seed = newSeed();
    const phrase = await phraseOf(seed);
    const phraseWords = phrase.split(' ');
    expect(phraseWords).toHaveLength(24);
    expect(okValue(await readPhrase(phrase))).toEqual(seed);
    const typed = phraseWords.map((word, at) => `${at + 1}. ${word.slice(0, 4).toUpperCase()}`).join('\n');
    expect(okValue(await readPhrase(typed))).toEqual(seed);

    const message = async (text: string): Promise<string> => errorOf(await readPhrase(text)).message;
    expect(await message(phraseWords.slice(1).join(' '))).toBe('A recovery phrase has 24 words. These are 23.');
    expect(await message(['zebra', 'throughline', ...phraseWords].join(' '))).toBe(
      'Word 2, “throughline”, is not a word of recovery phrases.',
    );
    const fixed = 'abandon '.repeat(23);
    expect(okValue(await readPhrase(`${fixed}art`))).toEqual(new Uint8Array(32));
    expect(await message(`${fixed}zoo`)).toMatch(/^The words do not belong together/);
  },
);

test(cite('SYNC-2', 'the keys of a seed never change between versions'), async () => {
  const { space, identity, recipient, hiddenName } = await spaceKeysOf(new Uint8Array(32));
  const device = await deviceKeysOf(new Uint8Array(32));
  expect([space, identity, recipient, hiddenName('conversation', 'a'), device.device]).toEqual([
    'daa0c241419a00aea99fac512025ed4b',
    'AGE-SECRET-KEY-1FA8ZTWA4J4Y2FHT08CWFK6UL33EFRK3CCZDLDW5XFLKVAJ7Q3H5SDQLGQJ',
    'age1jy4m5j6gfhu8ffk8d70g2mdk0mjzf6qk5s554zlawxt22yjznvgsqr6q9k',
    'ed0331332574c96a56fa1d529683e1b1',
    'fc1854eba5e419dd8e33efa4c260e040',
  ]);
});

test(cite('SYNC-2', 'a device is added with the code that another one shows, once'), async () => {
  const store = createFaultStore();
  const laptop = await addDevice(store, 'Laptop');
  const clock = createSteppedClock();
  const deps = { store, clock, signal };
  const code = newPairingCode();
  expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}$/);
  const deviceKeys = await deviceKeysOf(newDeviceSecret());
  const objects = store.objects.size;
  const offered = offerPairing(deps, laptop.keys, code);
  await until(() => store.objects.size > objects);
  const joined = joinWithCode(deps, deviceKeys, 'Tower', code.toLowerCase().replaceAll('-', ' '));
  await drive(clock, [offered, joined]);
  expect(okValue(await joined)).toEqual(laptop.keys.seed);
  expect(await offered).toEqual({ ok: true, value: { device: deviceKeys.device, name: 'Tower' } });
  expect(store.objects.size).toBe(objects);
  const again = errorOf(await joinWithCode(deps, deviceKeys, 'Tower', code));
  expect([again.code, again.message]).toEqual([
    'PARAMS_INVALID',
    'No device of this store shows this code now. It is valid once, and for ten minutes. Show another one.',
  ]);
});

test(
  cite('SYNC-2', 'a wrong code learns nothing: a typing error is found here, and another code finds no device'),
  async () => {
    const store = createFaultStore();
    const laptop = await addDevice(store, 'Laptop');
    const clock = createSteppedClock();
    const stop = new AbortController();
    const code = newPairingCode();
    const objects = store.objects.size;
    const offered = offerPairing({ store, clock, signal: stop.signal }, laptop.keys, code);
    await until(() => store.objects.size > objects);
    const deviceKeys = await deviceKeysOf(newDeviceSecret());
    const requests = store.requests.length;
    for (let at = 0; at < code.length; at++) {
      if (code[at] === '-') continue;
      const typo = `${code.slice(0, at)}${code[at] === 'Z' ? 'Y' : 'Z'}${code.slice(at + 1)}`;
      const read = readPairingCode(typo);
      if (!read.ok) expect(read.error.message).toContain('typing error');
    }
    expect(errorOf(await joinWithCode({ store, clock, signal }, deviceKeys, 'Tower', `${code}Z`)).message).toContain(
      'typing error',
    );
    expect(store.requests.slice(requests).filter(({ kind }) => kind === 'put')).toEqual([]);
    expect(
      errorOf(await joinWithCode({ store, clock, signal }, deviceKeys, 'Tower', newPairingCode())).message,
    ).toContain('No device');
    expect([...store.objects.keys()].some((name) => name.includes('/request-'))).toBe(false);
    stop.abort();
    expect(errorOf(await offered).code).toBe('CANCELLED');
    expect(store.objects.size).toBe(objects);
  },
);

test(
  cite('SYNC-2', 'a code ends after ten minutes of the showing device, also if it slept, and before two devices'),
  async () => {
    const store = createFaultStore();
    const laptop = await addDevice(store, 'Laptop');
    const objects = store.objects.size;
    const clock = createSteppedClock();
    const offer = (code: string) => offerPairing({ store, clock, signal }, laptop.keys, code);
    const late = offer(newPairingCode());
    await drive(clock, [late]);
    expect(errorOf(await late).message).toContain('within ten minutes');
    expect(clock.elapsed()).toBe(codeLifeMs);
    expect(store.objects.size).toBe(objects);

    const slept = offer(newPairingCode());
    await until(() => clock.waiting() > 0);
    const lists = store.requests.filter(({ kind }) => kind === 'list').length;
    clock.sleep(codeLifeMs);
    await drive(clock, [slept]);
    expect(errorOf(await slept).message).toContain('within ten minutes');
    // Only to clean up.
    expect(store.requests.filter(({ kind }) => kind === 'list').length - lists).toBe(1);

    const code = newPairingCode();
    const offered = offer(code);
    await until(() => clock.waiting() > 0);
    const both = [await deviceKeysOf(newDeviceSecret()), await deviceKeysOf(newDeviceSecret())];
    const joins = both.map((deviceKeys) => joinWithCode({ store, clock, signal }, deviceKeys, 'Other', code));
    await until(() => clock.waiting() === 3);
    await drive(clock, [offered, ...joins]);
    expect(errorOf(await offered).message).toMatch(/^Two devices typed the code/);
    for (const join of joins) expect(errorOf(await join).message).toContain('No device');
    expect(store.objects.size).toBe(objects);
  },
);

test(
  cite('SYNC-2', 'a revoked device does not learn the new space; the others do, and only from a device of the old one'),
  async () => {
    const store = createFaultStore();
    const laptop = await addDevice(store, 'Laptop');
    const tower = await addDevice(store, 'Tower', laptop.keys.seed);
    const stolen = await addDevice(store, 'Phone', laptop.keys.seed);
    const all = [laptop, tower, stolen];
    const records = await Promise.all(
      all.map(async ({ deviceKeys }) => okValue(await laptop.sealer.deviceRecord(deviceKeys.device))),
    );
    const next = newSeed();
    const from = { store, sealer: laptop.sealer, signal };
    const move = (to: typeof tower) =>
      readMove({ store, sealer: to.sealer, deviceKeys: to.deviceKeys, signal }, laptop.deviceKeys.device);

    expect(await move(tower)).toEqual({ ok: true, value: null });
    expect(
      errorOf(await writeMove(from, records, { revoked: [laptop.deviceKeys.device], newSeed: next })).message,
    ).toContain('cannot revoke itself');
    okValue(await writeMove(from, records, { revoked: [stolen.deviceKeys.device], newSeed: next }));
    expect(okValue(await move(tower))).toEqual({
      by: laptop.deviceKeys.device,
      revoked: [stolen.deviceKeys.device],
      newSeed: next,
    });
    const refused = errorOf(await move(stolen));
    expect([refused.code, faultOf(refused)]).toEqual(['SYNC_REFUSED', 'revoked']);
    const [name = ''] = [...store.objects.keys()].filter((key) => key.endsWith('/moved'));
    store.objects.set(name, await stolen.sealer.seal(name, Buffer.from('{}')));
    expect(errorOf(await move(tower)).details).toEqual({ cause: 'otherDevice' });
  },
);

/** Lets time pass until all have ended. */
async function drive(clock: SteppedClock, works: Promise<unknown>[]): Promise<void> {
  let left = works.length;
  for (const work of works) void work.finally(() => left--);
  while (left > 0) {
    // Not while a key is derived.
    if (clock.waiting() >= left) await clock.advance(2_000);
    else await new Promise((resolve) => setImmediate(resolve));
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}

test(
  cite(['SYNC-2', 'SYNC-8'], 'a device that left learns no new space, and nobody else can note that it left'),
  async () => {
    const store = createFaultStore();
    const seed = newSeed();
    const laptop = await addDevice(store, 'laptop', seed);
    const others = await Promise.all(['tower', 'gone', 'stolen'].map((name) => addDevice(store, name, seed)));
    const [tower, gone, stolen] = others as [TestDevice, TestDevice, TestDevice];
    const access = { remote: store, sealer: laptop.sealer };
    okValue(await leaveSpace({ remote: store, sealer: gone.sealer }, [], true, signal));
    const forged = leftObject(laptop.sealer.space, tower.deviceKeys.device);
    okValue(await store.put(forged, Buffer.from('left'), signal));
    const present = [laptop, tower, stolen].map(({ deviceKeys }) => deviceKeys.device).sort();
    expect(okValue(await presentDevices(access, signal)).sort()).toEqual(present);

    const move = okValue(await writeRevocation(access, [stolen.deviceKeys.device], signal));
    const read = (reader: TestDevice) =>
      readMove({ store, sealer: reader.sealer, deviceKeys: reader.deviceKeys, signal }, laptop.deviceKeys.device);
    expect(okValue(await read(tower))?.newSeed).toEqual(move?.newSeed);
    for (const reader of [gone, stolen]) expect(errorOf(await read(reader)).code).toBe('SYNC_REFUSED');
    expect(okValue(await writeRevocation(access, ['0'.repeat(32)], signal))).toBeNull();
  },
);
