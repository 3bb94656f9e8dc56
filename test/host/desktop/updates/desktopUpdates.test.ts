// The journal of an installation as each start reads it, and the kinds of installations.

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test as anySystem, expect, onTestFinished, vi } from 'vitest';
import { createDesktopUpdates } from '../../../../electron/host/desktop/updates/desktopUpdates.ts';
import { findInstallKind, findOwner, installProblem } from '../../../../electron/host/desktop/updates/installKind.ts';
import { readPending, writePending } from '../../../../electron/host/desktop/updates/pendingUpdate.ts';
import { installBySystem } from '../../../../electron/host/desktop/updates/systemInstaller.ts';
import { silentLog } from '../../../../electron/lib/log.ts';
import { textOf } from '../../../../shared/core/sentence.ts';
import { cite } from '../../../support/cite.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { oldScript, type Place, pendingUpdate, updatePlace } from './place.ts';

/** The AppImages and installers here are shell scripts. */
const test = anySystem.skipIf(process.platform === 'win32');

function startOf(
  place: Place,
  version: string,
  target: string | null = place.target,
  dataDir = dirname(dirname(place.folder)),
  execPath = '/opt/app/throughline',
) {
  const did: unknown[] = [];
  const updates = createDesktopUpdates({
    app: { isPackaged: true, quit: () => did.push('quit'), relaunch: (options) => did.push(['relaunch', options]) },
    host: {
      ...process,
      platform: 'linux',
      argv: ['/app', '--disable-gpu', '--resume=x', 'throughline://new', '--project', '/y'],
      execPath,
    },
    env: { PATH: process.env.PATH, ...(target === null ? {} : { APPIMAGE: target }) },
    version,
    dataDir,
    log: silentLog,
  });
  return { updates, did };
}

function installedPlace(): { place: Place; previous: string } {
  const place = updatePlace();
  const previous = join(dirname(place.target), '.Throughline.AppImage.previous');
  writeFileSync(previous, oldScript);
  writeFileSync(place.target, 'new');
  writePending(place.folder, pendingUpdate({ target: place.target, previous }));
  return { place, previous };
}

test(cite('SHIP-8', 'the first start that opens a window confirms the new version'), async () => {
  const { place, previous } = installedPlace();
  const { updates } = startOf(place, '1.1.0');
  expect(updates.begin()).toBe('continue');
  expect(readPending(place.folder)).toMatchObject({ starts: 1 });
  expect(existsSync(previous)).toBe(true);
  updates.confirm();
  expect([readPending(place.folder), existsSync(previous)]).toEqual([null, false]);
  expect(updates.takeOutcome()).toEqual({ kind: 'installed', version: '1.1.0', from: '1.0.0' });
  expect(updates.takeOutcome()).toBe(null);
  await updates.finish();
  expect(readPending(place.folder)).toBe(null);
});

test(cite('SHIP-8', 'a second start without a window in between restores the old version'), () => {
  const { place } = installedPlace();
  startOf(place, '1.1.0').updates.begin();
  const second = startOf(place, '1.1.0');
  expect(second.updates.begin()).toBe('restart');
  expect(place.content()).toBe(oldScript);
  const dataDir = dirname(dirname(place.folder));
  expect(second.did).toEqual([
    ['relaunch', { args: ['--disable-gpu', '--', '--data', dataDir], execPath: place.target }],
  ]);
  const old = startOf(place, '1.0.0');
  expect(old.updates.begin()).toBe('continue');
  expect(old.updates.takeOutcome()).toEqual({ kind: 'rolledBack', version: '1.1.0' });
  expect(startOf(place, '1.0.0').updates.takeOutcome()).toBe(null);
});

test(cite('SHIP-8', 'quitting before the window is open is no failed start'), async () => {
  const { place } = installedPlace();
  for (let starts = 0; starts < 3; starts++) {
    const { updates } = startOf(place, '1.1.0');
    expect(updates.begin()).toBe('continue');
    await updates.finish();
  }
  expect(place.content()).toBe('new');
});

test(cite('SHIP-8', 'a copy of the app elsewhere leaves the journal alone'), () => {
  const { place } = installedPlace();
  const before = readPending(place.folder);
  expect(startOf(place, '1.1.0', null).updates.begin()).toBe('continue');
  expect(startOf(place, '1.1.0', `${place.target}-2`).updates.begin()).toBe('continue');
  expect(readPending(place.folder)).toEqual(before);
});

test(cite('SHIP-8', 'an installation that was cut off or failed leaves the old version, and says so'), () => {
  const { place, previous } = installedPlace();
  writePending(place.folder, pendingUpdate({ target: place.target, previous, state: 'replacing' }));
  const cut = startOf(place, '1.0.0');
  cut.updates.begin();
  expect([cut.updates.takeOutcome(), existsSync(previous), readPending(place.folder)]).toEqual([null, false, null]);
  writePending(place.folder, pendingUpdate({ target: place.target, state: 'failed', reason: 'no space' }));
  const failed = startOf(place, '1.0.0');
  failed.updates.begin();
  expect(failed.updates.takeOutcome()).toEqual({ kind: 'failed', version: '1.1.0', reason: 'no space' });
});

