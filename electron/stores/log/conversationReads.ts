// Reads from a conversation: its active branch, pages, single messages and full results. Never changes the disk.

import type { Message, ToolMessage } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { ForkPage } from '../../../shared/features/branches/methods.ts';
import type { ConversationMeta, Partial } from '../../conversation/formats.ts';
import { AbandonedError, createTimeSlice } from '../../lib/cooperativeYield.ts';
import { createLineIndex } from '../../lib/lineIndex.ts';
import type { CallStore, ConversationReader, ConversationWriter, ForkQuery } from '../../ports/store.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { isAsideName } from '../files/atomicWrite.ts';
import { type Disk, diskReason } from '../files/disk.ts';
import type { JsonFile } from '../files/jsonFile.ts';
import { ReplacedFile } from '../files/logSources.ts';
import type { Access } from '../locks/access.ts';
import { locateInResult, readResultPage, searchResult } from '../results/toolResultFiles.ts';
import type { Sidecars } from '../sidecars.ts';
import { effectiveHeadOf } from './effectiveHead.ts';
import type { MessageFiles } from './messageFile.ts';
import type { OpenLog } from './openLog.ts';
import { listForks, newestDescendant } from './treeForks.ts';
import { type NoPage, readPageAfter, readPageAround, type TreePage } from './treePages.ts';

export type ConversationReads = Pick<
  ConversationReader,
  'readBranch' | 'readPage' | 'readAround' | 'readLater' | 'newestAfter' | 'readTree' | 'readMessage' | 'readMessages'
> &
  Pick<ConversationWriter, 'readPartial'> &
  Pick<CallStore, 'readToolResult' | 'placeInToolResult' | 'searchToolResult'> & {
    /** `toVisible` maps a record to what a reader may see of it. */
    readForks(
      conversationId: string,
      query?: ForkQuery,
      toVisible?: (message: Message) => Message,
    ): Promise<Result<ForkPage>>;
  };

export interface ConversationReadsDeps {
  access: Access;
  disk: Disk;
  data: DataFolder;
  messages: Pick<MessageFiles, 'read' | 'forget'>;
  sidecars: Sidecars;
}

interface Opened {
  place: ConversationPaths;
  log: OpenLog;
  meta: JsonFile<ConversationMeta>;
}

/** How often to reopen a file that another app replaces during a read. */
const maximumAttempts = 5;

