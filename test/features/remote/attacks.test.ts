// Attacks on the local server through a tunnel, from plain sockets: everything that a browser would never send as well.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { challengeText } from '../../../electron/features/remote/deviceSessions.ts';
import { changeDevice } from '../../../electron/features/remote/pairing.ts';
import { createRoutes } from '../../../electron/host/browser/routes.ts';
import { createBrowserServer } from '../../../electron/host/browser/server.ts';
import { createSessions, generateSecret } from '../../../electron/host/browser/session.ts';
import { upgradeRequest } from '../../support/browserServer.ts';
import { cite } from '../../support/cite.ts';
import { makeDevice, postAsPage, type TestDevice } from '../../support/devices.ts';
import { rawRequest } from '../../support/rawRequest.ts';
import { type RemotePlace, startRemotePlace } from '../../support/remotePlace.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const name = 'box.example';
const origin = `https://${name}`;

const startPlace = (remoteName: string | null = name): Promise<RemotePlace> => startRemotePlace({ remoteName });

/** Pairs the device as its page and the user do. Returns its id. */
async function pair(place: RemotePlace, device: TestDevice, from = origin): Promise<{ id: string; host: string }> {
  const { id, code } = await place.newCode();
  const answered = await postAsPage(place.port, from, '/devices/pair', { code, name: 'Phone', key: device.key });
  expect(answered).toMatchObject({ status: 200, value: { check: device.check(code) } });
  await place.remote.accept(id);
  const { pairing = id, ticket = '' } = { pairing: answered.value.id, ticket: answered.value.ticket };
  const paired = await postAsPage(place.port, from, '/devices/paired', { pairing, ticket });
  expect(paired.value.state).toBe('accepted');
  return { id: paired.value.device ?? '', host: paired.value.host ?? '' };
}

async function challenge({ port }: RemotePlace, id: string, from = origin): Promise<string> {
  return (await postAsPage(port, from, '/devices/challenge', { device: id })).value.nonce ?? '';
}

async function signIn(
  place: RemotePlace,
  device: TestDevice,
  { id, host }: { id: string; host: string },
): Promise<string> {
  const nonce = await challenge(place, id);
  const signature = device.sign(challengeText(host, id, origin, nonce));
  const opened = await postAsPage(place.port, origin, '/devices/session', { device: id, nonce, signature });
  expect(opened.status).toBe(200);
  return opened.value.session ?? '';
}

/** The status of the answer to a page that connects with this session. */
async function connect(
  place: RemotePlace,
  session: string,
  host = name,
  from: string | null = origin,
): Promise<number> {
  return (await rawRequest(place.port, upgradeRequest(host, session, from))).status;
}

