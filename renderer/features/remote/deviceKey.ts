// The key of this browser as a paired device: made here, kept by the browser so that no script can read it, and used to
// sign challenges of the host.

export interface PairedKey {
  device: string;
  /** Identifies the data folder that the device was paired with. */
  host: string;
  privateKey: CryptoKey;
}

export interface PublicPoint {
  x: string;
  y: string;
}

const databaseName = 'throughline-device';
const storeName = 'keys';
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };

/** Runs one request on the store of keys. */
async function withStore<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode);
      const request = ask(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Null: this browser is not paired on this origin, or keeps nothing. */
export async function readKey(): Promise<PairedKey | null> {
  try {
    return (await withStore<PairedKey | undefined>('readonly', (store) => store.get('key'))) ?? null;
  } catch {
    return null;
  }
}

export async function saveKey(key: PairedKey): Promise<void> {
  await withStore('readwrite', (store) => store.put(key, 'key'));
  // Else the browser may remove it when it needs space.
  await navigator.storage?.persist?.().catch(() => false);
}

export async function forgetKey(): Promise<void> {
  await withStore('readwrite', (store) => store.delete('key')).catch(() => {});
}

export async function makeKey(): Promise<{ privateKey: CryptoKey; point: PublicPoint }> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  return { privateKey, point: { x, y } };
}

/** As electron/features/remote/deviceSessions.ts checks it. */
export async function signChallenge({ privateKey, device, host }: PairedKey, nonce: string): Promise<string> {
  const text = ['throughline device session', host, device, location.origin, nonce].join('\n');
  const bytes = new TextEncoder().encode(text);
  return base64Url(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, bytes));
}

/** As electron/features/remote/pairing.ts computes it. */
export async function checkNumber({ x, y }: PublicPoint, code: string): Promise<string> {
  const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(`throughline pairing\n${x}\n${y}\n${plain}`),
  );
  return String(new DataView(digest).getUint32(0) % 1_000_000).padStart(6, '0');
}

function base64Url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}
