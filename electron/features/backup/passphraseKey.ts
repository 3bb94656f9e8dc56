// A passphrase as recipient and identity of age, as its specification defines them (https://age-encryption.org/v1, "scrypt"). The
// library computes scrypt in JavaScript, which takes seconds; Node's own takes a fraction, and a key is derived once per backup.

import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { type Identity, type Recipient, Stanza } from 'age-encryption';

const label = 'age-encryption.org/v1/scrypt';
/** The age program's own. */
const logN = 18;
/** A higher one in a hostile file would take minutes and gigabytes. */
const maxLogN = 20;
const cipher = 'chacha20-poly1305';
const noNonce = Buffer.alloc(12);
const tagBytes = 16;

export function passphraseRecipient(passphrase: string): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(16);
      const sealing = createCipheriv(cipher, await keyOf(passphrase, salt, logN), noNonce, { authTagLength: tagBytes });
      const body = Buffer.concat([sealing.update(fileKey), sealing.final(), sealing.getAuthTag()]);
      return [new Stanza(['scrypt', unpadded(salt), String(logN)], body)];
    },
  };
}

/** Derives each file's key once. */
export function passphraseIdentity(passphrase: string): Identity {
  const keys = new Map<string, Promise<Buffer>>();
  return {
    async unwrapFileKey(stanzas) {
      const [stanza] = stanzas;
      if (stanzas.length !== 1 || stanza?.args[0] !== 'scrypt') return null;
      const [, salt = '', factor = ''] = stanza.args;
      if (!/^[1-9]\d?$/.test(factor) || Number(factor) > maxLogN)
        throw new Error('its scrypt work factor is not valid');
      const key = keys.get(salt) ?? keyOf(passphrase, Buffer.from(salt, 'base64'), Number(factor));
      keys.set(salt, key);
      return unwrapped(await key, Buffer.from(stanza.body));
    },
  };
}

/** Null with another passphrase. */
function unwrapped(key: Buffer, body: Buffer): Uint8Array | null {
  const opening = createDecipheriv(cipher, key, noNonce, { authTagLength: tagBytes });
  try {
    opening.setAuthTag(body.subarray(-tagBytes));
    return new Uint8Array(Buffer.concat([opening.update(body.subarray(0, -tagBytes)), opening.final()]));
  } catch {
    return null;
  }
}

function keyOf(passphrase: string, salt: Buffer, factor: number): Promise<Buffer> {
  const [N, r] = [2 ** factor, 8];
  return new Promise((resolve, reject) => {
    const salted = Buffer.concat([Buffer.from(label, 'latin1'), salt]);
    scrypt(passphrase, salted, 32, { N, r, p: 1, maxmem: 129 * N * r }, (failure, key) =>
      failure ? reject(failure) : resolve(key),
    );
  });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