test(cite('SHIP-8', 'what was arranged happens when the app has closed, and not if it was cancelled'), async () => {
  const place = updatePlace();
  const update = place.update('echo "throughline 1.1.0"');
  const { updates, did } = startOf(place, '1.0.0');
  expect(await updates.arrange(update, { restart: false })).toEqual({ ok: true, value: undefined });
  await updates.arrange(null, { restart: false });
  await updates.finish();
  expect([place.content(), readPending(place.folder)]).toEqual([oldScript, null]);
  await updates.arrange(update, { restart: false });
  await updates.finish();
  expect(place.content()).toContain('1.1.0');
  expect(readPending(place.folder)).toMatchObject({ from: '1.0.0', to: '1.1.0', state: 'installed' });
  expect(did).toEqual([]);
});

test(cite('SHIP-8', 'a start with another data folder leaves a staged update alone'), async () => {
  const place = updatePlace();
  const { updates } = startOf(place, '1.0.0');
  await updates.arrange(place.update('echo "throughline 1.1.0"'), { restart: false });
  const other = startOf(place, '1.0.0', place.target, tempFolder()).updates;
  other.begin();
  await other.arrange(null, { restart: false });
  await updates.finish();
  expect(place.content()).toContain('1.1.0');
});

test(
  cite('SHIP-8', 'the kind of installation is found, and what cannot be replaced says what to do instead'),
  async () => {
    const tools = tempFolder();
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('PATH', tools);
    const place = {
      ...{ platform: 'linux' as const, isPackaged: true, env: {}, execPath: '/opt/Throughline/throughline' },
    } as const;
    const kindOf = (change: object) => findInstallKind({ ...place, ...change });
    expect(kindOf({ isPackaged: false })).toBe('source');
    expect(kindOf({ env: { APPIMAGE: '/home/x/T.AppImage' } })).toBe('appImage');
    expect(kindOf({ env: { APPIMAGE: 'T.AppImage' } })).toBe(null);
    expect(kindOf({ execPath: '/home/x/throughline' })).toBe('archive');
    expect(kindOf({ env: { FLATPAK_ID: 'x' } })).toBe('managed');
    expect(kindOf({ env: { SNAP: '/snap/x', APPIMAGE: '/x' } })).toBe('managed');
    expect(kindOf({ execPath: '/usr/lib/throughline/throughline' })).toBe('managed');
    expect(kindOf({ platform: 'darwin' })).toBe('mac');
    expect(kindOf({ platform: 'win32' })).toBe('archive');
    for (const [tool, kind] of [
      ['rpm', 'rpm'],
      ['dpkg-query', 'deb'],
    ] as const) {
      // Both know this file, and no other.
      const script = '#!/bin/sh\nfor last; do :; done\ntest "$last" = /opt/Throughline/throughline\n';
      writeFileSync(join(tools, tool), script);
      chmodSync(join(tools, tool), 0o755);
      // Only when it is asked for: the window does not wait.
      expect(kindOf({})).toBe(null);
      expect(await findOwner(place.execPath)).toBe(kind);
      expect(await findOwner('/opt/elsewhere/throughline')).toBe(null);
      const { updates } = startOf(updatePlace(), '1.0.0', null, tempFolder(), place.execPath);
      await updates.known();
      expect([updates.kind, updates.takes]).toEqual([kind, kind]);
      expect(textOf(installProblem(kind, { ...place, env: { PATH: '/nowhere' } }) ?? '')).toMatch(/pkexec/);
    }
    const problem = (kind: Parameters<typeof installProblem>[0], change: object): string =>
      textOf(installProblem(kind, { ...place, ...change }) ?? '');
    expect(problem('appImage', { env: { APPIMAGE: '/nowhere/T.AppImage' } })).toMatch(/may not write to/);
    expect(problem('mac', { execPath: '/Volumes/T/Throughline.app/Contents/MacOS/T' })).toMatch(/Applications folder/);
    expect(problem('archive', {})).toMatch(/unpacked from an archive/);
    expect(problem('nsis', {})).toBe('');
  },
);

test(cite('SHIP-8', 'a Debian package is installed by dpkg, and its failure is reported'), async () => {
  const place = updatePlace();
  const tools = tempFolder();
  const log = join(tools, 'log');
  const tool = (name: string, exit: number): void => {
    writeFileSync(join(tools, name), `#!/bin/sh\necho "${name} $*" >> '${log}'\nexit ${exit}\n`);
    chmodSync(join(tools, name), 0o755);
  };
  // As another user, the command runs after a password.
  writeFileSync(join(tools, 'pkexec'), '#!/bin/sh\nshift\nexec "$@"\n');
  chmodSync(join(tools, 'pkexec'), 0o755);
  const { PATH } = process.env;
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('PATH', `${tools}:${PATH}`);
  const update = { ...place.update('exit 0'), name: 'throughline_1.1.0_amd64.deb' };
  const install = () => {
    const folder = join(tools, 'installer');
    mkdirSync(folder, { recursive: true });
    return installBySystem({ kind: 'deb', update, version: '1.0.0', folder, restart: false, log() {} });
  };
  tool('dpkg', 0);
  tool('apt-get', 1);
  expect(await install()).toBe(null);
  expect(readFileSync(log, 'utf8')).toBe(`dpkg -i ${join(tools, 'installer/cache/pending', update.name)}\n`);
  tool('dpkg', 1);
  expect(await install()).toMatch(/exited with code 1/);
  writeFileSync(update.path, 'changed since');
  expect(await install()).toMatch(/has changed on the disk/);
});
