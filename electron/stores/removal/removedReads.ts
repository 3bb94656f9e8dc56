// Hides permanently removed messages from readers, even if the record is still there because of a crash or because
// another app restored an old copy of the file.

import type { Message } from '../../../shared/conversation/message.ts';
import { isRemoved, removedText, tombstoneOf } from '../../../shared/conversation/removed.ts';
import { ok } from '../../../shared/core/errors.ts';
import type { DataFolder } from '../dataFolder.ts';
import type { ConversationReads } from '../log/conversationReads.ts';
import type { MessageRemoval } from './messageRemoval.ts';
import type { RemovedFile } from './removedFile.ts';

export function hideRemoved(
  reads: ConversationReads,
  deps: { data: DataFolder; removed: RemovedFile; forgetting: Pick<MessageRemoval, 'noteReturned'> },
): ConversationReads {
  async function idsOf(conversationId: string): Promise<ReadonlySet<string>> {
    const place = await deps.data.recall(conversationId);
    return new Set(place.ok ? (await deps.removed.read(place.value)).ids : []);
  }

  function hide(conversationId: string, ids: ReadonlySet<string>, messages: Message[]): Message[] {
    if (ids.size === 0) return messages;
    return messages.map((message) => {
      if (!ids.has(message.id) || isRemoved(message)) return message;
      deps.forgetting.noteReturned(conversationId, message.id);
      // The removal time is unknown here; the record will have it.
      return tombstoneOf(message, message.createdAt);
    });
  }

  async function isRemovedResult(conversationId: string, messageId: string): Promise<boolean> {
    return (await idsOf(conversationId)).has(messageId);
  }

  return {
    ...reads,
    async readBranch(conversationId, reach) {
      const [ids, branch] = [await idsOf(conversationId), await reads.readBranch(conversationId, reach)];
      return branch.ok ? ok({ ...branch.value, messages: hide(conversationId, ids, branch.value.messages) }) : branch;
    },
    async readPage(conversationId, before, limit) {
      const [ids, page] = [await idsOf(conversationId), await reads.readPage(conversationId, before, limit)];
      return page.ok ? ok({ ...page.value, messages: hide(conversationId, ids, page.value.messages) }) : page;
    },
    async readAround(conversationId, messageId, ...how) {
      const [ids, page] = [await idsOf(conversationId), await reads.readAround(conversationId, messageId, ...how)];
      return page.ok ? ok({ ...page.value, messages: hide(conversationId, ids, page.value.messages) }) : page;
    },
    async readLater(conversationId, after, limit, later) {
      const [ids, page] = [await idsOf(conversationId), await reads.readLater(conversationId, after, limit, later)];
      return page.ok ? ok({ ...page.value, messages: hide(conversationId, ids, page.value.messages) }) : page;
    },
    async readForks(conversationId, request) {
      const ids = await idsOf(conversationId);
      return reads.readForks(conversationId, request, (message) => hide(conversationId, ids, [message])[0] as Message);
    },
    async readMessage(conversationId, messageId) {
      const [ids, message] = [await idsOf(conversationId), await reads.readMessage(conversationId, messageId)];
      return message.ok ? ok(hide(conversationId, ids, [message.value])[0] as Message) : message;
    },
    async readMessages(conversationId, messageIds) {
      const [ids, messages] = [await idsOf(conversationId), await reads.readMessages(conversationId, messageIds)];
      return messages.ok ? ok(hide(conversationId, ids, messages.value)) : messages;
    },
    async readToolResult(conversationId, messageId, ...page) {
      if (!(await isRemovedResult(conversationId, messageId))) {
        return reads.readToolResult(conversationId, messageId, ...page);
      }
      return ok({ text: removedText, offset: 0, nextOffset: null, totalBytes: removedText.length });
    },
    async placeInToolResult(conversationId, messageId, position) {
      if (await isRemovedResult(conversationId, messageId)) return ok({ offset: 0, line: 1 });
      return reads.placeInToolResult(conversationId, messageId, position);
    },
    async searchToolResult(conversationId, messageId, ...search) {
      if (await isRemovedResult(conversationId, messageId)) return ok({ matches: [], more: false });
      return reads.searchToolResult(conversationId, messageId, ...search);
    },
    async readPartial(conversationId) {
      const partial = await reads.readPartial(conversationId);
      if (!partial) return null;
      return (await idsOf(conversationId)).has(partial.messageId) ? null : partial;
    },
  };
}
