// Forks a conversation: copies its open branch up to a message, with marks, and with full results under new names.
// Attachments are shared within the project. The fork is built in a hidden folder and renamed last, so it exists
// completely or not at all; crash leftovers are removed at the next start.

import { dirname } from 'node:path';
import { callsOf, type Message } from '../../../shared/conversation/message.ts';
import { fail, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { MessagePage } from '../../../shared/features/conversations/methods.ts';
import { type ConversationMeta, type ExecutionEntry, fullOutputPath, metaSchema } from '../../conversation/formats.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { maskDeep } from '../../lib/maskDeep.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReadLaterOptions } from '../../ports/store.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import type { ExecutionLog } from '../executionLog.ts';
import { atomicWrite, makeFolder } from '../files/atomicWrite.ts';
import type { Disk } from '../files/disk.ts';
import type { Leases } from '../locks/leases.ts';
import { copyResultFile } from '../merge/mergeFiles.ts';
import { resultFilePath } from '../results/spill.ts';
import { spillPath } from '../results/toolResultFiles.ts';
import type { Sidecars } from '../sidecars.ts';
import { buildConversation, WriteFailure } from './buildConversation.ts';

// Copies a message for the fork, renaming references to its full results. Signed provider data is copied byte for byte:
// one changed character and the provider would refuse it.

/** Message fields that may refer to a result. */
const naming = new Set(['content', 'fullOutputPath', 'tool_calls', 'arguments']);
/** Sent exactly as received; secrets were already hidden when they were stored. */
const asReceived = new Set(['providerData', 'reasoning']);

/** Keeps the order of the fields. */
export function copiedRecord(record: Message, from: string, to: string, mask: SecretMask): Message {
  const [before, after] = [resultsOf(from), resultsOf(to)];
  const fields = Object.entries(record).map(([key, value]) => {
    if (asReceived.has(key)) return [key, value];
    const hidden = key === 'details' ? withoutUndo(maskDeep(mask, value as unknown)) : maskDeep(mask, value as unknown);
    return [key, naming.has(key) ? replaced(hidden, before, after) : hidden];
  });
  return Object.fromEntries(fields) as Message;
}

/** File changes are undone in the original conversation, so undo data is not copied. */
function withoutUndo(details: unknown): unknown {
  const { changes } = (details ?? {}) as { changes?: unknown };
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) return details;
  return { ...(details as object), changes: { ...changes, copied: true } };
}

function resultsOf(conversationId: string): string {
  return `@state/logs/tool-results/${conversationId}/`;
}

function replaced(value: unknown, before: string, after: string): unknown {
  if (typeof value === 'string') return value.replaceAll(before, () => after);
  if (Array.isArray(value)) return value.map((item) => replaced(item, before, after));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, replaced(field, before, after)]));
}

export interface ForkDeps {
  disk: Disk;
  data: DataFolder;
  sidecars: Sidecars;
  execution: Pick<ExecutionLog, 'read'>;
  leases: Pick<Leases, 'lease'>;
  clock: Clock;
  mask: SecretMask;
  /** As a reader sees it: permanently removed messages are not copied. */
  readLater(
    conversationId: string,
    after: string | null,
    limit: number,
    how: ReadLaterOptions,
  ): Promise<Result<MessagePage>>;
  readAround(conversationId: string, messageId: string, limit: number): Promise<Result<MessagePage>>;
}

export interface ForkRequest {
  from: ConversationPaths;
  to: ConversationPaths;
  messageId: string;
  title: string;
  meta: ConversationMeta;
  /** The first record's origin type; the default is `fork`. */
  originType?: string | undefined;
  /** Metadata that differs from the original's. */
  changes?: Partial<ConversationMeta> | undefined;
}

const pageSize = 200;
const pageBytes = 1024 * 1024;
const pieceCharacters = 1024 * 1024;

/** MESSAGE_NOT_FOUND as in `readAround`. On STORE_WRITE_FAILED there is no new conversation. */
export async function forkConversation(deps: ForkDeps, request: ForkRequest): Promise<Result<void>> {
  const { from, to, messageId } = request;
  const around = await deps.readAround(from.conversationId, messageId, 1);
  if (!around.ok) return around;
  return buildConversation(deps, {
    to,
    doing: say`copying a conversation`,
    unmade: (reason) => say`The conversation could not be copied: ${reason}. The original was not changed.`,
    write: (buildPlace) => writeCopy(deps, request, buildPlace),
  });
}

