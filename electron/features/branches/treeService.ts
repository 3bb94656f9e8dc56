// Moves between branches: opens another one, resends an edited message, or regenerates a reply. Nothing is removed and
// no record changes; the head moves, and new messages start a branch there. Files stay as they are unless the user asks
// to restore them first.

import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { type AppError, errorSentence, fail, ok, type Result, sentenceFields } from '../../../shared/core/errors.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { createAppender } from '../../chat/appendMessage.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import type { ChatHandler } from '../../chat/chatHandler.ts';
import { checkAttachments } from '../../chat/context/attachmentProblems.ts';
import { storePartial } from '../../chat/recovery/orphanedPartial.ts';
import { undoableRewind, withoutRewind, withRewind } from '../../chat/undo/rewind.ts';
import { withIdleConversation } from '../../chat/withIdleConversation.ts';
import type { ConversationMeta } from '../../conversation/formats.ts';
import { cleanTitle, deriveTitle, maxTitleInputLength } from '../../conversation/title.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { UndoService } from '../undo/undoService.ts';

interface Resend {
  messageId: string;
  text: string;
  attachments: readonly AttachmentRef[];
  /** Undo the file changes of this and later turns first. */
  files: boolean;
}

export interface TreeService {
  /** Opens the branch of this record at its newest end; returns the previous head. CONVERSATION_BUSY during a run. */
  switchBranch(conversationId: string, messageId: string): Promise<Result<{ before: string | null }>>;
  /** On failure the conversation is unchanged. */
  resend(conversationId: string, message: Resend): Promise<Result<{ messageId: string }>>;
  /**
   * Regenerates the reply to a user message. `files` undoes file changes since then first. On failure, conversation and
   * files are unchanged.
   */
  regenerate(conversationId: string, messageId: string, files?: boolean): Promise<Result<void>>;
  /** Forks the open branch up to the record, with the results of its calls. */
  fork(conversationId: string, messageId: string): Promise<Result<{ conversationId: string }>>;
}

type Deps = Pick<ChatDeps, 'store' | 'hub' | 'tasks' | 'changes' | 'reportStoreError' | 'settings'>;
type Chat = Pick<ChatHandler, 'isRunning' | 'send' | 'resume'>;

/** Maximum consecutive user messages. */
const maxInARow = 200;
/** Maximum conversations whose titles are compared with the fork's. */
const maxListed = 1_000;

