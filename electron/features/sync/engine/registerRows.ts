// The registers of conversations: local changes get a number above all known ones, and values of others that won are written into
// the metadata. A value that changed here in the meantime is kept, and wins with its own number.

import { errorSentence } from '../../../../shared/core/errors.ts';
import { isSafeId } from '../../../../shared/core/ids.ts';
import type { ConversationMeta } from '../../../conversation/formats.ts';
import { ensureProjectHere, readLocalProject, type SyncedProject } from './localProject.ts';
import type { RegisterChange } from './logEntry.ts';
import { canonical, headField, projectField, registersOf, withRegister } from './registers.ts';
import type { SyncContext } from './syncContext.ts';

export interface RegisterRow {
  field: string;
  counter: number;
  device: string;
  /** JSON; null: the default. */
  value: string | null;
  /** The value that was last seen in the metadata here; `unseen`: never looked. */
  local: string | null;
  differs: number;
}

/** No JSON text. */
export const unseen = '?';

export interface LocalValues {
  meta: ConversationMeta;
  /** The last record. */
  last: string;
  /** The last record that no other device wrote; null if there is none new. */
  ownHead: string | null;
  project: SyncedProject | null;
}

/** The record that the next one follows. */
function headOf({ head, merging }: ConversationMeta, last: string): string | null {
  if (head?.after === last) return head.id;
  return merging ? merging.head : last;
}

function rowsOf({ state }: SyncContext, conversation: string): Map<string, RegisterRow> {
  const rows = state.all<RegisterRow>('SELECT * FROM registers WHERE conversation = ?', conversation);
  return new Map(rows.map((row) => [row.field, row]));
}

/** The texts and sessions of a machine are thousands of rows. */
function rowOf({ state }: SyncContext, conversation: string, field: string): RegisterRow | null {
  return state.get<RegisterRow>('SELECT * FROM registers WHERE conversation = ? AND field = ?', conversation, field);
}

function textOfValue(value: unknown): string | null {
  return value === undefined || value === null ? null : canonical(value);
}

function nextCounter({ state }: SyncContext): number {
  const next = state.count('counter') + 1;
  state.setFact('counter', String(next));
  return next;
}

export function collectRegisters(context: SyncContext, conversation: string, local: LocalValues): void {
  const head = headOf(local.meta, local.last);
  const values = registersOf(local.meta, head).set(projectField, local.project);
  collectValues(
    context,
    conversation,
    values,
    (field, row, now) => row?.local === unseen && isForOthersToSay(field, now, head, local),
  );
}

/** Assigns a new number to changed values, except for fields that are skipped. */
export function collectValues(
  context: SyncContext,
  conversation: string,
  values: ReadonlyMap<string, unknown>,
  skips: (field: string, row: RegisterRow | undefined, now: string | null) => boolean,
): void {
  const { state, sealer } = context;
  const rows = rowsOf(context, conversation);
  state.transaction(() => {
    for (const field of new Set([...rows.keys(), ...values.keys()])) {
      const row = rows.get(field);
      const now = textOfValue(values.get(field));
      if (row ? row.local === now : now === null) continue;
      if (row?.value === now) {
        setRegister(context, conversation, { ...row, local: now });
        continue;
      }
      if (skips(field, row, now)) continue;
      const counter = nextCounter(context);
      const ownRow = { field, counter, device: sealer.device, value: now, local: now };
      setRegister(context, conversation, ownRow, false);
    }
  });
}

/** In a conversation that came from another device, values that the merge itself wrote are nobody's choice. */
function isForOthersToSay(field: string, now: string | null, head: string | null, { ownHead }: LocalValues): boolean {
  if (field === headField) return ownHead === null || head !== ownHead;
  return now === null || field === projectField;
}

export function setRegister(
  { state }: SyncContext,
  conversation: string,
  row: Omit<RegisterRow, 'differs'>,
  sent?: boolean,
): void {
  const { field, counter, device, value, local } = row;
  const differs = Number(value !== local);
  const before = state.get<{ sent: number }>(
    'SELECT sent FROM registers WHERE conversation = ? AND field = ?',
    conversation,
    field,
  );
  const isSent = sent === undefined ? (before?.sent ?? 1) : Number(sent);
  state.run(
    'INSERT OR REPLACE INTO registers VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ...[conversation, field, counter, device, value, local, isSent, differs],
  );
}

/** Takes a value of another device into the state, if it wins. */
export function takeRegister(
  context: SyncContext,
  conversation: string,
  [field, counter, device, value]: RegisterChange,
): void {
  const row = rowOf(context, conversation, field);
  if (row && (row.counter > counter || (row.counter === counter && row.device >= device))) return;
  const local = row?.local ?? (row ? null : unseen);
  if (field !== headField && conversation !== '') context.renamed.add(conversation);
  setRegister(context, conversation, { field, counter, device, value: textOfValue(value), local }, true);
}

export function registerValueOf(context: SyncContext, conversation: string, field: string): unknown {
  const value = rowOf(context, conversation, field)?.value;
  return value === null || value === undefined ? null : JSON.parse(value);
}

export function conversationsWithOpenRegisters({ state }: SyncContext): string[] {
  const rows = state.all<{ conversation: string }>(
    "SELECT DISTINCT conversation FROM registers WHERE differs = 1 AND conversation <> ''",
  );
  return rows.map(({ conversation }) => conversation);
}

/** Rows whose winning value is not here. */
export function openValues(context: SyncContext, conversation: string): RegisterRow[] {
  return [...rowsOf(context, conversation).values()].filter(({ differs }) => differs === 1);
}

