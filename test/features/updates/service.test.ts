// Checking, downloading and deciding, against a server that may do anything.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { UpdateChecks } from '../../../shared/features/settings/settings.ts';
import { cite } from '../../support/cite.ts';
import { diskError, faultDisk } from '../../support/faultDisk.ts';
import { createSteppedClock } from '../../support/steppedClock.ts';
import { publish } from '../../support/updateServer.ts';
import { openUpdates } from './openUpdates.ts';

const bytes = Buffer.alloc(3_000_000, 'an app ');
const next = { version: '1.1.0', bytes };
const file = 'Throughline-1.1.0.AppImage';
const manifestFile = 'updates-linux-x64.json';

function downloads(folder: string): string[] {
  return readdirSync(join(folder, 'downloads'));
}

test(cite('SHIP-7', 'a newer version is offered, downloaded and installed, each step only when asked'), async () => {
  const updates = await openUpdates();
  publish(updates.server, updates.publisher, { ...next, notes: 'Faster.' });
  expect(await updates.state()).toMatchObject({ phase: 'idle', offer: null, checkedAt: null, off: null });
  expect(updates.server.requests).toEqual([]);
  await updates.service.check();
  expect(await updates.service.read()).toMatchObject({
    notes: 'Faster.',
    state: { phase: 'idle', offer: { version: '1.1.0', size: bytes.length }, problem: null },
  });
  expect(updates.server.requests).toEqual([`GET ${manifestFile}`]);
  await updates.service.download();
  await updates.until(({ phase }) => phase === 'ready');
  expect(updates.arranged).toEqual([]);
  expect(await updates.service.install('now', false)).toEqual({ ok: true, value: { running: [] } });
  expect(updates.arranged).toMatchObject([{ restart: true, update: { version: '1.1.0' } }]);
  expect(readFileSync(updates.arranged[0]?.update?.path ?? '')).toEqual(bytes);
});

test(cite('SHIP-7', 'a check sends nothing about the user, the machine or this version'), async () => {
  const updates = await openUpdates();
  let headers: object = {};
  updates.server.instead = (_name, request) => {
    headers = request.headers;
    return false;
  };
  await updates.service.check();
  expect(headers).toEqual({
    host: new URL(updates.server.address).host,
    ...{ connection: 'keep-alive', accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors' },
    ...{ 'user-agent': 'Throughline', 'accept-encoding': 'identity' },
  });
});

test(cite('SHIP-7', 'the same version is no offer, and a server without a manifest says so'), async () => {
  const updates = await openUpdates();
  await updates.service.check();
  expect(await updates.problem()).toMatch(/no version for this system and processor/);
  publish(updates.server, updates.publisher, { ...next, version: '1.0.0' });
  await updates.service.check();
  expect(await updates.state()).toMatchObject({ offer: null, problem: null, checkedAt: expect.any(String) });
});

test(cite('SHIP-7', 'an older manifest after a newer one is a replay'), async () => {
  const updates = await openUpdates();
  publish(updates.server, updates.publisher, { ...next, version: '1.3.0', published: '2026-11-20T00:00:00.000Z' });
  await updates.service.check();
  publish(updates.server, updates.publisher, { ...next, version: '1.2.0', published: '2026-11-10T00:00:00.000Z' });
  await updates.service.check();
  expect(await updates.problem()).toMatch(/refused as a replay/);
  // The publisher withdrew 1.3.0.
  publish(updates.server, updates.publisher, { ...next, version: '1.2.0', published: '2026-11-21T00:00:00.000Z' });
  await updates.service.check();
  expect(await updates.state()).toMatchObject({ problem: null, offer: { version: '1.2.0' } });
});

test(cite('SHIP-7', 'a damaged file is refused by name and removed'), async () => {
  const updates = await openUpdates();
  publish(updates.server, updates.publisher, next);
  updates.server.files.set(file, Buffer.alloc(bytes.length, 'another '));
  await updates.service.check();
  await updates.service.download();
  const { phase } = await updates.until(({ problem }) => problem !== null);
  expect(phase).toBe('idle');
  expect(await updates.problem()).toMatch(/damaged: its checksum is not the announced one/);
  expect(downloads(updates.folder)).toEqual([]);
  expect(await updates.service.install('now', false)).toMatchObject({ ok: false });
});

test(cite('SHIP-7', 'a file that is longer than announced is refused while it arrives'), async () => {
  const updates = await openUpdates();
  publish(updates.server, updates.publisher, next);
  updates.server.files.set(file, Buffer.concat([bytes, bytes]));
  await updates.service.check();
  await updates.service.download();
  await updates.until(({ problem }) => problem !== null);
  expect(await updates.problem()).toMatch(/sent more than the 3000000 bytes that were announced/);
});

test(cite('SHIP-7', 'a download that the server breaks off continues where it ended'), async () => {
  const updates = await openUpdates();
  publish(updates.server, updates.publisher, next);
  updates.server.instead = (name, _request, response) => {
    if (name !== file) return false;
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, 1_000_000), () => response.destroy());
    return true;
  };
  await updates.service.check();
  await updates.service.download();
  const broken = await updates.until(({ phase, problem }) => phase === 'paused' && problem !== null);
  expect(broken.bytes).toBeGreaterThan(0);
  updates.server.instead = () => false;
  await updates.service.download();
  await updates.until(({ phase }) => phase === 'ready');
  expect(updates.server.requests.at(-1)).toBe(`GET ${file} bytes=${broken.bytes}-`);
});