async function writeCopy(deps: ForkDeps, request: ForkRequest, buildPlace: ConversationPaths): Promise<void> {
  const { from, to, title, meta, changes } = request;
  const marks: ConversationMeta['marks'] = {};
  const starts = createCopiedStarts();
  await atomicWrite(
    deps.disk,
    buildPlace.messages,
    recordsUpTo(deps, request, starts, (id) => {
      const mark = Object.hasOwn(meta.marks, id) ? meta.marks[id] : undefined;
      if (mark) marks[id] = mark;
    }),
  );
  const started = starts.entries(await deps.execution.read(from), deps.clock.now().toISOString());
  if (started.length > 0) {
    await makeFolder(deps.disk, dirname(to.execution), to.project);
    const lines = started.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    await atomicWrite(deps.disk, to.execution, Buffer.from(lines, 'utf8'));
  }
  const saved = await deps.sidecars.updateMeta(buildPlace, () => ({
    ...metaSchema.parse({}),
    title,
    model: meta.model,
    approvalMode: meta.approvalMode,
    ...(meta.modelOptions ? { modelOptions: meta.modelOptions } : {}),
    requiredServer: meta.requiredServer,
    ...(meta.preset ? { preset: meta.preset } : {}),
    ...(meta.instructions === undefined ? {} : { instructions: meta.instructions }),
    ...(meta.tags ? { tags: meta.tags } : {}),
    ...changes,
    marks,
  }));
  if (!saved.ok) throw new WriteFailure(saved);
}

/** Yields the fork's file in pieces. Referenced results are durable before the message that refers to them. */
async function* recordsUpTo(
  deps: ForkDeps,
  { from, to, messageId, originType = 'fork' }: ForkRequest,
  starts: CopiedStarts,
  onRecord: (id: string) => void,
): AsyncGenerator<Uint8Array> {
  const origin = { type: originType, conversationId: from.conversationId, messageId };
  const slice = createTimeSlice();
  let parentId: string | null = null;
  let waiting = '[\n';
  for await (const message of branchUpTo(deps, from.conversationId, messageId)) {
    const turn = slice();
    if (turn) await turn;
    const moved = await withResult(deps, from, to, message);
    const copied = copiedRecord(moved, from.conversationId, to.conversationId, deps.mask);
    const record: Message = { ...copied, parentId, ...(parentId === null ? { origin } : {}) };
    waiting += `${parentId === null ? '' : ','}${JSON.stringify(record)}\n`;
    parentId = message.id;
    onRecord(message.id);
    starts.add(message);
    if (waiting.length < pieceCharacters) continue;
    yield Buffer.from(waiting, 'utf8');
    waiting = '';
  }
  yield Buffer.from(`${waiting}]\n`, 'utf8');
}

/** A call's results belong to it: those that follow the message are copied too. */
async function* branchUpTo(
  deps: Pick<ForkDeps, 'readLater'>,
  conversationId: string,
  messageId: string,
): AsyncGenerator<Message> {
  let after: string | null = null;
  let reached = false;
  for (;;) {
    const page: Result<MessagePage> = await deps.readLater(conversationId, after, pageSize, {
      enoughBytes: pageBytes,
    });
    if (!page.ok) throw new WriteFailure(page);
    for (const message of page.value.messages) {
      if (reached && (message.role !== 'tool' || message.partType === 'tool_run')) return;
      yield message;
      reached ||= message.id === messageId;
      after = message.id;
    }
    if (page.value.hasLater && page.value.messages.length > 0) continue;
    if (!reached) throw new WriteFailure(branchChanged);
    return;
  }
}

const branchChanged = fail(
  'MESSAGE_NOT_FOUND',
  say`Another branch was opened in the meantime. Nothing was copied; try again.`,
);

export async function withResult(
  { disk, data }: Pick<ForkDeps, 'disk' | 'data'>,
  from: ConversationPaths,
  to: ConversationPaths,
  message: Message,
): Promise<Message> {
  if (message.role !== 'tool' || message.fullOutputPath === undefined) return message;
  const source = spillPath(data, from, message);
  if (source === null) return message;
  // A result that is already gone is missing in both.
  await copyResultFile(disk, disk, source, to.results, resultFilePath(to, message.id), to, null);
  const path = fullOutputPath(to.conversationId, message.id);
  const content = message.content.replaceAll(message.fullOutputPath, () => path);
  return { ...message, content, fullOutputPath: path };
}

/**
 * Which calls of a fork had been started: the copy of a running or crashed call must not claim that nothing was done.
 * Their processes belong to the original conversation, so nothing here ends them.
 */
interface CopiedStarts {
  add(message: Message): void;
  /**
   * `log` is the original's execution log, read after its messages, so it lists every call that started before its
   * result was looked up. Null if unreadable: any call may have started.
   */
  entries(log: readonly ExecutionEntry[] | null, at: string): ExecutionEntry[];
}

function createCopiedStarts(): CopiedStarts {
  const callsByReply = new Map<string, { id: string; name: string }[]>();
  return {
    add(message) {
      const calls = callsOf(message);
      if (calls.length === 0) return;
      callsByReply.set(
        message.id,
        calls.map((call) => ({ id: call.id, name: call.function.name })),
      );
    },
    entries(log, at) {
      const isStart = (entry: ExecutionEntry): boolean =>
        entry.type === 'tool_started' && callsByReply.has(entry.messageId);
      if (log) return log.filter(isStart).map(ofNobody);
      return [...callsByReply].flatMap(([messageId, calls]) =>
        calls.map(({ id, name }, index): ExecutionEntry => {
          return { v: 1, type: 'tool_started', at, messageId, toolCallId: id, index, name };
        }),
      );
    },
  };
}

function ofNobody({ pid: _pid, processStartedAt: _at, ...entry }: ExecutionEntry): ExecutionEntry {
  return entry;
}
