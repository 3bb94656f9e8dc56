// Examines a data folder after a fault with a fresh store: acknowledged data is there, the rest is there completely or
// not at all, nothing unreadable was lost, and everything keeps working.

import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sequenceFindings } from '../../electron/conversation/sequenceFindings.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import type { Clock } from '../../electron/ports/clock.ts';
import { checkData } from '../../electron/stores/check/check.ts';
import type { Disk } from '../../electron/stores/files/disk.ts';
import type { RuntimeStore } from '../../electron/stores/runtimeStore.ts';
import { type Message, type NewMessage, textOf } from '../../shared/conversation/message.ts';
import { resultBytes } from './resultBytes.ts';
import { createActor } from './storeActor.ts';
import type { ConversationLedger, Ledger, Request } from './storeLedger.ts';

export interface Survivor {
  dataDir: string;
  disk: Disk;
  /** The data folder's current content: absolute paths; folders map to null. */
  files(): ReadonlyMap<string, Buffer | null>;
}

export interface Tally {
  files: number;
  records: number;
}

/** One day later: a crash's leftovers do not belong to a write in progress. */
const aDayLater: Clock = { ...systemClock, now: () => new Date(Date.now() + 86_400_000) };

const goesOn = 'this goes on after it';

/**
 * Throws an error that names the problem. `ledger`: the expectations at the moment of the fault; it grows with further
 * actions.
 */
export async function examine(survivor: Survivor, ledger: Ledger, tally: Tally): Promise<void> {
  const { dataDir, disk, files } = survivor;
  const before = files();
  tally.files += [...before.values()].filter((bytes) => bytes !== null).length;
  const actor = createActor({ dataDir, disk, ledger, now: () => 0, clock: aDayLater });
  const ofOrder = new Set<string>();
  try {
    for (const conversation of ledger.conversations) {
      const there = await examineConversation(actor.store, survivor, conversation, tally);
      if (!there) continue;
      const raw = before.get(messagesPath(dataDir, conversation, before));
      await actor.append(conversation, { role: 'user', content: `${goesOn}: ${conversation.messages.length}` });
      const last = conversation.messages.at(-1);
      demand(last?.stored, `the next message is not saved: ${last?.refusal}`);
      const now = await examineConversation(actor.store, survivor, conversation, tally);
      for (const { what } of sequenceFindings(now?.messages ?? [])) ofOrder.add(what);
      const log = files().get(messagesPath(dataDir, conversation, files()));
      demand(log, 'messages.json is not there after an append');
      demandParses(withoutKeepsakes(log, ledger), last?.stored as Message);
      // Only what the user permanently removed is not kept.
      if (raw && conversation.forgotten.length === 0) demandKept(raw, log, files(), there.notices);
    }
    await examineProjects(actor.store, ledger);
    demandKeepsakes(ledger, files());
  } finally {
    await actor.close();
  }
  await examineCheck(survivor, ledger, ofOrder);
  demandForgotten(ledger, files());
  demandKeepsakes(ledger, files());
}

/** The branch as the store returns it; null for a removed conversation. */
export async function examineConversation(
  store: RuntimeStore,
  { dataDir, files }: Pick<Survivor, 'dataDir' | 'files'>,
  conversation: ConversationLedger,
  tally: Tally,
): Promise<{ messages: Message[]; notices: string[] } | null> {
  const branch = await store.readBranch(conversation.id);
  const removal = standingRemoval(conversation);
  if (!branch.ok) {
    demand(removal && branch.error.code === 'CONVERSATION_NOT_FOUND', `it does not open: ${branch.error.message}`);
    demand(
      removal.refusal === null || !/Nothing was changed/.test(removal.refusal),
      'its removal was refused, yet it is gone',
    );
    return null;
  }
  demand(!removal || removal.stored === null, 'it is removed, yet it opens');
  const { messages, notices, meta, projectId } = branch.value;
  demandMessages(withTombstones(conversation, messages), messages);
  tally.records += messages.length;
  for (const message of messages) {
    for (const part of Array.isArray(message.content) ? message.content : []) {
      if (part.type !== 'mention') continue;
      // It is read by its hash, and content that no longer matches the hash is not returned.
      const kept = await store.readAttachment(conversation.id, part.hash ?? '');
      demand(kept.ok, `what ${message.id} mentions cannot be read`);
    }
    if (message.role !== 'tool' || message.fullOutputPath === undefined) continue;
    const asked = conversation.messages.find((request) => isFor(request, message))?.value;
    const bytes = await resultBytes(store, conversation.id, message.id);
    demand(
      bytes.equals(Buffer.from(String(asked?.content))),
      `the result of ${message.id} is not what the tool returned`,
    );
  }
  demandOneOf(conversation.titles, meta.title, '', 'title');
  demandOneOf(conversation.drafts, (await store.readPending(conversation.id)).draft, '', 'draft');
  demandOneOf(conversation.places, projectId, '', 'project');
  const all = files();
  const copies = [...all.keys()].filter((path) => path.endsWith(`/conversations/${conversation.id}`));
  demand(copies.length >= 1, `it opens, yet its folder is not under ${dataDir}`);
  demandSequence(
    conversation.execution,
    (await store.readExecution(conversation.id)) ?? [],
    isDeepStrictEqual,
    'execution entry',
  );
  const rows = await store.listConversations();
  const row = rows.ok ? rows.value.find(({ id }) => id === conversation.id) : null;
  const onOthers = (row?.messageCount ?? -1) - messages.length;
  // The records of a long log are not counted if only its end was read.
  const isCounted =
    messages.length === 0 || row?.messageCount === null || (onOthers >= 0 && onOthers <= conversation.onOtherBranches);
  demand(isCounted, `the list says ${row?.messageCount} messages`);
  return { messages, notices: notices.map((notice) => `${notice}`) };
}

