// Fetches a paginated list (tools, prompts, resources, templates), bounded in number and size, without duplicates.

import { type Client, ProtocolError } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../../shared/core/json.ts';
import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import { boundedText } from '../../lib/boundedText.ts';
import type { ServerLog } from '../../tools/process/serverLog.ts';
import { jsonText } from './received/usableBlocks.ts';
import { rawEntries } from './received/usableResults.ts';

export interface ListResult<T> {
  entries: readonly T[];
  /** Unusable entries. */
  notices: readonly Sentence[];
}

export interface PagedList<T> {
  method: 'tools/list' | 'prompts/list' | 'resources/list' | 'resources/templates/list';
  maxEntries: number;
  /** Returns null for an unusable entry. `note`: reports an unusable part of a usable one. */
  read(entry: JsonObject, note: (text: Sentence) => void): T | null;
  /** Deduplicates entries. */
  keyOf(entry: T): string;
  words: {
    wrong(name: UserText): Sentence;
    twice(name: UserText): Sentence;
    pageSkipped(why: string): Sentence;
    tooMany(taken: number): Sentence;
  };
}

export interface ListOptions {
  timeout: number;
  signal: AbortSignal;
}

const anyPage = z.looseObject({});

const maxPages = 64;
/** Maximum number of reported entries. */
const maxNotices = 50;
/** Minimum size to count per entry: a page of zeros has millions. */
const minEntry = 100;
/** Limit for all pages. Single messages are bounded where they are read. */
const maxBytes = 4 * 1024 * 1024;

/**
 * Sorted by key, since the server's order may vary. Throws the SDK's errors. Stops requesting pages at the limit, and
 * reads entries individually, so that an invalid one affects no other.
 */
export async function listPages<T>(
  client: Client,
  log: ServerLog,
  options: ListOptions,
  { method, maxEntries: max, read, keyOf, words }: PagedList<T>,
): Promise<ListResult<T>> {
  const notices: Sentence[] = [];
  const warn = (text: Sentence): void => {
    log.add('app', 'warning', text);
    notices.push(text);
  };
  const note = (text: Sentence): void => {
    if (notices.length < maxNotices) warn(text);
  };
  const entriesByKey = new Map<string, T>();
  let bytes = 0;
  let cursor: string | undefined;

  /** Returns false at the limit. */
  function take(entry: unknown): boolean {
    const size = Math.max(sizeOf(entry), minEntry);
    if (entriesByKey.size >= max || bytes + size > maxBytes) return false;
    bytes += size;
    const parsed = isJsonObject(entry) ? read(entry, note) : null;
    if (parsed === null) note(words.wrong(nameOf(entry)));
    else if (entriesByKey.has(keyOf(parsed))) note(words.twice(nameOf(entry)));
    else entriesByKey.set(keyOf(parsed), parsed);
    return true;
  }

  for (let number = 1; number <= maxPages; number++) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method, params }, anyPage, options).catch((thrown: unknown) => {
      if (number === 1 || options.signal.aborted || !(thrown instanceof ProtocolError)) throw thrown;
      warn(words.pageSkipped(thrown.message.slice(0, 300)));
      return null;
    });
    if (answer === null) break;
    const firstRejected = entriesOf(answer[rawEntries]).findIndex((entry) => !take(entry));
    const nextCursor = typeof answer.nextCursor === 'string' ? answer.nextCursor : undefined;
    if (firstRejected >= 0 || (nextCursor !== undefined && number === maxPages)) {
      warn(words.tooMany(entriesByKey.size));
      break;
    }
    if (nextCursor === undefined || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  const entries = [...entriesByKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry);
  return { entries, notices };
}

/** The list; some servers send a map by name, or a single entry. */
function entriesOf(field: unknown): unknown[] {
  if (Array.isArray(field)) return field;
  if (!isJsonObject(field)) return [];
  if (typeof field.name === 'string') return [field];
  return Object.entries(field).map(([name, entry]) => (isJsonObject(entry) ? { name, ...entry } : entry));
}

/** JSON length; infinite if too deep to serialize. */
function sizeOf(entry: unknown): number {
  try {
    return JSON.stringify(entry)?.length ?? 0;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The entry's name, or the start of its JSON. */
function nameOf(entry: unknown): UserText {
  const name = isJsonObject(entry) ? (entry.name ?? entry.uri) : undefined;
  if (typeof name === 'string') return boundedText(JSON.stringify(name), 100);
  return say`no name, ${boundedText(jsonText(entry), 100)}`;
}
