// Writes what the ledger does not have yet, in batches. What was acknowledged is noted only afterwards: a writer that is killed in between
// sends it again, and the ledger answers that it knows it.

import { hostname } from 'node:os';
import { join } from 'node:path';
import type { AllowedBy, Message } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { deriveTitle } from '../../conversation/title.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { ConversationStore } from '../../ports/store.ts';
import { type ConversationPaths, createDataFolder } from '../../stores/dataFolder.ts';
import { type Disk, statOrNull } from '../../stores/files/disk.ts';
import { withSource } from '../../stores/files/logSources.ts';
import { readMessage } from '../../stores/log/logRecords.ts';
import { scanLog } from '../../stores/log/logScan.ts';
import { openingBytes, sourceFromRecord } from '../../stores/search/sourceReader.ts';
import { chainRows, type Writer } from './chain.ts';
import type { Hello, LedgerConnection } from './connection.ts';
import { costRows, usageMonths } from './costs.ts';
import { type ConversationFacts, conversationRow, openRow, rowsOf } from './records.ts';
import type { ConversationState, LedgerState } from './state.ts';
import type { LedgerRow } from './tables.ts';

export interface OutboxDeps {
  disk: Disk;
  dataDir: string;
  store: ConversationStore;
  mask: SecretMask;
  state: LedgerState;
  connection: LedgerConnection;
  /** Include what tools returned. */
  results: boolean;
  signal: AbortSignal;
  /** Rows in a batch; default: 500. */
  batch?: number;
  onProgress?: (written: number, conversation: number, of: number) => void;
  /** For tests: after the ledger acknowledged a batch, and after that was noted. */
  onBatch?: (step: 'written' | 'noted') => void;
}

export interface OutboxReport {
  /** New rows in the ledger. */
  written: number;
  /** Conversations that could not be read; the next pass tries again. */
  unreadable: number;
  /** The ledger had lost the end of this device's chain: everything was compared again. */
  lost: number | null;
}

const batchRows = 500;
const batchCharacters = 2_000_000;
const maxTries = 5;

export async function runOutbox(
  deps: OutboxDeps,
  only: readonly string[] | null = null,
): Promise<Result<OutboxReport>> {
  const { store, state, connection, signal } = deps;
  const report: OutboxReport = { written: 0, unreadable: 0, lost: null };
  const hello = await connection.hello(state.device);
  if (!hello.ok) return hello;
  if (!hello.value.writer)
    return fail(
      'SETTINGS_INVALID',
      say`${hello.value.user} may not write to the ledger. Its owner grants that with throughline.enroll.`,
    );
  if (hello.value.seq < state.head.seq) {
    report.lost = state.head.seq - hello.value.seq;
    state.restart();
  }
  const sender = createSender(deps, hello.value, report);
  const begun = await sender.greet();
  if (!begun.ok) return begun;
  const ids = only ?? (await store.conversationIds());
  for (const [index, id] of ids.entries()) {
    if (signal.aborted) return stopped();
    deps.onProgress?.(report.written, index + 1, ids.length);
    const done = await writeConversation(deps, sender, id, report, only === null);
    if (!done.ok) return done;
  }
  const costs = await writeCosts(deps, sender);
  if (!costs.ok) return costs;
  return ok(report);
}

const stopped = () =>
  fail('CANCELLED', say`Writing to the ledger was stopped. What was written stays; the next time continues.`);

interface Sender {
  /** Learns the end of the chain. */
  greet(): Promise<Result<void>>;
  /** Resolves when the ledger has the rows; then `noted` is saved with the end of the chain. */
  send(rows: readonly LedgerRow[], noted: Omit<Parameters<LedgerState['save']>[0], 'head'>): Promise<Result<void>>;
}

function createSender({ state, connection, onBatch }: OutboxDeps, hello: Hello, report: OutboxReport): Sender {
  let head = { seq: hello.seq, hash: hello.hash };
  let writer: Writer = { device: state.device, user: hello.user, team: hello.team };

  async function greet(): Promise<Result<void>> {
    const again = await connection.hello(state.device);
    if (!again.ok) return again;
    head = { seq: again.value.seq, hash: again.value.hash };
    writer = { device: state.device, user: again.value.user, team: again.value.team };
    return ok(undefined);
  }

  async function append(rows: readonly LedgerRow[]): Promise<Result<void>> {
    let left = rows;
    for (let tries = 0; left.length > 0; tries++) {
      const chained = JSON.stringify(chainRows(left, head, writer));
      const answer = await connection.ask(async (sql) => {
        const [row] = await sql`select throughline.append(${writer.device}, ${chained}::text::jsonb) as answer`;
        return row?.answer as { known: [table: string, id: string][]; seq: number; hash: string };
      });
      if (!answer.ok) {
        // Another process of this device, or another device with the same record, was faster; or the user changed teams.
        if (answer.error.code !== 'CONTENT_CHANGED' || tries >= maxTries) return answer;
        const greeted = await greet();
        if (!greeted.ok) return greeted;
        continue;
      }
      const { known, seq, hash } = answer.value;
      head = { seq, hash };
      if (known.length === 0) {
        report.written += left.length;
        left = [];
      } else {
        const knownIds = new Set(known.map(([table, id]) => `${table} ${id}`));
        left = left.filter(({ table, id }) => !knownIds.has(`${table} ${id}`));
      }
    }
    return ok(undefined);
  }

  return {
    greet,
    async send(rows, noted) {
      const done = await append(distinct(rows));
      if (!done.ok) return done;
      onBatch?.('written');
      state.save({ ...noted, head });
      onBatch?.('noted');
      return ok(undefined);
    },
  };
}

