// An opened messages.json: how to append to it, and its active branch, read lazily from the head towards the root.
// Keeps a bounded cache of recent reads.

import type { Marks } from '../../../shared/conversation/marks.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { SentenceError } from '../../../shared/core/errors.ts';
import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import type { Head } from '../../conversation/formats.ts';
import { createSharedWork, type WaitOptions } from '../../lib/sharedWork.ts';
import type { BranchReach } from '../../ports/store.ts';
import type { FileIdentity } from '../files/disk.ts';
import { createBranchWalk, type WalkState } from './branchWalk.ts';
import { createDuplicateRenamer } from './distinctNames.ts';
import type { LogShape } from './logScan.ts';
import { type GrowingTree, type LogTree, type PlacedNode, readTree } from './logTree.ts';
import type { NewRecords } from './newRecords.ts';
import { createReadDepthTest, maxBytesOf } from './readDepth.ts';
import { createRecordCache, nodeOf, type PlacedRecord } from './recordNode.ts';
import type { RecordSource } from './recordSource.ts';

interface LogBranch {
  headId: string | null;
  messages: Message[];
  hasEarlier: boolean;
}

/** State of the file itself. Updated by appends. */
interface LogFile {
  shape: LogShape;
  identity: FileIdentity | null;
  /** What is in its place if it is not a regular file. */
  obstacle: UserText | null;
  /** Why it is read-only. */
  readOnly: UserText | null;
  notices: UserText[];
  /** The notice about an incomplete end. */
  tornNotice: UserText | null;
}

export interface OpenLog extends LogFile {
  /** All records if the log is in memory whole; null if it is read from its end. */
  readonly whole: readonly Message[] | null;
  readonly last: Message | null;
  /** The parent of the next record: the head if nothing was appended since it was set, else the last record. */
  headId(head: Head | null): Promise<string | null>;
  /** `marks`: undone messages do not end a reach. `max` is a byte limit; throws if exceeded. */
  branch(head: Head | null, reach: BranchReach, marks?: Marks, most?: number): Promise<LogBranch>;
  /** The records before one on the branch; null if that is not on the branch. */
  page(head: Head | null, before: string | null, limit: number): Promise<LogBranch | null>;
  record(messageId: string): Promise<Message | null>;
  /** Existing records, in the requested order. Scans the log at most once, and no further than needed. */
  records(messageIds: readonly string[]): Promise<Message[]>;
  /** All records as a tree, built on first use by one pass over the file. Throws `GivenUp`. */
  tree(waiting?: WaitOptions): Promise<LogTree>;
  /** Whether a record with this ID is near the end of the log. Does not search further back. */
  holds(messageId: string): Promise<boolean>;
  /** Call after appending; `at` is the offset of the first record. */
  appended(records: NewRecords, at: number): void;
}

export interface OpenLogParts extends LogFile {
  source: RecordSource;
  last: PlacedRecord | null;
  /** Called when records do not come after their parent. */
  misplaced?: () => void;
  /** Returns all records of a log in memory. */
  whole?: () => readonly Message[];
  /** IDs of the last records, or of all if the log is in memory. */
  readIds(): Promise<Set<string>>;
  /** Adds an appended record to the source and returns its position. */
  add(message: Message, start: number, end: number): PlacedRecord;
}

/** Cached record bytes; remembered page starts; remembered record positions. */
const keptBytes = 16 * 1024 * 1024;
/** A running turn needs the context again and again, so it stays cached until unused for this long. */
const contextRestMs = 60_000;
const keptPages = 500;
const keptPlaces = 20_000;
const fewPlaces = 8;

