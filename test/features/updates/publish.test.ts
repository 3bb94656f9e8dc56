// Publishing a release, and an app that finds it.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openManifest } from '../../../electron/features/updates/manifest.ts';
import { publicKeyOf, publishRelease, type ReleaseOptions } from '../../../scripts/publishUpdate/publishRelease.ts';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { createPublisher } from '../../support/updateServer.ts';
import { openUpdates } from './openUpdates.ts';

const packages = [
  ...['Throughline-1.1.0.AppImage', 'Throughline-1.1.0-arm64.AppImage', 'throughline_1.1.0_amd64.deb'],
  ...['throughline-1.1.0.aarch64.rpm', 'throughline-1.1.0-mac-universal.zip', 'throughline-1.1.0-mac-x64.zip'],
  ...['throughline-1.1.0-win-x64.exe', 'Throughline 1.1.0-win-arm64.exe'],
  ...['Throughline-1.1.0.dmg', 'Throughline-1.1.0.tar.gz', 'Throughline-1.0.9.AppImage', 'builder-debug.yml'],
];

function release(change: Partial<ReleaseOptions> = {}): ReleaseOptions {
  const from = tempFolder();
  for (const name of packages) writeFileSync(join(from, name), `content of ${name}`);
  return {
    ...{ version: '1.1.0', from, to: tempFolder(), privateKey: createPublisher().privateKey, notes: 'New.' },
    ...{ stagingPercentage: null, withdraw: false, now: new Date('2026-11-20T12:00:00Z') },
    ...change,
  };
}

test(cite('SHIP-7', 'each system and processor gets a signed manifest with its own files'), () => {
  const options = release();
  expect(publishRelease(options)).toEqual([
    { manifest: 'updates-darwin-arm64.json', files: ['throughline-1.1.0-mac-universal.zip'] },
    { manifest: 'updates-darwin-x64.json', files: ['throughline-1.1.0-mac-x64.zip'] },
    {
      manifest: 'updates-linux-arm64.json',
      files: ['Throughline-1.1.0-arm64.AppImage', 'throughline-1.1.0.aarch64.rpm'],
    },
    { manifest: 'updates-linux-x64.json', files: ['Throughline-1.1.0.AppImage', 'throughline_1.1.0_amd64.deb'] },
    { manifest: 'updates-win32-arm64.json', files: ['Throughline-1.1.0-win-arm64.exe'] },
    { manifest: 'updates-win32-x64.json', files: ['throughline-1.1.0-win-x64.exe'] },
  ]);
  const text = readFileSync(join(options.to, 'updates-linux-x64.json'), 'utf8');
  expect(openManifest(text, publicKeyOf(options.privateKey))).toMatchObject({
    value: { version: '1.1.0', arch: 'x64', notes: 'New.', published: '2026-11-20T12:00:00.000Z' },
  });
  expect(readdirSync(options.to).filter((name) => name.startsWith('.'))).toEqual([]);
});

test(cite('SHIP-7', 'a release that cannot be published whole changes no manifest'), () => {
  const options = release();
  publishRelease(options);
  const manifest = join(options.to, 'updates-linux-x64.json');
  const before = readFileSync(manifest, 'utf8');
  const now = new Date('2026-11-21T12:00:00Z');
  writeFileSync(join(options.from, 'throughline_1.1.0_amd64.deb'), 'another');
  expect(() => publishRelease({ ...options, now })).toThrow(/already published with other content/);
  expect(() => publishRelease({ ...options, now, version: '1.0.9' })).toThrow(/already offers 1\.1\.0/);
  expect(() => publishRelease({ ...options, now, version: '9.9.9' })).toThrow(/no packages of version 9\.9\.9/);
  expect(() => publishRelease({ ...options, version: '1.0.9', withdraw: true })).toThrow(/Check the clock/);
  const privateKey = createPublisher().privateKey;
  expect(() => publishRelease({ ...options, now, privateKey })).toThrow(/not signed with this key/);
  expect(readFileSync(manifest, 'utf8')).toBe(before);
  expect(publishRelease({ ...options, now, version: '1.0.9', withdraw: true })).toHaveLength(1);
});

test(cite('SHIP-7', 'an app finds and downloads what was published'), async () => {
  const updates = await openUpdates();
  const options = release({ privateKey: updates.publisher.privateKey });
  publishRelease(options);
  for (const name of readdirSync(options.to)) updates.server.files.set(name, readFileSync(join(options.to, name)));
  await updates.service.check();
  await updates.service.download();
  expect(await updates.until(({ phase }) => phase === 'ready')).toMatchObject({ offer: { version: '1.1.0' } });
});
