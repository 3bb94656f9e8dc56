// Moves between the branches of a conversation: opens another one, resends an edited message, or regenerates a reply. Nothing
// is removed and no record changes: the head moves, and what follows starts a branch there. Files stay as they are unless the
// person asks to restore them first.

import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { type AppError, fail, ok, type Result, saidByError, spoken } from '../../../shared/core/errors.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { appendTo } from '../../chat/appendTo.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import type { ChatHandler } from '../../chat/chatHandler.ts';
import { checkAttachments } from '../../chat/context/attachmentProblems.ts';
import { keepPartial } from '../../chat/recovery/orphanedPartial.ts';
import { lastRewind, withoutRewind, withRewind } from '../../chat/undo/rewind.ts';
import { withoutRun } from '../../chat/withoutRun.ts';
import type { ConversationMeta } from '../../conversation/formats.ts';
import { cleanTitle, deriveTitle, maxTitleInputLength } from '../../conversation/title.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { UndoService } from '../undo/undoService.ts';

interface Resend {
  messageId: string;
  text: string;
  attachments: readonly AttachmentRef[];
  /** What its turn and later ones changed in files is undone first. */
  files: boolean;
}

export interface TreeService {
  /** Opens the branch of the record at its newest end; gives the head before. CONVERSATION_BUSY while a run goes on. */
  switchBranch(conversationId: string, messageId: string): Promise<Result<{ before: string | null }>>;
  /** Where it cannot be sent the conversation is as it was. */
  resend(conversationId: string, message: Resend): Promise<Result<{ messageId: string }>>;
  /**
   * Asks again for the reply to a message of the person's. `files`: what was changed in files since then is undone first.
   * Where it cannot be asked the conversation and the files are as they were.
   */
  regenerate(conversationId: string, messageId: string, files?: boolean): Promise<Result<void>>;
  /** Copies the open branch up to the record, with the results of its calls, into a conversation of its own. */
  fork(conversationId: string, messageId: string): Promise<Result<{ conversationId: string }>>;
}

type Deps = Pick<ChatDeps, 'store' | 'hub' | 'tasks' | 'changes' | 'reportStoreError' | 'settings'>;
type Chat = Pick<ChatHandler, 'isRunning' | 'send' | 'resume'>;

/** Messages that the person may have sent one after the other. */
const maxInARow = 200;
/** Conversations whose titles a copy is held against. */
const maxListed = 1_000;

