// Finds earlier results by the names that users and models use: the `@state/…` path, the message id or the call id. A
// path may refer to another conversation of the same project, never of another project.

import { maxMentionBytes } from '../../../shared/conversation/mentions.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { parseFullOutputPath } from '../../conversation/formats.ts';
import type { FolderFile } from '../../ports/folderFiles.ts';
import type { CallStore, ConversationReader, ProjectStore } from '../../ports/store.ts';
import type { NamedResultPage, ResultPage } from '../../ports/tool.ts';

/** Bytes per read. */
const pieceBytes = 64 * 1024;

type Store = Pick<ConversationReader, 'readBranch' | 'readPage' | 'readMessage'> &
  Pick<CallStore, 'readToolResult'> &
  Pick<ProjectStore, 'getProject'>;

/** Returns a page of the whole text, from a byte offset. */
export async function readNamedResultPage(
  store: Store,
  conversationId: string,
  reference: string,
  offset: number,
  limit: number,
): Promise<Result<NamedResultPage>> {
  const place = await placeOf(store, conversationId, reference);
  if (!place.ok) return place;
  const { conversationId: owner, messageId, toolName } = place.value;
  const page = await store.readToolResult(owner, messageId, offset, limit);
  return page.ok ? ok({ ...page.value, toolName }) : page;
}

interface ResultPlace {
  conversationId: string;
  messageId: string;
  toolName: string;
}

function placeOf(store: Store, conversationId: string, reference: string): Promise<Result<ResultPlace>> {
  const name = reference.trim();
  const named = parseFullOutputPath(name);
  const other = named !== null && named.conversationId !== conversationId;
  return other ? ofProject(store, conversationId, named) : findResult(store, conversationId, name);
}

async function isSameProject(store: Store, one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  const projects = await Promise.all([one, other].map((id) => store.getProject(id)));
  const mains = projects.map((project) => (project.ok ? (project.value.sameAs ?? project.value.id) : null));
  return mains[0] !== null && mains[0] === mains[1];
}

async function ofProject(
  store: Store,
  conversationId: string,
  named: Omit<ResultPlace, 'toolName'>,
): Promise<Result<ResultPlace>> {
  const conversation = await store.readBranch(conversationId, { tail: 1 });
  if (!conversation.ok) return conversation;
  const theirs = await store.readBranch(named.conversationId, { tail: 1 });
  if (!theirs.ok || !(await isSameProject(store, theirs.value.projectId, conversation.value.projectId))) {
    return fail('MESSAGE_NOT_FOUND', say`There is no such result in this project.`);
  }
  const message = await store.readMessage(named.conversationId, named.messageId);
  return message.ok && message.value.role === 'tool'
    ? ok({ ...named, toolName: message.value.toolName })
    : fail('MESSAGE_NOT_FOUND', say`There is no such result in this project.`);
}

/** Finds a result by path, message id or call id; the last one if a call id repeats. */
async function findResult(store: Store, conversationId: string, reference: string): Promise<Result<ResultPlace>> {
  const name =
    reference
      .split('/')
      .at(-1)
      ?.replace(/\.json$/, '') ?? '';
  // Models usually refer to recent results, so it pages backwards from the end.
  for (let before: string | null = null; ; ) {
    const page: Result<{ messages: Message[]; hasEarlier: boolean }> = await store.readPage(
      conversationId,
      before,
      500,
    );
    if (!page.ok) return page;
    const { messages, hasEarlier } = page.value;
    const answer = messages.findLast(
      (message) => message.role === 'tool' && (message.id === name || message.tool_call_id === reference),
    );
    if (answer?.role === 'tool') return ok({ conversationId, messageId: answer.id, toolName: answer.toolName });
    const named = before === null ? await store.readMessage(conversationId, name) : null;
    if (named?.ok && named.value.role === 'tool') {
      return ok({ conversationId, messageId: named.value.id, toolName: named.value.toolName });
    }
    before = messages[0]?.id ?? null;
    if (!hasEarlier || before === null) {
      return fail('MESSAGE_NOT_FOUND', say`There is no result named "${reference}" in this conversation.`);
    }
  }
}

/** Reads a mentioned result, or lines of it, like a file of the folder. */
export async function readResultAsFile(
  store: Store,
  conversationId: string,
  path: string,
  range: { start: number | null; end: number | null } | null,
): Promise<Result<FolderFile>> {
  const place = await placeOf(store, conversationId, path);
  if (!place.ok) return place;
  const { conversationId: owner, messageId } = place.value;
  const first = range?.start ?? 1;
  const end = range?.end ?? Number.POSITIVE_INFINITY;
  let line = 1;
  let text = '';
  let bytes = 0;
  for (let at: number | null = 0; at !== null && line <= end; ) {
    const page: Result<ResultPage> = await store.readToolResult(owner, messageId, at, pieceBytes);
    if (!page.ok) return page;
    for (const piece of page.value.text.split(/(?<=\n)/)) {
      if (line >= first && line <= end) {
        text += piece;
        bytes += Buffer.byteLength(piece);
      }
      if (piece.endsWith('\n')) line++;
    }
    if (bytes > maxMentionBytes) {
      const most = maxMentionBytes.toLocaleString('en-US');
      return fail(
        'TOOL_EXEC_FAILED',
        say`It is too large: at most ${most} bytes can be sent. Choose a range of lines, such as @path#L1-200.`,
      );
    }
    at = page.value.nextOffset;
  }
  if (text === '' && first > line)
    return fail('TOOL_EXEC_FAILED', say`It has only ${line} lines, so there is no line ${first}.`);
  return ok({ kind: 'file', text, range: range === null ? null : { start: first, end: Math.min(end, line) } });
}
