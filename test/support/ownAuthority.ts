// A company's certificate authority, generated on demand: its own certificate as PEM, and a server certificate signed
// by it. Written as bytes (X.509, RFC 5280), so that no external program is needed.

import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface OwnAuthority {
  /** PEM. */
  certificate: string;
  /** For `createServer` of `node:https`. */
  server: { cert: string; key: string };
}

/** `names`: the server's host names. */
export function createAuthority(names: readonly string[]): OwnAuthority {
  const [authority, server] = [keyPair(), keyPair()];
  const issuer = nameOf(`Test authority ${randomBytes(4).toString('hex')}`);
  const isAuthority = extension([0x55, 0x1d, 0x13], sequence(Buffer.from([1, 1, 0xff])));
  const own = sequence(
    ...names.map((name) => tagged(0x82, Buffer.from(name))),
    tagged(0x87, Buffer.from([127, 0, 0, 1])),
  );
  const forNames = extension([0x55, 0x1d, 0x11], own);
  return {
    certificate: signed(
      { subject: issuer, publicKey: authority.publicKey, extensions: isAuthority },
      issuer,
      authority,
    ),
    server: {
      cert: signed({ subject: nameOf('server'), publicKey: server.publicKey, extensions: forNames }, issuer, authority),
      key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  };
}

interface Pair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

interface Subject {
  subject: Buffer;
  publicKey: KeyObject;
  extensions: Buffer;
}

function keyPair(): Pair {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

const ecdsaWithSha256 = sequence(tagged(6, Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2])));
const day = 24 * 60 * 60 * 1000;

function signed({ subject, publicKey, extensions }: Subject, issuer: Buffer, by: Pair): string {
  const time = (at: number): Buffer =>
    tagged(0x18, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '')}`));
  const serial = randomBytes(8);
  serial[0] = 1;
  const body = sequence(
    tagged(0xa0, tagged(2, Buffer.from([2]))),
    tagged(2, serial),
    ecdsaWithSha256,
    issuer,
    sequence(time(Date.now() - 1 * day), time(Date.now() + day)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(extensions)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, by.privateKey)]);
  const whole = sequence(body, ecdsaWithSha256, tagged(3, signature)).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${whole.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function nameOf(text: string): Buffer {
  const commonName = sequence(tagged(6, Buffer.from([0x55, 4, 3])), tagged(0x0c, Buffer.from(text)));
  return sequence(tagged(0x31, commonName));
}

function extension(id: readonly number[], value: Buffer): Buffer {
  return sequence(tagged(6, Buffer.from(id)), tagged(4, value));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
