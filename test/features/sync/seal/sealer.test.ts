// Sealed objects: each kind of damage and deceit is named, and the store learns nothing but sizes.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { deviceObject } from '../../../../electron/features/sync/keys/deviceKeys.ts';
import { encryptObject } from '../../../../electron/features/sync/seal/ageObject.ts';
import { signObject } from '../../../../electron/features/sync/seal/signedObject.ts';
import { cite } from '../../../support/cite.ts';
import { errorOf, okValue } from '../../../support/result.ts';
import { damageOf } from '../../../support/sync/causes.ts';
import { addDevice } from '../../../support/sync/devices.ts';
import { createFaultStore } from '../../../support/sync/faultStore.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const secretText = 'The plan of the tunnel under the river. '.repeat(20);
const body = Buffer.from(secretText, 'utf8');

function hasAge(): boolean {
  try {
    execFileSync('age', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test(cite('SYNC-2', 'what one device seals, another one opens; the store sees neither text nor ID'), async () => {
  const store = createFaultStore();
  const laptop = await addDevice(store, 'Laptop of Ada');
  const tower = await addDevice(store, 'Tower', laptop.keys.seed);
  const hidden = laptop.sealer.hiddenName('conversation', '01J9ZXCONVERSATION');
  const name = `${laptop.keys.space}/${laptop.deviceKeys.device}/c/${hidden}/00000001`;
  for (const [index, content] of [
    body,
    new Uint8Array(),
    new Uint8Array([1]),
    new Uint8Array(1_000_000).fill(3),
  ].entries()) {
    const object = `${name}${index}`;
    const sealed = await laptop.sealer.seal(object, content);
    store.objects.set(object, sealed);
    expect(
      Buffer.from(okValue(await tower.sealer.open(laptop.deviceKeys.device, object, sealed))).equals(content),
    ).toBe(true);
  }
  expect(tower.sealer.hiddenName('conversation', '01J9ZXCONVERSATION')).toBe(hidden);
  expect(tower.sealer.hiddenName('file', '01J9ZXCONVERSATION')).not.toBe(hidden);
  const stored = [...store.objects]
    .map(([key, bytes]) => `${key}\n${Buffer.from(bytes).toString('latin1')}`)
    .join('\n');
  for (const text of ['tunnel', 'Laptop', 'Tower', '01J9ZX', laptop.keys.recipient]) expect(stored).not.toContain(text);
});

test(
  cite('SYNC-2', 'an object that was cut, changed, swapped, forged or sealed elsewhere is named by its cause'),
  async () => {
    const store = createFaultStore();
    const laptop = await addDevice(store, 'Laptop');
    const tower = await addDevice(store, 'Tower', laptop.keys.seed);
    const stranger = await addDevice(store, 'Stranger');
    const { device } = laptop.deviceKeys;
    const name = `${laptop.keys.space}/${device}/log/000000000001`;
    const sealed = await laptop.sealer.seal(name, body);
    const cause = async (bytes: Uint8Array, from = device, as = name): Promise<unknown> =>
      damageOf(errorOf(await tower.sealer.open(from, as, bytes)));

    for (let length = 0; length < sealed.length; length++) {
      expect([length, await cause(sealed.subarray(0, length))]).toEqual([length, 'truncated']);
    }
    const named = new Map<unknown, number>();
    for (let at = 0; at < sealed.length; at++) {
      const changed = new Uint8Array(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const damage = await cause(changed);
      named.set(damage, (named.get(damage) ?? 0) + 1);
    }
    expect([...named.keys()].sort()).toEqual(['changed', 'notSealed', 'otherKey', 'truncated']);
    expect(named.get('changed')).toBeGreaterThan(sealed.length / 2);
    expect(await cause(Buffer.concat([sealed, new Uint8Array(1)]))).toBe('changed');
    expect(await cause(await stranger.sealer.seal(name, body))).toBe('otherKey');
    expect(await cause(Buffer.from('<html>Sign in</html>'))).toBe('notSealed');
    expect(await cause(sealed, device, `${name}9`)).toBe('otherName');
    expect(await cause(sealed, tower.deviceKeys.device)).toBe('otherDevice');
    expect(await cause(sealed, 'f'.repeat(32))).toBe('unknownDevice');
    expect(await cause(sealed, stranger.deviceKeys.device)).toBe('unknownDevice');
    const forged = await signObject(device, tower.deviceKeys.signKey, name, body);
    expect(await cause(await encryptObject(laptop.keys.recipient, forged))).toBe('forged');
    tower.revoked.add(device);
    expect(await cause(sealed)).toBe('revokedDevice');
  },
);

test(cite('SYNC-2', 'a device that the space’s key has not certified is unknown, whatever it claims'), async () => {
  const store = createFaultStore();
  const laptop = await addDevice(store, 'Laptop');
  const tower = await addDevice(store, 'Tower', laptop.keys.seed);
  const place = (device: string): string => deviceObject(laptop.keys.space, device);
  const original = store.objects.get(place(laptop.deviceKeys.device)) as Uint8Array;
  // In another device's place; and certified for another space, but sealed for this one.
  store.objects.set(place('a'.repeat(32)), original);
  const record = okValue(await tower.sealer.deviceRecord(laptop.deviceKeys.device));
  const foreign = { ...record, certificate: Buffer.alloc(64).toString('base64') };
  const again = await addDevice(createFaultStore(), 'Again', laptop.keys.seed);
  const object = place(laptop.deviceKeys.device);
  store.objects.set(object, await again.sealer.seal(object, Buffer.from(JSON.stringify(foreign), 'utf8')));
  const reader = await addDevice(store, 'Reader', laptop.keys.seed);
  for (const device of ['a'.repeat(32), laptop.deviceKeys.device]) {
    expect(damageOf(errorOf(await reader.sealer.deviceRecord(device)))).toBe('unknownDevice');
  }
  store.objects.set(object, original);
  expect(okValue(await reader.sealer.deviceRecord(laptop.deviceKeys.device))).toMatchObject({ name: 'Laptop' });
});

test(cite('SYNC-2', 'whatever a store that lies returns, it is the sealed content or an error'), async () => {
  const store = createFaultStore();
  const laptop = await addDevice(store, 'Laptop');
  const tower = await addDevice(store, 'Tower', laptop.keys.seed);
  const { signal } = new AbortController();
  const names = [1, 2, 3].map((n) => `${laptop.keys.space}/${laptop.deviceKeys.device}/log/${n}`);
  const written = new Map<string, string[]>();
  const lies = ['fails', 'forgets', 'answersTwice', 'old', 'hides', null, null] as const;
  let opened = 0;
  for (let round = 0; round < 120; round++) {
    store.fault = ({ name, number }) => (names.includes(name) ? (lies[(number * 5) % lies.length] ?? null) : null);
    const name = names[round % names.length] as string;
    const text = `${name} ${round}`;
    written.set(name, [...(written.get(name) ?? []), text]);
    await store.put(name, await laptop.sealer.seal(name, Buffer.from(text, 'utf8')), signal);
    const target = names[(round * 7) % names.length] as string;
    const [first] = [...store.objects.keys()].filter((key) => names.includes(key));
    // Sometimes the bytes of another object.
    const read =
      round % 5 === 0 && first
        ? { ok: true as const, value: store.objects.get(first) ?? null }
        : await store.get(target, signal);
    if (!read.ok || read.value === null) continue;
    const result = await tower.sealer.open(laptop.deviceKeys.device, target, read.value);
    if (!result.ok) expect(damageOf(result.error)).toBe('otherName');
    else expect(written.get(target)).toContain(Buffer.from(result.value).toString('utf8'));
    opened += result.ok ? 1 : 0;
  }
  expect(opened).toBeGreaterThan(20);
});

test.skipIf(!hasAge())(cite('SYNC-2', 'the age program opens a sealed object with the space’s identity'), async () => {
  const store = createFaultStore();
  const laptop = await addDevice(store, 'Laptop');
  const folder = tempFolder();
  writeFileSync(join(folder, 'identity'), `${laptop.keys.identity}\n`);
  writeFileSync(join(folder, 'object'), await laptop.sealer.seal('space/device/log/1', body));
  const plain = execFileSync('age', ['-d', '-i', join(folder, 'identity'), join(folder, 'object')]);
  const [header = '', signature = ''] = plain.toString('latin1').split('\n', 2);
  expect(JSON.parse(header)).toMatchObject({
    v: 1,
    device: laptop.deviceKeys.device,
    name: 'space/device/log/1',
    encoding: 'gzip',
  });
  expect(gunzipSync(plain.subarray(header.length + signature.length + 2)).toString('utf8')).toBe(secretText);
});

test('many objects are opened a few at a time, and their device is read once', async () => {
  const store = createFaultStore();
  const laptop = await addDevice(store, 'laptop');
  const tower = await addDevice(store, 'tower', laptop.keys.seed);
  const names = Array.from({ length: 300 }, (_, n) => `${laptop.keys.space}/${laptop.deviceKeys.device}/c/a/${n}`);
  const sealed = await laptop.sealer.seal(names[0] as string, body);
  const reads = vi.spyOn(store, 'get');
  let [openedThisTurn, mostInOneTurn, isDone] = [0, 0, false];
  const turn = (): void => {
    mostInOneTurn = Math.max(mostInOneTurn, openedThisTurn);
    openedThisTurn = 0;
    if (!isDone) setImmediate(turn);
  };
  turn();
  await Promise.all(
    names.map(async (name) => {
      await tower.sealer.open(laptop.deviceKeys.device, name, sealed);
      openedThisTurn++;
    }),
  );
  isDone = true;
  turn();
  expect(mostInOneTurn).toBeLessThan(150);
  expect(reads.mock.calls.map(([name]) => name)).toEqual([deviceObject(laptop.keys.space, laptop.deviceKeys.device)]);
});
