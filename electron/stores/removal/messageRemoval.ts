// Permanently removes a message or result, such as a leaked secret. Its record becomes a tombstone, and its text is
// removed from every file of the conversation, the index and the search. The intent is stored first (removed.json):
// after a crash the message still shows as removed, and the next writer finishes the work.

import { callsOf, type Message } from '../../../shared/conversation/message.ts';
import { isResult } from '../../../shared/conversation/pairing.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ForgottenMessage } from '../../../shared/features/conversations/methods.ts';
import type { Clock } from '../../ports/clock.ts';
import { findUnusedAttachments, referencedHashes } from '../attachments/removedAttachments.ts';
import { forgetBackground } from '../background/forgetBackground.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { syncFolder } from '../files/atomicWrite.ts';
import { type Disk, diskReason, isNotFoundError } from '../files/disk.ts';
import { withSource } from '../files/logSources.ts';
import { spliceFile } from '../files/splice.ts';
import { wholeBytes } from '../log/logReading.ts';
import type { MessageFiles } from '../log/messageFile.ts';
import type { PrintingCall } from '../results/deadOutput.ts';
import type { Sidecars } from '../sidecars.ts';
import { clearResults, clearSideFiles } from './clearSideFiles.ts';
import { findCopies } from './findCopies.ts';
import { findRecordCuts } from './recordCuts.ts';
import type { RemovedFile } from './removedFile.ts';

export interface ForgetDeps {
  disk: Disk;
  data: DataFolder;
  messages: Pick<MessageFiles, 'forget' | 'open'>;
  sidecars: Sidecars;
  removed: RemovedFile;
  clock: Clock;
  /** Removes the message from derived data (list, search); if that fails, it is retried later. */
  clearDerived(conversationId: string, messageId: string): Promise<void>;
}

interface Forgotten extends ForgottenMessage {
  tombstone: Message;
}

export interface MessageRemoval {
  /** The caller holds the conversation's lock. MESSAGE_NOT_FOUND: nothing changed. */
  forget(paths: ConversationPaths, messageId: string): Promise<Result<Forgotten>>;
  /** Completes a removal interrupted by a crash, if any. The caller holds the lock. */
  finish(paths: ConversationPaths): Promise<Result<void>>;
  isUnfinished(paths: ConversationPaths): Promise<boolean>;
  /** Call when a reader finds a record that should be a tombstone, because another app restored an old copy of the file. */
  noteReturned(conversationId: string, messageId: string): void;
}

interface RemovedMessage {
  message: Message;
  tombstone: Message;
  hashes: string[];
  alsoIn: string[];
}