test(cite('SHIP-7', 'after a restart of the app, a half-downloaded file continues'), async () => {
  const first = await openUpdates();
  publish(first.server, first.publisher, next);
  await first.service.check();
  first.server.instead = (name, _request, response) => {
    if (name !== file) return false;
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, 1_000_000));
    return true;
  };
  await first.service.download();
  await first.until((now) => now.bytes >= 1_000_000);
  first.service.pause();
  await first.until(({ phase }) => phase === 'paused');
  const again = await openUpdates({ folder: first.folder });
  publish(again.server, again.publisher, next);
  await again.service.check();
  expect(await again.state()).toMatchObject({ phase: 'paused', bytes: 1_000_000 });
  await again.service.download();
  await again.until(({ phase }) => phase === 'ready');
  expect(again.server.requests.at(-1)).toBe(`GET ${file} bytes=1000000-`);
});

test(
  cite('SHIP-7', 'a server without ranges, and a part that was damaged on disk, start the download again'),
  async () => {
    const updates = await openUpdates();
    publish(updates.server, updates.publisher, next);
    await updates.service.check();
    await updates.service.download();
    await updates.until(({ phase }) => phase === 'ready');
    const partial = `${Buffer.from(sha512Of(updates.server.files.get(manifestFile)), 'base64')
      .toString('hex')
      .slice(0, 32)}.partial`;
    await updates.service.discard();
    expect(downloads(updates.folder)).toEqual([]);
    writeFileSync(join(updates.folder, 'downloads', partial), 'not the beginning');
    await updates.service.check();
    await updates.service.download();
    await updates.until(({ problem }) => problem !== null);
    expect(await updates.problem()).toMatch(/damaged/);
    expect(downloads(updates.folder)).toEqual([]);
    writeFileSync(join(updates.folder, 'downloads', partial), 'not the beginning');
    updates.server.instead = (name, _request, response) => {
      if (name === file) response.writeHead(200).end(bytes);
      return name === file;
    };
    await updates.service.check();
    await updates.service.download();
    await updates.until(({ phase }) => phase === 'ready');
  },
);

function sha512Of(manifest: Buffer | undefined): string {
  return JSON.parse(JSON.parse(manifest?.toString() ?? '').manifest).files[0].sha512;
}

test(cite('SHIP-7', 'a silent server, one that returns errors, and endless answers are given up'), async () => {
  const impatient = await openUpdates({ silenceMs: 30 });
  impatient.server.instead = () => true;
  await impatient.service.check();
  expect(await impatient.problem()).toMatch(/stopped answering/);
  impatient.server.instead = (_name, _request, response) => {
    response.writeHead(200);
    response.write('{');
    return true;
  };
  await impatient.service.check();
  expect(await impatient.problem()).toMatch(/stopped answering/);
  const updates = await openUpdates();
  updates.server.instead = (_name, _request, response) => {
    response.writeHead(503).end();
    return true;
  };
  await updates.service.check();
  expect(await updates.problem()).toMatch(/HTTP 503/);
  updates.server.instead = (_name, _request, response) => {
    response.writeHead(200).end('x'.repeat(2_000_000));
    return true;
  };
  await updates.service.check();
  expect(await updates.problem()).toMatch(/too long/);
  await updates.server.close();
  await updates.service.check();
  expect(await updates.problem()).toMatch(/Nothing responds at|closed the connection/);
});

