// Shares of other apps that the user has not looked at yet, as the service worker keeps it (takeShare.ts), and the dialog
// that shows it. Nothing is filled in before the user chooses where.

import type { Session } from '../../core/state/session.ts';
import type { StoredShare } from './takeShare.ts';

const databaseName = 'throughline-shared';

/** Oldest first. Removes those that have waited too long. */
async function readShares(): Promise<StoredShare[]> {
  const all = await inStore<StoredShare[]>('readonly', (shares) => shares.getAll()).catch(() => []);
  const isOld = ({ until }: StoredShare): boolean => Date.now() > until;
  await Promise.all(all.filter(isOld).map(({ id }) => removeShare(id)));
  return all.filter((share) => !isOld(share)).toSorted((one, other) => one.at - other.at);
}

export async function removeShare(id: string): Promise<void> {
  await inStore('readwrite', (shares) => shares.delete(id)).catch(() => {});
}

/** The device was removed, or the user removes what it keeps. */
export function removeShares(): void {
  indexedDB.deleteDatabase(databaseName);
}

/** Shows what waits, one after the other, whenever no other dialog is open. */
export function offerShares({ view, confirming }: Session): void {
  /** Closed without a choice: shown again at the next start. */
  const seen = new Set<string>();
  const isFree = (): boolean => view.getState().dialog === null && confirming.store.getState().pending === null;
  async function look(): Promise<void> {
    if (!isFree()) return;
    const share = (await readShares()).find(({ id }) => !seen.has(id));
    if (!share || !isFree()) return;
    seen.add(share.id);
    view.setState({ dialog: { type: 'shared', share } });
  }
  view.subscribe(({ dialog }, before) => {
    if (dialog === null && before.dialog !== null) void look();
  });
  void look();
}

async function inStore<T>(mode: IDBTransactionMode, act: (shares: IDBObjectStore) => IDBRequest): Promise<T> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('shares', { keyPath: 'id' });
  const database = await resultOf<IDBDatabase>(opening);
  try {
    return await resultOf<T>(act(database.transaction('shares', mode).objectStore('shares')));
  } finally {
    database.close();
  }
}

function resultOf<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error);
  });
}