export function createMessageRemoval(deps: ForgetDeps): MessageRemoval {
  const { disk, data, messages, removed, clock } = deps;
  const returned = new Map<string, Set<string>>();

  async function find(paths: ConversationPaths, messageId: string): Promise<Result<RemovedMessage>> {
    return withSource(disk, paths.messages, async (source) => {
      const { message, tombstone, readOnly, isShared } = await findRecordCuts(
        source,
        messageId,
        clock.now().toISOString(),
      );
      if (readOnly !== null) return fail('STORE_READ_ONLY', say`${readOnly} Nothing was removed.`);
      if (message === null || tombstone === null) {
        return fail(
          'MESSAGE_NOT_FOUND',
          say`There is no message ${messageId} in this conversation. Nothing was removed.`,
        );
      }
      if (isShared && source.size > wholeBytes) {
        return fail(
          'STORE_READ_ONLY',
          say`Several messages in this conversation have the ID ${messageId} but different content, so it is unclear which one you mean. Nothing was removed. Give one of them a different ID in messages.json, then try again.`,
        );
      }
      const alsoIn = isRemoved(message) ? [] : await findCopies(source, message);
      return ok({ message, tombstone, hashes: referencedHashes(message), alsoIn });
    });
  }

  async function forget(paths: ConversationPaths, messageId: string): Promise<Result<Forgotten>> {
    let replacedRecord: Result<RemovedMessage>;
    try {
      replacedRecord = await find(paths, messageId);
    } catch (thrown) {
      return fail('STORE_READ_FAILED', say`The message was not removed: ${diskReason(thrown)}. Nothing was changed.`);
    }
    if (!replacedRecord.ok) return replacedRecord;
    const { hashes, tombstone, alsoIn } = replacedRecord.value;
    try {
      // Before the record is replaced, since only it names them.
      await forgetBackground(disk, paths.folder, replacedRecord.value.message);
    } catch (thrown) {
      return fail('STORE_WRITE_FAILED', say`The message was not removed: ${diskReason(thrown)}. Try again.`);
    }
    const recorded = await removed.update(paths, (before) => ({
      ...before,
      ids: [...new Set([...before.ids, messageId])],
      unfinished: [...before.unfinished.filter(({ id }) => id !== messageId), { id: messageId, hashes }],
    }));
    if (!recorded.ok) return fail('STORE_WRITE_FAILED', say`The message was not removed: ${recorded.error}`);
    const cleared = await clear(paths, messageId, hashes, tombstone.removed?.at ?? '');
    return cleared.ok ? ok({ ...cleared.value, messageId, tombstone, alsoIn }) : cleared;
  }

  async function clear(
    paths: ConversationPaths,
    messageId: string,
    hashes: readonly string[],
    at: string,
  ): Promise<Result<Pick<ForgottenMessage, 'resultFile' | 'attachments' | 'copies'>>> {
    try {
      const message = await replaceRecord(paths, messageId, at);
      const calls = message ? await callsAbout(paths, messageId, message) : [];
      const resultFile = await clearResults(deps, paths, messageId, calls);
      const copies = await clearSideFiles(deps, paths, messageId, at);
      const attachments = await findUnusedAttachments(disk, data, paths, hashes, new Set());
      for (const { path } of attachments) await disk.rm(path, { force: true });
      if (attachments.length > 0) await syncFolder(disk, paths.attachments);
      await deps.clearDerived(paths.conversationId, messageId);
      const done = await removed.update(paths, (before) => ({
        ...before,
        unfinished: before.unfinished.filter(({ id }) => id !== messageId),
      }));
      if (!done.ok) return done;
      return ok({ resultFile, attachments: attachments.length, copies });
    } catch (thrown) {
      return fail(
        'STORE_WRITE_FAILED',
        say`The message is no longer shown or sent, but parts of it are still on disk: ${diskReason(thrown)}. They will be removed with the next message in this conversation or when the app next starts. Free up space or allow access first.`,
      );
    }
  }

  /** The original message; null if it has no record. */
  async function replaceRecord(paths: ConversationPaths, messageId: string, at: string): Promise<Message | null> {
    return withSource(disk, paths.messages, async (source) => {
      const { cuts, readOnly, message } = await findRecordCuts(source, messageId, at);
      if (cuts.length > 0 && readOnly === null) {
        await messages.forget(paths.conversationId);
        await spliceFile(disk, paths.messages, source, cuts);
      }
      return message;
    }).catch((thrown) => {
      // Without messages there is nothing to remove.
      if (!isNotFoundError(thrown)) throw thrown;
      return null;
    });
  }

  /**
   * The calls that it makes or answers; also for a tombstone, since without their positions other calls with the same
   * IDs could match.
   */
  async function callsAbout(paths: ConversationPaths, messageId: string, message: Message): Promise<PrintingCall[]> {
    if (message.role !== 'tool') return placedCalls(message, messageId);
    const { tool_call_id: toolCallId, details } = message;
    if (details?.call) return [{ toolCallId, place: details.call }];
    // Most results do not name their call's message; it is an ancestor on the result's branch.
    const log = await messages.open(paths);
    if (!log.ok) throw new Error(log.error.message);
    const branch = await log.value.branch({ id: messageId, after: log.value.last?.id ?? '' }, { tail: 1 });
    const [asking, ...results] = branch.headId === messageId ? branch.messages : [];
    const matchingCalls = asking ? placedCalls(asking, asking.id).filter((call) => call.toolCallId === toolCallId) : [];
    const answers = results.filter((result) => isResult(result) && result.tool_call_id === toolCallId);
    return [matchingCalls[answers.length - 1] ?? matchingCalls.at(-1) ?? { toolCallId }];
  }

  async function finish(paths: ConversationPaths): Promise<Result<void>> {
    const { unfinished } = await removed.read(paths);
    const seen = returned.get(paths.conversationId) ?? new Set<string>();
    if (unfinished.length === 0 && seen.size === 0) return ok(undefined);
    const unfinishedIds = new Set(unfinished.map(({ id }) => id));
    const waiting = [
      ...unfinished,
      ...[...seen].filter((id) => !unfinishedIds.has(id)).map((id) => ({ id, hashes: [] })),
    ];
    for (const { id, hashes } of waiting) {
      const cleared = await clear(paths, id, hashes, clock.now().toISOString());
      if (!cleared.ok) return cleared;
      seen.delete(id);
    }
    return ok(undefined);
  }

  return {
    forget,
    finish,
    isUnfinished: async (paths) =>
      (returned.get(paths.conversationId)?.size ?? 0) > 0 || (await removed.read(paths)).unfinished.length > 0,
    noteReturned(conversationId, messageId) {
      returned.set(conversationId, (returned.get(conversationId) ?? new Set()).add(messageId));
    },
  };
}

function placedCalls(message: Message, messageId: string): PrintingCall[] {
  return callsOf(message).map(({ id }, index) => ({ toolCallId: id, place: { messageId, index } }));
}
