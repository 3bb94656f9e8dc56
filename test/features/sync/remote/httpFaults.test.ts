// Bad servers, and the sentences that the clients return for them.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { checkStore } from '../../../../electron/features/sync/remote/checkStore.ts';
import type { RemoteStore } from '../../../../electron/features/sync/remote/remoteStore.ts';
import { createS3Store } from '../../../../electron/features/sync/remote/s3Store.ts';
import { checkConfig, defaultPathStyle } from '../../../../electron/features/sync/remote/storeConfig.ts';
import { cite } from '../../../support/cite.ts';
import { errorOf, okValue } from '../../../support/result.ts';
import { faultOf } from '../../../support/sync/causes.ts';
import { type ObjectServer, s3Error, startObjectServer } from '../../../support/sync/objectServer.ts';
import { createNotingClock, openStore } from '../../../support/sync/openStore.ts';

const signal = new AbortController().signal;
const name = 'space/dev/log/000000000001';

async function openServer(): Promise<ObjectServer> {
  const server = await startObjectServer();
  onTestFinished(() => server.close());
  return server;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers each request of the method this way, or only the first so many. */
function answer(server: ObjectServer, method: string, how: Answer, times = Number.POSITIVE_INFINITY): void {
  let left = times;
  server.instead = (request, response) => {
    if (request.method !== method || left-- <= 0) return false;
    how(request, response);
    return true;
  };
}

const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (_request, response) =>
    response.writeHead(code, headers).end(body);

async function refusal(store: RemoteStore): Promise<string> {
  const error = errorOf(await store.get(name, signal));
  return `${faultOf(error)}: ${error.message}`;
}

test(cite('SYNC-1', 'a busy server is asked again after growing pauses, or after as long as it says'), async () => {
  const server = await openServer();
  const clock = createNotingClock();
  const store = await openStore(server.webdav, { clock });
  answer(server, 'PUT', status(503), 3);
  expect(await store.put(name, new Uint8Array([1]), signal)).toEqual({ ok: true, value: undefined });
  expect(clock.waits).toEqual([500, 1000, 2000]);

  clock.waits.length = 0;
  answer(server, 'GET', status(429, { 'retry-after': '7' }), 1);
  expect(okValue(await store.get(name, signal))).toEqual(new Uint8Array([1]));
  answer(
    server,
    'GET',
    status(423, { date: 'Thu, 01 Jan 1970 00:00:00 GMT', 'retry-after': 'Thu, 01 Jan 1970 00:00:09 GMT' }),
    1,
  );
  expect(okValue(await store.get(name, signal))).toEqual(new Uint8Array([1]));
  expect(clock.waits).toEqual([7000, 9000]);

  clock.waits.length = 0;
  server.requests.length = 0;
  answer(server, 'GET', status(503, { 'retry-after': '3600' }));
  expect(errorOf(await store.get(name, signal)).details).toEqual({ fault: 'unreachable', retryAfterMs: 3_600_000 });
  expect([clock.waits, server.requests.length]).toEqual([[], 1]);
});

test(cite('SYNC-1', 'a server that stays busy is named after five attempts'), async () => {
  const server = await openServer();
  const store = await openStore(server.s3);
  answer(server, 'GET', status(503, {}, s3Error('SlowDown')));
  const { host } = new URL(server.address);
  expect(await refusal(store)).toBe(
    `unreachable: The bucket bucket at ${host} cannot handle ${name} now (HTTP 503, 5 attempts). It is tried again later.`,
  );
  expect(server.requests).toHaveLength(5);
});

test(cite('SYNC-1', 'a silent server is left after the time limit, and a stop ends a request at once'), async () => {
  const server = await openServer();
  const store = await openStore(server.webdav, { clock: createNotingClock(() => true) });
  server.instead = () => true;
  expect(await refusal(store)).toMatch(/^unreachable: The WebDAV folder at .* did not respond in time for/);

  const patient = await openStore(server.webdav);
  const stop = new AbortController();
  server.instead = () => {
    stop.abort();
    return true;
  };
  expect(errorOf(await patient.get(name, stop.signal)).code).toBe('CANCELLED');
});

test(cite('SYNC-1', 'a body that ends early is read again, and never taken for the object'), async () => {
  const server = await openServer();
  const store = await openStore(server.webdav);
  await store.put(name, new Uint8Array([1, 2, 3]), signal);
  const short: Answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '3' });
    response.write(Buffer.from([1]), () => response.destroy());
  };
  answer(server, 'GET', short, 2);
  expect(okValue(await store.get(name, signal))).toEqual(new Uint8Array([1, 2, 3]));
  answer(server, 'PROPFIND', status(207, {}, '<D:multistatus xmlns:D="DAV:"><D:response>'), 1);
  expect(okValue(await store.list('space/dev/log', { signal }))).toEqual([
    { name: '000000000001', kind: 'object', bytes: 3 },
  ]);
});

