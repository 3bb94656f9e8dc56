// The record fields that the tree needs. In our layout they are in the first bytes, so a long log is scanned without
// parsing any record.

import type { Message } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';

/**
 * `said`: a message or call by the user, or a model reply; `result`: of a model's call; `beside`: app notes, context
 * records, and tombstones.
 */
export type RecordKind = 'said' | 'result' | 'beside';

export interface RecordNode {
  /** Undefined: the previous record in the file. */
  parentId: string | null | undefined;
  kind: RecordKind;
  /** A result whose full text may be in a separate file. */
  hasFile: boolean;
}

export function nodeOf(message: Message): RecordNode {
  const hasFile = message.role === 'tool' && message.fullOutputPath !== undefined;
  return { parentId: message.parentId, kind: kindOf(message), hasFile };
}

function kindOf(message: Message): RecordKind {
  if (isRemoved(message) || message.role === 'system' || message.partType === 'note') return 'beside';
  return message.role === 'tool' && message.partType !== 'tool_run' ? 'result' : 'said';
}

/** Enough for the leading fields of our records. */
const headBytes = 400;
const usualHead =
  /^\{"v":1,"id":"[0-9A-Za-z_-]+","parentId":(?:null|"([0-9A-Za-z_-]+)"),(?:"createdAt":"[^"\\]*",)?"role":"(user|assistant|tool|system)"/;

/** Null if the whole record must be parsed. */
export function nodeOfBytes(bytes: Buffer): RecordNode | null {
  const head = usualHead.exec(bytes.toString('latin1', 0, headBytes));
  // A zero byte makes it invalid; its successor's parent would then differ between the two readers.
  if (!head || bytes.includes(0)) return null;
  const [, parent, role] = head;
  // Quotes inside a string would be escaped, so these mark a field of the record or of a nested object.
  if (bytes.includes('"partType":"') || bytes.includes('"removed":{')) return null;
  const kind = role === 'system' ? 'beside' : role === 'tool' ? 'result' : 'said';
  return { parentId: parent ?? null, kind, hasFile: kind === 'result' && bytes.includes('"fullOutputPath":') };
}

/** Position of a record: file offsets, or list indexes if the log is in memory. */
export interface PlacedRecord {
  start: number;
  end: number;
  message: Message;
}

/**
 * Caches records looked up by ID far from the end of a log, since pinned ones are needed for every request. Bounded;
 * returns the same objects each time.
 */
interface RecordCache {
  get(id: string): PlacedRecord | null;
  keep(id: string, record: PlacedRecord): void;
}

const keptBytes = 4 * 1024 * 1024;

export function createRecordCache(): RecordCache {
  const records = new Map<string, PlacedRecord>();
  let bytes = 0;
  return {
    get: (id) => records.get(id) ?? null,
    keep(id, record) {
      const size = record.end - record.start;
      if (records.has(id) || bytes + size > keptBytes) return;
      records.set(id, record);
      bytes += size;
    },
  };
}
