// A passkey in software: what a browser and its authenticator send, and what an attacker would change in it.

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion, PasskeyAttestation } from '../../shared/features/remote/methods.ts';

/** Differences from an honest answer. */
export interface Forged {
  origin?: string;
  rpId?: string;
  /** 0x01: present, 0x04: verified, 0x40: with a credential. */
  flags?: number;
  counter?: number;
  challenge?: string;
  type?: string;
}

export interface TestAuthenticator {
  id: string;
  create(options: Record<string, unknown>, forged?: Forged): PasskeyAttestation;
  get(options: Record<string, unknown>, forged?: Forged): PasskeyAssertion;
}

export function makeAuthenticator(origin: string): TestAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let counter = 0;

  function clientData(type: string, options: Record<string, unknown>, forged: Forged): Buffer {
    const challenge = forged.challenge ?? options.challenge;
    return Buffer.from(JSON.stringify({ type: forged.type ?? type, challenge, origin: forged.origin ?? origin }));
  }

  function authenticatorData(rpId: string, flags: number, forged: Forged): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(forged.counter ?? counter);
    return Buffer.concat([sha256(forged.rpId ?? rpId), Buffer.from([forged.flags ?? flags]), count]);
  }

  return {
    id,
    create(options, forged = {}) {
      const { id: rpId } = options.rp as { id: string };
      const length = Buffer.from([0, credentialId.length]);
      // The key follows in COSE, which the host leaves to the browser.
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, Buffer.from('a0', 'hex')]);
      const data = Buffer.concat([authenticatorData(rpId, 0x45, forged), attested]);
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: clientData('webauthn.create', options, forged).toString('base64url'),
          authenticatorData: data.toString('base64url'),
          publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get(options, forged = {}) {
      counter += 1;
      const client = clientData('webauthn.get', options, forged);
      const data = authenticatorData(String(options.rpId), 0x05, forged);
      const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), privateKey);
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