test(cite('SYNC-1', 'WebDAV: refusals are named by their cause'), async () => {
  const server = await openServer();
  const store = await openStore(server.webdav);
  const { host } = new URL(server.address);
  const messages: string[] = [];
  for (const how of [
    status(401, { 'www-authenticate': 'Basic realm="x"' }),
    status(401, { 'www-authenticate': 'Digest realm="x"' }),
    status(403),
    status(507),
    status(413),
    status(301, { location: `${server.address}/other` }),
    status(418),
  ]) {
    answer(server, 'GET', how);
    messages.push(
      (await refusal(store)).replaceAll(`The WebDAV folder at ${host}`, 'It').replaceAll(server.address, ''),
    );
  }
  expect(messages).toEqual([
    'credentials: It refused the user name or the password.',
    'credentials: It does not accept passwords the basic way, but only: Digest realm="x".',
    `readOnly: It does not allow ${name} (HTTP 403). Check what this user may do.`,
    'full: It is full, or has reached its limit.',
    `tooLarge: It does not take ${name}: it is too large.`,
    'unfit: It redirects to /other. Enter that address instead.',
    `unfit: It returned HTTP 418 for ${name}. Is this the address of a WebDAV folder?`,
  ]);
  answer(server, 'PROPFIND', status(207, {}, '<html><body>Sign in</body></html>'));
  expect(errorOf(await store.list('', { signal })).message).toContain('its response is not a list');
  const elsewhere = await openStore({ ...server.webdav, address: `${server.address}/dav/missing` } as never);
  expect(errorOf(await elsewhere.put(name, new Uint8Array(), signal)).message).toBe(
    `The WebDAV folder at ${host} has no folder ${server.address}/dav/missing. Create it, or enter another address.`,
  );
});

test(
  cite('SYNC-1', 'WebDAV: addresses in lists may be absolute, of another host or path, and percent-encoded anyhow'),
  async () => {
    const server = await openServer();
    const store = await openStore(server.webdav);
    const entry = (href: string, type = ''): string =>
      `<x:response><x:href>${href}</x:href><x:propstat><x:prop><x:resourcetype>${type}</x:resourcetype><x:getcontentlength>4</x:getcontentlength></x:prop></x:propstat></x:response>`;
    const lists = [
      ['/dav/sync/space/', '/dav/sync/space/a', '/dav/sync/space/%62/'],
      [
        'http://inside:8080/dav/sync/space',
        'http://inside:8080/dav/sync/space/a',
        'http://inside:8080/dav/sync/space/b',
      ],
      [
        '/remote.php/files/ada/sync/space/',
        '/remote.php/files/ada/sync/space/a',
        '/remote.php/files/ada/sync/space/b/',
      ],
    ];
    for (const [self = '', object = '', folder = ''] of lists) {
      const odd =
        entry(`${self}/a (conflicted copy)`) + entry(`${self}/.hidden`) + entry(`${self}/x.part`) + entry('%zz');
      const body =
        entry(self, '<x:collection/>') + entry(object) + entry(object) + entry(folder, '<x:collection/>') + odd;
      answer(
        server,
        'PROPFIND',
        status(207, {}, `<?xml version="1.0"?><x:multistatus xmlns:x="DAV:">${body}</x:multistatus>`),
      );
      expect(okValue(await store.list('space', { signal }))).toEqual([
        { name: 'a', kind: 'object', bytes: 4 },
        { name: 'b', kind: 'folder', bytes: 0 },
      ]);
    }
  },
);