export function createTreeService(
  deps: Deps,
  chat: Chat,
  undo: Pick<UndoService, 'rewind' | 'unrewind' | 'undoSince' | 'redo'>,
): TreeService {
  const { store } = deps;

  /** A partial reply from a crash is stored first, where it belongs. */
  function moving<T>(conversationId: string, task: (branch: StoredBranch) => Promise<Result<T>>): Promise<Result<T>> {
    return withIdleConversation(deps, chat, conversationId, async () => {
      const read = await store.readBranch(conversationId, { tail: 1 });
      if (!read.ok) return read;
      if (read.value.readOnly) return fail('STORE_READ_ONLY', read.value.readOnly);
      const storedPartial = await storePartial(deps, read.value, createAppender(deps, conversationId));
      if (!storedPartial.ok) return storedPartial;
      const now = await store.readBranch(conversationId, { tail: 1 });
      return now.ok ? task(now.value) : now;
    });
  }

  /** Titles of the first listed conversations, or of all if there are few. */
  async function existingTitles(): Promise<ReadonlySet<string>> {
    const newest = await store.newestConversations(maxListed, []);
    if (newest) return new Set(newest.map(({ title }) => title));
    const all = await store.listConversations();
    return new Set(all.ok ? all.value.map(({ title }) => title) : []);
  }

  async function moveHead(
    conversationId: string,
    change: (meta: ConversationMeta) => ConversationMeta,
  ): Promise<Result<void>> {
    const moved = await store.updateMeta(conversationId, change);
    if (!moved.ok) return moved;
    await deps.hub.reload(conversationId);
    return ok(undefined);
  }

  /** The parent of the reply: messages that the user sent together are answered together. */
  async function endOfQuestion(conversationId: string, messageId: string): Promise<Result<string>> {
    const around = await store.readAround(conversationId, messageId, 1);
    if (!around.ok) return around;
    const askedMessage = around.value.messages[0];
    if (askedMessage?.id !== messageId || askedMessage.role !== 'user') {
      return fail('PARAMS_INVALID', say`Only replies to your own messages can be regenerated.`);
    }
    const later = await store.readLater(conversationId, messageId, maxInARow);
    if (!later.ok) return later;
    const next = later.value.messages.findIndex((message) => !isAsked(message));
    const together = next < 0 ? later.value.messages : later.value.messages.slice(0, next);
    return ok(together.at(-1)?.id ?? messageId);
  }

  async function askAgain(conversationId: string, messageId: string): Promise<Result<void>> {
    let went = false;
    const moved = await moving<void>(conversationId, async (branch) => {
      const to = await endOfQuestion(conversationId, messageId);
      if (!to.ok) return to;
      if (to.value === branch.headId) return ok(undefined);
      went = true;
      // Records how to undo this, in case the app ends before the reply.
      const way = { undone: [], noteId: null };
      return moveHead(conversationId, (meta) => withRewind(meta, branch, to.value, way));
    });
    if (!moved.ok) return moved;
    const resumed = await chat.resume(conversationId, { leaveQueue: true });
    if (resumed.ok) return ok(undefined);
    if (!went) return resumed;
    const returned = await moving<void>(conversationId, async (branch) => {
      const last = undoableRewind(branch.meta, branch);
      return last ? moveHead(conversationId, (meta) => withoutRewind(meta, last)) : ok(undefined);
    });
    return failureWith(resumed, returned.ok ? null : returned.error.message);
  }

  return {
    switchBranch: (conversationId, messageId) =>
      moving(conversationId, async ({ headId, lastId }) => {
        const leaf = await store.newestAfter(conversationId, messageId);
        if (!leaf.ok) return leaf;
        const id = leaf.value;
        if (id === headId || lastId === null) return ok({ before: headId });
        const moved = await moveHead(conversationId, (meta) => ({ ...meta, head: { id, after: lastId } }));
        return moved.ok ? ok({ before: headId }) : moved;
      }),

    async resend(conversationId, { messageId, text, attachments, files }) {
      // Before anything is moved or undone.
      const checked = await checkAttachments(store, conversationId, attachments);
      if (!checked.ok) return checked;
      const back = await undo.rewind(conversationId, messageId, files);
      if (!back.ok) return back;
      const sent = await chat.send(conversationId, text, { leaveQueue: true }, checked.value);
      if (sent.ok) return ok({ messageId: sent.value.messageId });
      // If something was stored anyway, a branch leads back.
      return failureWith(sent, restoreProblem(await undo.unrewind(conversationId)));
    },

    async regenerate(conversationId, messageId, files = false) {
      if (!files) return askAgain(conversationId, messageId);
      // Before anything is undone.
      const question = await endOfQuestion(conversationId, messageId);
      if (!question.ok) return question;
      const undone = await undo.undoSince(conversationId, messageId);
      // Without undo data there is nothing to restore.
      if (!undone.ok && undone.error.code !== 'NOT_SUPPORTED') return undone;
      const regenerated = await askAgain(conversationId, messageId);
      if (regenerated.ok || !undone.ok || undone.value.length === 0) return regenerated;
      const redone = await undo.redo(conversationId, undone.value);
      return failureWith(regenerated, restoreProblem(redone.ok ? ok({ files: redone.value }) : redone));
    },

    async fork(conversationId, messageId) {
      const [branch, row] = [
        await store.readBranch(conversationId, { tail: 1 }),
        await store.listConversation(conversationId),
      ];
      if (!branch.ok) return branch;
      const title = branch.value.meta.title || (row.ok && row.value?.title) || deriveTitle(branch.value.messages);
      const { language } = await deps.settings();
      return store.forkConversation(conversationId, messageId, forkTitle(title, language, await existingTitles()));
    },
  };
}

/** Why the conversation or a file was not restored; null if everything was. */
function restoreProblem(returned: Awaited<ReturnType<UndoService['unrewind']>>): UserText | null {
  if (!returned.ok) return errorSentence(returned.error);
  const skipped = returned.value.files?.skipped ?? [];
  return skipped.length === 0 ? null : say`Not restored: ${say.list(skipped.map(({ path }) => path))}.`;
}

/** The failure, plus anything that could not be restored. */
function failureWith(
  { error }: { ok: false; error: AppError },
  restoreProblem: UserText | null,
): { ok: false; error: AppError } {
  if (restoreProblem === null) return { ok: false, error };
  const more = say`The conversation was rewound to before the message, and the rewind could not be undone: ${restoreProblem}`;
  return { ok: false, error: { ...error, ...sentenceFields(say.all([error, more])) } };
}

function isAsked({ role, partType }: Message): boolean {
  return role === 'user' || (role === 'system' && partType === 'environment');
}

/** Titles of forks: the distinguishing part comes first, because lists cut off long titles. */
const beginnings = {
  en: (count: number) => (count === 1 ? 'Copy of ' : `Copy ${count} of `),
  zh: (count: number) => (count === 1 ? '副本：' : `副本 ${count}：`),
};
/** The suffixes are those of older forks. */
const copyAffixes = /^(?:Copy(?: \d+)? of |副本(?: \d+)?：)|(?: \(copy(?: \d+)?\)|（副本(?: ?\d+)?）)$/gu;

/** `existingTitles` are existing titles. A fork of a fork is numbered like one of the original. @internal */
export function forkTitle(title: string, language: string, existingTitles: ReadonlySet<string>): string {
  const beginning = beginnings[language === 'zh' ? 'zh' : 'en'];
  const plain = title.replace(copyAffixes, '') || title;
  for (let count = 1; ; count++) {
    const room = maxTitleInputLength - beginning(count).length;
    const end = plain.length > room ? `${plain.slice(0, room - 1).toWellFormed()}…` : plain;
    const title = cleanTitle(beginning(count) + end);
    if (!existingTitles.has(title)) return title;
  }
}
