// Exports a conversation's open branch as one text in pieces, each from one page of the log, so it is never in memory
// whole. `json` has the stored records, then the full results from separate files; `markdown` is for people.

import type { Message } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ExportForm } from '../../../shared/features/conversations/methods.ts';
import { tagsOf } from '../../conversation/tags.ts';
import { deriveTitle } from '../../conversation/title.ts';
import { exportFileName } from '../../lib/exportName.ts';
import type {
  CallStore,
  ConversationDirectory,
  ConversationReader,
  ProjectStore,
  ReadLaterOptions,
} from '../../ports/store.ts';
import { escapeMarkdownLine } from './markdownBlocks.ts';
import { type FirstPart, markdownOf } from './markdownRecord.ts';

const endings: Record<ExportForm, string> = { markdown: 'md', json: 'json' };

export interface ExportPiece {
  name: string;
  text: string;
  /** For the next piece; null after the last. */
  cursor: string | null;
}

type Store = Pick<ConversationReader, 'readBranch' | 'readLater'> &
  Pick<CallStore, 'readToolResult'> &
  Pick<ConversationDirectory, 'listConversation'> &
  Pick<ProjectStore, 'workingFolder'>;

const format = { format: 'throughline-conversation', v: 1 };

/** Piece limits: records, result bytes, and characters. */
const pageSize = 200;
const resultBytes = 256 * 1024;
/** A piece has one result; more records are read only if results are missing. */
const resultPage = 8;
const pieceCharacters = 512 * 1024;
/** Bytes of a large result to include in Markdown. */
const firstBytes = 8_000;

/** The rest is unreadable, so the export cannot continue. */
const brokenOff = fail(
  'STORE_READ_FAILED',
  'The export was cut short: none of the messages that follow could be read. The conversation is unchanged.',
);

/** Where a piece begins: after a record of the branch, or inside its result. */
type ExportPosition =
  | { part: 'records'; after: string | null }
  | { part: 'results'; after: string | null; offset: number; isFirst: boolean };

/** Progress and cancellation for the first piece. */
export type Following = Pick<ReadLaterOptions, 'signal' | 'onProgress'>;

/** MESSAGE_NOT_FOUND: another branch was opened in between. PARAMS_INVALID: unknown cursor. CANCELLED. */
export async function exportConversation(
  store: Store,
  conversationId: string,
  to: ExportForm,
  cursor: string | null,
  following: Following = {},
): Promise<Result<ExportPiece>> {
  const place = placeOf(cursor);
  if (!place) return fail('PARAMS_INVALID', say`This is not a valid export position. Start again without it.`);
  const about = await aboutOf(store, conversationId);
  if (!about.ok) return about;
  const piece =
    place.part === 'records'
      ? await recordsPiece(store, conversationId, to, place.after, about.value, following)
      : await resultPiece(store, conversationId, place, following);
  if (!piece.ok) return piece;
  return ok({ name: exportFileName(about.value.title, endings[to]), ...piece.value });
}

type Piece = Omit<ExportPiece, 'name'>;

interface About {
  id: string;
  title: string;
  [field: string]: unknown;
}

async function aboutOf(store: Store, conversationId: string): Promise<Result<About>> {
  const [branch, row] = [
    await store.readBranch(conversationId, { tail: 1 }),
    await store.listConversation(conversationId),
  ];
  if (!branch.ok) return branch;
  const { meta, messages, projectId } = branch.value;
  const place = await store.workingFolder({ projectId, meta });
  const folder = place.ok ? (place.value.folder ?? place.value.project.folder) : null;
  const title = meta.title || (row.ok && row.value?.title) || deriveTitle(messages);
  const { model, approvalMode, modelOptions, requiredServer, marks } = meta;
  const settings = { model, approvalMode, ...(modelOptions ? { modelOptions } : {}), requiredServer, marks };
  const tags = tagsOf(meta);
  return ok({
    id: conversationId,
    title,
    project: folder,
    meta: { ...settings, ...(tags.length === 0 ? {} : { tags }) },
  });
}