describe('host names and origins', () => {
  test(cite('REMOTE-3', 'only exactly the named host is answered, and its page only over HTTPS'), async () => {
    const place = await startPlace();
    const get = async (...headers: string[]) => (await rawRequest(place.port, { headers })).status;
    expect(await get(`Host: ${name}`)).toBe(200);
    for (const host of [
      'evil.example',
      'box.example.evil.example',
      'evil-box.example',
      'BOX.example',
      'box.example.',
      'box.example:443',
      'box.example:4817',
      'user@box.example',
      'box.example/',
      `box.example, ${name}`,
      '',
      'xn--box-.example',
    ]) {
      expect([host, await get(`Host: ${host}`)]).toEqual([host, 403]);
    }
    // A second Host line, whatever a proxy makes of it.
    expect(await get(`Host: ${name}`, 'Host: evil.example')).toBe(403);
    // Names that a proxy passes on are no names.
    expect(await get('Host: evil.example', `X-Forwarded-Host: ${name}`)).toBe(403);
    expect(await get(`Host: ${name}`, 'X-Forwarded-Proto: http')).toBe(403);
    expect(await get(`Host: ${name}`, `Origin: http://${name}`)).toBe(403);
    expect(await get(`Host: ${name}`, 'Origin: null')).toBe(403);
    expect(await get(`Host: ${name}`, 'Origin: https://evil.example')).toBe(403);
    expect(await get(`Host: ${name}`, `Origin: https://${name}`)).toBe(200);
  });

  test(cite('REMOTE-3', 'a proxy that hides the name cannot pass for this machine'), async () => {
    const place = await startPlace();
    for (const header of [
      'X-Forwarded-For: 203.0.113.7',
      'Forwarded: for=203.0.113.7',
      'X-Forwarded-Host: box.example',
    ]) {
      const answer = await rawRequest(place.port, { headers: [`Host: 127.0.0.1:${place.port}`, header] });
      expect([header, answer.status]).toEqual([header, 403]);
    }
  });

  test(cite('REMOTE-1', 'without a name nothing but loopback is answered'), async () => {
    const place = await startPlace(null);
    expect((await rawRequest(place.port, { headers: [`Host: ${name}`] })).status).toBe(403);
  });

  test(cite('REMOTE-3', 'every page forbids frames, and names no other origin'), async () => {
    const place = await startPlace();
    const { headers } = await rawRequest(place.port, { headers: [`Host: ${name}`] });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('what belongs to this machine', () => {
  test(cite('REMOTE-3', 'its token, tickets and sessions are worthless through the tunnel'), async () => {
    const place = await startPlace();
    const loopback = `http://127.0.0.1:${place.port}`;
    const session = (await postAsPage(place.port, loopback, '/session', { token: place.token })).value.session ?? '';
    expect(await connect(place, session, `127.0.0.1:${place.port}`, loopback)).toBe(101);
    for (const path of ['/session', '/page', '/running'])
      expect((await postAsPage(place.port, origin, path, { token: place.token })).status).toBe(404);
    expect(await connect(place, session)).toBe(401);
    const probe = [`Host: ${name}`, `Authorization: Bearer ${session}`];
    expect((await rawRequest(place.port, { path: '/contract', headers: probe })).status).toBe(401);
  });

  test(cite('REMOTE-3', 'paths of features are not answered through the tunnel, unless they are for it'), async () => {
    const routes = createRoutes();
    const server = createBrowserServer({
      rendererFolder: tempFolder(),
      sessions: createSessions(generateSecret()),
      attach: () => {},
      routes,
    });
    const port = await server.listen(0);
    onTestFinished(() => server.close());
    routes.admitDevices({ hostName: () => name, find: () => null, connected: () => () => {} });
    const answer = async (_: unknown, response: { end(text: string): unknown }) => void response.end('answered');
    routes.serve({ prefix: '/api/', answer, upgrade: (_request, socket) => socket.end('HTTP/1.1 101 Fine\r\n\r\n') });
    routes.serve({ prefix: '/hooks/', tunnel: true, answer });
    const get = async (path: string, host: string) =>
      (await rawRequest(port, { path, headers: [`Host: ${host}`] })).status;
    expect(await get('/api/x', `127.0.0.1:${port}`)).toBe(200);
    expect(await get('/api/x', name)).toBe(404);
    expect(await get('/hooks/x', name)).toBe(200);
    expect((await rawRequest(port, { ...upgradeRequest(name, '', origin), path: '/api/x' })).status).toBe(404);
  });
});

/** Waits until so many wrong codes are counted, also on a busy machine. */
async function wrongCodes(place: RemotePlace, count: number): Promise<void> {
  const wrong = async (): Promise<number | undefined> => {
    const info = await place.remote.info();
    return info.ok ? info.value.pairing?.wrong : undefined;
  };
  await expect.poll(wrong, { timeout: 20_000, interval: 20 }).toBe(count);
}

describe('pairing', () => {
  test(cite('REMOTE-3', 'a code works once, and for five minutes'), async () => {
    const place = await startPlace();
    const device = makeDevice();
    const ask = async (code: string, more?: readonly string[]) =>
      (await postAsPage(place.port, origin, '/devices/pair', { code, name: 'Phone', key: device.key }, more)).status;
    expect(await ask('AAAA-AAAA')).toBe(410);
    const first = await place.newCode();
    expect(await ask(first.code.toLowerCase().replace('-', ' '))).toBe(200);
    expect(await ask(first.code)).toBe(410);

    const third = await place.newCode();
    place.pass(300_001);
    expect(await ask(third.code)).toBe(410);
  });

  test(cite('REMOTE-3', 'wrong codes never use up the code, and nothing is written for them'), async () => {
    const place = await startPlace();
    const device = makeDevice();
    const { code } = await place.newCode();
    const file = join(place.dataDir, 'devices.json');
    const before = readFileSync(file, 'utf8');
    const ask = async (typed: string) =>
      (await postAsPage(place.port, origin, '/devices/pair', { code: typed, name: 'Phone', key: device.key })).status;
    for (let attempt = 0; attempt < 5; attempt++) expect(await ask('AAAA-AAAA')).toBe(401);
    // From here on each one waits longer for its answer; the oldest is sent when too many wait.
    const floods = Array.from({ length: 120 }, () => ask('AAAA-AAAB'));
    await wrongCodes(place, 125);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(await ask(code)).toBe(200);
    place.passWaits();
    expect(new Set(await Promise.all(floods))).toEqual(new Set([401]));
  });

  test(cite('REMOTE-3', 'wrong codes are answered later and later, one after another'), async () => {
    const place = await startPlace();
    const { key } = makeDevice();
    await place.newCode();
    const waits: Promise<unknown>[] = [];
    for (let attempt = 1; attempt <= 14; attempt++) {
      waits.push(postAsPage(place.port, origin, '/devices/pair', { code: 'AAAA-AAAA', name: 'P', key }));
      await wrongCodes(place, attempt);
    }
    expect(place.waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000, 8000]);
    place.passWaits();
    await Promise.all(waits);
  });

  test.for([
    ['a second later', 1_000],
    ['after the clock was set back', -3_600_000],
  ] as const)(
    cite('REMOTE-3', 'few enough codes are compared in a second; the next are accepted %s'),
    async ([, later]) => {
      const place = await startPlace();
      const device = makeDevice();
      const ask = async (code: string) =>
        (await postAsPage(place.port, origin, '/devices/pair', { code, name: 'P', key: device.key })).status;
      place.stopTime();
      const { code } = await place.newCode();
      const perSecond = 200;
      const answers = Array.from({ length: perSecond + 50 }, () => ask('X'));
      await wrongCodes(place, perSecond);
      // Not even the right one, without using it up: the page tries again.
      expect(await ask(code)).toBe(429);
      place.passWaits();
      const statuses = await Promise.all(answers);
      expect(statuses.filter((status) => status === 429)).toHaveLength(50);
      place.pass(later);
      expect(await ask(code)).toBe(200);
      const chance = (perSecond * 300) / 30 ** 8;
      expect(chance).toBeLessThan(1e-7);
    },
  );

  test(
    cite(
      'REMOTE-3',
      'another device that uses the code first has another check number, and nothing before it is accepted',
    ),
    async () => {
      const place = await startPlace();
      const [thief, phone] = [makeDevice(), makeDevice()];
      const { id, code } = await place.newCode();
      const answered = await postAsPage(place.port, origin, '/devices/pair', { code, name: 'Phone', key: thief.key });
      const info = await place.remote.info();
      const check = info.ok ? info.value.pairing?.device?.check : null;
      expect(check).toBe(thief.check(code));
      expect(check).not.toBe(phone.check(code));
      const wait = { pairing: id, ticket: answered.value.ticket };
      expect((await postAsPage(place.port, origin, '/devices/paired', wait)).value).toEqual({ state: 'waiting' });
      expect((await postAsPage(place.port, origin, '/devices/paired', { ...wait, ticket: 'x' })).value).toEqual({
        state: 'refused',
      });
      await place.remote.cancelPairing(id);
      expect((await postAsPage(place.port, origin, '/devices/paired', wait)).value).toEqual({ state: 'refused' });
      expect((await place.remote.accept(id)).ok).toBe(false);
    },
  );

  test(cite('REMOTE-3', 'only a page of the same origin may ask, with small JSON'), async () => {
    const place = await startPlace();
    const { key } = makeDevice();
    const { code } = await place.newCode();
    const body = JSON.stringify({ code, name: 'Phone', key });
    const post = async (headers: readonly string[], text = body) =>
      (await rawRequest(place.port, { method: 'POST', path: '/devices/pair', headers, body: text })).status;
    expect(await post([`Host: ${name}`, 'Content-Type: application/json'])).toBe(404);
    expect(await post([`Host: ${name}`, 'Origin: https://evil.example', 'Content-Type: application/json'])).toBe(403);
    expect(await post([`Host: ${name}`, `Origin: ${origin}`, 'Content-Type: text/plain'])).toBe(400);
    expect(await post([`Host: ${name}`, `Origin: ${origin}`, 'Content-Type: application/json'], ' '.repeat(5000))).toBe(
      400,
    );
    expect(await post([`Host: ${name}`, `Origin: ${origin}`, 'Content-Type: application/json'])).toBe(200);
  });
});

describe('sessions', () => {
  test(
    cite('REMOTE-3', 'a signature opens one session: not twice, late, for another device, host or origin'),
    async () => {
      const place = await startPlace();
      const [phone, other] = [makeDevice(), makeDevice()];
      const paired = await pair(place, phone);
      const otherPaired = await pair(place, other);
      const { id, host } = paired;
      const open = async (nonce: string, signature: string, device = id, from = origin) =>
        (await postAsPage(place.port, from, '/devices/session', { device, nonce, signature })).status;

      const nonce = await challenge(place, id);
      const signature = phone.sign(challengeText(host, id, origin, nonce));
      expect(await open(nonce, signature)).toBe(200);
      expect(await open(nonce, signature)).toBe(401);

      // A new challenge with the old signature, and an own challenge that was never given.
      expect(await open(await challenge(place, id), signature)).toBe(401);
      expect(await open('made-up', phone.sign(challengeText(host, id, origin, 'made-up')))).toBe(401);

      const late = await challenge(place, id);
      place.pass(60_001);
      expect(await open(late, phone.sign(challengeText(host, id, origin, late)))).toBe(401);

      // The key of another paired device, for this one and with this one's challenge.
      const mine = await challenge(place, id);
      expect(await open(mine, other.sign(challengeText(host, id, origin, mine)))).toBe(401);
      const crossed = await challenge(place, id);
      const signedByOther = other.sign(challengeText(host, otherPaired.id, origin, crossed));
      expect(await open(crossed, signedByOther, otherPaired.id)).toBe(401);

      for (const text of [
        (used: string) => challengeText('another host', id, origin, used),
        (used: string) => challengeText(host, id, 'https://evil.example', used),
        (used: string) => challengeText(host, id, `http://${name}`, used),
      ]) {
        const used = await challenge(place, id);
        expect(await open(used, phone.sign(text(used)))).toBe(401);
      }
      // At the other address of the same server: the key belongs to the tunnel's.
      const local = `http://localhost:${place.port}`;
      expect((await postAsPage(place.port, local, '/devices/challenge', { device: id })).status).toBe(401);
    },
  );

  test(
    cite('REMOTE-3', 'a stolen session is worthless under another name and origin, and after its time'),
    async () => {
      const place = await startPlace();
      const phone = makeDevice();
      const session = await signIn(place, phone, await pair(place, phone));
      expect(await connect(place, session)).toBe(101);
      expect(place.attached.at(-1)?.device).toMatchObject({ name: 'Phone', right: 'steer', hostName: name });
      expect(await connect(place, session, `127.0.0.1:${place.port}`, `http://127.0.0.1:${place.port}`)).toBe(401);
      expect(await connect(place, session, `localhost:${place.port}`, `http://localhost:${place.port}`)).toBe(401);
      // A WebSocket of another site, and one without an origin.
      expect(await connect(place, session, name, 'https://evil.example')).toBe(403);
      expect(await connect(place, session, name, null)).toBe(403);
      place.pass(12 * 3_600_000 + 1);
      expect(await connect(place, session)).toBe(401);
    },
  );

  test(
    cite('REMOTE-3', 'when the name changes, windows under the old one end and its sessions are refused'),
    async () => {
      const place = await startPlace(null);
      await place.remote.setName(name);
      const phone = makeDevice();
      const paired = await pair(place, phone);
      const session = await signIn(place, phone, paired);
      const socket = new WebSocketOf(place.port, session);
      await socket.opened;
      await place.remote.setName('other.example');
      await socket.closed;
      expect(await connect(place, session)).toBe(403);
      expect(await connect(place, session, 'other.example', 'https://other.example')).toBe(401);
      expect(
        (await postAsPage(place.port, 'https://other.example', '/devices/challenge', { device: paired.id })).status,
      ).toBe(401);
    },
  );

  test.for(['from here', 'by another process'] as const)(
    cite('REMOTE-2', 'a removed device is out at once, %s: its windows, its session and its key'),
    async (how) => {
      const place = await startPlace();
      const phone = makeDevice();
      const paired = await pair(place, phone);
      const session = await signIn(place, phone, paired);
      let left = [paired.id];
      place.remote.onChange(({ devices }) => {
        left = devices.map(({ id }) => id);
      });
      const socket = new WebSocketOf(place.port, session);
      await socket.opened;
      const info = await place.remote.info();
      expect(info.ok && info.value.devices[0]?.connected).toBe(true);
      const nonce = await challenge(place, paired.id);
      if (how === 'from here') await place.remote.revoke(paired.id);
      else await place.list.change((file) => changeDevice(file, paired.id, null));
      await socket.closed;
      expect(left).toEqual([]);
      expect(await connect(place, session)).toBe(401);
      const signature = phone.sign(challengeText(paired.host, paired.id, origin, nonce));
      const again = await postAsPage(place.port, origin, '/devices/session', { device: paired.id, nonce, signature });
      expect(again.status).toBe(401);
    },
  );

  test(cite('REMOTE-2', 'a device that opens many windows keeps none of this machine out'), async () => {
    const place = await startPlace();
    const phone = makeDevice();
    const session = await signIn(place, phone, await pair(place, phone));
    const sockets = Array.from({ length: 16 }, () => new WebSocketOf(place.port, session));
    await Promise.all(sockets.map(({ opened }) => opened));
    expect(await connect(place, session)).toBe(503);
    const loopback = `http://127.0.0.1:${place.port}`;
    const mine = (await postAsPage(place.port, loopback, '/session', { token: place.token })).value.session ?? '';
    expect(await connect(place, mine, `127.0.0.1:${place.port}`, loopback)).toBe(101);
    // A call that was sent before a change of its rights does not begin after it.
    const { transport } = place.attached[0] ?? expect.fail('not attached');
    expect(transport.isThrownOut?.()).toBe(false);
    await place.remote.setRight(
      (await place.list.read().then((read) => read.ok && read.value.devices[0]?.id)) || '',
      'all',
    );
    expect(transport.isThrownOut?.()).toBe(true);
    await Promise.all(sockets.map(({ closed }) => closed));
    expect(await connect(place, session)).toBe(101);
  });

  test(cite('REMOTE-2', 'a device whose rights change reconnects with the new ones'), async () => {
    const place = await startPlace();
    const phone = makeDevice();
    const paired = await pair(place, phone);
    const session = await signIn(place, phone, paired);
    const socket = new WebSocketOf(place.port, session);
    await socket.opened;
    await place.remote.setRight(paired.id, 'watch');
    await socket.closed;
    expect(await connect(place, session)).toBe(101);
    await vi.waitFor(() => expect(place.attached.at(-1)?.device?.right).toBe('watch'));
  });
});

/** A WebSocket as the device's browser opens it. */
class WebSocketOf {
  readonly opened: Promise<void>;
  readonly closed: Promise<void>;
  constructor(port: number, session: string) {
    const opened = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    this.opened = opened.promise;
    this.closed = closed.promise;
    void import('ws').then(({ WebSocket }) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/contract`, ['throughline', session], {
        headers: { Host: name },
        origin,
      });
      socket.on('open', () => opened.resolve());
      socket.on('close', () => closed.resolve());
      socket.on('error', (error) => opened.reject(error));
    });
  }
}