export function createTreeService(
  deps: Deps,
  chat: Chat,
  undo: Pick<UndoService, 'rewind' | 'unrewind' | 'undoSince' | 'redo'>,
): TreeService {
  const { store } = deps;

  /** A reply that a crash cut is stored where it belongs first. */
  function moving<T>(conversationId: string, task: (branch: StoredBranch) => Promise<Result<T>>): Promise<Result<T>> {
    return withoutRun(deps, chat, conversationId, async () => {
      const read = await store.readBranch(conversationId, { tail: 1 });
      if (!read.ok) return read;
      if (read.value.readOnly) return fail('STORE_READ_ONLY', read.value.readOnly);
      const kept = await keepPartial(deps, read.value, appendTo(deps, conversationId));
      if (!kept.ok) return kept;
      const now = await store.readBranch(conversationId, { tail: 1 });
      return now.ok ? task(now.value) : now;
    });
  }

  /** Of the conversations that stand first in the list, or of all where there are not many. */
  async function titlesThere(): Promise<ReadonlySet<string>> {
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

  /** The record that the reply to the message follows: what the person sent together was answered together. */
  async function endOfQuestion(conversationId: string, messageId: string): Promise<Result<string>> {
    const around = await store.readAround(conversationId, messageId, 1);
    if (!around.ok) return around;
    const asked = around.value.messages[0];
    if (asked?.id !== messageId || asked.role !== 'user') {
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
      // As a way back that can be taken, should the app end before the reply.
      const way = { undone: [], noteId: null };
      return moveHead(conversationId, (meta) => withRewind(meta, branch, to.value, way));
    });
    if (!moved.ok) return moved;
    const asked = await chat.resume(conversationId, { leaveQueue: true });
    if (asked.ok) return ok(undefined);
    if (!went) return asked;
    const returned = await moving<void>(conversationId, async (branch) => {
      const last = lastRewind(branch.meta, branch);
      return last ? moveHead(conversationId, (meta) => withoutRewind(meta, last)) : ok(undefined);
    });
    return notDone(asked, returned.ok ? null : returned.error.message);
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
      // Where something was stored all the same, the way back is a branch.
      return notDone(sent, wayBack(await undo.unrewind(conversationId)));
    },

    async regenerate(conversationId, messageId, files = false) {
      if (!files) return askAgain(conversationId, messageId);
      // Before anything is undone.
      const question = await endOfQuestion(conversationId, messageId);
      if (!question.ok) return question;
      const undone = await undo.undoSince(conversationId, messageId);
      // Where nothing is kept of any change there is nothing to put back.
      if (!undone.ok && undone.error.code !== 'NOT_SUPPORTED') return undone;
      const asked = await askAgain(conversationId, messageId);
      if (asked.ok || !undone.ok || undone.value.length === 0) return asked;
      const redone = await undo.redo(conversationId, undone.value);
      return notDone(asked, wayBack(redone.ok ? ok({ files: redone.value }) : redone));
    },

    async fork(conversationId, messageId) {
      const [branch, row] = [
        await store.readBranch(conversationId, { tail: 1 }),
        await store.listConversation(conversationId),
      ];
      if (!branch.ok) return branch;
      const title = branch.value.meta.title || (row.ok && row.value?.title) || deriveTitle(branch.value.messages);
      const { language } = await deps.settings();
      return store.forkConversation(conversationId, messageId, forkTitle(title, language, await titlesThere()));
    },
  };
}

/** Why the conversation, or a file, is not where it was; null: all of it is. */
function wayBack(returned: Awaited<ReturnType<UndoService['unrewind']>>): UserText | null {
  if (!returned.ok) return saidByError(returned.error);
  const skipped = returned.value.files?.skipped ?? [];
  return skipped.length === 0 ? null : say`Not restored: ${say.list(skipped.map(({ path }) => path))}.`;
}

/** The failure, with what else is not as it was before it. */
function notDone({ error }: { ok: false; error: AppError }, left: UserText | null): { ok: false; error: AppError } {
  if (left === null) return { ok: false, error };
  const more = say`The conversation was rewound to before the message, and that could not be undone: ${left}`;
  return { ok: false, error: { ...error, ...spoken(say.all([error, more])) } };
}

function isAsked({ role, partType }: Message): boolean {
  return role === 'user' || (role === 'system' && partType === 'environment');
}

/**
 * How a conversation is called that was copied from another: what tells it apart stands first, since the end of a long title is
 * cut where it is listed.
 */
const beginnings = {
  en: (count: number) => (count === 1 ? 'Copy of ' : `Copy ${count} of `),
  zh: (count: number) => (count === 1 ? '副本：' : `副本 ${count}：`),
};
/** The endings are those of copies that were made before. */
const known = /^(?:Copy(?: \d+)? of |副本(?: \d+)?：)|(?: \(copy(?: \d+)?\)|（副本(?: ?\d+)?）)$/gu;

/** `taken`: titles that are there already. A copy of a copy is called as one of the first. @internal */
export function forkTitle(title: string, language: string, taken: ReadonlySet<string>): string {
  const beginning = beginnings[language === 'zh' ? 'zh' : 'en'];
  const plain = title.replace(known, '') || title;
  for (let count = 1; ; count++) {
    const room = maxTitleInputLength - beginning(count).length;
    const end = plain.length > room ? `${plain.slice(0, room - 1).toWellFormed()}…` : plain;
    const made = cleanTitle(beginning(count) + end);
    if (!taken.has(made)) return made;
  }
}
