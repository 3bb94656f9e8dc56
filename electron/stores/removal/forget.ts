// Removing one message or result for good: a secret that slipped in. Its record becomes a tombstone, and its text goes from
// every file of the conversation, from the index and from the search. The intent is stored first (removed.json), so that a
// crash at any later step leaves a message that is shown as removed, and the next writer finishes the work.

import type { ForgottenMessage } from '../../../shared/contract/resources.ts';
import { callsOf, type Message } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import { forgetBackground } from '../background/forgetBackground.ts';
import type { ConversationPlace, DataFolder } from '../dataFolder.ts';
import { syncFolder } from '../files/atomicWrite.ts';
import { type Disk, diskReason, isAbsent } from '../files/disk.ts';
import { spliceFile } from '../files/splice.ts';
import { wholeBytes } from '../log/logReading.ts';
import { withSource } from '../log/logSources.ts';
import type { MessageFiles } from '../log/messageFile.ts';
import type { Sidecars } from '../sidecars.ts';
import { hashesOf, unusedAttachments } from './attachments.ts';
import { clearBeside, clearResults } from './forgetBeside.ts';
import { recordCuts } from './recordCuts.ts';
import type { RemovedFile } from './removedFile.ts';
import { sameElsewhere } from './sameElsewhere.ts';

export interface ForgetDeps {
  disk: Disk;
  data: DataFolder;
  messages: Pick<MessageFiles, 'forget'>;
  sidecars: Sidecars;
  removed: RemovedFile;
  clock: Clock;
  /** Takes the message out of what is derived (list, search); when it cannot now, it is done again later. */
  clearDerived(conversationId: string, messageId: string): Promise<void>;
}

export interface Forgotten extends ForgottenMessage {
  tombstone: Message;
}

export interface Forgetting {
  /** The caller has the lock of the conversation. MESSAGE_NOT_FOUND: nothing was changed. */
  forget(place: ConversationPlace, messageId: string): Promise<Result<Forgotten>>;
  /** What a crash interrupted; does nothing when there is none. The caller has the lock. */
  finish(place: ConversationPlace): Promise<Result<void>>;
  /** Whether there is something to finish. */
  isUnfinished(place: ConversationPlace): Promise<boolean>;
  /** A reader has met a record that should be a tombstone: another program has brought back an old copy of the file. */
  noteReturned(conversationId: string, messageId: string): void;
}

interface Found {
  message: Message;
  tombstone: Message;
  hashes: string[];
  alsoIn: string[];
}

