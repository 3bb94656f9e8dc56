// Reads the logs of other devices into the state. Each log is checked by number and hash: what was rolled back, replaced, cut or
// sealed for another place is reported by device, and nothing of it is taken. Other devices are read all the same.

import { errorSentence, fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { isSafeId } from '../../../../shared/core/ids.ts';
import { say, type UserText } from '../../../../shared/core/sentence.ts';
import { yieldToEventLoop } from '../../../lib/cooperativeYield.ts';
import { cancelled } from '../remote/remoteFault.ts';
import { documentsId } from './documents.ts';
import { type ConversationChange, decodeEntry, hashOfBody, type LogEntry, type MissingObject } from './logEntry.ts';
import { forgetOutline, takeOutline } from './outlines.ts';
import { forgetPresence, notePresence } from './presence.ts';
import { takeRegister } from './registerRows.ts';
import {
  addSegment,
  discardSegment,
  dropSegment,
  idsOf,
  noteRemoved,
  type SegmentRow,
  segmentsOf,
} from './segmentRows.ts';
import { forgetSessionsOf, referToPieces } from './sessionRows.ts';
import { needed, opened, PassFailure, type SyncContext } from './syncContext.ts';
import { logName, parseLogName } from './syncNames.ts';
import type { SyncState } from './syncState.ts';

interface DeviceRow {
  seq: number;
  hash: string;
}

/** Why a log is not read further. */
class LogProblem extends Error {
  readonly text: UserText;
  constructor(text: UserText) {
    super(String(text));
    this.text = text;
  }
}

/** Conversations in one transaction. */
const takenTogether = 100;

const deviceName = /^[0-9a-z][0-9a-z_-]{0,127}$/;

/** The devices of the space that have a folder, ours included. */
export async function listDevices({ remote, names, signal, state }: SyncContext): Promise<string[]> {
  const entries = needed(await remote.list(names.space, { signal }));
  const devices = entries.flatMap(({ name, kind }) => (kind === 'folder' && deviceName.test(name) ? [name] : []));
  state.setFact('listed', JSON.stringify(devices));
  return devices;
}

function knownOf({ state }: SyncContext, device: string): DeviceRow {
  return state.get<DeviceRow>('SELECT seq, hash FROM devices WHERE id = ?', device) ?? { seq: 0, hash: '' };
}

/** Devices that have written before: their absence is a rollback. */
export function knownDevices({ state }: Pick<SyncContext, 'state'>): string[] {
  return state.all<{ id: string }>('SELECT id FROM devices').map(({ id }) => id);
}

/** Also those that have only joined: their first entry may be a request. */
function otherDevices({ state, sealer }: SyncContext): string[] {
  const listed = JSON.parse(state.fact('listed') ?? '[]') as string[];
  const joined = listed.filter((device) => state.fact(`left ${device}`) === null);
  return [...new Set([...knownDevices({ state }), ...joined])].filter((device) => device !== sealer.device);
}

/** When something new of a device last arrived here; null: never. */
export function seenAt(state: Pick<SyncState, 'fact'>, device: string): string | null {
  return state.fact(`seen ${device}`);
}

/** Whether another device has added to its log. Reading one object of each is cheaper than a list, which stores charge like a write. */
export async function hasNewEntries(context: SyncContext): Promise<boolean> {
  const { remote, names, signal } = context;
  for (const device of otherDevices(context)) {
    const next = names.logEntry(device, knownOf(context, device).seq + 1);
    if (needed(await remote.get(next, signal)) !== null) return true;
  }
  return false;
}

/**
 * Takes what other devices added to their logs, without a list. `unclear`: an entry does not continue its log, which needs a whole
 * pass.
 */
export async function readNewEntries(context: SyncContext): Promise<'none' | 'some' | 'unclear'> {
  const { remote, names, signal } = context;
  let read: 'none' | 'some' = 'none';
  for (const device of otherDevices(context)) {
    for (;;) {
      const { seq, hash } = knownOf(context, device);
      const sealed = needed(await remote.get(names.logEntry(device, seq + 1), signal));
      if (sealed === null) break;
      const next = await openEntry(context, device, seq + 1, sealed);
      if (!next.ok || next.value.entry.previous !== hash) return 'unclear';
      await takeEntry(context, device, next.value.entry, next.value.hash);
      read = 'some';
    }
  }
  return read;
}

/**
 * `verified`: devices whose last known entry was compared with the store since the engine started. True if the device has left, so that
 * conversations must be looked through.
 */
export async function readDevice(context: SyncContext, device: string, verified: Set<string>): Promise<boolean> {
  try {
    await readLog(context, device, verified);
  } catch (thrown) {
    if (!(thrown instanceof LogProblem)) throw thrown;
    if (await hasWritten(context, device, context.names.left(device))) {
      takeOver(context, device);
      return true;
    }
    const moved = say`This device has moved to a new space. “throughline sync follow” moves this one along.`;
    const hasMoved = await hasWritten(context, device, context.names.moved(device));
    context.problems.set(device, hasMoved ? moved : thrown.text);
  }
  return false;
}

async function hasWritten({ remote, sealer, signal }: SyncContext, device: string, name: string): Promise<boolean> {
  const sealed = needed(await remote.get(name, signal));
  return sealed !== null && opened(await sealer.open(device, name, sealed)).ok;
}

/** The device has left: what nobody else has stored counts as new here. Its registers keep their numbers. */
function takeOver({ state }: SyncContext, device: string): void {
  state.transaction(() => {
    state.run(
      "UPDATE conversations SET position = '', stamp = '' WHERE id IN (SELECT conversation FROM segments WHERE device = ?)",
      device,
    );
    for (const table of ['segments', 'files']) state.run(`DELETE FROM ${table} WHERE device = ?`, device);
    state.run('UPDATE registers SET sent = 0 WHERE device = ?', device);
    state.run('UPDATE results SET sent = 0');
    state.run('DELETE FROM devices WHERE id = ?', device);
    forgetSessionsOf(state, device);
    forgetPresence(state, device);
    state.setFact(`left ${device}`, '1');
  });
}

async function readLog(context: SyncContext, device: string, verified: Set<string>): Promise<void> {
  const { remote, names, signal } = context;
  const before = knownOf(context, device);
  const after = before.seq > 0 ? { after: logName(before.seq - 1) } : {};
  const listed = needed(await remote.list(names.logFolder(device), { ...after, signal }));
  const numbers = listed.flatMap(({ name }) => parseLogName(name) ?? []).sort((a, b) => a - b);
  const newest = numbers.at(-1) ?? 0;
  if (before.seq > 0 && newest < before.seq) {
    throw new LogProblem(
      say`The store has an older state of this device than was seen before: entry ${before.seq} is missing. The store was rolled back or is incomplete. Nothing of it was taken.`,
    );
  }
  if (before.seq > 0 && !verified.has(device) && numbers.includes(before.seq)) {
    const { hash } = await readEntry(context, device, before.seq);
    if (hash !== before.hash) throw new LogProblem(replacedEntry(before.seq));
  }
  verified.add(device);
  if (newest === before.seq) return;
  const last = await readEntry(context, device, newest);
  let next = before.seq + 1;
  if (before.seq === 0 || !numbers.includes(next))
    next = last.entry.checkpoint > before.seq ? last.entry.checkpoint : next;
  let previous = next === before.seq + 1 ? before.hash : null;
  for (let seq = next; seq <= newest; seq++) {
    const { entry, hash } = seq === newest ? last : await readEntry(context, device, seq);
    if (previous !== null && entry.previous !== previous) throw new LogProblem(replacedEntry(seq - 1));
    await takeEntry(context, device, entry, hash);
    previous = hash;
  }
}

function replacedEntry(seq: number): UserText {
  return say`Entry ${seq} of this device is not the one that was seen before. The store was replaced or changed. Nothing after it was taken.`;
}

interface ReadEntry {
  entry: LogEntry;
  hash: string;
  body: Uint8Array;
}

async function readEntry(context: SyncContext, device: string, seq: number): Promise<ReadEntry> {
  const read = await tryEntry(context, device, seq);
  if (!read.ok) throw new LogProblem(errorSentence(read.error));
  return read.value;
}

async function tryEntry(context: SyncContext, device: string, seq: number): Promise<Result<ReadEntry>> {
  const sealed = needed(await context.remote.get(context.names.logEntry(device, seq), context.signal));
  if (sealed === null) return fail('STORE_READ_FAILED', say`Entry ${seq} of this device is missing in the store.`);
  return openEntry(context, device, seq, sealed);
}

async function openEntry(
  { names, sealer }: SyncContext,
  device: string,
  seq: number,
  sealed: Uint8Array,
): Promise<Result<ReadEntry>> {
  const name = names.logEntry(device, seq);
  const body = opened(await sealer.open(device, name, sealed));
  if (!body.ok) return body;
  const entry = decodeEntry(body.value);
  if (entry?.seq !== seq) {
    return fail(
      'STORE_READ_FAILED',
      say`Entry ${seq} of this device was written by a newer version of the app, or for another place.`,
    );
  }
  return ok({ entry, hash: hashOfBody(body.value), body: body.value });
}

/** The newest entry of our own log in the store; null if there is none. */
export async function newestOwnEntry(context: SyncContext): Promise<{ newest: number; body: Uint8Array } | null> {
  const { remote, names, sealer, signal, state } = context;
  const from = state.count('checkpoint');
  const after = from > 1 ? { after: logName(from - 1) } : {};
  const listed = needed(await remote.list(names.logFolder(sealer.device), { ...after, signal }));
  const newest = Math.max(0, ...listed.flatMap(({ name }) => parseLogName(name) ?? []));
  if (newest === 0) return null;
  if (newest <= state.count('seq')) return { newest, body: new Uint8Array() };
  const { body } = await readEntry(context, sealer.device, newest);
  return { newest, body };
}

/** Numbers of our entries since the last checkpoint that the store should have and has not. */
export async function missingOwnEntries({ remote, names, sealer, signal, state }: SyncContext): Promise<boolean> {
  const [from, to] = [Math.max(1, state.count('checkpoint')), state.count('seq')];
  if (to === 0) return false;
  const listed = needed(
    await remote.list(names.logFolder(sealer.device), { ...(from > 1 ? { after: logName(from - 1) } : {}), signal }),
  );
  const stored = new Set(listed.flatMap(({ name }) => parseLogName(name) ?? []));
  for (let seq = from; seq <= to; seq++) if (!stored.has(seq)) return true;
  return false;
}

/** In pieces, since a checkpoint can list tens of thousands of conversations. Taking part of it again changes nothing. */
async function takeEntry(context: SyncContext, device: string, entry: LogEntry, hash: string): Promise<void> {
  const { state, sealer, signal } = context;
  // First: a number that is given here in the meantime must be above all that were taken.
  if (entry.counter > state.count('counter')) state.setFact('counter', String(entry.counter));
  const changes = entry.conversations.filter(({ id }) => isSafeId(id));
  for (let at = 0; at < changes.length; at += takenTogether) {
    if (signal.aborted) throw new PassFailure(cancelled());
    state.transaction(() => {
      for (const change of changes.slice(at, at + takenTogether)) takeChange(context, device, change);
    });
    await yieldToEventLoop();
  }
  state.transaction(() => {
    if (entry.checkpoint === entry.seq) dropUnlisted(context, device, entry);
    for (const register of entry.documents) {
      takeRegister(context, documentsId, register);
      referToPieces(state, register[0], register[3]);
    }
    for (const { hash: file, bytes, parts } of entry.files) {
      state.run('INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, 1)', device, file, bytes, parts);
    }
    for (const [conversation, message, file] of entry.results) {
      state.run('INSERT OR IGNORE INTO results VALUES (?, ?, ?, 1)', conversation, message, file);
      state.run('INSERT OR IGNORE INTO refs VALUES (?, ?, ?)', file, conversation, message);
    }
    for (const file of entry.dropFiles) state.run('DELETE FROM files WHERE device = ? AND hash = ?', device, file);
    for (const missing of entry.missing) if (missing.device === sealer.device) storeAgain(context, missing);
    state.run('INSERT OR REPLACE INTO devices VALUES (?, ?, ?)', device, entry.seq, hash);
    notePresence(state, device, entry);
    state.setFact(`seen ${device}`, context.clock.now().toISOString());
  });
}

/** Another device did not find this object of ours. */
function storeAgain({ state, sealer }: SyncContext, { conversation, n, file }: MissingObject): void {
  const { device } = sealer;
  if (file === '') {
    state.run(
      'UPDATE segments SET rewrite = 1 WHERE device = ? AND conversation = ? AND n = ?',
      device,
      conversation,
      n,
    );
    return;
  }
  // Files are stored with the messages that name them.
  state.run('DELETE FROM files WHERE device = ? AND hash = ?', device, file);
  for (const ref of state.all<{ conversation: string; message: string }>('SELECT * FROM refs WHERE hash = ?', file)) {
    for (const segment of segmentsOf(state, ref.conversation)) {
      if (segment.device !== device || !idsOf(segment).includes(ref.message)) continue;
      state.run(
        'UPDATE segments SET rewrite = 1 WHERE device = ? AND conversation = ? AND n = ?',
        ...[device, ref.conversation, segment.n],
      );
    }
  }
}

/** A checkpoint lists everything: what it does not list is gone. */
function dropUnlisted({ state }: SyncContext, device: string, { conversations }: LogEntry): void {
  const listed = new Set(conversations.flatMap(({ id, segments }) => segments.map(({ n }) => `${id} ${n}`)));
  const rows = state.all<Pick<SegmentRow, 'conversation' | 'n'>>(
    "SELECT conversation, n FROM segments WHERE device = ? AND state <> 'put'",
    device,
  );
  for (const { conversation, n } of rows) {
    if (!listed.has(`${conversation} ${n}`)) dropSegment(state, device, conversation, n);
  }
}

function takeChange(context: SyncContext, device: string, change: ConversationChange): void {
  const { state } = context;
  const { id } = change;
  if (change.deleted) {
    state.run('INSERT OR IGNORE INTO deleted VALUES (?, 0, 1)', id);
  }
  noteRemoved(context, id, change.removed, { applied: false, sent: true });
  const before = new Map(segmentsOf(state, id).flatMap((row) => (row.device === device ? [[row.n, row]] : [])));
  for (const segment of change.segments) {
    const same = before.get(segment.n);
    if (same?.hash === segment.hash) continue;
    const repeated = segment.from.map((n) => before.get(n));
    const isKnown = repeated.length > 0 && repeated.every((row) => row?.state === 'done');
    addSegment(state, {
      ...{ device, conversation: id, n: segment.n, hash: segment.hash, bytes: segment.bytes, records: segment.records },
      froms: JSON.stringify(segment.from),
      state: isKnown ? 'done' : 'new',
      ids: isKnown ? [...new Set(repeated.flatMap((row) => (row?.ids ? row.ids.split('\n') : [])))].join('\n') : '',
    });
  }
  // Records that arrived with segments that are dropped now are still not ours.
  state.run(
    "UPDATE segments SET fresh = 1 WHERE device = ? AND conversation = ? AND state = 'done' AND froms <> '[]'",
    device,
    id,
  );
  for (const n of change.drop) dropSegment(state, device, id, n);
  for (const register of change.registers) takeRegister(context, id, register);
  if (change.outline) takeOutline(context, device, id, change.outline);
  if (change.updatedAt !== '') {
    state.run("INSERT OR IGNORE INTO conversations VALUES (?, '', '', 1, '')", id);
    state.run('UPDATE conversations SET updatedAt = max(updatedAt, ?) WHERE id = ?', change.updatedAt, id);
  }
}

/** Discards our objects of a conversation that was deleted for good. */
export function discardConversation(context: SyncContext, conversation: string): void {
  const { state, sealer } = context;
  for (const { device, n } of segmentsOf(state, conversation)) {
    if (device === sealer.device) discardSegment(context, conversation, n);
    else dropSegment(state, device, conversation, n);
  }
  forgetOutline(context, conversation);
  for (const table of ['registers', 'refs', 'results'])
    state.run(`DELETE FROM ${table} WHERE conversation = ?`, conversation);
  state.run('DELETE FROM conversations WHERE id = ?', conversation);
}