export function createOpenLog(parts: OpenLogParts): OpenLog {
  const { source } = parts;
  let ids: Promise<Set<string>> | null = null;
  const walk = createBranchWalk(source, parts.misplaced);
  let last = parts.last;
  /** The active branch as read so far, oldest first, and where reading resumes. */
  let path: PlacedRecord[] = [];
  let rest: WalkState = { before: source.end, nextId: undefined };
  let pathHead: string | null = null;
  const pages = new Map<string, WalkState>();
  /** Positions of records that pages returned but that are not cached. */
  const places = new Map<string, number>();
  const far = createRecordCache();
  let queue: Promise<unknown> = Promise.resolve();
  /** Runs while a context above the cache limit stays cached. */
  let resting: NodeJS.Timeout | null = null;
  /** Appended since the tree was last used. Without content, which would otherwise stay in memory for the whole run. */
  const toTree: PlacedNode[] = [];
  const tree = createSharedWork<GrowingTree>((signal, onProgress) => {
    // It starts at the current end of the log.
    toTree.length = 0;
    return readTree(source, signal, onProgress);
  });

  /** Serialize walks: two would both extend the path. */
  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = queue.then(task);
    queue = result.catch(() => {});
    return result;
  }

  async function start(head: Head | null): Promise<string | null> {
    const lastId = last?.message.id ?? null;
    const headId = head && head.after === lastId && head.id !== lastId ? head.id : lastId;
    if (pathHead === headId && path.length > 0) return path.at(-1)?.message.id ?? null;
    path = [];
    pathHead = headId;
    rest = { before: source.end, nextId: headId === null ? null : undefined };
    if (headId !== null && headId !== lastId) {
      // An unknown head is ignored, because the walk would end at the last record anyway.
      const headRecord = await locate(headId);
      if (headRecord) rest = { before: headRecord.end, nextId: undefined };
    }
    await extend(() => false);
    return path.at(-1)?.message.id ?? null;
  }

  /** Tries the cached or indexed position; null if a search is needed. */
  async function atKnownPlace(id: string): Promise<PlacedRecord | null> {
    const place = places.get(id);
    if (place !== undefined) {
      const near = await source.before(place).next();
      const record = !near.done && near.value.id === id ? near.value.load() : null;
      if (record) return record;
    }
    return (await source.locate?.(id))?.load() ?? null;
  }

  async function locateAll(ids: readonly string[]): Promise<Map<string, PlacedRecord>> {
    const recordsById = new Map<string, PlacedRecord>();
    const missing = new Set(ids);
    const take = (id: string, record: PlacedRecord | null): void => {
      if (!record) return;
      recordsById.set(id, record);
      missing.delete(id);
    };
    for (const record of path) if (missing.has(record.message.id)) take(record.message.id, record);
    for (const id of [...missing]) take(id, far.get(id));
    // Each position costs a separate read, so for many of them a single pass is cheaper.
    if (missing.size <= fewPlaces) for (const id of [...missing]) take(id, await atKnownPlace(id));
    const near = new Set(recordsById.keys());
    const records = source.before(source.end);
    while (missing.size > 0) {
      const next = await records.next();
      if (next.done) break;
      const { id } = next.value;
      if (id !== null && missing.has(id)) take(id, next.value.load());
    }
    for (const [id, record] of recordsById) if (!near.has(id)) far.keep(id, record);
    return recordsById;
  }

  async function locate(id: string): Promise<PlacedRecord | null> {
    return (await locateAll([id])).get(id) ?? null;
  }

  async function extend(goOn: (message: Message) => boolean): Promise<void> {
    const older: PlacedRecord[] = [];
    const names = createDuplicateRenamer(path);
    rest = await walk.go(rest, (record) => {
      const named = names(record);
      if (!named) return true;
      older.push(named);
      return goOn(named.message);
    });
    if (older.length > 0) path = [...older.reverse(), ...path];
  }

  /** Throws if the branch exceeds `max` bytes. Measures without holding the records. */
  async function measure(goOn: (message: Message) => boolean, max: number): Promise<void> {
    if (rest.before <= max) return;
    let remainingBytes = max;
    await walk.go(rest, (record) => {
      remainingBytes -= record.end - record.start;
      if (remainingBytes < 0) throw new SentenceError(tooMuch(max));
      return goOn(record.message);
    });
  }

  function trim(max: number): void {
    let bytes = 0;
    for (let index = path.length - 1; index > 0; index--) {
      const record = path[index] as PlacedRecord;
      bytes += record.end - record.start;
      if (bytes <= max) continue;
      path = path.slice(index);
      rest = { before: record.start, nextId: record.message.parentId };
      return;
    }
  }

  function keepContext(): void {
    if (resting) resting.refresh();
    else if (pathBytes() > keptBytes) {
      const forget = (): void => {
        resting = null;
        void inTurn(async () => trim(keptBytes));
      };
      resting = setTimeout(forget, contextRestMs).unref();
    }
  }

  function pathBytes(): number {
    const [first, end] = [path[0], path.at(-1)];
    return first && end ? end.end - first.start : 0;
  }

  async function branch(
    head: Head | null,
    reach: BranchReach,
    marks: Marks = {},
    max: number = maxBytesOf(reach),
  ): Promise<LogBranch> {
    const headId = await start(head);
    const isEnough = createReadDepthTest(reach, marks);
    const isMeasured = createReadDepthTest(reach, marks);
    let from = path.length;
    let enough = false;
    while (from > 0 && !enough) {
      const { message } = path[--from] as PlacedRecord;
      enough = isEnough(message);
      isMeasured(message);
    }
    if (!enough && rest.nextId !== null) {
      await measure((message) => !isMeasured(message), max);
      await extend((message) => !isEnough(message));
      from = 0;
    }
    const messages = path.slice(from).map((record) => record.message);
    const hasEarlier = from > 0 || rest.nextId !== null;
    if (reach === 'context') keepContext();
    trim(resting ? maxBytesOf('context') : keptBytes);
    return { headId, messages, hasEarlier };
  }

  /** Where to resume the walk before a record of the branch; null if it is not on it. */
  async function stateBefore(before: string): Promise<WalkState | null> {
    const remembered = pages.get(before);
    if (remembered) return remembered;
    let isFound = false;
    const state = await walk.go(rest, ({ message }) => {
      isFound = message.id === before;
      return !isFound;
    });
    return isFound ? state : null;
  }

  async function page(head: Head | null, before: string | null, limit: number): Promise<LogBranch | null> {
    const headId = await start(head);
    const at = before === null ? path.length : path.findLastIndex((record) => record.message.id === before);
    const pageRecords = at < 0 ? [] : path.slice(Math.max(0, at - limit), at);
    const state = at < 0 ? await stateBefore(before as string) : rest;
    if (!state) return null;
    const missing = limit - pageRecords.length;
    const older: PlacedRecord[] = [];
    const names = createDuplicateRenamer(path);
    let end = state;
    if (missing > 0) {
      end = await walk.go(state, (record) => {
        const named = names(record);
        if (!named) return true;
        older.push(named);
        keepFew(places, record.message.id, record.end, keptPlaces);
        return older.length < missing;
      });
    }
    const records = [...older.reverse(), ...pageRecords];
    const first = older[0];
    if (first) keepFew(pages, first.message.id, end, keptPages);
    return {
      headId,
      messages: records.map((record) => record.message),
      hasEarlier: missing > 0 ? end.nextId !== null : at > limit || rest.nextId !== null,
    };
  }

  /** Needs no turn in the queue: it only reads, and appends are added as they arrive. */
  async function growingTree(waiting?: WaitOptions): Promise<GrowingTree> {
    const currentTree = await tree.get(waiting);
    if (currentTree.hasMisplaced) parts.misplaced?.();
    for (const node of toTree.splice(0)) currentTree.appended(node);
    return currentTree;
  }

  function follow(message: Message, start: number, end: number): void {
    const record = parts.add(message, start, end);
    void ids?.then((knownIds) => knownIds.add(message.id));
    const follows = record.message.parentId === (path.at(-1)?.message.id ?? null);
    if (follows && (path.length > 0 || last === null)) {
      path.push(record);
      pathHead = record.message.id;
      if (path.length === 1) rest = { before: record.start, nextId: record.message.parentId };
    } else {
      path = [];
      pathHead = null;
    }
    last = record;
    if (tree.isBegun) toTree.push({ id: message.id, start: record.start, end: record.end, ...nodeOf(message) });
  }

  return {
    get whole() {
      return parts.whole?.() ?? null;
    },
    get last() {
      return last?.message ?? null;
    },
    shape: parts.shape,
    identity: parts.identity,
    obstacle: parts.obstacle,
    readOnly: parts.readOnly,
    notices: parts.notices,
    tornNotice: parts.tornNotice,
    headId: (head) => inTurn(() => start(head)),
    branch: (head, reach, marks, most) => inTurn(() => branch(head, reach, marks, most)),
    page: (head, before, limit) => inTurn(() => page(head, before, limit)),
    record: (messageId) => inTurn(async () => (await locate(messageId))?.message ?? null),
    records: (messageIds) =>
      inTurn(async () => {
        const recordsById = await locateAll(messageIds);
        return messageIds.flatMap((id) => recordsById.get(id)?.message ?? []);
      }),
    tree: growingTree,
    async holds(messageId) {
      ids ??= parts.readIds();
      return (await ids).has(messageId);
    },
    appended(records, at) {
      // If nobody asked for the others, only the last one is read.
      const isFollowed = parts.whole !== undefined || path.length > 0 || ids !== null || tree.isBegun;
      records.each(isFollowed ? 0 : records.count - 1, (message, start, end) => follow(message, at + start, at + end));
    },
  };
}

function tooMuch(bytes: number): Sentence {
  return say`the open branch exceeds the ${bytes / 1024 / 1024} MB that can be loaded at once; only its end can be read`;
}

function keepFew<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}
