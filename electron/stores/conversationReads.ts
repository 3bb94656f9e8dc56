// What is read of a conversation: its active branch, pages of it, single messages and the whole text of their results.
// Nothing here changes anything on disk.

import { activeBranch, effectiveHead } from '../../shared/conversation/branch.ts';
import type { Message, ToolMessage } from '../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../shared/errors.ts';
import type { ConversationMeta, Partial } from '../../shared/formats.ts';
import type { ConversationStore } from '../ports/store.ts';
import type { Access } from './access.ts';
import type { ConversationPlace, DataFolder } from './dataFolder.ts';
import type { Disk } from './disk.ts';
import type { JsonFile } from './jsonFile.ts';
import type { StoredLog } from './logReading.ts';
import type { MessageFiles } from './messageFile.ts';
import type { Sidecars } from './sidecars.ts';
import { readResultPage, searchResult } from './toolResultFiles.ts';

export type ConversationReads = Pick<
  ConversationStore,
  'readBranch' | 'readPage' | 'readMessage' | 'readToolResult' | 'searchToolResult' | 'readPartial'
>;

export interface ConversationReadsDeps {
  access: Access;
  disk: Disk;
  data: DataFolder;
  messages: Pick<MessageFiles, 'read'>;
  sidecars: Sidecars;
}

interface Branch {
  headId: string | null;
  /** Records of the log when it was made. */
  count: number;
  path: Message[];
}

interface FoundBranch {
  place: ConversationPlace;
  stored: StoredLog;
  meta: JsonFile<ConversationMeta>;
  headId: string | null;
  /** Not to be changed. */
  path: readonly Message[];
}

export function createConversationReads(deps: ConversationReadsDeps): ConversationReads {
  const { access, disk, data, messages, sidecars } = deps;
  const branches = new WeakMap<StoredLog, Branch>();

  /** The branch as it was made last time, longer by what was appended to it since. */
  function pathTo(log: StoredLog, headId: string | null): Message[] {
    const { records } = log;
    const before = branches.get(log);
    let path = before?.path;
    if (!before || !path || !isContinued(before, records, headId)) path = activeBranch(records, headId);
    else path.push(...records.slice(before.count));
    branches.set(log, { headId, count: records.length, path });
    return path;
  }

  function branchOf(conversationId: string): Promise<Result<FoundBranch>> {
    return access.read(conversationId, async (place) => {
      const [log, meta] = await Promise.all([messages.read(place), sidecars.readMeta(place)]);
      if (!log.ok) return log;
      const stored = log.value;
      const headId = effectiveHead(stored.records, meta.value.head);
      return ok({ place, stored, meta, headId, path: pathTo(stored, headId) });
    });
  }

  function messageOf(
    conversationId: string,
    messageId: string,
  ): Promise<Result<{ place: ConversationPlace; message: Message }>> {
    return access.read(conversationId, async (place) => {
      const stored = await messages.read(place);
      if (!stored.ok) return stored;
      const message = stored.value.records[stored.value.positions.get(messageId) ?? -1];
      if (!message) return fail('MESSAGE_NOT_FOUND', `There is no message ${messageId} in this conversation.`);
      return ok({ place, message });
    });
  }

  async function withResult<T>(
    conversationId: string,
    messageId: string,
    use: (place: ConversationPlace, message: ToolMessage) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const found = await messageOf(conversationId, messageId);
    if (!found.ok) return found;
    const { place, message } = found.value;
    if (message.role === 'tool') return use(place, message);
    return fail('MESSAGE_NOT_FOUND', `The message ${messageId} is not a tool result.`);
  }

  async function livePartial(place: ConversationPlace): Promise<Partial | null> {
    const { value } = await sidecars.readPartial(place);
    if (!value) return null;
    const stored = await messages.read(place);
    return stored.ok && stored.value.positions.has(value.messageId) ? null : value;
  }

  return {
    async readBranch(conversationId) {
      const found = await branchOf(conversationId);
      if (!found.ok) return found;
      const { place, stored, meta, headId, path } = found.value;
      const [pending, partial] = await Promise.all([sidecars.readPending(place), sidecars.readPartial(place)]);
      const beside = [meta.notice, pending.notice, partial.notice].filter((notice) => notice !== null);
      return ok({
        conversationId,
        projectId: place.projectId,
        meta: meta.value,
        messages: path.slice(),
        headId,
        notices: [...stored.notices, ...beside],
        readOnly: stored.readOnly,
      });
    },

    async readPage(conversationId, before, limit) {
      const found = await branchOf(conversationId);
      if (!found.ok) return found;
      const { path } = found.value;
      const end = before === null ? path.length : path.findLastIndex((message) => message.id === before);
      if (end < 0) return fail('MESSAGE_NOT_FOUND', `There is no message ${before} on this branch.`);
      const start = Math.max(0, end - Math.max(0, limit));
      return ok({ messages: path.slice(start, end), hasEarlier: start > 0 });
    },

    async readMessage(conversationId, messageId) {
      const found = await messageOf(conversationId, messageId);
      return found.ok ? ok(found.value.message) : found;
    },

    readPartial: (conversationId) => access.beside(conversationId, livePartial, () => null),

    readToolResult: (conversationId, messageId, offset, limit) =>
      withResult(conversationId, messageId, (place, message) =>
        readResultPage(disk, data, place, message, offset, limit),
      ),

    searchToolResult: (conversationId, messageId, text, limit) =>
      withResult(conversationId, messageId, (place, message) => searchResult(disk, data, place, message, text, limit)),
  };
}

/** True when everything after the branch was made follows it, one record after the other, up to the head. */
function isContinued(branch: Branch, records: readonly Message[], headId: string | null): boolean {
  let head = branch.headId;
  if (head === null) return false;
  for (const record of records.slice(branch.count)) {
    if (record.parentId !== head) return false;
    head = record.id;
  }
  return head === headId;
}