function parsedValue({ value }: RegisterRow): unknown {
  return value === null ? undefined : JSON.parse(value);
}

/** The metadata of a conversation that is new here and has these records, and the rows that are in it. */
export function newMeta(
  context: SyncContext,
  conversation: string,
  ids: ReadonlySet<string>,
  last: string,
): { meta(empty: ConversationMeta): ConversationMeta; taken: RegisterRow[] } {
  const taken = openValues(context, conversation).filter(
    (row) => row.field !== projectField && (row.field !== headField || ids.has(String(parsedValue(row)))),
  );
  const meta = (empty: ConversationMeta): ConversationMeta => {
    let next = empty;
    for (const row of taken) {
      const value = parsedValue(row);
      if (row.field !== headField) next = withRegister(next, row.field, value);
      else next = { ...next, head: value === last ? null : { id: String(value), after: last } };
    }
    return next;
  };
  return { meta, taken };
}

/** The metadata has these values now. */
export function noteTaken(context: SyncContext, conversation: string, rows: readonly RegisterRow[]): void {
  for (const row of rows) setRegister(context, conversation, { ...row, local: row.value });
}

/** The conversation is in this project. */
export function noteProject(context: SyncContext, conversation: string, project: SyncedProject | null): void {
  const row = openValues(context, conversation).find(({ field }) => field === projectField);
  if (row) setRegister(context, conversation, { ...row, local: textOfValue(project) });
}

/** Writes the winning values of others into the metadata. What cannot be written now stays for the next pass. */
export async function applyRegisters(context: SyncContext, conversation: string): Promise<void> {
  const { store, data, problems } = context;
  const open = openValues(context, conversation);
  if (open.length === 0) return;
  const place = await data.locate(conversation);
  if (!place.ok) return;
  const head = open.find(({ field }) => field === headField);
  const project = open.find(({ field }) => field === projectField);
  const others = open.filter((row) => row !== head && row !== project);
  const newHead = head && (await headToSet(context, conversation, head));
  const seen = newHead && head ? [...others, head] : others;
  if (seen.length > 0 && (await hasAlready(context, conversation, others, newHead ?? null))) {
    noteTaken(context, conversation, seen);
  } else if (seen.length > 0) {
    const written: RegisterRow[] = [];
    const updated = await store.updateMeta(conversation, (meta) => {
      written.length = 0;
      const now = registersOf(meta, newHead ? headOf(meta, newHead.after) : null);
      let next = meta;
      for (const row of others) {
        if (!mayReplace(row, textOfValue(now.get(row.field)))) continue;
        next = withRegister(next, row.field, parsedValue(row));
        written.push(row);
      }
      if (head && newHead && mayReplace(head, textOfValue(now.get(headField)))) {
        const { merging: _done, ...rest } = next;
        next = { ...rest, head: newHead.id === newHead.after ? null : newHead } as ConversationMeta;
        written.push(head);
      }
      return next;
    });
    if (!updated.ok) problems.set(conversation, errorSentence(updated.error));
    else noteTaken(context, conversation, written);
    if (written.length > 0) context.merged(conversation);
  }
  if (project) await applyProject(context, conversation, place.value.projectId, project);
}

/** Most conversations that arrive have: nothing needs to be written then. */
async function hasAlready(
  { store }: SyncContext,
  conversation: string,
  rows: readonly RegisterRow[],
  head: { id: string; after: string } | null,
): Promise<boolean> {
  const meta = await store.readMeta(conversation);
  if (!meta || meta.merging) return false;
  const now = registersOf(meta, null);
  const isSame = rows.every(({ field, value }) => textOfValue(now.get(field)) === value);
  return isSame && (head === null || headOf(meta, head.after) === head.id);
}

function mayReplace({ local, field }: RegisterRow, now: string | null): boolean {
  if (local === unseen) return now === null || field === headField;
  return local === now;
}

/** Null while a run works in the conversation, or before the record is here. */
async function headToSet(
  { store, isRunning }: SyncContext,
  conversation: string,
  { value }: RegisterRow,
): Promise<{ id: string; after: string } | null> {
  if (value === null || isRunning(conversation)) return null;
  const id: unknown = JSON.parse(value);
  const branch = await store.readBranch(conversation, { tail: 1 });
  if (typeof id !== 'string' || !branch.ok || branch.value.lastId === null) return null;
  const record = await store.readMessage(conversation, id);
  return record.ok ? { id, after: branch.value.lastId } : null;
}

async function applyProject(
  context: SyncContext,
  conversation: string,
  projectId: string,
  row: RegisterRow,
): Promise<void> {
  const { store, problems } = context;
  const now = textOfValue(await readLocalProject(context, { projectId }));
  if (row.local !== unseen && row.local !== now) return;
  const project = row.value === null ? null : (JSON.parse(row.value) as SyncedProject);
  if (project !== null && !isSafeId(project.id)) return;
  if (project) await ensureProjectHere(context, project);
  const target = project ? { ok: true as const, value: project } : await store.openFolderlessProject();
  const isThere = target.ok && target.value.id === projectId;
  const moved = target.ok && !isThere ? await store.moveConversation(conversation, target.value.id) : target;
  if (!moved.ok) problems.set(conversation, errorSentence(moved.error));
  else
    setRegister(context, conversation, {
      ...row,
      local: textOfValue(await readLocalProject(context, { projectId: target.ok ? target.value.id : projectId })),
    });
}
