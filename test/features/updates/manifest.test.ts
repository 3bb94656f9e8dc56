// The manifest: what is refused, by name.

import { expect, test } from 'vitest';
import {
  compareVersions,
  judgeManifest,
  openManifest,
  sealManifest,
} from '../../../electron/features/updates/manifest.ts';
import { cite } from '../../support/cite.ts';
import { createPublisher, releaseManifest } from '../../support/updateServer.ts';

const publisher = createPublisher();
const release = releaseManifest({ version: '1.1.0', bytes: Buffer.from('new') });
const sealed = sealManifest(release, publisher.privateKey);
const here = { version: '1.0.0', platform: 'linux', arch: 'x64', newestSeen: null };

/** As an attacker with the key could sign it: without our own checks. */
function signedAnyway(change: object): string {
  const text = JSON.stringify({ ...release, ...change });
  const { sign } = process.getBuiltinModule('node:crypto');
  return JSON.stringify({
    v: 1,
    signature: sign(null, Buffer.from(text), publisher.privateKey).toString('base64'),
    manifest: text,
  });
}

function refusal(text: string, key = publisher.publicKey): string {
  const opened = openManifest(text, key);
  if (opened.ok) throw new Error('was accepted');
  expect(opened.error.code).toBe('UPDATE_REFUSED');
  return opened.error.message;
}

test(cite('SHIP-7', 'a signed manifest opens as it was written'), () => {
  expect(openManifest(sealed, publisher.publicKey)).toEqual({ ok: true, value: release });
});

test(cite('SHIP-7', 'a manifest that is unsigned, damaged, or signed by someone else is refused by name'), () => {
  expect(refusal(JSON.stringify(release))).toMatch(/is not signed/);
  expect(refusal(JSON.stringify({ v: 1, manifest: JSON.stringify(release) }))).toMatch(/is not signed/);
  expect(refusal(sealed.slice(0, -20))).toMatch(/is damaged/);
  expect(refusal('<html>a hotel’s sign-in page</html>')).toMatch(/is damaged/);
  expect(refusal(sealed.replace('1.1.0', '1.1.1'))).toMatch(/not signed by the publisher/);
  expect(refusal(sealed, createPublisher().publicKey)).toMatch(/not signed by the publisher/);
  expect(refusal(sealed, 'no key')).toMatch(/not signed by the publisher/);
  expect(refusal(sealManifest(release, createPublisher().privateKey))).toMatch(/not signed by the publisher/);
});

test(cite('SHIP-7', 'a manifest names plain files only: no address, no folder, none of any size'), () => {
  const [file] = release.files;
  for (const name of [
    'https://elsewhere.example/app',
    '//elsewhere.example/app',
    '../app',
    '..',
    'a/b',
    'a\\b',
    '%2e%2e%2fapp',
    '.hidden',
    '-option',
    '',
    'a\0b',
    'x'.repeat(200),
  ]) {
    expect(refusal(signedAnyway({ files: [{ ...file, name }] })), name).toMatch(/outside of its own folder/);
  }
  expect(refusal(signedAnyway({ files: [{ ...file, size: 2 ** 40 }] }))).toMatch(/too large/);
  expect(refusal(signedAnyway({ files: [{ ...file, sha512: 'short' }] }))).toMatch(
    /form that this version does not know/,
  );
  expect(refusal(signedAnyway({ version: 'latest' }))).toMatch(/form that this version does not know \(version\)/);
  expect(refusal(signedAnyway({ v: 2 }))).toMatch(/form that this version does not know \(v\)/);
});

test(cite('SHIP-7', 'kinds of files that a later version adds are skipped'), () => {
  const opened = openManifest(
    signedAnyway({ files: [{ kind: 'msix', any: 1 }, ...release.files] }),
    publisher.publicKey,
  );
  expect(opened).toEqual({ ok: true, value: release });
});

test(cite('SHIP-7', 'another system, an older version and a replayed manifest are refused by name'), () => {
  const judged = (change: Partial<typeof release>, place: Partial<typeof here> = {}) => {
    const result = judgeManifest({ ...release, ...change }, { ...here, ...place });
    return result.ok ? result.value : result.error.message;
  };
  expect(judged({})).toEqual(release);
  expect(judged({ version: '1.0.0' })).toBe(null);
  expect(judged({ arch: 'arm64' })).toMatch(/for linux on arm64, but this is linux on x64/);
  expect(judged({ platform: 'darwin' })).toMatch(/for darwin on x64/);
  expect(judged({ version: '0.9.9' })).toMatch(/0\.9\.9, which is older than this one \(1\.0\.0\)/);
  expect(judged({}, { newestSeen: '2026-11-21T00:00:00.000Z' } as never)).toMatch(/refused as a replay/);
  expect(judged({}, { newestSeen: release.published } as never)).toEqual(release);
});

test(cite('SHIP-7', 'versions are ordered as semantic versioning says'), () => {
  const order = [
    ...[
      '1.0.0-2',
      '1.0.0-10',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
    ],
    ...['1.0.0-rc.1', '1.0.0', '1.0.1', '1.2.0', '1.10.0', '2.0.0'],
  ];
  expect(order.toReversed().sort(compareVersions)).toEqual(order);
});