test(cite('SHIP-7', 'redirects lead to encrypted addresses, or nowhere'), async () => {
  const updates = await openUpdates();
  for (const location of [
    'http://192.0.2.1/x',
    'ftp://127.0.0.1/x',
    'http://user:pass@127.0.0.1/',
    'file:///etc/passwd',
  ]) {
    updates.server.instead = (_name, _request, response) => {
      response.writeHead(302, { location }).end();
      return true;
    };
    await updates.service.check();
    expect(await updates.problem(), location).toMatch(/not encrypted/);
  }
  updates.server.instead = (_name, _request, response) => {
    response.writeHead(302, { location: '/again' }).end();
    return true;
  };
  await updates.service.check();
  expect(await updates.problem()).toMatch(/redirects too often/);
});

test(cite('SHIP-7', 'a full disk costs the download and nothing else'), async () => {
  const disk = faultDisk();
  const updates = await openUpdates({ disk });
  publish(updates.server, updates.publisher, next);
  await updates.service.check();
  disk.onCall = ({ name, path }) =>
    name === 'write' && path.endsWith('.partial') ? { error: diskError('ENOSPC') } : null;
  await updates.service.download();
  await updates.until(({ problem }) => problem !== null);
  expect(await updates.problem()).toMatch(/could not be stored: the disk is full \(ENOSPC\)\. The app was not changed/);
  disk.onCall = () => null;
  await updates.service.download();
  await updates.until(({ phase }) => phase === 'ready');
});

test(cite('SHIP-7', 'what cannot be replaced is not downloaded, and says what to do instead'), async () => {
  const updates = await openUpdates({ onHost: { problem: async () => 'Move it elsewhere.' } });
  publish(updates.server, updates.publisher, next);
  await updates.service.check();
  expect(await updates.state()).toMatchObject({ byHand: 'Move it elsewhere.', offer: { version: '1.1.0' } });
  await updates.service.download();
  expect(await updates.problem()).toBe('Move it elsewhere.');
  expect(updates.server.requests).toEqual([`GET ${manifestFile}`]);
});

test(cite('SHIP-7', 'a build without a key, and one with an unencrypted server, asks nobody'), async () => {
  const without = await openUpdates({ onHost: { source: null } });
  await without.service.check();
  expect((await without.state()).off).toMatch(/built without an update server/);
  const source = { address: 'http://updates.example/', publicKey: without.publisher.publicKey };
  const plain = await openUpdates({ onHost: { source } });
  await plain.service.check();
  expect((await plain.state()).off).toMatch(/not encrypted/);
});

test(cite('SHIP-7', 'a declined version stays declined, also after a restart, until the next one'), async () => {
  const updates = await openUpdates();
  publish(updates.server, updates.publisher, next);
  await updates.service.check();
  await updates.service.decline('1.1.0', true);
  expect(await updates.state()).toMatchObject({ isDeclined: true });
  const again = await openUpdates({ folder: updates.folder });
  publish(again.server, again.publisher, next);
  await again.service.check();
  expect(await again.state()).toMatchObject({ isDeclined: true });
  publish(again.server, again.publisher, { ...next, version: '1.2.0' });
  await again.service.check();
  expect(await again.state()).toMatchObject({ isDeclined: false, offer: { version: '1.2.0' } });
});

test(cite('SHIP-7', 'an installation waits for running work, or for the word to stop it'), async () => {
  const updates = await openUpdates();
  publish(updates.server, updates.publisher, next);
  await updates.service.check();
  await updates.service.download();
  await updates.until(({ phase }) => phase === 'ready');
  const running = [{ conversationId: 'c', title: 'Garden', command: null }];
  updates.work(running);
  expect(await updates.service.install('now', false)).toEqual({ ok: true, value: { running } });
  expect(updates.arranged).toEqual([]);
  await updates.service.install('idle', false);
  expect((await updates.state()).phase).toBe('waiting');
  expect(updates.arranged).toEqual([]);
  updates.endWork();
  await updates.until(({ phase }) => phase === 'installing');
  expect(updates.arranged).toMatchObject([{ restart: true }]);
});