export function createConversationReads(deps: ConversationReadsDeps): ConversationReads {
  const { access, disk, data, messages, sidecars } = deps;
  const lineIndex = createLineIndex();

  /** Opens the log and reads from it; later reads may fail or find the file replaced. */
  function withLog<T>(conversationId: string, use: (opened: Opened) => Promise<Result<T>>): Promise<Result<T>> {
    return access.read(conversationId, async (paths) => {
      for (let attempt = 1; ; attempt++) {
        const [log, meta] = await Promise.all([messages.read(paths), sidecars.readMeta(paths)]);
        if (!log.ok) return log;
        try {
          return await use({ place: paths, log: log.value, meta });
        } catch (thrown) {
          if (thrown instanceof AbandonedError) return fail('CANCELLED', say`Reading the conversation was stopped.`);
          await messages.forget(conversationId);
          if (thrown instanceof ReplacedFile && attempt < maximumAttempts) continue;
          return fail(
            'STORE_READ_FAILED',
            say`This conversation’s messages could not be read: ${diskReason(thrown)}. They were not changed.`,
          );
        }
      }
    });
  }

  function messageOf(
    conversationId: string,
    messageId: string,
  ): Promise<Result<{ place: ConversationPaths; message: Message }>> {
    return withLog(conversationId, async ({ place: paths, log }) => {
      const message = await log.record(messageId);
      if (!message) return fail('MESSAGE_NOT_FOUND', say`There is no message ${messageId} in this conversation.`);
      return ok({ place: paths, message });
    });
  }

  async function withResult<T>(
    conversationId: string,
    messageId: string,
    use: (paths: ConversationPaths, message: ToolMessage) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const location = await messageOf(conversationId, messageId);
    if (!location.ok) return location;
    const { place: paths, message } = location.value;
    if (message.role === 'tool') return use(paths, message);
    return fail('MESSAGE_NOT_FOUND', say`The message ${messageId} is not a tool result.`);
  }

  async function livePartial(paths: ConversationPaths): Promise<Partial | null> {
    const { value } = await sidecars.readPartial(paths);
    if (!value) return null;
    const stored = await messages.read(paths);
    const isStored = stored.ok && (await stored.value.holds(value.messageId).catch(() => false));
    return isStored ? null : value;
  }

  return {
    readBranch: (conversationId, reach = 'whole') =>
      withLog(conversationId, async ({ place: paths, log, meta }) => {
        // Without its marks, messages that the user hid would be sent.
        if (reach === 'context' && meta.unread !== undefined) {
          return fail(
            'STORE_READ_FAILED',
            say`This conversation’s meta.json could not be read (${meta.unread}), so it is unknown what is hidden from the model. Nothing was sent. Try again.`,
          );
        }
        const [branch, pending, partial] = await Promise.all([
          log.branch(effectiveHeadOf(meta.value, log.last), reach, meta.value.marks),
          sidecars.readPending(paths),
          sidecars.readPartial(paths),
        ]);
        const missing = log.identity === null && log.obstacle === null ? await missingNotice(disk, paths) : null;
        const beside = [missing, meta.notice, pending.notice, partial.notice].filter((notice) => notice !== null);
        return ok({
          conversationId,
          projectId: paths.projectId,
          meta: meta.value,
          ...branch,
          lastId: log.last?.id ?? null,
          notices: [...log.notices, ...beside],
          readOnly: log.readOnly,
        });
      }),

    readPage: (conversationId, before, limit) =>
      withLog(conversationId, async ({ log, meta }) => {
        const page = await log.page(effectiveHeadOf(meta.value, log.last), before, Math.max(0, limit));
        if (!page) return fail('MESSAGE_NOT_FOUND', say`There is no message ${before} on this branch.`);
        return ok({ messages: page.messages, hasEarlier: page.hasEarlier });
      }),

    readAround: (conversationId, messageId, limit, signal) =>
      withLog(conversationId, async ({ log, meta }) => {
        const page = await readPageAround(log, effectiveHeadOf(meta.value, log.last), messageId, limit, { signal });
        return pageOr(page, messageId);
      }),

    readLater: (conversationId, after, limit, later) =>
      withLog(conversationId, async ({ log, meta }) => {
        const page = await readPageAfter(log, effectiveHeadOf(meta.value, log.last), after, limit, later);
        return pageOr(page, after ?? 'the first');
      }),

    readForks: (conversationId, request = {}, visibleMessage = (message) => message) =>
      withLog(conversationId, async ({ log, meta }) =>
        ok(await listForks(log, effectiveHeadOf(meta.value, log.last), visibleMessage, request)),
      ),

    newestAfter: (conversationId, messageId) =>
      withLog(conversationId, async ({ log }) => {
        const newest = await newestDescendant(log, messageId);
        if (newest !== null) return ok(newest);
        return fail('MESSAGE_NOT_FOUND', say`There is no message ${messageId} in this conversation.`);
      }),

    readTree: (conversationId, signal) =>
      withLog(conversationId, async ({ log }) => {
        const tree = await log.tree({ signal });
        const slice = createTimeSlice(undefined, signal);
        const parentLinks: { id: string; parentId: string | null }[] = [];
        for (let record = 0; record < tree.size; record++) {
          const parent = tree.parent(record);
          parentLinks.push({ id: tree.idOf(record), parentId: parent < 0 ? null : tree.idOf(parent) });
          const pause = slice();
          if (pause) await pause;
        }
        return ok(parentLinks);
      }),

    async readMessage(conversationId, messageId) {
      const location = await messageOf(conversationId, messageId);
      return location.ok ? ok(location.value.message) : location;
    },

    readMessages: (conversationId, messageIds) =>
      withLog(conversationId, async ({ log }) => ok(await log.records(messageIds))),

    readPartial: (conversationId) => access.sideFiles(conversationId, livePartial, () => null),

    readToolResult: (conversationId, messageId, offset, limit) =>
      withResult(conversationId, messageId, (paths, message) =>
        readResultPage(disk, data, paths, message, offset, limit),
      ),

    placeInToolResult: (conversationId, messageId, position) =>
      withResult(conversationId, messageId, (paths, message) =>
        locateInResult(disk, data, paths, message, lineIndex, position),
      ),

    searchToolResult: (conversationId, messageId, text, limit, signal) =>
      withResult(conversationId, messageId, (paths, message) =>
        searchResult(disk, data, paths, message, text, limit, signal),
      ),
  };
}

function pageOr(page: TreePage | NoPage, messageId: string): Result<TreePage> {
  if (!('missing' in page)) return ok(page);
  if (page.missing === 'record') {
    return fail('MESSAGE_NOT_FOUND', say`There is no message ${messageId} in this conversation.`);
  }
  return fail('MESSAGE_NOT_FOUND', say`This message is on another branch of the conversation.`, { branch: true });
}

/** Returns a notice if messages.json is gone but copies of it were kept. */
async function missingNotice(disk: Disk, paths: ConversationPaths): Promise<Sentence | null> {
  const names = await disk.readdir(paths.folder).catch((): string[] => []);
  const copies = names.filter((name) => name.startsWith('messages.json.') && isAsideName(name)).sort();
  if (copies.length === 0) return null;
  return say`messages.json is missing. Backup copies are in the same folder: ${copies.join(', ')}.`;
}
