// Sessions of paired devices: a device signs a challenge with its key and receives a secret, which opens the contract on
// the same origin. Nothing here is stored: after a restart each device signs again.

import { createPublicKey, verify } from 'node:crypto';
import type { Device } from './deviceList.ts';
import { digestOf, newSecret } from './secrets.ts';

const challengeMs = 60_000;
const sessionMs = 12 * 3_600_000;
/** Open at a time, for each device: the oldest goes first. */
const maxChallenges = 8;
const maxSessions = 16;

interface Session {
  deviceId: string;
  origin: string;
  until: number;
}

export interface DeviceSessions {
  challenge(device: Device): string;
  /** Returns a session's secret; null: the signature does not prove this device, here and now. */
  open(host: string, device: Device, origin: string, nonce: string, signature: string): string | null;
  /** Returns the id of the device whose session on this origin it is. */
  find(secret: string, origin: string): string | null;
  forget(deviceId: string): void;
}

/** The text that a device signs: it is worthless for another host, device, origin or time. @internal */
export function challengeText(host: string, deviceId: string, origin: string, nonce: string): string {
  return ['throughline device session', host, deviceId, origin, nonce].join('\n');
}

export function createDeviceSessions(now: () => number): DeviceSessions {
  const challenges = new Map<string, { deviceId: string; until: number }>();
  const sessions = new Map<string, Session>();

  return {
    challenge({ id }) {
      dropOld(challenges, now());
      keepLast(challenges, id, maxChallenges - 1);
      const nonce = newSecret();
      challenges.set(digestOf(nonce), { deviceId: id, until: now() + challengeMs });
      return nonce;
    },
    open(host, device, origin, nonce, signature) {
      const challenge = challenges.get(digestOf(nonce));
      // Used, whether it proves anything or not.
      challenges.delete(digestOf(nonce));
      if (!challenge || challenge.deviceId !== device.id || challenge.until <= now()) return null;
      if (device.origin !== origin) return null;
      if (!isSigned(device, challengeText(host, device.id, origin, nonce), signature)) return null;
      dropOld(sessions, now());
      keepLast(sessions, device.id, maxSessions - 1);
      const secret = newSecret();
      sessions.set(digestOf(secret), { deviceId: device.id, origin, until: now() + sessionMs });
      return secret;
    },
    find(secret, origin) {
      const session = sessions.get(digestOf(secret));
      return session && session.origin === origin && session.until > now() ? session.deviceId : null;
    },
    forget(deviceId) {
      keepLast(challenges, deviceId, 0);
      keepLast(sessions, deviceId, 0);
    },
  };
}

function isSigned({ key }: Device, text: string, signature: string): boolean {
  try {
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...key }, format: 'jwk' });
    const bytes = Buffer.from(signature, 'base64url');
    return verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes);
  } catch {
    // Not a point of the curve.
    return false;
  }
}

function dropOld(entries: Map<string, { until: number }>, now: number): void {
  for (const [key, { until }] of entries) if (until <= now) entries.delete(key);
}

function keepLast(entries: Map<string, { deviceId: string }>, deviceId: string, count: number): void {
  const ofDevice = [...entries].filter(([, entry]) => entry.deviceId === deviceId);
  for (const [key] of ofDevice.slice(0, Math.max(0, ofDevice.length - count))) entries.delete(key);
}
