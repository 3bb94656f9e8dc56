// A folder that another app syncs: what that app leaves in it, a drive that is gone, and disks that fail.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../../support/cite.ts';
import { diskError, faultDisk } from '../../../support/faultDisk.ts';
import { errorOf, okValue } from '../../../support/result.ts';
import { faultOf } from '../../../support/sync/causes.ts';
import { createNotingClock, openStore } from '../../../support/sync/openStore.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const signal = new AbortController().signal;
const name = 'space/dev/log/000000000001';

function config(folder = tempFolder()) {
  return { kind: 'folder', folder, prefix: 'throughline' } as const;
}

test(cite('SYNC-1', 'conflict copies and partial files of syncing apps are not taken for objects'), async () => {
  const place = config();
  const store = await openStore(place);
  await store.put(name, new Uint8Array([1]), signal);
  const log = join(place.folder, 'throughline/space/dev/log');
  for (const odd of [
    '000000000001 (Ada’s conflicted copy 2026-11-29)',
    '000000000001 (1)',
    '000000000001.sync-conflict-20261129-120000-abcdef7',
    '000000000001-LAPTOP',
    '.syncthing.000000000002.tmp',
    '~syncthing~000000000002.tmp',
    '000000000002.a1b2c3d4.partial',
    '000000000002.tmp-1.2.00000000-0123456789ab',
    '.DS_Store',
    'desktop.ini.tmp',
  ]) {
    writeFileSync(join(log, odd), 'x');
  }
  expect(okValue(await store.list('space/dev/log', { signal }))).toEqual([
    { name: '000000000001', kind: 'object', bytes: 1 },
  ]);
});

test(cite('SYNC-1', 'a file that iCloud has moved to its server is not a missing one'), async () => {
  const place = config();
  const store = await openStore(place);
  await store.put(name, new Uint8Array([1]), signal);
  writeFileSync(join(place.folder, 'throughline/space/dev/log/.000000000002.icloud'), 'stub');
  const listed = okValue(await store.list('space/dev/log', { signal }));
  expect(listed.map((entry) => entry.name)).toEqual(['000000000001', '000000000002']);
  const error = errorOf(await store.get('space/dev/log/000000000002', signal));
  expect([faultOf(error), error.message]).toEqual([
    'unreachable',
    `iCloud has not downloaded space/dev/log/000000000002 to ${join(place.folder, 'throughline')} yet. It is tried again later.`,
  ]);
});

test(cite('SYNC-1', 'a missing folder is reported, and not created again on the wrong disk'), async () => {
  const place = config();
  const missing = await openStore({ ...place, folder: join(place.folder, 'drive') });
  const gone = await openStore(place, { create: false });
  for (const store of [missing, gone]) {
    for (const result of [
      await store.list('', { signal }),
      await store.get(name, signal),
      await store.put(name, new Uint8Array(), signal),
    ]) {
      expect([faultOf(errorOf(result)), errorOf(result).message]).toEqual([
        'missing',
        expect.stringContaining('Is its drive connected, and its app signed in?'),
      ]);
    }
  }
  expect(readdirSync(place.folder)).toEqual([]);
});

test(
  cite('SYNC-1', 'an object is replaced in one step: a failed write leaves the earlier one and no other file'),
  async () => {
    const place = config();
    const disk = faultDisk();
    const store = await openStore(place, { disk });
    await store.put(name, new Uint8Array([1]), signal);
    for (const [code, fault] of [
      ['ENOSPC', 'full'],
      ['EDQUOT', 'full'],
      ['EROFS', 'readOnly'],
      ['EACCES', 'readOnly'],
      ['ENOTCONN', 'unreachable'],
    ] as const) {
      disk.onCall = (call) => (call.name === 'write' ? { error: diskError(code), half: true } : null);
      expect(faultOf(errorOf(await store.put(name, new Uint8Array([2, 2]), signal)))).toBe(fault);
    }
    disk.onCall = () => null;
    expect(okValue(await store.get(name, signal))).toEqual(new Uint8Array([1]));
    expect(readdirSync(join(place.folder, 'throughline/space/dev/log'))).toEqual(['000000000001']);
  },
);

test(
  cite('SYNC-1', 'a file that the syncing app holds is tried again, and a drive that never answers is left'),
  async () => {
    const disk = faultDisk();
    const clock = createNotingClock();
    const store = await openStore(config(), { disk, clock });
    let left = 2;
    disk.onCall = (call) => (call.name === 'rename' && left-- > 0 ? { error: diskError('EBUSY') } : null);
    expect(await store.put(name, new Uint8Array([1]), signal)).toEqual({ ok: true, value: undefined });
    expect(clock.waits).toEqual([500, 1000]);

    const hanging = await openStore(config(), { disk, clock: createNotingClock(() => true) });
    disk.onCall = () => ({ wait: new Promise(() => {}) });
    const late = errorOf(await hanging.put('a', new Uint8Array([1]), signal));
    expect([faultOf(late), late.message]).toEqual([
      'unreachable',
      expect.stringContaining('did not respond in time for a'),
    ]);
  },
);

test(cite('SYNC-1', 'a name that would leave the folder is refused, and a folder is not an object'), async () => {
  const place = config();
  const store = await openStore(place);
  for (const odd of ['../a', 'a/../../b', '/a', 'a//b', 'A', 'a b', '.a', 'a/', 'x'.repeat(513)]) {
    expect(errorOf(await store.put(odd, new Uint8Array(), signal)).message).toContain('not the name of an object');
  }
  expect(readdirSync(place.folder)).toEqual([]);
  mkdirSync(join(place.folder, 'throughline/a'), { recursive: true });
  expect(await store.get('a', signal)).toEqual({ ok: true, value: null });
});
