// The values of a messages.json become records. What is no message is skipped and named; what is sound is kept, with every
// field that this version does not know. Pure: values go in, records and sentences come out.

import { type Message, messageVersion } from '../../../shared/conversation/message.ts';
import { parseMessage } from '../../../shared/conversation/readMessage.ts';
import type { Damage, ScannedValue } from './scannedValue.ts';

/** JSON.parse takes what JSON.stringify cannot write; a record nested deeper than this is not taken. */
const maximumDepth = 500;

const shownNotices = 20;
/** More than are shown, so that there are some from each kind of damage to sort. */
const keptProblems = 100;

export interface Records {
  records: Message[];
  /** Where each record stands in `records`, by its id; of one that is not kept, where it would. */
  positions: Map<string, number>;
  /** Why the conversation may only be read; null when it may be written. */
  readOnly: string | null;
  /** What is wrong, by line, as sentences. */
  notices: string[];
}

export interface RecordsBuilder {
  take(scanned: ScannedValue): void;
  finish(damage: readonly Damage[]): Records;
}

/** `keeps`: which messages are kept, for a look at a log that is larger than memory should hold; all when left out. */
export function createRecordsBuilder(keeps: (message: Message) => boolean = () => true): RecordsBuilder {
  const records: Message[] = [];
  const positions = new Map<string, number>();
  /** Ids that were given away again, and the new name of the last record that has them. */
  const renamed = new Map<string, string>();
  /** The first of them; of the others only how many there are. */
  const problems: { line: number; text: string }[] = [];
  let moreProblems = 0;
  let readOnly: string | null = null;
  let lastId: string | null = null;

  function take({ value, line }: ScannedValue): void {
    readOnly = versionNotice(value) ?? readOnly;
    const sound = readMessage(value);
    if (sound.ok) add(sound.message, line);
    else note(line, `Line ${line} of messages.json is not a message and is not shown: ${sound.reason}.`);
  }

  function note(line: number, text: string): void {
    if (problems.length < keptProblems) problems.push({ line, text });
    else moreProblems++;
  }

  function add(message: Message, line: number): void {
    const parentId = message.parentId === undefined ? lastId : message.parentId;
    const placed = { ...message, parentId: (parentId !== null && renamed.get(parentId)) || parentId };
    const known = positions.get(message.id);
    if (known === undefined) {
      keep(placed);
      return;
    }
    const earlier = records[known];
    if (earlier?.id === message.id && JSON.stringify(earlier) === JSON.stringify(placed)) {
      note(line, `Line ${line} of messages.json repeats an earlier message and is not shown twice.`);
      return;
    }
    const id = freeId(message.id);
    renamed.set(message.id, id);
    note(
      line,
      `Line ${line} of messages.json has the id of an earlier message but says something else; it is kept as ${id}.`,
    );
    keep({ ...placed, id });
  }

  function keep(message: Message): void {
    lastId = message.id;
    positions.set(message.id, records.length);
    if (keeps(message)) records.push(message);
  }

  function freeId(id: string): string {
    for (let n = 2; ; n++) {
      const candidate = `${id.slice(0, 120)}-${n}`;
      if (!positions.has(candidate)) return candidate;
    }
  }

  return {
    take,
    finish(damage) {
      const all = [...problems, ...damage.map((entry) => ({ line: entry.firstLine, text: damageSentence(entry) }))];
      return {
        records,
        positions,
        readOnly,
        notices: shortenNotices(
          all.sort((a, b) => a.line - b.line).map(({ text }) => text),
          moreProblems,
        ),
      };
    },
  };
}

/** Why a conversation with this record may only be read; null when it is of a version that is known here. */
export function versionNotice(value: unknown): string | null {
  const v = (value as { v?: unknown } | null)?.v;
  if (typeof v !== 'number' || v <= messageVersion) return null;
  return `This conversation was written by a newer version of the program (format ${v}); it can be read but not changed here.`;
}

/** A value of the file as a message, or why it is none. Changes `value`: what could do harm is taken out of it. */
export function readMessage(value: unknown): ReturnType<typeof parseMessage> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, reason: `it is ${kindOf(value)}` };
  }
  if (!makeInert(value, maximumDepth)) {
    return { ok: false, reason: `it is nested deeper than ${maximumDepth} levels` };
  }
  return parseMessage(value);
}

function damageSentence({ firstLine, lastLine, reason, readable }: Damage): string {
  const lines = firstLine === lastLine ? `Line ${firstLine}` : `Lines ${firstLine} to ${lastLine}`;
  if (readable) return `${lines} of messages.json: ${reason}.`;
  return `${lines} of messages.json could not be read: ${reason}. The rest is shown; nothing was removed from the file.`;
}

/** The first of them, and how many more there are. */
export function shortenNotices(notices: string[], more = 0): string[] {
  if (notices.length <= shownNotices) return notices;
  const others = notices.length - shownNotices + more;
  return [...notices.slice(0, shownNotices), `… and ${others} more places in messages.json.`];
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

/**
 * False when `value` is nested deeper than `levels`. JSON.parse makes `__proto__` a key like any other, but copying it
 * could change the prototype of the copy; here it is taken out (the file keeps it).
 */
function makeInert(value: object, levels: number): boolean {
  if (levels === 0) return false;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const entry of Object.values(value)) {
    if (typeof entry === 'object' && entry !== null && !makeInert(entry, levels - 1)) return false;
  }
  return true;
}