async function recordsPiece(
  store: Store,
  conversationId: string,
  to: ExportForm,
  after: string | null,
  about: About,
  following: Following,
): Promise<Result<Piece>> {
  const page = await store.readLater(conversationId, after, pageSize, { enoughBytes: pieceCharacters, ...following });
  if (!page.ok) return page;
  if (page.value.hasLater && page.value.messages.length === 0) return brokenOff;
  let text = after === null ? beginning(to, about) : '';
  let last = after;
  let resultCount = 0;
  for (const message of page.value.messages) {
    if (resultCount > 0 && text.length >= pieceCharacters) break;
    text +=
      to === 'json'
        ? `${last === null ? '' : ','}${JSON.stringify(message)}\n`
        : await section(store, conversationId, message);
    last = message.id;
    resultCount++;
  }
  const more = resultCount < page.value.messages.length || (page.value.hasLater && resultCount > 0);
  if (more && last !== null) return ok({ text, cursor: `records ${last}` });
  if (to === 'markdown') return ok({ text, cursor: null });
  return ok({ text: `${text}],"results":{`, cursor: 'results 0 first' });
}

function beginning(to: ExportForm, about: About): string {
  if (to === 'json') return `${JSON.stringify({ ...format, ...about }).slice(0, -1)},"messages":[\n`;
  return `# ${escapeMarkdownLine(about.title)}\n\n`;
}

async function section(store: Store, conversationId: string, message: Message): Promise<string> {
  const text = markdownOf(message, await firstPart(store, conversationId, message));
  return text === '' ? '' : `${text}\n\n`;
}

async function firstPart(store: Store, conversationId: string, message: Message): Promise<FirstPart> {
  if (!isSpilled(message)) return null;
  const page = await store.readToolResult(conversationId, message.id, 0, firstBytes);
  return page.ok ? { text: page.value.text, totalBytes: page.value.totalBytes } : null;
}

/** The next part of the full results. Skips missing ones. */
async function resultPiece(
  store: Store,
  conversationId: string,
  place: ExportPosition & { part: 'results' },
  following: Following,
): Promise<Result<Piece>> {
  const { after, offset, isFirst } = place;
  const none = isFirst ? 'first' : 'more';
  if (offset > 0 && after !== null) {
    const part = await store.readToolResult(conversationId, after, offset, resultBytes);
    if (!part.ok) return part;
    const { text, nextOffset } = part.value;
    if (nextOffset !== null) return ok({ text: inString(text), cursor: `results ${nextOffset} more ${after}` });
    return ok({ text: `${inString(text)}"`, cursor: `results 0 more ${after}` });
  }
  const page = await store.readLater(conversationId, after, resultPage, { only: 'withFile', ...following });
  if (!page.ok) return page;
  if (page.value.hasLater && page.value.messages.length === 0) return brokenOff;
  let last = after;
  for (const message of page.value.messages) {
    last = message.id;
    const part = isSpilled(message) ? await store.readToolResult(conversationId, message.id, 0, resultBytes) : null;
    if (!part?.ok) continue;
    const text = `${isFirst ? '' : ','}\n${JSON.stringify(message.id)}:"${inString(part.value.text)}`;
    const { nextOffset } = part.value;
    if (nextOffset !== null) return ok({ text, cursor: `results ${nextOffset} more ${last}` });
    return ok({ text: `${text}"`, cursor: `results 0 more ${last}` });
  }
  if (page.value.hasLater && last !== after) return ok({ text: '', cursor: `results 0 ${none} ${last}` });
  return ok({ text: '\n}}\n', cursor: null });
}

function isSpilled(message: Message): boolean {
  return message.role === 'tool' && message.fullOutputPath !== undefined && message.removed === undefined;
}

/** Escaped as inside a JSON string. */
function inString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function placeOf(cursor: string | null): ExportPosition | null {
  if (cursor === null) return { part: 'records', after: null };
  const form = /^(?:records (\S+)|results (\d{1,15}) (first|more)(?: (\S+))?)$/;
  const [, records, offset, which, after = null] = form.exec(cursor) ?? [];
  if (records !== undefined) return { part: 'records', after: records };
  return offset === undefined ? null : { part: 'results', after, offset: Number(offset), isFirst: which === 'first' };
}
