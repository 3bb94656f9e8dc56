// Turns the values of a messages.json into records. Skips and reports what is no message; keeps valid ones with all
// unknown fields. Pure.

import { type Message, messageVersion } from '../../../shared/conversation/message.ts';
import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import { parseMessage } from '../../conversation/readMessage.ts';
import { createFreeNumberFinder, derivedId, fingerprintOf } from './distinctNames.ts';
import { createIdNumbers } from './idNumbers.ts';
import type { Damage, Damages, ScannedValue } from './scannedValue.ts';

/** JSON.parse accepts deeper nesting than JSON.stringify can write; deeper records are rejected. */
const maximumDepth = 500;

export const visibleNotices = 20;
/** More than are shown, so that every kind of damage is represented. */
const keptProblems = 100;

export interface Records {
  records: Message[];
  /** All IDs, including those of dropped records. */
  ids: Pick<FirstRecords, 'has'>;
  /** Why the conversation is read-only; null if it is writable. */
  readOnly: UserText | null;
  notices: UserText[];
  /** Records that do not follow their named parent, as sentences. */
  misplaced: UserText[];
}

export interface RecordsBuilder {
  take(scanned: ScannedValue): void;
  finish(damage: Damages): Records;
}

/** `keeps` selects the messages to keep, for logs too large for memory; default: all. */
export function createRecordsBuilder(keeps?: (message: Message) => boolean): RecordsBuilder {
  const records: Message[] = [];
  const ids = keeps ? numberedFirsts() : keptFirsts();
  const freeNumber = createFreeNumberFinder(ids.has);
  /** Reused IDs, and the new name of the last record with each. */
  const renamed = new Map<string, string>();
  /** The first ones; the rest are only counted. */
  const problems: { line: number; text: Sentence }[] = [];
  let moreProblems = 0;
  let readOnly: Sentence | null = null;
  let lastId: string | null = null;
  /** The first ones; the rest are only counted. */
  const misplaced: { line: number; id: string; parentId: string }[] = [];
  let moreMisplaced = 0;

  function take({ value, line }: ScannedValue): void {
    readOnly = versionNotice(value) ?? readOnly;
    const sound = readMessage(value);
    if (sound.ok) add(sound.message, line);
    else note(line, say`Line ${line} of messages.json is not a message and is not shown: ${sound.reason}.`);
  }

  function note(line: number, text: Sentence): void {
    if (problems.length < keptProblems) problems.push({ line, text });
    else moreProblems++;
  }

  function add(message: Message, line: number): void {
    const parentId = message.parentId === undefined ? lastId : message.parentId;
    const followed = (parentId !== null && renamed.size > 0 && renamed.get(parentId)) || parentId;
    // Avoid copying in the common case: a copy would cost more than the check.
    const linkedMessage = followed === message.parentId ? message : { ...message, parentId: followed };
    const earlier = ids.says(message.id);
    if (earlier === undefined) {
      keep(linkedMessage, line, linkedMessage);
      return;
    }
    if (earlier === fingerprintOf(linkedMessage)) {
      note(line, say`Line ${line} of messages.json repeats an earlier message and is not shown twice.`);
      return;
    }
    const id = derivedId(message.id, freeNumber(message.id));
    renamed.set(message.id, id);
    note(
      line,
      say`Line ${line} of messages.json has the ID of an earlier message but different content. It is kept as ${id}.`,
    );
    keep({ ...linkedMessage, id }, line, linkedMessage);
  }

  /** `first` is the record as it is in the file. */
  function keep(message: Message, line: number, first: Message): void {
    const { id, parentId } = message;
    if (parentId !== null && !ids.has(parentId)) {
      if (misplaced.length < visibleNotices) misplaced.push({ line, id, parentId });
      else moreMisplaced++;
    }
    lastId = message.id;
    ids.add(message.id, first);
    if (!keeps || keeps(message)) records.push(message);
  }

  return {
    take,
    finish(damage) {
      const all = [
        ...problems,
        ...damage.places.map((entry) => ({ line: entry.firstLine, text: damageSentence(entry) })),
      ];
      return {
        records,
        ids,
        readOnly,
        notices: shortenNotices(
          all.sort((a, b) => a.line - b.line).map(({ text }) => text),
          moreProblems + damage.more,
        ),
        misplaced: shortenNotices(
          misplaced.map(({ line, id, parentId }) => misplacedSentence(line, id, parentId, ids)),
          moreMisplaced,
        ),
      };
    },
  };
}