function demandMessages(asked: readonly Request<NewMessage, Message>[], found: readonly Message[]): void {
  demandSequence(
    asked,
    found,
    (value, message) => value.role === message.role && beginning(value) === beginning(message),
    'message',
  );
  found.forEach((message, at) => {
    demand(message.parentId === (found[at - 1]?.id ?? null), `message ${at} does not follow the one before it`);
  });
  const contents = found.filter((message) => message.removed === undefined).map((message) => beginning(message));
  demand(new Set(contents).size === contents.length, 'a message is there twice');
}

/**
 * Everything acknowledged is there unchanged, once and in order; in between there may be complete records that were not
 * acknowledged; nothing else.
 */
function demandSequence<T, S, F>(
  asked: readonly Request<T, S>[],
  found: readonly F[],
  isIt: (value: T, found: F) => boolean,
  what: string,
): void {
  let at = 0;
  for (const [number, request] of asked.entries()) {
    const next = found[at];
    const isHere = next !== undefined && isIt(request.value, next);
    if (request.stored !== null) {
      demand(isHere, `acknowledged ${what} ${number} is not there (${found.length} are)`);
      demand(isDeepStrictEqual(next, request.stored), `${what} ${number} is not what was acknowledged`);
      at++;
    } else if (isHere) {
      demandWhole(request.value, next, `${what} ${number}`);
      at++;
    }
  }
  demand(at === found.length, `${what} ${at} was never asked for, or is out of order`);
}

function demandWhole(asked: unknown, found: unknown, what: string): void {
  const [wanted, there] = [asked as NewMessage, found as Message];
  if (there.role === 'tool' && (there.fullOutputPath !== undefined || there.details?.spillError !== undefined)) return;
  for (const [key, value] of Object.entries(wanted)) {
    demand(
      isDeepStrictEqual((there as unknown as Record<string, unknown>)[key], value),
      `${what} is there in part (${key})`,
    );
  }
}

function isFor(request: Request<NewMessage, Message>, message: Message): boolean {
  return (
    request.stored?.id === message.id || (request.stored === null && beginning(request.value) === beginning(message))
  );
}

/** Every message of a test starts differently. */
function beginning(message: NewMessage | Message): string {
  return textOf(message).slice(0, 24);
}

/** The last acknowledged value, or one requested after it. */
function demandOneOf(asked: readonly Request<string>[], found: string, first: string, what: string): void {
  const lastStored = asked.findLastIndex((request) => request.stored !== null);
  const allowed = asked.slice(Math.max(0, lastStored)).map((request) => request.value);
  if (lastStored < 0) allowed.push(first);
  demand(allowed.includes(found), `the ${what} is "${found}" and should be one of "${allowed.join('", "')}"`);
}

function messagesPath(dataDir: string, { id }: ConversationLedger, files: ReadonlyMap<string, Buffer | null>): string {
  const end = `/conversations/${id}/messages.json`;
  return [...files.keys()].find((path) => path.startsWith(dataDir) && path.endsWith(end)) ?? end;
}

/** In a file that is read from its end, unreadable data stays where it is. */
function withoutKeepsakes(log: Buffer, { keepsakes }: Ledger): Buffer {
  return keepsakes.reduce((rest, { bytes }) => {
    const at = rest.indexOf(bytes);
    return at < 0 || parses(rest) ? rest : Buffer.concat([rest.subarray(0, at), rest.subarray(at + bytes.length)]);
  }, log);
}

function demandParses(log: Buffer, last: Message): void {
  let rows: unknown;
  try {
    rows = JSON.parse(log.toString('utf8'));
  } catch (thrown) {
    throw new Error(`messages.json does not parse after an append: ${String(thrown)}`);
  }
  demand(
    Array.isArray(rows) && isDeepStrictEqual(rows.at(-1), last),
    'the last element of messages.json is another one',
  );
}

/** The removal in effect; if it may have been undone, it only may be in effect. */
function standingRemoval({ removals, restorals }: ConversationLedger): Request<'removed'> | undefined {
  const [removal, restoral] = [removals.at(-1), restorals.at(-1)];
  if (!removal || !restoral) return removal;
  return restoral.stored !== null ? undefined : { ...removal, ended: null, stored: null };
}

