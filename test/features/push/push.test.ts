// Notifications to paired devices: the encryption, the sender against a push service, and when one is sent.

import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createPushKeys, encryptPush } from '../../../electron/features/push/pushMessage.ts';
import { createPushSender, endpointFault } from '../../../electron/features/push/pushSender.ts';
import { createPushService, type PushDeps } from '../../../electron/features/push/pushService.ts';
import { ok } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';

const texts = { approval: 'Needs you', question: 'Asks', done: 'Ready', failed: 'Failed', paused: 'Paused' };

/** A browser's side of a subscription. */
function browser(endpoint = 'https://push.example/send/abc') {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  const auth = randomBytes(16);
  /** The receiver of RFC 8291. */
  function read(body: Buffer): string {
    const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))];
    const hkdf = (key: Buffer, from: Buffer, info: Buffer, length: number): Buffer =>
      Buffer.from(hkdfSync('sha256', key, from, info, length));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), theirs]);
    const secret = hkdf(pair.computeSecret(theirs), auth, info, 32);
    const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const sealed = body.subarray(21 + theirs.length);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    expect(text.at(-1)).toBe(2);
    return text.subarray(0, -1).toString();
  }
  return { target: { endpoint, p256dh, auth: auth.toString('base64url') }, read };
}

interface Received {
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Answers each message with the next of `statuses`, the last one again. */
async function pushService(...statuses: { status: number; headers?: Record<string, string> }[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    received.push({ headers: request.headers, body });
    const { status, headers = {} } = statuses[Math.min(received.length, statuses.length) - 1] ?? { status: 201 };
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  // The sender itself accepts public https addresses only.
  const send = createPushSender((_url, init) => fetch(`http://127.0.0.1:${port}/send`, init));
  return { received, send, port };
}

test(cite('REMOTE-6', 'a message is encrypted as in the example of RFC 8291'), () => {
  const appKeys = {
    publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
    privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  };
  const target = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
  const body = encryptPush(target, Buffer.from('When I grow up, I want to be a watermelon'), { own: appKeys, salt });
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test(
  cite(
    'REMOTE-6',
    'a push service gets a signed message that only the browser can read; its answer decides what follows',
  ),
  async () => {
    const keys = createPushKeys();
    const { target, read } = browser();
    const signal = new AbortController().signal;
    const { received, send } = await pushService({ status: 503, headers: { 'retry-after': '1' } }, { status: 201 });
    const outcomeOf = (one: typeof send): ReturnType<typeof send> =>
      one(keys, target, Buffer.from('hello'), 'topic-1', signal);
    expect(await outcomeOf(send)).toBe('sent');
    expect(received).toHaveLength(2);
    const [, last] = received;
    expect(read(last?.body ?? Buffer.alloc(0))).toBe('hello');
    expect(last?.headers).toMatchObject({ topic: 'topic-1', 'content-encoding': 'aes128gcm', ttl: '3600' });
    const [, token = '', key] = /^vapid t=(.+), k=(.+)$/.exec(String(last?.headers.authorization)) ?? [];
    expect(key).toBe(keys.publicKey);
    const [head = '', claims = '', signature = ''] = token.split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ aud: 'https://push.example' });
    const point = Buffer.from(keys.publicKey, 'base64url');
    const part = (from: number): string => point.subarray(from, from + 32).toString('base64url');
    const jwk = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) };
    const signer = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), signer, Buffer.from(signature, 'base64url'))).toBe(true);

    expect(await outcomeOf((await pushService({ status: 410 })).send)).toBe('gone');
    const refusing = await pushService({ status: 403 });
    expect(await outcomeOf(refusing.send)).toBe('failed');
    const patient = await pushService({ status: 429, headers: { 'retry-after': '86400' } });
    expect(await outcomeOf(patient.send)).toBe('failed');
    expect([refusing.received.length, patient.received.length]).toEqual([1, 1]);
  },
);

