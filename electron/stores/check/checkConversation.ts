// Checks one conversation: its lines, the files that its results name, what would be sent of it, and what a crash left open.

import { relative } from 'node:path';
import { toApiMessages } from '../../../shared/conversation/apiMessages.ts';
import { pairCalls } from '../../../shared/conversation/chain.ts';
import type { Message, ToolMessage } from '../../../shared/conversation/message.ts';
import { checkSequence } from '../../../shared/conversation/sequence.ts';
import type { ConversationPlace, DataFolder } from '../dataFolder.ts';
import { isAsideName } from '../files/atomicWrite.ts';
import { type Disk, diskReason, isAbsent } from '../files/disk.ts';
import { isLocked } from '../locks/locks.ts';
import { openLog, surveyLog } from '../log/logReading.ts';
import { openHead } from '../log/openHead.ts';
import { spillPath } from '../results/toolResultFiles.ts';
import type { Sidecars } from '../sidecars.ts';
import type { CheckReport } from './checkReport.ts';

export interface ConversationCheckDeps {
  disk: Disk;
  data: DataFolder;
  sidecars: Sidecars;
}

/** Names of the result files that its messages name; null when its messages cannot be read. */
export async function checkConversation(
  deps: ConversationCheckDeps,
  place: ConversationPlace,
  report: CheckReport,
): Promise<Set<string> | null> {
  const { conversationId } = place;
  const where = relative(deps.data.root, place.messages);
  const reading = { stopAt: null, beingWritten: () => isLocked(deps.data.locks, conversationId) };
  const stored = await surveyLog(deps.disk, place.messages, reading, isSpilled);
  if (!stored.ok) {
    report.problems.push({ conversationId, what: stored.error.message, where });
    return null;
  }
  const log = stored.value;
  for (const what of log.notices) {
    const list = what === log.tornNotice ? report.notes : report.problems;
    list.push({ conversationId, what, where });
  }
  if (log.identity === null && log.obstacle === null) await checkMissing(deps, place, report);
  if (log.readOnly !== null) report.notes.push({ conversationId, what: log.readOnly, where });
  const named = await checkSpills(deps, place, log.records, report);
  await checkBeside(deps, place, log.positions, report);
  const meta = await deps.sidecars.readMeta(place);
  const opened = await openLog(deps.disk, place.messages, reading);
  // What would be sent: of a branch without a summary that is all of it.
  const branch = opened.ok
    ? await opened.value.branch(openHead(meta.value, opened.value.last), 'context', meta.value.marks).catch(() => null)
    : null;
  if (branch) checkBranch(conversationId, branch.messages, report);
  return named;
}

/** A new conversation has no messages.json yet; one that has something that only messages leave has lost it. */
async function checkMissing(
  { disk, data }: ConversationCheckDeps,
  place: ConversationPlace,
  report: CheckReport,
): Promise<void> {
  const names = await disk.readdir(place.folder).catch((): string[] => []);
  const copies = names.filter((name) => name.startsWith('messages.json.') && isAsideName(name));
  const results = await disk.readdir(place.results).catch((): string[] => []);
  if (copies.length === 0 && results.length === 0) return;
  const kept = copies.length === 0 ? '' : ` Beside it are copies that were kept: ${copies.sort().join(', ')}.`;
  const what = `messages.json is missing, though the conversation had messages.${kept}`;
  report.problems.push({ conversationId: place.conversationId, what, where: relative(data.root, place.messages) });
}

function isSpilled(message: Message): boolean {
  return message.role === 'tool' && message.fullOutputPath !== undefined;
}

async function checkSpills(
  { disk, data }: ConversationCheckDeps,
  place: ConversationPlace,
  records: readonly Message[],
  report: CheckReport,
): Promise<Set<string>> {
  const named = new Set<string>();
  const { conversationId } = place;
  for (const message of records) {
    if (message.role !== 'tool' || message.fullOutputPath === undefined) continue;
    const path = spillPath(data, place, message);
    if (path === null) {
      const what = `The message ${message.id} names a full output that is no result of this project.`;
      report.problems.push({ conversationId, what, where: message.fullOutputPath });
      continue;
    }
    named.add(path);
    const what = await spillProblem(disk, path, message);
    if (what) report.problems.push({ conversationId, what, where: relative(data.root, path) });
  }
  return named;
}

async function spillProblem(disk: Disk, path: string, message: ToolMessage): Promise<string | null> {
  try {
    const stats = await disk.stat(path);
    if (!stats.isFile()) return `The full output of ${message.id} is not a file.`;
    const bytes = message.details?.bytes;
    if (bytes === undefined || message.details?.truncated || stats.size === bytes) return null;
    return `The full output of ${message.id} has ${stats.size} bytes and should have ${bytes}.`;
  } catch (thrown) {
    if (isAbsent(thrown)) return `The full output of ${message.id} is missing; the message still has its beginning.`;
    return `The full output of ${message.id} cannot be read: ${diskReason(thrown)}.`;
  }
}

async function checkBeside(
  { data, sidecars }: ConversationCheckDeps,
  place: ConversationPlace,
  positions: ReadonlyMap<string, number>,
  report: CheckReport,
): Promise<void> {
  const { conversationId } = place;
  const [meta, pending, partial] = await Promise.all([
    sidecars.readMeta(place),
    sidecars.readPending(place),
    sidecars.readPartial(place),
  ]);
  const files = [
    { path: place.meta, notice: meta.notice },
    { path: place.pending, notice: pending.notice },
    { path: place.partial, notice: partial.notice },
  ];
  for (const { path, notice } of files) {
    if (notice !== null) report.problems.push({ conversationId, what: notice, where: relative(data.root, path) });
  }
  if (partial.value === null) return;
  const what = positions.has(partial.value.messageId)
    ? 'The text of a reply that is stored whole is still beside it; it is not used.'
    : 'A reply was cut off; what it had said is kept and is shown.';
  report.notes.push({ conversationId, what, where: relative(data.root, place.partial) });
}

function checkBranch(conversationId: string, branch: readonly Message[], report: CheckReport): void {
  for (const { entry, result } of pairCalls(branch)) {
    if (result) continue;
    const what = `The call ${entry.name} (${entry.id}) has no result; it is shown and sent as interrupted.`;
    report.notes.push({ conversationId, what, where: entry.messageId });
  }
  const { messages } = toApiMessages(branch);
  if (messages.length === 0) return;
  for (const violation of checkSequence(messages)) {
    const what = `What would be sent breaks the rule ${violation.rule}: ${violation.message}.`;
    report.problems.push({ conversationId, what, where: `item ${violation.index} of the request` });
  }
}
