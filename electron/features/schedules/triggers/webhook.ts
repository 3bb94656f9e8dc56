// Checks the signature of a request, as Standard Webhooks (https://www.standardwebhooks.com) or GitHub makes it. A request that was
// taken before is not taken again.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** In milliseconds: how old, or how far ahead, a signed time may be. */
const toleranceMs = 5 * 60_000;
const secretPrefix = 'whsec_';

export type SignatureCheck =
  /** `event` is the same for a repeated request, and nobody without the secret can change it. */
  { ok: true; event: string } | { ok: false; reason: 'unsigned' | 'wrong' | 'late' };

/** `secret`: `whsec_` and base64. */
export function checkSignature(secret: string, headers: IncomingHttpHeaders, body: Buffer, now: Date): SignatureCheck {
  // Anyone could sign with an empty key.
  if (secret === '' || keyOf(secret).length === 0) return { ok: false, reason: 'wrong' };
  const one = (name: string): string | null => {
    const value = headers[name];
    return typeof value === 'string' ? value : null;
  };
  const [id, timestamp, signatures] = [one('webhook-id'), one('webhook-timestamp'), one('webhook-signature')];
  if (id !== null && timestamp !== null && signatures !== null) {
    if (!/^\d{1,12}$/.test(timestamp) || id.length > 300) return { ok: false, reason: 'wrong' };
    const expected = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest();
    const isSigned = signatures.split(' ').some((each) => {
      const [version, text = ''] = each.split(',');
      return version === 'v1' && isSame(Buffer.from(text, 'base64'), expected);
    });
    if (!isSigned) return { ok: false, reason: 'wrong' };
    // After the signature, so that nobody learns our time.
    if (Math.abs(now.getTime() - Number(timestamp) * 1000) > toleranceMs) return { ok: false, reason: 'late' };
    return { ok: true, event: `webhook ${id}` };
  }
  const github = /^sha256=([0-9a-f]{64})$/.exec(one('x-hub-signature-256') ?? '')?.[1];
  if (github === undefined) return { ok: false, reason: 'unsigned' };
  // GitHub signs with the text of the secret. Its delivery number is not signed; the body is, and differs each time.
  const expected = createHmac('sha256', secret).update(body).digest();
  return isSame(Buffer.from(github, 'hex'), expected)
    ? { ok: true, event: `github ${github}` }
    : { ok: false, reason: 'wrong' };
}

function keyOf(secret: string): Buffer {
  return secret.startsWith(secretPrefix)
    ? Buffer.from(secret.slice(secretPrefix.length), 'base64')
    : Buffer.from(secret, 'utf8');
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

export function newWebhookSecret(random: (bytes: number) => Buffer): string {
  return secretPrefix + random(32).toString('base64');
}