test(cite('SHIP-7', 'a check leaves an arranged installation alone, unless there is another version'), async () => {
  const updates = await openUpdates();
  publish(updates.server, updates.publisher, next);
  await updates.service.check();
  await updates.service.download();
  await updates.until(({ phase }) => phase === 'ready');
  await updates.service.install('quit', false);
  await updates.service.check();
  expect(await updates.state()).toMatchObject({ phase: 'ready', onQuit: true });
  publish(updates.server, updates.publisher, { version: '1.2.0', bytes: Buffer.from('newer') });
  await updates.service.check();
  expect(await updates.state()).toMatchObject({ phase: 'idle', onQuit: false, offer: { version: '1.2.0' } });
  expect(updates.arranged.map(({ update }) => update?.version)).toEqual(['1.1.0', undefined]);
});

test(cite('SHIP-7', 'waiting can be taken back, and running work stopped on request'), async () => {
  const updates = await openUpdates();
  publish(updates.server, updates.publisher, next);
  await updates.service.check();
  await updates.service.download();
  await updates.until(({ phase }) => phase === 'ready');
  updates.work([{ conversationId: 'c', title: 'Garden', command: 'npm run dev' }]);
  await updates.service.install('idle', false);
  await updates.service.install('never', false);
  updates.endWork();
  expect(updates.arranged).toEqual([]);
  await updates.service.install('quit', false);
  expect(await updates.state()).toMatchObject({ onQuit: true });
  await updates.service.install('never', false);
  expect(updates.arranged).toMatchObject([{ restart: false, update: { version: '1.1.0' } }, { update: null }]);
  updates.work([{ conversationId: 'c', title: 'Garden', command: null }]);
  await updates.service.install('now', true);
  expect(updates.arranged.at(-1)).toMatchObject({ restart: true, update: { version: '1.1.0' } });
});

test(
  cite('SHIP-7', 'a version offered to a share of users comes to those with a lower number, which stays'),
  async () => {
    const updates = await openUpdates();
    writeFileSync(join(updates.folder, 'updates.json'), '{"stage":30}');
    publish(updates.server, updates.publisher, { ...next, stagingPercentage: 30 });
    await updates.service.check();
    expect((await updates.state()).offer).toBe(null);
    publish(updates.server, updates.publisher, { ...next, stagingPercentage: 31 });
    await updates.service.check();
    expect((await updates.state()).offer).toMatchObject({ version: '1.1.0' });
    const other = await openUpdates();
    publish(other.server, other.publisher, { ...next, stagingPercentage: 0 });
    await other.service.check();
    expect((await other.state()).offer).toBe(null);
    const { stage } = JSON.parse(readFileSync(join(other.folder, 'updates.json'), 'utf8'));
    expect(stage).toBeGreaterThanOrEqual(0);
    expect(stage).toBeLessThan(100);
  },
);

test(cite('SHIP-7', 'a version that did not start is reported and never offered again'), async () => {
  const updates = await openUpdates({ onHost: { takeOutcome: () => ({ kind: 'rolledBack', version: '1.1.0' }) } });
  publish(updates.server, updates.publisher, next);
  updates.service.start();
  expect((await updates.state()).outcome).toMatchObject({ params: ['1.1.0', '1.0.0', '1.1.0'] });
  expect(updates.messages).toEqual([expect.stringMatching(/^Version 1\.1\.0 did not start, so 1\.0\.0 was restored/)]);
  await updates.service.check();
  expect((await updates.state()).offer).toBe(null);
});

test(cite('SHIP-7', 'only a daily check asks by itself, once a day'), async () => {
  let checks: UpdateChecks = 'manual';
  const clock = createSteppedClock();
  const updates = await openUpdates({ clock, checks: async () => checks });
  publish(updates.server, updates.publisher, next);
  updates.service.start();
  const hour = 60 * 60 * 1000;
  await clock.advance(48 * hour);
  checks = 'never';
  await clock.advance(48 * hour);
  expect(updates.server.requests).toEqual([]);
  checks = 'daily';
  await clock.advance(hour);
  await updates.until(({ checkedAt, phase }) => checkedAt !== null && phase === 'idle');
  await clock.advance(22 * hour);
  expect(updates.server.requests).toEqual([`GET ${manifestFile}`]);
  expect(updates.messages).toEqual([expect.stringMatching(/Version 1\.1\.0 of Throughline is available/)]);
  await clock.advance(3 * hour);
  expect(updates.server.requests).toHaveLength(2);
});
