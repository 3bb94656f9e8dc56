// Appends what an imported conversation's source has gained, like merging another copy. Every step is durable before
// the next and can be repeated after a crash: until the head is set, `merging` in meta.json remembers the open branch.

import type { Message } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { maskDeep } from '../../lib/maskDeep.ts';
import type { SourceConversation } from '../../ports/store.ts';
import { referencedHashes } from '../attachments/removedAttachments.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import { type Disk, diskReason } from '../files/disk.ts';
import { withSource } from '../files/logSources.ts';
import { WriteFailure } from '../fork/buildConversation.ts';
import { effectiveHeadOf } from '../log/effectiveHead.ts';
import { readMessage, versionNotice } from '../log/logRecords.ts';
import { scanLog } from '../log/logScan.ts';
import type { MessageFiles } from '../log/messageFile.ts';
import { createRecordBatch } from '../log/newRecords.ts';
import { withHead } from '../merge/mergeCopy.ts';
import type { RemovedFile } from '../removal/removedFile.ts';
import type { Sidecars } from '../sidecars.ts';
import { computeGrowth, type Growth, type StoredRecord, toStoredRecord } from './growth.ts';
import { prepareImportedLine, type RecordDeps, saveAttachments } from './importedMessage.ts';

export interface GrowDeps extends RecordDeps {
  disk: Disk;
  messages: MessageFiles;
  sidecars: Sidecars;
  removed: RemovedFile;
}

const batchBytes = 1024 * 1024;

/** Returns how many messages the source has gained. Read-only; needs no lock. */
export async function measureGrowth(
  deps: GrowDeps,
  paths: ConversationPaths,
  source: SourceConversation,
): Promise<Result<{ added: number }>> {
  const growth = await findGrowth(deps, paths, source);
  return growth.ok ? ok({ added: growth.value.messages.length }) : growth;
}

/** The caller holds the lock. After STORE_WRITE_FAILED some of it may be stored; a retry adds the rest. */
export async function growConversation(
  deps: GrowDeps,
  paths: ConversationPaths,
  conversation: SourceConversation,
): Promise<Result<{ added: number }>> {
  const growth = await findGrowth(deps, paths, conversation);
  if (!growth.ok) return growth;
  const { messages, headId } = growth.value;
  if (messages.length === 0) return ok({ added: 0 });
  try {
    const log = await deps.messages.read(paths);
    if (!log.ok) return log;
    const { value: meta } = await deps.sidecars.readMeta(paths);
    const open = effectiveHeadOf(meta, log.value.last)?.id ?? log.value.last?.id ?? null;
    if (open !== null) {
      const intent = await deps.sidecars.updateMeta(paths, (now) => ({ ...now, merging: { head: open } }));
      if (!intent.ok) return intent;
    }
    await append(deps, paths, messages, conversation.attachments);
    const last = messages.at(-1)?.id ?? null;
    const settled = await deps.sidecars.updateMeta(paths, (now) => withHead(now, headId ?? open, last));
    return settled.ok ? ok({ added: messages.length }) : settled;
  } catch (thrown) {
    if (thrown instanceof WriteFailure) return thrown.failed;
    return fail('STORE_WRITE_FAILED', say`Not all new content from the source was saved: ${diskReason(thrown)}.`);
  }
}

async function findGrowth(
  { disk, mask, removed }: GrowDeps,
  paths: ConversationPaths,
  conversation: SourceConversation,
): Promise<Result<Growth>> {
  try {
    const stored = await withSource(disk, paths.messages, async (source) => {
      const records = new Map<string, StoredRecord>();
      let [lastId, newer] = [null as string | null, null as ReturnType<typeof versionNotice>];
      await scanLog(source, ({ value }) => {
        newer = versionNotice(value) ?? newer;
        const read = readMessage(value);
        if (!read.ok) return;
        const { id, parentId = lastId } = read.message;
        if (!records.has(id)) records.set(id, toStoredRecord(read.message, parentId));
        lastId = id;
      });
      return newer === null ? ok(records) : fail('STORE_READ_ONLY', say`${newer} Nothing was imported.`);
    });
    if (!stored.ok) return stored;
    const slice = createTimeSlice();
    const messages: Message[] = [];
    for (const message of conversation.messages) {
      const turn = slice();
      if (turn) await turn;
      messages.push(maskDeep(mask, message));
    }
    const removedIds = new Set((await removed.read(paths)).ids);
    return ok(computeGrowth(stored.value, { messages, headId: conversation.headId }, removedIds));
  } catch (thrown) {
    return fail('STORE_READ_FAILED', say`It could not be compared with its source: ${diskReason(thrown)}.`);
  }
}

async function append(
  deps: GrowDeps,
  paths: ConversationPaths,
  messages: readonly Message[],
  attachments: SourceConversation['attachments'],
): Promise<void> {
  const named = new Set(messages.flatMap(referencedHashes));
  const renamed = await saveAttachments(deps, paths, new Map([...attachments].filter(([hash]) => named.has(hash))));
  const batch = createRecordBatch();
  for (const [index, message] of messages.entries()) {
    batch.add(await prepareImportedLine(deps, paths, message, message.parentId, renamed));
    if (batch.size < batchBytes && index < messages.length - 1) continue;
    const log = await deps.messages.read(paths);
    if (!log.ok) throw new WriteFailure(log);
    if (log.value.readOnly !== null) {
      throw new WriteFailure(fail('STORE_READ_ONLY', say`${log.value.readOnly} Nothing was written.`));
    }
    const stored = await deps.messages.appendAll(paths, log.value, batch);
    if (!stored.ok) throw new WriteFailure(stored);
    batch.clear();
  }
}