export function createForgetting(deps: ForgetDeps): Forgetting {
  const { disk, data, messages, removed, clock } = deps;
  const returned = new Map<string, Set<string>>();

  async function find(place: ConversationPlace, messageId: string): Promise<Result<Found>> {
    return withSource(disk, place.messages, async (source) => {
      const { message, tombstone, readOnly, isShared } = await recordCuts(source, messageId, clock.now().toISOString());
      if (readOnly !== null) return fail('STORE_READ_ONLY', `${readOnly} Nothing was removed.`);
      if (message === null || tombstone === null) {
        return fail('MESSAGE_NOT_FOUND', `There is no message ${messageId} in this conversation. Nothing was removed.`);
      }
      if (isShared && source.size > wholeBytes) {
        return fail(
          'STORE_READ_ONLY',
          `Several messages of this conversation have the id ${messageId} and say different things, so it is not certain which one is meant. ` +
            'Nothing was removed. Give one of them another id in messages.json, then try again.',
        );
      }
      const alsoIn = isRemoved(message) ? [] : await sameElsewhere(source, message);
      return ok({ message, tombstone, hashes: hashesOf(message), alsoIn });
    });
  }

  async function forget(place: ConversationPlace, messageId: string): Promise<Result<Forgotten>> {
    let found: Result<Found>;
    try {
      found = await find(place, messageId);
    } catch (thrown) {
      return fail('STORE_READ_FAILED', `The message was not removed: ${diskReason(thrown)}. Nothing was changed.`);
    }
    if (!found.ok) return found;
    const { hashes, tombstone, alsoIn } = found.value;
    try {
      // Before its record goes: only that says which ones they are.
      await forgetBackground(disk, place.folder, found.value.message);
    } catch (thrown) {
      return fail('STORE_WRITE_FAILED', `The message was not removed: ${diskReason(thrown)}. Try again.`);
    }
    const noted = await removed.update(place, (before) => ({
      ...before,
      ids: [...new Set([...before.ids, messageId])],
      unfinished: [...before.unfinished.filter(({ id }) => id !== messageId), { id: messageId, hashes }],
    }));
    if (!noted.ok) return fail('STORE_WRITE_FAILED', `The message was not removed: ${noted.error.message}`);
    const cleared = await clear(place, messageId, hashes, tombstone.removed?.at ?? '');
    return cleared.ok ? ok({ ...cleared.value, messageId, tombstone, alsoIn }) : cleared;
  }

  async function clear(
    place: ConversationPlace,
    messageId: string,
    hashes: readonly string[],
    at: string,
  ): Promise<Result<Pick<ForgottenMessage, 'resultFile' | 'attachments' | 'copies'>>> {
    try {
      const toolCallIds = await replaceRecord(place, messageId, at);
      const resultFile = await clearResults(deps, place, messageId, toolCallIds);
      const copies = await clearBeside(deps, place, messageId, at);
      const attachments = await unusedAttachments(disk, data, place, hashes, new Set());
      for (const { path } of attachments) await disk.rm(path, { force: true });
      if (attachments.length > 0) await syncFolder(disk, place.attachments);
      await deps.clearDerived(place.conversationId, messageId);
      const done = await removed.update(place, (before) => ({
        ...before,
        unfinished: before.unfinished.filter(({ id }) => id !== messageId),
      }));
      if (!done.ok) return done;
      return ok({ resultFile, attachments: attachments.length, copies });
    } catch (thrown) {
      return fail(
        'STORE_WRITE_FAILED',
        `The message is not shown or sent any more, but parts of it are still on disk: ${diskReason(thrown)}. ` +
          'They are removed with the next message of this conversation, or at the next start. Make room or give access first.',
      );
    }
  }

  /** The ids of the calls that the record is about: its tombstone has them too. */
  async function replaceRecord(place: ConversationPlace, messageId: string, at: string): Promise<string[]> {
    return withSource(disk, place.messages, async (source) => {
      const { cuts, readOnly, message } = await recordCuts(source, messageId, at);
      if (cuts.length > 0 && readOnly === null) {
        await messages.forget(place.conversationId);
        await spliceFile(disk, place.messages, source, cuts);
      }
      return message?.role === 'tool' ? [message.tool_call_id] : message ? callsOf(message).map(({ id }) => id) : [];
    }).catch((thrown) => {
      // Without messages there is nothing to take it out of.
      if (!isAbsent(thrown)) throw thrown;
      return [];
    });
  }

  async function finish(place: ConversationPlace): Promise<Result<void>> {
    const { unfinished } = await removed.read(place);
    const seen = returned.get(place.conversationId) ?? new Set<string>();
    if (unfinished.length === 0 && seen.size === 0) return ok(undefined);
    const known = new Set(unfinished.map(({ id }) => id));
    const waiting = [...unfinished, ...[...seen].filter((id) => !known.has(id)).map((id) => ({ id, hashes: [] }))];
    for (const { id, hashes } of waiting) {
      const cleared = await clear(place, id, hashes, clock.now().toISOString());
      if (!cleared.ok) return cleared;
      seen.delete(id);
    }
    return ok(undefined);
  }

  return {
    forget,
    finish,
    isUnfinished: async (place) =>
      (returned.get(place.conversationId)?.size ?? 0) > 0 || (await removed.read(place)).unfinished.length > 0,
    noteReturned(conversationId, messageId) {
      returned.set(conversationId, (returned.get(conversationId) ?? new Set()).add(messageId));
    },
  };
}
