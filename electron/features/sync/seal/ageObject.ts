// Encrypts an object in the format of age. Next to the recipient, the header states the length of the plaintext, so that a shortened
// object can be distinguished from a changed one; the `age` program ignores that line.

import { Decrypter, Encrypter, Stanza } from 'age-encryption';
import { byteView } from './signedObject.ts';

const sizeLine = 'throughline-size';
const version = 'age-encryption.org/v1\n';
const chunkBytes = 64 * 1024;
const overheadBytes = 16;
const nonceBytes = 16;
/** More at once would keep the event loop from its other work. */
const pieceBytes = 4 * chunkBytes;

export async function encryptObject(recipient: string, bytes: Uint8Array): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  encrypter.addRecipient({ wrapFileKey: () => [new Stanza([sizeLine, String(bytes.length)], new Uint8Array())] });
  if (bytes.length <= pieceBytes) return encrypter.encrypt(bytes);
  return readPieces(await encrypter.encrypt(inPieces(bytes)));
}

export type DecryptResult =
  | { kind: 'open'; bytes: Uint8Array }
  | { kind: 'notSealed' | 'truncated' | 'changed' | 'otherKey' };

export async function decryptObject(identity: string, bytes: Uint8Array): Promise<DecryptResult> {
  const damage = damageByLength(bytes);
  if (damage) return { kind: damage };
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    if (bytes.length <= pieceBytes) return { kind: 'open', bytes: await decrypter.decrypt(bytes) };
    return { kind: 'open', bytes: await readPieces(await decrypter.decrypt(inPieces(bytes))) };
  } catch (thrown) {
    const isOtherKey = thrown instanceof Error && thrown.message.startsWith('no identity matched');
    return { kind: isOtherKey ? 'otherKey' : 'changed' };
  }
}

/** Compares the length with the one in the header, which is not verified yet: it only decides how a failure is called. */
function damageByLength(bytes: Uint8Array): 'notSealed' | 'truncated' | 'changed' | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).toString('latin1');
  if (!text.startsWith(version)) return version.startsWith(text) ? 'truncated' : 'notSealed';
  const end = /\n--- [^\n]*\n/.exec(text);
  if (!end) return bytes.length < 4096 ? 'truncated' : 'changed';
  const size = new RegExp(`\\n-> ${sizeLine} (\\d{1,10})\\n`).exec(text)?.[1];
  if (size === undefined) return 'changed';
  const chunks = Math.max(1, Math.ceil(Number(size) / chunkBytes));
  const expected = end.index + end[0].length + nonceBytes + Number(size) + chunks * overheadBytes;
  if (bytes.length === expected) return null;
  return bytes.length < expected ? 'truncated' : 'changed';
}

function inPieces(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setImmediate(resolve));
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + pieceBytes));
      at += pieceBytes;
    },
  });
}

async function readPieces(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return byteView(Buffer.concat(pieces));
}
