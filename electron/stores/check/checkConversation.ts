// Checks one conversation: its lines, result files, next request, and what a crash left open.

import { relative } from 'node:path';
import type { Message, ToolCall } from '../../../shared/conversation/message.ts';
import { textOf } from '../../../shared/core/sentence.ts';
import { toApiMessages } from '../../conversation/apiMessages.ts';
import type { ConversationMeta } from '../../conversation/formats.ts';
import { checkSequence } from '../../conversation/sequence.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import type { ExecutionLog } from '../executionLog.ts';
import { isAsideName } from '../files/atomicWrite.ts';
import { type Disk, diskReason, isNotFoundError } from '../files/disk.ts';
import { isLocked } from '../locks/locks.ts';
import { effectiveHeadOf } from '../log/effectiveHead.ts';
import { openLog, type StoredLog, surveyLog } from '../log/logReading.ts';
import { spillPath } from '../results/toolResultFiles.ts';
import type { Sidecars } from '../sidecars.ts';
import type { CheckReport } from './checkReport.ts';
import { checkConversationSequence } from './checkSequence.ts';
import { createOutline, maxOutlined, type OutlineBounds } from './outline.ts';

export interface ConversationCheckDeps {
  disk: Disk;
  data: DataFolder;
  sidecars: Sidecars;
  execution: Pick<ExecutionLog, 'read'>;
  progress: CheckProgress;
  bounds: CheckBounds;
}

export interface CheckBounds {
  /** Bounds the memory used for the parent links of the tree. */
  outlined: OutlineBounds;
  /** Maximum records to visit on branches other than the open one. */
  steps: number;
}

export const checkBounds: CheckBounds = { outlined: maxOutlined, steps: 2_000_000 };

/** `bytes` of `of` bytes have been read for `conversationId`. */
export type CheckProgress = (conversationId: string, bytes: number, of: number) => void;

export interface CheckedConversation {
  /** Paths of the result files that its messages refer to. */
  referencedFiles: Set<string>;
  /** Calls without a result, on any branch, as far as the check looked. */
  openCalls: readonly ToolCall[];
  /** IDs of the calls whose results were truncated. */
  cutCalls: ReadonlySet<string>;
  /** Why more calls may lack a result, as half a sentence; null if there are none. */
  notSeen: string | null;
}

/** Maximum bytes of messages to check as the next request; far more than any model accepts. */
const maxSentBytes = 16 * 1024 * 1024;

/** A result stored in a separate file, without its text. */
interface Spilled {
  id: string;
  fullOutputPath: string;
  bytes: number | undefined;
  truncated: boolean | undefined;
}

export async function checkConversation(
  deps: ConversationCheckDeps,
  paths: ConversationPaths,
  report: CheckReport,
): Promise<CheckedConversation | null> {
  const { conversationId } = paths;
  const where = relative(deps.data.root, paths.messages);
  const reading = { stopAt: null, beingWritten: () => isLocked(deps.data.locks, conversationId) };
  const outline = createOutline(deps.bounds.outlined);
  const spilled = new Map<string, Spilled>();
  const cutCalls = new Set<string>();
  const takes = (message: Message): boolean => {
    outline.add(message);
    if (message.role === 'tool' && message.details?.spillError !== undefined) cutCalls.add(message.tool_call_id);
    if (message.role === 'tool' && message.fullOutputPath !== undefined) {
      const { id, fullOutputPath, details } = message;
      const { bytes, truncated } = details ?? {};
      spilled.set(id, { id, fullOutputPath, bytes, truncated });
    }
    return false;
  };
  const reached = (bytes: number, of: number): void => deps.progress(conversationId, bytes, of);
  const stored = await surveyLog(deps.disk, paths.messages, reading, takes, reached);
  if (!stored.ok) {
    report.problems.push({ conversationId, what: stored.error.message, where });
    return null;
  }
  const log = stored.value;
  for (const what of log.notices) {
    const list = what === log.tornNotice ? report.notes : report.problems;
    list.push({ conversationId, what: textOf(what), where });
  }
  for (const what of log.misplaced) report.problems.push({ conversationId, what: textOf(what), where });
  if (log.identity === null && log.obstacle === null) await checkMissing(deps, paths, report);
  if (log.readOnly !== null) report.notes.push({ conversationId, what: textOf(log.readOnly), where });
  for (const message of log.records) takes(message);
  const named = await checkSpills(deps, paths, spilled.values(), report);
  await checkBeside(deps, paths, log.ids, report);
  const meta = await deps.sidecars.readMeta(paths);
  const execution = (await deps.execution.read(paths)) ?? [];
  if (outline.isTooLong) {
    const most = `${deps.bounds.outlined.records.toLocaleString('en')}, or they are too large`;
    const what = `The order of its records was not checked: there are more than ${most}.`;
    report.notes.push({ conversationId, what, where });
  }
  const sequence = outline.isTooLong
    ? null
    : await checkConversationSequence(
        conversationId,
        outline,
        { meta: meta.value, execution },
        report,
        deps.bounds.steps,
      );
  await checkSent(deps, paths, meta.value, report);
  return {
    referencedFiles: named,
    openCalls: sequence?.open ?? [],
    cutCalls,
    notSeen: notSeenIn(log, sequence?.isWhole ?? false),
  };
}

