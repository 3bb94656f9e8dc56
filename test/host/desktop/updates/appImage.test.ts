// Replacing an AppImage, and what happens when the new one does not start.

import { spawn } from 'node:child_process';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test as anySystem, expect } from 'vitest';
import { replaceAppImage, stage } from '../../../../electron/host/desktop/updates/appImage.ts';
import { readPending, rollBack, writePending } from '../../../../electron/host/desktop/updates/pendingUpdate.ts';
import { type WatchedStart, watchStart } from '../../../../electron/host/desktop/updates/watchStart.ts';
import { cite } from '../../../support/cite.ts';
import { isRunning } from '../../../support/isRunning.ts';
import { oldScript, type Place, pendingUpdate, updatePlace } from './place.ts';

/** The AppImages here are shell scripts. */
const test = anySystem.skipIf(process.platform === 'win32');
const start = { args: ['--disable-gpu', '--', '--data', '/x'], env: { PATH: process.env.PATH, APPIMAGE: '/old' } };
const versions = { from: '1.0.0', to: '1.1.0' };
const answers = 'test "$THROUGHLINE_PROBE" = 1 && test -z "$APPIMAGE" && echo "throughline 1.1.0"';

function filesNextTo({ target }: Place): string[] {
  return readdirSync(dirname(target)).sort();
}

test(cite('SHIP-8', 'an AppImage is replaced in one step, and the old one stays until it is not needed'), async () => {
  const place = updatePlace();
  const staged = await stage(place.update(answers), place.target, place.folder, start);
  expect(staged).toMatchObject({ ok: true });
  expect(place.content()).toBe(oldScript);
  const pending = replaceAppImage(place.folder, place.target, versions);
  expect(place.content()).toContain(answers);
  expect(statSync(place.target).mode & 0o777).toBe(0o750);
  expect(readPending(place.folder)).toEqual(pending);
  expect(filesNextTo(place)).toEqual([
    expect.stringMatching(/^\.Throughline\.AppImage\.[0-9a-f]{8}\.previous$/),
    'Throughline.AppImage',
  ]);
  expect(rollBack(place.folder, pending)).toBe(true);
  expect(place.content()).toBe(oldScript);
  expect(filesNextTo(place)).toEqual(['Throughline.AppImage']);
  expect(readPending(place.folder)).toMatchObject({ state: 'rolledBack', to: '1.1.0' });
});

test(cite('SHIP-8', 'a file that does not start, or is another version, is refused with nothing changed'), async () => {
  const place = updatePlace();
  const refusal = async (script: string) => {
    const staged = await stage(place.update(script), place.target, place.folder, start);
    return staged.ok ? null : staged.error.message;
  };
  expect(await refusal('exit 1')).toMatch(/Version 1\.1\.0 does not start on this machine/);
  expect(await refusal('kill -9 $$')).toMatch(/does not start/);
  expect(await refusal('echo anything')).toMatch(/does not start/);
  expect(await refusal('echo "throughline 1.0.5"')).toMatch(/says that it is 1\.0\.5/);
  const update = place.update(answers);
  writeFileSync(update.path, 'changed since');
  expect(await stage(update, place.target, place.folder, start)).toMatchObject({
    error: { code: 'UPDATE_REFUSED', message: expect.stringMatching(/changed on the disk/) },
  });
  const elsewhere = join(dirname(place.target), 'gone', 'Throughline.AppImage');
  expect(await stage(place.update(answers), elsewhere, place.folder, start)).toMatchObject({
    error: { code: 'STORE_WRITE_FAILED', message: expect.stringMatching(/could not be put next to the app/) },
  });
  expect(place.content()).toBe(oldScript);
  expect(filesNextTo(place)).toEqual(['Throughline.AppImage']);
});

test(cite('SHIP-8', 'what cannot be put in place leaves nothing beside the app'), async () => {
  const place = updatePlace();
  expect(() => replaceAppImage(place.folder, place.target, versions)).toThrow(/ENOENT/);
  expect(place.content()).toBe(oldScript);
  expect(filesNextTo(place)).toEqual(['Throughline.AppImage']);
});

/** Installs a version that runs this script, and watches its start. */
async function installed(
  script: string,
  { onStart = () => {}, ...options }: Partial<WatchedStart> & { onStart?(): void } = {},
) {
  const place = updatePlace();
  await stage(place.update(`${answers} && exit\n${script}`), place.target, place.folder, start);
  replaceAppImage(place.folder, place.target, versions);
  let pid: number | undefined;
  const outcome = await watchStart({
    folder: place.folder,
    signal: new AbortController().signal,
    start() {
      const env = { PATH: process.env.PATH, JOURNAL: join(place.folder, 'pending.json') };
      const child = spawn(place.target, { env, detached: true, stdio: 'ignore' });
      pid = child.pid;
      onStart();
      return child;
    },
    ...options,
  });
  return { place, outcome, isNew: place.content() !== oldScript, pid: () => pid ?? 0 };
}

test(cite('SHIP-8', 'a version that opens its window stays'), async () => {
  const { outcome, isNew } = await installed('rm "$JOURNAL"; exec sleep 600');
  expect([outcome, isNew]).toEqual(['started', true]);
});

test(cite('SHIP-8', 'a version that crashes is rolled back'), async () => {
  for (const script of ['exit 1', 'kill -9 $$', 'exec /nowhere/at/all']) {
    const { outcome, isNew, place } = await installed(script);
    expect([script, outcome, isNew]).toEqual([script, 'rolledBack', false]);
    expect(readPending(place.folder)?.state).toBe('rolledBack');
  }
});

test(
  cite('SHIP-8', 'a version that shows no sign of life, or none after its first, is ended and rolled back'),
  async () => {
    const silent = await installed('exec sleep 600', { aliveMs: 30 });
    expect([silent.outcome, silent.isNew]).toEqual(['rolledBack', false]);
    const begun = 'sed s/\\"starts\\":0/\\"starts\\":1/ "$JOURNAL" > "$0.new"; mv "$0.new" "$JOURNAL"; exec sleep 600';
    const stuck = await installed(begun, { windowMs: 30 });
    expect([stuck.outcome, stuck.isNew]).toEqual(['rolledBack', false]);
    // Its group got a signal, so waiting for it ends.
    for (const each of [silent, stuck]) await expect.poll(() => isRunning(each.pid())).toBe(false);
  },
);

test(
  cite(
    'SHIP-8',
    'a version that the user ends at once is not rolled back, and neither is one that is no longer watched',
  ),
  async () => {
    const ended = await installed('exit 0');
    expect([ended.outcome, ended.isNew]).toEqual(['left', true]);
    const stop = new AbortController();
    const left = await installed('exec sleep 600', { signal: stop.signal, onStart: () => stop.abort() });
    process.kill(-left.pid(), 'SIGKILL');
    expect([left.outcome, left.isNew]).toEqual(['left', true]);
  },
);

test(cite('SHIP-8', 'without its predecessor, nothing is rolled back'), () => {
  const place = updatePlace();
  const pending = pendingUpdate({ target: place.target, previous: join(place.folder, 'gone') });
  writePending(place.folder, pending);
  expect(rollBack(place.folder, pending)).toBe(false);
  expect(readPending(place.folder)).toEqual(pending);
  writeFileSync(join(place.folder, 'pending.json'), 'damaged');
  expect(readPending(place.folder)).toBe(null);
  rmSync(place.folder, { recursive: true });
  expect(readPending(place.folder)).toBe(null);
});