test(
  cite('SYNC-1', 'WebDAV: a large object gets its name when it is complete, even where the server cannot move'),
  async () => {
    const server = await openServer();
    const store = await openStore(server.webdav);
    const large = new Uint8Array(50_000).fill(7);
    await store.put(name, large, signal);
    expect(server.requests.filter((request) => /^(PUT|MOVE)/.test(request))).toEqual([
      `PUT /dav/sync/${name}.part`,
      `PUT /dav/sync/${name}.part`,
      `MOVE /dav/sync/${name}.part`,
    ]);
    answer(server, 'MOVE', status(405));
    const other = 'space/dev/log/000000000002';
    expect(await store.put(other, large, signal)).toEqual({ ok: true, value: undefined });
    expect(server.files.has(`/dav/sync/${other}.part`)).toBe(false);
    expect(okValue(await store.get(other, signal))).toEqual(large);
  },
);

test(cite('SYNC-1', 'S3: refusals are named by their cause'), async () => {
  const server = await openServer();
  const store = await openStore(server.s3);
  const { host } = new URL(server.address);
  const messages: string[] = [];
  for (const [code, error, more] of [
    [403, 'InvalidAccessKeyId'],
    [403, 'SignatureDoesNotMatch'],
    [403, 'AccessDenied'],
    [403, 'Other'],
    [404, 'NoSuchBucket'],
    [400, 'AuthorizationHeaderMalformed', '<Region>eu-9</Region>'],
    [400, 'QuotaExceeded'],
    [400, 'EntityTooLarge'],
    [418, 'Odd'],
  ] as const) {
    answer(server, 'GET', status(code, {}, s3Error(error, more)));
    messages.push((await refusal(store)).replaceAll(`The bucket bucket at ${host}`, 'It'));
  }
  expect(messages).toEqual([
    'credentials: It does not know this access key, or the secret key does not belong to it.',
    'credentials: It does not know this access key, or the secret key does not belong to it.',
    `readOnly: It does not allow ${name} with these keys.`,
    `credentials: It does not allow ${name} (HTTP 403 Other). Check the keys and what they may do.`,
    'missing: There is no bucket bucket. Create it, or check its name.',
    'unfit: It is not in the region eu-1. The server names: eu-9',
    'full: It is full, or has reached its limit.',
    `tooLarge: It does not take ${name}: it is too large.`,
    `unfit: It returned HTTP 418 for ${name}: Odd Because.`,
  ]);
});

test(cite('SYNC-1', 'S3: a wrong clock of this machine is corrected by the server’s, or named'), async () => {
  const server = await openServer();
  const store = await openStore(server.s3);
  const dates: unknown[] = [];
  server.instead = (request, response) => {
    dates.push(request.headers['x-amz-date']);
    if (request.headers['x-amz-date'] === '20300101T000000Z') return false;
    response.writeHead(403, { date: 'Tue, 01 Jan 2030 00:00:00 GMT' }).end(s3Error('RequestTimeTooSkewed'));
    return true;
  };
  expect(await store.put(name, new Uint8Array([1]), signal)).toEqual({ ok: true, value: undefined });
  expect(okValue(await store.get(name, signal))).toEqual(new Uint8Array([1]));
  expect(dates).toEqual(['20261129T120000Z', '20300101T000000Z', '20300101T000000Z']);
  answer(server, 'GET', status(403, {}, s3Error('RequestTimeTooSkewed')));
  expect(await refusal(store)).toMatch(/^clock: .* refuses the time of this machine’s clock\. Set the clock\.$/);
});