function notSeenIn(
  { identity, obstacle, notices, readOnly }: Pick<StoredLog, 'identity' | 'obstacle' | 'notices' | 'readOnly'>,
  isWhole: boolean,
): string | null {
  if (obstacle !== null) return 'the messages cannot be read';
  if (identity === null) return 'messages.json is missing';
  if (notices.length > 0 || readOnly !== null) return 'some of the messages cannot be read';
  return isWhole ? null : 'not all branches of the conversation were checked';
}

/** Checks what the next request would contain: without a summary, that is the whole branch. */
async function checkSent(
  { disk, data }: ConversationCheckDeps,
  { conversationId, messages: path }: ConversationPaths,
  meta: ConversationMeta,
  report: CheckReport,
): Promise<void> {
  const where = relative(data.root, path);
  const opened = await openLog(disk, path, { stopAt: null, beingWritten: () => isLocked(data.locks, conversationId) });
  if (!opened.ok) return;
  const log = opened.value;
  try {
    const { messages } = await log.branch(effectiveHeadOf(meta, log.last), 'context', meta.marks, maxSentBytes);
    checkRequest(conversationId, messages, report);
  } catch {
    const what = `The next request was not checked: it is longer than ${maxSentBytes / 1024 / 1024} MB, or could not be read.`;
    report.notes.push({ conversationId, what, where });
  }
}

/** A new conversation has no messages.json yet. One with files that only messages can leave behind has lost it. */
async function checkMissing(
  { disk, data }: ConversationCheckDeps,
  paths: ConversationPaths,
  report: CheckReport,
): Promise<void> {
  const names = await disk.readdir(paths.folder).catch((): string[] => []);
  const copies = names.filter((name) => name.startsWith('messages.json.') && isAsideName(name));
  const results = await disk.readdir(paths.results).catch((): string[] => []);
  if (copies.length === 0 && results.length === 0) return;
  const backupNote = copies.length === 0 ? '' : ` Backup copies are in the same folder: ${copies.sort().join(', ')}.`;
  const what = `messages.json is missing, though the conversation had messages.${backupNote}`;
  report.problems.push({ conversationId: paths.conversationId, what, where: relative(data.root, paths.messages) });
}

async function checkSpills(
  { disk, data }: ConversationCheckDeps,
  paths: ConversationPaths,
  records: Iterable<Spilled>,
  report: CheckReport,
): Promise<Set<string>> {
  const named = new Set<string>();
  const { conversationId } = paths;
  for (const message of records) {
    const path = spillPath(data, paths, message);
    if (path === null) {
      const what = `The message ${message.id} points to a full output that is not a result of this project.`;
      report.problems.push({ conversationId, what, where: message.fullOutputPath });
      continue;
    }
    named.add(path);
    const what = await spillProblem(disk, path, message);
    if (what) report.problems.push({ conversationId, what, where: relative(data.root, path) });
  }
  return named;
}

async function spillProblem(disk: Disk, path: string, message: Spilled): Promise<string | null> {
  try {
    const stats = await disk.stat(path);
    if (!stats.isFile()) return `The full output of ${message.id} is not a file.`;
    const { bytes, truncated } = message;
    if (bytes === undefined || truncated || stats.size === bytes) return null;
    return `The full output of ${message.id} has ${stats.size} bytes instead of ${bytes}.`;
  } catch (thrown) {
    if (isNotFoundError(thrown))
      return `The full output of ${message.id} is missing; the message still shows how it begins.`;
    return `The full output of ${message.id} cannot be read: ${diskReason(thrown)}.`;
  }
}

async function checkBeside(
  { data, sidecars }: ConversationCheckDeps,
  paths: ConversationPaths,
  ids: { has(id: string): boolean },
  report: CheckReport,
): Promise<void> {
  const { conversationId } = paths;
  const [meta, pending, review, partial] = await Promise.all([
    sidecars.readMeta(paths),
    sidecars.readPending(paths),
    sidecars.readReview(paths),
    sidecars.readPartial(paths),
  ]);
  const files = [
    { path: paths.meta, notice: meta.notice },
    { path: paths.pending, notice: pending.notice },
    { path: paths.review, notice: review.notice },
    { path: paths.partial, notice: partial.notice },
  ];
  for (const { path, notice } of files) {
    if (notice !== null)
      report.problems.push({ conversationId, what: textOf(notice), where: relative(data.root, path) });
  }
  if (partial.value === null) return;
  const what = ids.has(partial.value.messageId)
    ? 'A leftover partial copy of a stored reply was found; it is not used.'
    : 'A reply was cut off; the part received is kept and shown.';
  report.notes.push({ conversationId, what, where: relative(data.root, paths.partial) });
}

function checkRequest(conversationId: string, branch: readonly Message[], report: CheckReport): void {
  const { messages } = toApiMessages(branch);
  if (messages.length === 0) return;
  for (const violation of checkSequence(messages)) {
    const what = `The next request breaks the rule ${violation.rule}: ${violation.message}.`;
    report.problems.push({ conversationId, what, where: `item ${violation.index} of the request` });
  }
}
