// A message to a browser's push service: encrypted for the browser (RFC 8291, aes128gcm of RFC 8188) and signed with the
// app's key (RFC 8292), so that the service reads nothing and accepts it from nobody else.

import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto';

export interface PushKeys {
  /** Uncompressed point of P-256, base64url. */
  publicKey: string;
  /** base64url. */
  privateKey: string;
}

export interface PushTarget {
  /** https address of the push service for this browser. */
  endpoint: string;
  /** The browser's public key and secret, base64url. */
  p256dh: string;
  auth: string;
}

interface PushRequest {
  headers: Record<string, string>;
  body: Buffer;
}

const curve = 'prime256v1';
const recordSize = 4096;
/** Seconds; at most a day is allowed. */
const tokenSeconds = 12 * 60 * 60;
/** Services accept 4096 bytes. */
export const maxPushBytes = 3000;

export function createPushKeys(): PushKeys {
  const pair = createECDH(curve);
  return { publicKey: pair.generateKeys('base64url'), privateKey: pair.getPrivateKey('base64url') };
}

/** `secondsToLive`: how long the service keeps it for a browser that is away. `topic`: replaces an earlier one. */
export function pushRequest(
  keys: PushKeys,
  target: PushTarget,
  payload: Buffer,
  options: { secondsToLive: number; topic: string; subject: string; now: Date },
): PushRequest {
  const token = signedToken(keys, new URL(target.endpoint).origin, options);
  return {
    headers: {
      authorization: `vapid t=${token}, k=${keys.publicKey}`,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(options.secondsToLive),
      topic: options.topic,
      urgency: 'high',
    },
    body: encryptPush(target, payload),
  };
}

/** Throws if the browser's keys are invalid. `own` and `salt`: only tests set them. */
export function encryptPush(
  { p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>,
  payload: Buffer,
  { own = createPushKeys(), salt = randomBytes(16) }: { own?: PushKeys; salt?: Buffer } = {},
): Buffer {
  const pair = createECDH(curve);
  pair.setPrivateKey(own.privateKey, 'base64url');
  const [theirs, ours] = [Buffer.from(p256dh, 'base64url'), Buffer.from(own.publicKey, 'base64url')];
  const shared = pair.computeSecret(theirs);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = hkdf(shared, Buffer.from(auth, 'base64url'), info, 32);
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // One record, whose end is marked by 2.
  const encrypted = [cipher.update(payload), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()];
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize, 0);
  head.writeUInt8(ours.length, 4);
  return Buffer.concat([salt, head, ours, ...encrypted]);
}

function hkdf(key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length));
}

function signedToken(
  { publicKey, privateKey }: PushKeys,
  audience: string,
  { subject, now }: { subject: string; now: Date },
): string {
  const point = Buffer.from(publicKey, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey }, format: 'jwk' });
  const claims = { aud: audience, exp: Math.floor(now.getTime() / 1000) + tokenSeconds, sub: subject };
  const text = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}
