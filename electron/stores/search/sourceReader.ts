// Reads what the index points at: a record of messages.json, or a piece of a large result. Returns null if it is gone
// or changed. For one query: files stay open until `close`. Synchronous; worker threads only.

import type { Message } from '../../../shared/conversation/message.ts';
import type { DataFolder } from '../dataFolder.ts';
import type { LogSource } from '../files/fileWindow.ts';
import { readMessage } from '../log/logRecords.ts';
import { parseBytes } from '../log/scannedValue.ts';
import { spillPath } from '../results/toolResultFiles.ts';
import type { ConversationRowEntry } from './conversationRow.ts';
import { type OpenedFile, type OpenFile, openFile, readJson } from './openedFile.ts';
import { numberedId } from './recordWriter.ts';
import { idHash } from './shards.ts';

/** A row of `docs`. */
export interface Doc {
  id: number;
  conversation: number;
  owner: number | null;
  start: number;
  length: number;
  hash: number | null;
  renamed: number | null;
}

export interface SourceReader {
  /** A cheap parse, since most candidates do not match. Null if it is not a record. */
  glance(row: ConversationRowEntry, doc: Doc): Message | null;
  /** Its `id` is the store's name for it. Null if another record is there. */
  record(row: ConversationRowEntry, doc: Doc): Message | null;
  /** The text of `message`'s result from a piece on, plus `more` bytes; null if there is none. */
  piece(row: ConversationRowEntry, message: Message, doc: Doc, more: number): string | null;
  /** Whether the user removed it permanently. */
  isRemoved(row: ConversationRowEntry, message: Message): boolean;
  close(): void;
}

const openFiles = 32;

export function createSourceReader(data: DataFolder): SourceReader {
  const files = new Map<string, OpenedFile | null>();
  const texts = new Map<string, Buffer>();
  const removed = new Map<string, ReadonlySet<string>>();

  function fileAt(path: string): OpenedFile | null {
    const openEntry = files.get(path);
    if (openEntry !== undefined) return openEntry;
    if (files.size >= openFiles) close();
    const file = openFile(path, data.dataKey);
    files.set(path, file);
    return file;
  }

  function bytesAt(entry: ConversationRowEntry, start: number, length: number): Buffer | null {
    const path = data.pathsOf(entry.projectId, entry.name).messages;
    if (entry.layout === 'utf16') return utf16(path).subarray(start, start + length);
    const file = fileAt(path);
    return file === null ? null : file.read(start, length);
  }

  /** Another app saved this file; it is rewritten when its conversation continues. */
  function utf16(path: string): Buffer {
    const before = texts.get(path);
    if (before) return before;
    const file = fileAt(path);
    const bytes = file?.read(0, file.identity.size) ?? Buffer.alloc(0);
    const isBig = bytes[0] === 0xfe || bytes[0] === 0;
    const text = Buffer.from(new TextDecoder(isBig ? 'utf-16be' : 'utf-16le').decode(bytes), 'utf8');
    texts.set(path, text);
    return text;
  }

  /** Permanently removed IDs, even if a record is still intact. */
  function removedOf(entry: ConversationRowEntry): ReadonlySet<string> {
    const before = removed.get(entry.name);
    if (before) return before;
    const ids = removedIds(data.pathsOf(entry.projectId, entry.name).removed, (path) => openFile(path, data.dataKey));
    removed.set(entry.name, ids);
    return ids;
  }

  function close(): void {
    for (const file of files.values()) file?.close();
    files.clear();
    texts.clear();
  }

  function valueAt(entry: ConversationRowEntry, doc: Doc): unknown {
    const bytes = bytesAt(entry, doc.start, doc.length);
    return bytes ? parseBytes(bytes) : undefined;
  }

  return {
    glance(entry, doc) {
      const value = valueAt(entry, doc) as Message | null | undefined;
      return typeof value?.id === 'string' && typeof value.role === 'string' ? value : null;
    },

    record(entry, doc) {
      const value = valueAt(entry, doc);
      const read = value ? readMessage(value) : null;
      if (!read?.ok) return null;
      if (removedOf(entry).has(read.message.id)) return null;
      const id = numberedId(read.message.id, doc.renamed ?? 0);
      return idHash(id) === doc.hash ? { ...read.message, id } : null;
    },

    piece(entry, message, doc, more) {
      if (message.role !== 'tool') return null;
      const path = spillPath(data, data.pathsOf(entry.projectId, entry.name), message);
      const file = path === null ? null : fileAt(path);
      return file === null ? null : file.read(doc.start, doc.length + more).toString('utf8');
    },

    isRemoved: (entry, message) => removedOf(entry).has(message.id),

    close,
  };
}

/** IDs of permanently removed messages; tolerates a partly unreadable file. */
export function removedIds(path: string, open: OpenFile): ReadonlySet<string> {
  const { ids } = (readJson(path, open) ?? {}) as { ids?: unknown };
  return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
}

/** Lets a scan start at any record of a messages.json, and be interrupted. */
const opening = Buffer.from('[\n');
export const openingBytes = opening.length;

/** The file from a record on, as a separate source; its offsets are shifted by `openingBytes`. */
export function sourceFromRecord(file: LogSource, start: number): LogSource {
  return {
    size: opening.length + Math.max(0, file.size - start),
    async read(position, length, into) {
      if (position >= opening.length) return file.read(start + position - opening.length, length, into);
      const head = opening.subarray(position, position + length);
      return Buffer.concat([head, await file.read(start, length - head.length)]);
    },
  };
}

/** Thrown by an interrupted source. */
export class SearchInterruption extends Error {}

export function stoppableSource(source: LogSource, stop: () => boolean): LogSource {
  return {
    size: source.size,
    async read(position, length, into) {
      if (stop()) throw new SearchInterruption();
      return source.read(position, length, into);
    },
  };
}
