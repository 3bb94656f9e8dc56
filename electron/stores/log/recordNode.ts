// What the tree of a conversation needs to know of a record. Of one in our own layout its first bytes tell it, so that a
// long log is gone through without parsing a single record.

import type { Message } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';

/**
 * `said`: a person's message, a call of theirs, or a model's reply; `result`: of a model's call; `beside`: what the app notes or keeps for the model, and
 * what was removed for good.
 */
export type RecordKind = 'said' | 'result' | 'beside';

export interface RecordNode {
  /** Undefined: the record before it in the file. */
  parentId: string | null | undefined;
  kind: RecordKind;
  /** A result of which the whole may be in a file of its own. */
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

/** Enough for the fields with which our records begin. */
const headBytes = 400;
const usualHead =
  /^\{"v":1,"id":"[0-9A-Za-z_-]+","parentId":(?:null|"([0-9A-Za-z_-]+)"),(?:"createdAt":"[^"\\]*",)?"role":"(user|assistant|tool|system)"/;

/** Null where only the whole record tells. */
export function nodeOfBytes(bytes: Buffer): RecordNode | null {
  const head = usualHead.exec(bytes.toString('latin1', 0, headBytes));
  // With a zero byte in it, it is no record: what follows it would have another parent here than where it is read.
  if (!head || bytes.includes(0)) return null;
  const [, parent, role] = head;
  // Within a text the quotes would be escaped: these stand for a field, of the record or of something in it.
  if (bytes.includes('"partType":"') || bytes.includes('"removed":{')) return null;
  const kind = role === 'system' ? 'beside' : role === 'tool' ? 'result' : 'said';
  return { parentId: parent ?? null, kind, hasFile: kind === 'result' && bytes.includes('"fullOutputPath":') };
}

/** Where a record stands: offsets in the file, or places in the list when the log is in memory. */
export interface PlacedRecord {
  start: number;
  end: number;
  message: Message;
}
