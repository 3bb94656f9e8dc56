// A paired device as an attacker or a plain client: its key, its signatures, and its requests to a local server.

import { generateKeyPairSync, sign } from 'node:crypto';
import { checkNumber } from '../../electron/features/remote/pairing.ts';
import { type RawAnswer, rawRequest } from './rawRequest.ts';

export interface TestDevice {
  key: { x: string; y: string };
  sign(text: string): string;
  check(code: string): string;
}

export function makeDevice(): TestDevice {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return {
    key: { x, y },
    sign: (text) =>
      sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
    check: (code) => checkNumber({ x, y }, code),
  };
}

/** Posts as a page of this origin does. */
export async function postAsPage(
  port: number,
  origin: string,
  path: string,
  body: object,
  more: readonly string[] = [],
): Promise<{ status: number; value: Record<string, string> }> {
  const { host } = new URL(origin);
  const answer: RawAnswer = await rawRequest(port, {
    method: 'POST',
    path,
    headers: [`Host: ${host}`, `Origin: ${origin}`, 'Content-Type: application/json', ...more],
    body: JSON.stringify(body),
  });
  return { status: answer.status, value: answer.body.startsWith('{') ? JSON.parse(answer.body) : {} };
}