/** A damaged log may have a record twice. */
function distinct(rows: readonly LedgerRow[]): readonly LedgerRow[] {
  const seen = new Set<string>();
  return rows.filter(({ table, id, at }) => {
    const key = `${table} ${id} ${at}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

async function writeConversation(
  deps: OutboxDeps,
  sender: Sender,
  id: string,
  report: OutboxReport,
  isFullPass: boolean,
): Promise<Result<void>> {
  const { disk, dataDir, store, state: saved, signal } = deps;
  const located = await createDataFolder(dataDir, disk).locate(id);
  // Deleted meanwhile. The ledger keeps what it has.
  if (!located.ok) return ok(undefined);
  const paths = located.value;
  const log = statOrNull(disk, paths.messages);
  if (!log) return ok(undefined);
  const meta = statOrNull(disk, paths.meta);
  const stamp = `${log.ino}:${log.size}:${log.mtime}:${meta?.size}:${meta?.mtime}:${deps.results}`;
  const state = saved.conversation(id);
  if (state.stamp === stamp) return ok(undefined);
  const file = `${log.ino}`;
  if (state.file !== file) Object.assign(state, { file, offset: null, lastId: null, open: [] });
  const facts = await factsOf(deps, paths);
  let failed: Result<void> = ok(undefined);
  let rows: LedgerRow[] = [];
  let size = 0;
  let first: Message | null = null;
  let isSending = false;

  async function flush(final?: Partial<ConversationState>): Promise<void> {
    if (!failed.ok) return;
    if (signal.aborted) failed = stopped();
    else {
      isSending = true;
      failed = await sender.send(rows, { conversation: { id, state: { ...state, ...final } } });
      isSending = false;
    }
    rows = [];
    size = 0;
    if (!failed.ok) throw new Interrupted();
  }

  function take(message: Message, start: number): Promise<void> | undefined {
    first ??= message;
    state.startedAt ??= message.createdAt;
    const added = rowsOf(message, facts, state.open);
    rows.push(...added);
    for (const row of added)
      for (const value of Object.values(row.fields)) size += typeof value === 'string' ? value.length : 8;
    state.offset = start;
    state.lastId = message.id;
    return rows.length >= (deps.batch ?? batchRows) || size >= batchCharacters ? flush() : undefined;
  }

  try {
    await withSource(disk, paths.messages, async (source) => {
      const from = state.offset;
      let isContinued = from === null;
      const shift = from === null ? 0 : from - openingBytes;
      await scanLog(from === null ? source : sourceFromRecord(source, from), ({ value, start }) => {
        const read = readMessage(value);
        // The record before the new ones shows that the file is the same.
        if (!isContinued) {
          if (!read.ok || read.message.id !== state.lastId) throw new OtherFile();
          isContinued = true;
          return;
        }
        return read.ok ? take(read.message, start + shift) : undefined;
      });
      if (!isContinued) throw new OtherFile();
    });
    if (isFullPass && !store.isWrittenElsewhere(id)) rows.push(...state.open.map((call) => openRow(call, facts)));
    const about = await describe(deps, paths, facts, state, first);
    if (about && about.id !== state.rowId) rows.push(about);
    await flush({ stamp, rowId: about?.id ?? state.rowId });
  } catch (thrown) {
    if (thrown instanceof Interrupted) return failed;
    // It was not the conversation that could not be read.
    if (isSending) throw thrown;
    if (thrown instanceof OtherFile && state.offset !== null) {
      saved.save({ head: saved.head, conversation: { id, state: { ...state, file: '', offset: null, stamp: '' } } });
      return writeConversation(deps, sender, id, report, isFullPass);
    }
    report.unreadable++;
  }
  return failed;
}

class Interrupted extends Error {}
class OtherFile extends Error {}

async function factsOf({ store, mask, results }: OutboxDeps, paths: ConversationPaths): Promise<ConversationFacts> {
  const { conversationId, projectId } = paths;
  const project = await store.getProject(projectId);
  const entries = (await store.readExecution(conversationId)) ?? [];
  const allowed = new Map<string, AllowedBy>();
  for (const { messageId, index, allowed: how } of entries) if (how) allowed.set(`${messageId}/${index}`, how);
  return {
    conversation: conversationId,
    project: project.ok ? project.value.name : null,
    folder: project.ok ? project.value.folder : null,
    host: hostname(),
    results,
    allowed,
    removed: new Set(await store.removedMessages(conversationId)),
    mask: mask.text,
  };
}

async function describe(
  { store }: OutboxDeps,
  { conversationId }: ConversationPaths,
  facts: ConversationFacts,
  { startedAt }: ConversationState,
  first: Message | null,
): Promise<LedgerRow | null> {
  const meta = await store.readMeta(conversationId);
  if (!meta || startedAt === null) return null;
  const row = await store.listConversation(conversationId);
  const title = meta.title || (row.ok && row.value?.title) || deriveTitle(first ? [first] : []);
  const { model, approvalMode: mode } = meta;
  const agentOf = first?.origin?.conversationId;
  return conversationRow(facts, {
    at: startedAt,
    title,
    model: model && `${model.provider}/${model.model}`,
    mode,
    agentOf: typeof agentOf === 'string' ? agentOf : null,
  });
}

async function writeCosts(deps: OutboxDeps, sender: Sender): Promise<Result<void>> {
  const { disk, dataDir, state, signal } = deps;
  const folder = join(dataDir, 'usage');
  for (const month of await usageMonths(disk, folder)) {
    for await (const { rows, bytes } of costRows(disk, folder, month, state.usage(month), deps.batch ?? batchRows)) {
      if (signal.aborted) return stopped();
      const sent = await sender.send(rows, { usage: { month, bytes } });
      if (!sent.ok) return sent;
    }
  }
  return ok(undefined);
}