/** The expected tombstones of permanently removed messages; until that is certain, either form. */
function withTombstones(
  { messages, forgotten }: ConversationLedger,
  found: readonly Message[],
): Request<NewMessage, Message>[] {
  const expected = [...messages];
  for (const { value: at, stored } of forgotten) {
    const asked = messages[at] as Request<NewMessage, Message>;
    const there = found.find(({ id }) => id === asked.stored?.id);
    const tombstone = stored ?? (there?.removed === undefined ? null : there);
    if (tombstone !== null) expected[at] = { ...asked, value: tombstone, stored: tombstone };
  }
  return expected;
}

/** No file contains anything of what was permanently removed. */
function demandForgotten(ledger: Ledger, files: ReadonlyMap<string, Buffer | null>): void {
  for (const { messages, forgotten } of ledger.conversations) {
    for (const { value, stored } of forgotten) {
      if (stored === null) continue;
      const secret = String(messages[value]?.value.content).slice(0, 24);
      const where = [...files].filter(([, bytes]) => bytes?.includes(secret)).map(([path]) => path);
      demand(where.length === 0, `what was removed for good is still in ${where}`);
    }
  }
}

/** Data that the next append took out of the file is in a file next to it, and was reported. */
function demandKept(
  before: Buffer,
  after: Buffer,
  files: ReadonlyMap<string, Buffer | null>,
  notices: readonly string[],
): void {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const rest = before.subarray(same);
  if (/^[\s,]*\]?\s*$/.test(rest.toString('latin1'))) return;
  const kept = [...files].find(
    ([path, bytes]) => /messages\.json\.(?:torn|original)-/.test(path) && bytes?.includes(rest),
  );
  demand(kept, `${rest.length} bytes that were in messages.json are nowhere after the next append`);
  // Another app's formatting is not damage: all its values are in the new file.
  const isLayout = kept[0].includes('.original-') && parses(before);
  demand(notices.length > 0 || isLayout, 'bytes that cannot be read are not named');
}

function parses(bytes: Buffer): boolean {
  try {
    return Array.isArray(JSON.parse(bytes.toString('utf8')));
  } catch {
    return false;
  }
}

async function examineProjects(store: RuntimeStore, ledger: Ledger): Promise<void> {
  const projects = await store.listProjects();
  for (const { value, stored } of ledger.projects) {
    if (stored === null) continue;
    const found = projects.find(({ id }) => id === stored);
    demand(found && (found.folder ?? '') === value, `the project of "${value}" is not there`);
  }
}

function demandKeepsakes(ledger: Ledger, files: ReadonlyMap<string, Buffer | null>): void {
  for (const { what, bytes } of ledger.keepsakes) {
    demand(
      [...files.values()].some((content) => content?.includes(bytes)),
      `${what} is nowhere any more`,
    );
  }
}

/** A call's output stays while its call has no result yet, or if the result could not be stored completely. */
function isNeeded(path: string, files: ReadonlyMap<string, Buffer | null>): boolean {
  if (!/\.printed\.tmp-[0-9a-f]+$/.test(path)) return false;
  const id = basename(dirname(path));
  const log = [...files].find(([name]) => name.endsWith(join('conversations', id, 'messages.json')))?.[1] ?? null;
  const count = (pattern: RegExp): number => log?.toString('utf8').match(pattern)?.length ?? 0;
  return count(/"spillError":/g) > 0 || count(/"type": ?"function"/g) > count(/"tool_call_id":/g);
}

/**
 * Repair leaves nothing to repair: no unneeded temporary file, no result without its message, nothing of a removed
 * conversation. `ofOrder`: sequence problems that arise because the store alone is attacked here, and nobody answers a
 * call before the next message.
 */
async function examineCheck(
  { dataDir, disk, files }: Survivor,
  ledger: Ledger,
  ofOrder: ReadonlySet<string>,
): Promise<void> {
  await checkData(dataDir, null, { repair: true }, { disk, clock: aDayLater });
  const again = await checkData(dataDir, null, { repair: false }, { disk, clock: aDayLater });
  const problems = again.problems.filter(({ what }) => !isKnownDamage(what) && !ofOrder.has(what));
  demand(
    problems.length === 0,
    `after a repair there is still: ${problems.map(({ what, where }) => `${what} (${where})`)}`,
  );
  const inUse = [...files().keys()].filter((path) => !path.startsWith(join(dataDir, 'set-aside')));
  const waiting = new Set([...files().keys()].filter((path) => isNeeded(path, files())));
  const temporary = inUse.filter((path) => /\.tmp-[0-9a-f]+$/.test(basename(path)) && !waiting.has(path));
  demand(temporary.length === 0, `a temporary file is left for good: ${temporary}`);
  for (const conversation of ledger.conversations) {
    const { id } = conversation;
    const removed = standingRemoval(conversation);
    if (!removed || removed.stored === null) continue;
    const left = inUse.filter((path) => path.includes(id));
    demand(left.length === 0, `of a removed conversation there is still ${left}`);
  }
}

/** Damage that a test caused itself stays: a repair never changes content. */
function isKnownDamage(what: string): boolean {
  return /line|could not be read|not a message/i.test(what);
}

export function demand(condition: unknown, problem: string): asserts condition {
  if (!condition) throw new Error(problem);
}
