// Encryption of a backup in the format of age (https://age-encryption.org), by a passphrase or for recipients.
// With passphraseKey.ts the only file that imports the library.

import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { SentenceError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { passphraseIdentity, passphraseRecipient } from './passphraseKey.ts';

export interface EncryptFor {
  passphrase?: string;
  /** Public keys (`age1…`). */
  recipients?: readonly string[];
}

export interface DecryptWith {
  passphrase?: string;
  /** Secret keys (`AGE-SECRET-KEY-1…`). */
  identities?: readonly string[];
}

const magic = 'age-encryption.org/v1';

export const isEncryptedStart = (bytes: Buffer): boolean => bytes.toString('latin1', 0, magic.length) === magic;

export const isEncrypting = ({ passphrase, recipients = [] }: EncryptFor): boolean =>
  (passphrase !== undefined && passphrase !== '') || recipients.length > 0;

/** Throws a SentenceError for a recipient that is not one. */
export async function encrypted(
  bytes: AsyncIterable<Uint8Array>,
  { passphrase, recipients = [] }: EncryptFor,
): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter();
  if (passphrase) encrypter.addRecipient(passphraseRecipient(passphrase));
  for (const recipient of passphrase ? [] : recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new SentenceError(say`${recipient} is not a recipient of age (such as age1…)`);
    }
  }
  return (await encrypter.encrypt(streamOf(bytes))) as unknown as AsyncIterable<Uint8Array>;
}

/** Opens encrypted backups; null: no key was given. */
export type Opener = Decrypter | null;

/** Throws a SentenceError for a key that is not one. */
export function openerFor({ passphrase, identities = [] }: DecryptWith): Opener {
  if (!passphrase && identities.length === 0) return null;
  const decrypter = new Decrypter();
  if (passphrase) decrypter.addIdentity(passphraseIdentity(passphrase));
  for (const identity of identities) {
    try {
      decrypter.addIdentity(identity);
    } catch {
      throw new SentenceError(say`the key is not one of age (such as AGE-SECRET-KEY-1…)`);
    }
  }
  return decrypter;
}

/** Throws a SentenceError if nothing given opens it. */
export async function decrypted(bytes: AsyncIterable<Uint8Array>, opener: Opener): Promise<AsyncIterable<Uint8Array>> {
  if (!opener) throw new SentenceError(say`it is encrypted; enter its passphrase, or a key that it is encrypted for`);
  try {
    return (await opener.decrypt(streamOf(bytes))) as unknown as AsyncIterable<Uint8Array>;
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    if (/no identity matched/.test(reason)) throw new SentenceError(say`the passphrase or key does not open it`);
    throw new SentenceError(say`its encryption is damaged at the beginning: ${reason}`);
  }
}

function streamOf(bytes: AsyncIterable<Uint8Array>): globalThis.ReadableStream<Uint8Array> {
  return ReadableStream.from(bytes) as unknown as globalThis.ReadableStream<Uint8Array>;
}
