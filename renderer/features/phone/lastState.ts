// The last state that a phone received: the conversations with what waits, and the ends of those that were opened last. It is in
// IndexedDB for when the host cannot be reached, sealed with a key that the browser never hands out. Only text, and never
// the source of anything that is sent.

import { callsOf, type Message, textOf } from '../../../shared/conversation/message.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';

export interface LastMessage {
  role: 'user' | 'assistant';
  text: string;
  /** Names of the tools that it called. */
  calls: string[];
}

export interface LastState {
  v: 1;
  /** When it was received, ISO 8601. */
  at: string;
  conversations: Pick<ConversationRow, 'id' | 'title' | 'updatedAt' | 'activity'>[];
  /** By conversation. */
  tails: Record<string, LastMessage[]>;
}

const maxConversations = 60;
const maxTails = 5;
const maxMessages = 30;
const maxCharacters = 4000;

/** Returns the end of a conversation, as it is kept. */
export function tailOf(messages: readonly Message[]): LastMessage[] {
  const tail: LastMessage[] = [];
  for (const message of messages.toReversed()) {
    if (message.role !== 'user' && message.role !== 'assistant') continue;
    const text = textOf(message).slice(0, maxCharacters);
    const calls = callsOf(message).map((call) => call.function.name);
    if (text !== '' || calls.length > 0) tail.unshift({ role: message.role, text, calls });
    if (tail.length === maxMessages) break;
  }
  return tail;
}

/** `opened`: the conversation that is open now, which replaces the one that was opened longest ago. */
export function nextState(
  before: LastState | null,
  rows: readonly ConversationRow[],
  opened: { id: string; tail: LastMessage[] } | null,
  at: string,
): LastState {
  const conversations = rows
    .filter(({ archived }) => !archived)
    .slice(0, maxConversations)
    .map(({ id, title, updatedAt, activity }) => ({ id, title, updatedAt, activity }));
  const listed = new Set(rows.map(({ id }) => id));
  const tails = Object.entries(before?.tails ?? {}).filter(([id]) => listed.has(id) && id !== opened?.id);
  if (opened) tails.push([opened.id, opened.tail]);
  return { v: 1, at, conversations, tails: Object.fromEntries(tails.slice(-maxTails)) };
}

const databaseName = 'throughline';
const storeName = 'lastState';

interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

/** Rejects if the browser has no storage, as in a private window. */
export async function saveLastState(state: LastState): Promise<void> {
  const database = await openDatabase();
  try {
    const key = await readKey(database, true);
    if (!key) return;
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, encoder.encode(JSON.stringify(state)));
    await request(database.transaction(storeName, 'readwrite').objectStore(storeName).put({ iv, bytes }, 'state'));
  } finally {
    database.close();
  }
}

/** Null: nothing was kept, or it cannot be read. */
export async function readLastState(): Promise<LastState | null> {
  try {
    const database = await openDatabase();
    try {
      const key = await readKey(database, false);
      const sealed: Sealed | undefined = await request(
        database.transaction(storeName).objectStore(storeName).get('state'),
      );
      if (!key || !sealed) return null;
      const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.bytes);
      const state: unknown = JSON.parse(new TextDecoder().decode(text));
      return isLastState(state) ? state : null;
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

/** Removes it together with its key. */
export async function removeLastState(): Promise<void> {
  await request(indexedDB.deleteDatabase(databaseName)).catch(() => {});
}

const encoder = new TextEncoder();

function isLastState(value: unknown): value is LastState {
  const { v, at, conversations, tails } = (value ?? {}) as Partial<LastState>;
  return v === 1 && typeof at === 'string' && Array.isArray(conversations) && typeof tails === 'object';
}

async function readKey(database: IDBDatabase, isMade: boolean): Promise<CryptoKey | null> {
  const read = (): Promise<CryptoKey | undefined> =>
    request(database.transaction(storeName).objectStore(storeName).get('key'));
  const stored = await read();
  if (stored || !isMade) return stored ?? null;
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  // Another tab may have been faster.
  await request(database.transaction(storeName, 'readwrite').objectStore(storeName).add(key, 'key')).catch(() => {});
  return (await read()) ?? null;
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
  return request(opening);
}

function request<T>(of: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    of.onsuccess = () => resolve(of.result);
    of.onerror = () => reject(of.error);
  });
}