test(cite('SYNC-1', 'S3: a store whose lists end early is named when it is checked, and not used'), async () => {
  const server = await openServer();
  const store = await openStore(server.s3);
  const smallPages = await openStore(server.s3, { pageSize: 2 });
  const check = () => checkStore({ store, smallPages, token: 'a', signal });
  expect(await check()).toEqual({ ok: true, value: undefined });
  server.instead = (request, response) => {
    if (!request.url?.includes('max-keys=2')) return false;
    response.writeHead(500).end(s3Error('InternalError'));
    return true;
  };
  expect(errorOf(await check()).message).toMatch(
    /^This store cannot be used: it does not list large folders \(The bucket .* cannot handle check-a now/,
  );
  server.instead = (request, response) => {
    if (!request.url?.includes('continuation-token')) return false;
    response.writeHead(500).end(s3Error('InternalError'));
    return true;
  };
  expect(errorOf(await check()).message).toMatch(/returned the beginning of a list, but not the rest/);
  server.instead = (request, response) => {
    if (!request.url?.includes('list-type')) return false;
    response.writeHead(200).end('<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>');
    return true;
  };
  expect(errorOf(await check()).message).toMatch(/does not continue a list of check-a: the rest of it cannot be seen/);
  expect([...server.files.keys()].filter((path) => path.includes('check-'))).toEqual([]);
});

test(cite('SYNC-1', 'S3: buckets are in the host or in the path, and the signature covers the bytes'), async () => {
  expect(defaultPathStyle('https://s3.eu-central-1.amazonaws.com', 'photos')).toBe(false);
  expect(defaultPathStyle('https://s3.amazonaws.com', 'my.photos')).toBe(true);
  expect(defaultPathStyle('https://storage.example.com', 'photos')).toBe(true);
  let sent: { url: string; headers: Record<string, string> } | null = null;
  const store = createS3Store({
    ...{ endpoint: 'https://s3.example.com', region: 'eu-1', bucket: 'photos', pathStyle: false, prefix: 'my sync' },
    ...{ clock: createNotingClock(), random: () => 0 },
    credentials: { accessKeyId: 'ada', secretAccessKey: 'secret of ada' },
    async fetch(url, init) {
      sent = { url, headers: init.headers as Record<string, string> };
      return new Response(null, { status: 200 });
    },
  });
  expect(await store.put('a', new Uint8Array([1]), signal)).toEqual({ ok: true, value: undefined });
  expect(sent).toEqual({
    url: 'https://photos.s3.example.com/my%20sync/a',
    headers: {
      authorization:
        'AWS4-HMAC-SHA256 Credential=ada/20261129/eu-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=f00e9b4db46e92b8897191e3a64a8a2b77618bc7b1de47f8b9ad60edce2aeb47',
      'x-amz-content-sha256': '4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a',
      'x-amz-date': '20261129T120000Z',
    },
  });
});

test(cite('SYNC-1', 'addresses need https, except on this machine, and hold no sign-in data'), () => {
  const webdav = (address: string) => {
    const checked = checkConfig({ kind: 'webdav', address, prefix: '/a/b/' });
    return checked.ok ? checked.value : checked.error.message;
  };
  expect(webdav('https://cloud.example.com/dav/')).toEqual({
    ...{ kind: 'webdav', address: 'https://cloud.example.com/dav', prefix: 'a/b' },
  });
  expect(webdav('http://127.0.0.1:80/dav')).toMatchObject({ address: 'http://127.0.0.1/dav' });
  expect(webdav('http://cloud.example.com')).toContain('Plain http');
  expect(webdav('https://ada:secret@cloud.example.com')).toContain('must not contain a user name or password');
  expect(webdav('https://cloud.example.com/?a')).toContain('Remove everything from ? or #');
  expect(webdav('ftp://cloud.example.com')).toContain('starts with https://');
  const escaping = checkConfig({ kind: 'folder', folder: '/synced', prefix: 'a/../../b' });
  expect(errorOf(escaping).message).toContain('must have a name');
});