/** The first record with each ID. */
interface FirstRecords {
  has(id: string): boolean;
  /** Its fingerprint, from `fingerprintOf`. */
  says(id: string): number | undefined;
  /** Call once per ID. */
  add(id: string, first: Message): void;
}

function numberedFirsts(): FirstRecords {
  const numbers = createIdNumbers();
  return { has: numbers.has, says: numbers.get, add: (id, first) => numbers.set(id, fingerprintOf(first)) };
}

/** For records that are kept anyway. IDs rarely repeat, so fingerprints are computed only when they do. */
function keptFirsts(): FirstRecords {
  const firsts = new Map<string, Message | number>();
  return {
    has: (id) => firsts.has(id),
    says(id) {
      const first = firsts.get(id);
      if (first === undefined || typeof first === 'number') return first;
      const says = fingerprintOf(first);
      firsts.set(id, says);
      return says;
    },
    add: (id, first) => firsts.set(id, first),
  };
}

/** Shown once on opening, unless damage explains it; a check lists each. */
export const misplacedNotice = say`Some messages in messages.json appear before the message they follow. Each is treated as following the one above it, possibly as another branch. Run a check to list them.`;

function misplacedSentence(line: number, id: string, parentId: string, ids: Pick<FirstRecords, 'has'>): Sentence {
  const why =
    id === parentId
      ? say`refers to itself as its parent`
      : ids.has(parentId)
        ? say`comes before its parent (${parentId})`
        : say`has a parent that does not exist (${parentId})`;
  return say`The message ${id} in line ${line} of messages.json ${why}. It is treated as following the one above it, possibly as another branch.`;
}

/** Why a conversation with this record is read-only; null if its version is supported. */
export function versionNotice(value: unknown): Sentence | null {
  const v = (value as { v?: unknown } | null)?.v;
  if (typeof v !== 'number' || v <= messageVersion) return null;
  return say`This conversation was saved by a newer version of the app (format ${v}). It can be read here but not changed.`;
}

/** Parses a value from the file as a message, or says why it is invalid. Mutates `value` to remove unsafe keys. */
export function readMessage(value: unknown): ReturnType<typeof parseMessage> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, reason: say`it is ${kindOf(value)}` };
  }
  if (!makeInert(value, maximumDepth)) {
    return { ok: false, reason: say`it is nested deeper than ${maximumDepth} levels` };
  }
  return parseMessage(value);
}

/** Damage larger than this is reported with its size. */
const largeDamage = 64 * 1024;

function damageSentence({ firstLine, lastLine, reason, readable, start, end }: Damage): Sentence {
  const lines = firstLine === lastLine ? say`Line ${firstLine}` : say`Lines ${firstLine} to ${lastLine}`;
  if (readable) return say`${lines} of messages.json: ${reason}.`;
  const what = end - start > largeDamage ? say`${lines} (${end - start} bytes from byte ${start})` : lines;
  return say`${what} of messages.json could not be read: ${reason}. The rest is shown. Nothing was removed from the file.`;
}

/** Returns the first notices and a count of the rest. */
export function shortenNotices(notices: UserText[], more = 0): UserText[] {
  if (notices.length <= visibleNotices && more === 0) return notices;
  const others = notices.length - visibleNotices + more;
  return [...notices.slice(0, visibleNotices), say`… and ${others} more places in messages.json.`];
}

function kindOf(value: unknown): UserText {
  if (value === null) return 'null';
  return Array.isArray(value) ? say`a list` : `a ${typeof value}`;
}

/**
 * Returns false if `value` is nested deeper than `levels`. Removes `__proto__`, an ordinary key to JSON.parse, because
 * copying it could change the copy's prototype (the file keeps it).
 */
function makeInert(value: object, levels: number): boolean {
  if (levels === 0) return false;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const entry of Object.values(value)) {
    if (typeof entry === 'object' && entry !== null && !makeInert(entry, levels - 1)) return false;
  }
  return true;
}
