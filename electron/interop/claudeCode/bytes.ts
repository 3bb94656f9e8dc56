// Moves base64 data between lines and attachments. Lines contain images and files in base64, often twice; our messages
// refer to attachments by SHA-256, and kept lines use the same references until they are written.

import { isBlankText } from '../../../shared/conversation/sendable.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { contentHash } from '../../lib/ids.ts';
import { jsonObjectOrNull } from '../looseJson.ts';

const hashField = '$sha256';
/** A document stored as text. */
const namedText = '$sha256Text';
const plainBase64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Shorter strings may be anything. */
const shortest = 32;
/** Limit per conversation. */
const maxBytes = 128 * 1024 * 1024;

export interface ByteStore {
  bytes: Map<string, Uint8Array>;
  size: number;
}

export function createByteStore(): ByteStore {
  return { bytes: new Map(), size: 0 };
}

/** Returns a copy with references for bytes; whatever exceeds the limit stays inline. */
export function extractBytes(value: unknown, store: ByteStore): unknown {
  if (Array.isArray(value)) return value.map((one) => extractBytes(one, store));
  const fields = jsonObjectOrNull(value);
  if (!fields) return value;
  return Object.fromEntries(
    Object.entries(fields).map(([name, inner]) => {
      const isBytes = name === 'base64' || (name === 'data' && fields.type === 'base64');
      if (name === 'data' && fields.type === 'text' && typeof inner === 'string') {
        const hash = inner.isWellFormed() ? storeBytes(Buffer.from(inner, 'utf8'), store) : null;
        return [name, hash === null ? inner : textReference(hash)];
      }
      if (!isBytes || typeof inner !== 'string') return [name, extractBytes(inner, store)];
      const hash = hashOf(inner, store);
      return [name, hash === null ? inner : { [hashField]: hash }];
    }),
  );
}

function hashOf(base64: string, store: ByteStore): string | null {
  if (base64.length < shortest || !plainBase64.test(base64)) return null;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? storeBytes(bytes, store) : null;
}

/** Returns the hash; null if the limit is exceeded. */
export function storeBytes(bytes: Uint8Array, store: ByteStore): string | null {
  const hash = contentHash(bytes);
  if (store.bytes.has(hash)) return hash;
  if (store.size + bytes.length > maxBytes) return null;
  store.bytes.set(hash, bytes);
  store.size += bytes.length;
  return hash;
}

export function bytesReference(hash: string): JsonObject {
  return { [hashField]: hash };
}

export function textReference(hash: string): JsonObject {
  return { [namedText]: hash };
}

/** Null if the value is not a reference. */
export function referencedHash(value: unknown): string | null {
  const hash = jsonObjectOrNull(value)?.[hashField] ?? jsonObjectOrNull(value)?.[namedText];
  return typeof hash === 'string' && !isBlankText(hash) ? hash : null;
}

/** Skips the copy for most lines, which have no bytes. */
function hasReferences(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Object.hasOwn(value, hashField) || Object.hasOwn(value, namedText)) return true;
  return Object.values(value).some(hasReferences);
}

/** Returns a copy with the bytes restored; missing attachments are dropped. */
export async function restoreBytes(
  value: unknown,
  attachment: (hash: string) => Promise<Uint8Array | null>,
): Promise<unknown> {
  if (!hasReferences(value)) return value;
  if (Array.isArray(value)) return Promise.all(value.map((one) => restoreBytes(one, attachment)));
  const fields = jsonObjectOrNull(value);
  if (!fields) return value;
  const hash = Object.keys(fields).length === 1 ? referencedHash(fields) : null;
  if (hash !== null) {
    return Buffer.from((await attachment(hash)) ?? []).toString(Object.hasOwn(fields, namedText) ? 'utf8' : 'base64');
  }
  const entries = Object.entries(fields).map(async ([name, inner]) => [name, await restoreBytes(inner, attachment)]);
  return Object.fromEntries((await Promise.all(entries)) as [string, unknown][]);
}