test(
  cite('REMOTE-6', 'nothing is sent to an address of this machine or its network, whatever a device says'),
  async () => {
    const bad = [
      'http://push.example/',
      'https://localhost/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://10.1.2.3/',
    ];
    expect([...bad, 'https://u:p@push.example/', 'file:///etc/passwd', ''].map(endpointFault)).not.toContain(null);
    const { port, received } = await pushService({ status: 201 });
    const { target } = browser(`https://localhost:${port}/`);
    const { signal } = new AbortController();
    expect(await createPushSender()(createPushKeys(), target, Buffer.from('x'), 'topic', signal)).toBe('failed');
    expect(received).toEqual([]);
  },
);

function service(change: Partial<PushDeps> = {}) {
  const secrets = new Map<string, string>();
  const sent: { endpoint: string; payload: Record<string, unknown> }[] = [];
  const state = {
    devices: ['one', 'two'],
    unread: true,
    waiting: true,
    outcome: 'sent' as Awaited<ReturnType<PushDeps['send']>>,
    looks: 0,
  };
  const push = createPushService({
    keychain: {
      get: async (account) => ok(secrets.get(account) ?? null),
      set: async (account, secret) => ok(secrets.set(account, secret) && ('keychain' as const)),
      remove: async (account) => ok(void secrets.delete(account)),
    },
    clock: { wait: async () => {} },
    settings: async () => ({ notifications: true }),
    deviceIds: async () => state.devices,
    async row(id) {
      state.looks++;
      return id === 'agent' ? null : { title: 'Find the bug', unread: state.unread };
    },
    isWaiting: () => state.waiting,
    async send(_keys, { endpoint }, payload) {
      sent.push({ endpoint, payload: JSON.parse(payload.toString()) });
      return state.outcome;
    },
    ...change,
  });
  /** After this many looks at conversations. */
  const settle = async (looks: number): Promise<void> => {
    await expect.poll(() => state.looks).toBe(looks);
    // Closing waits for everything that has begun.
    await push.close();
  };
  return { push, secrets, sent, state, settle };
}

test(cite('REMOTE-6', 'a device that subscribed gets what happened and where; others get nothing'), async () => {
  const { push, sent, secrets, settle } = service();
  expect((await push.subscribe('one', browser('https://push.example/1').target, texts)).ok).toBe(true);
  push.notice('c1', 'approval');
  push.notice('agent', 'done');
  push.notice('c1', 'retrying');
  await expect.poll(() => sent.length).toBe(1);
  await settle(3);
  expect(sent).toEqual([
    {
      endpoint: 'https://push.example/1',
      payload: { title: 'Find the bug', body: 'Needs you', conversationId: 'c1' },
    },
  ]);
  expect([...secrets.keys()].sort()).toEqual(['push-device-one', 'push-keys']);
});

test(
  cite('REMOTE-6', 'a removed device, an ended subscription and something that was dealt with get nothing'),
  async () => {
    const { push, sent, secrets, state, settle } = service();
    await push.subscribe('one', browser('https://push.example/1').target, texts);
    await push.subscribe('two', browser('https://push.example/2').target, texts);
    push.devicesAre(['one', 'two']);
    state.devices = ['two'];
    push.devicesAre(['two']);
    expect(secrets.has('push-device-one')).toBe(false);
    state.outcome = 'gone';
    push.notice('c1', 'done');
    await expect.poll(() => secrets.has('push-device-two')).toBe(false);
    state.unread = false;
    state.waiting = false;
    push.notice('c1', 'done');
    push.notice('c1', 'question');
    await settle(3);
    expect(sent.map(({ endpoint }) => endpoint)).toEqual(['https://push.example/2']);
  },
);

test(cite('REMOTE-6', 'a subscription with a bad address or key is refused and not stored'), async () => {
  const { push, secrets } = service();
  const { target } = browser();
  for (const bad of [
    { ...target, endpoint: 'https://192.168.1.1/' },
    { ...target, endpoint: 'http://push.example/' },
    { ...target, p256dh: 'A'.repeat(87) },
  ]) {
    expect((await push.subscribe('one', bad, texts)).ok).toBe(false);
  }
  expect([...secrets.keys()]).toEqual([]);
});
