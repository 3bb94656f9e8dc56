// Reads the files, folders and MCP resources that the user mentions with `@` when a message is stored: each becomes a
// part that refers to its bytes by hash. Unreadable ones are listed with the reason, without affecting the rest.

import { type MentionMatch, mentionSteps } from '../../../shared/conversation/mentions.ts';
import type { ContentPart, MentionPart, Message, NewMessage } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { parseFullOutputPath } from '../../conversation/formats.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { FolderFile } from '../../ports/folderFiles.ts';
import type { ReadSource } from '../../ports/mentionSources.ts';
import type { ReadResource } from '../../ports/resources.ts';
import type { SlashExpansion, SlashScope } from '../../ports/slash.ts';
import type { ChatDeps } from '../chatDeps.ts';
import { expandCall } from './expandCall.ts';
import { readResultAsFile } from './namedResult.ts';

type MentionDeps = Pick<ChatDeps, 'store' | 'files' | 'mentionSources' | 'resources'>;
type SaidDeps = MentionDeps & Pick<ChatDeps, 'slash'>;

export interface ReadMentions {
  /** The plain text if it has no mention. */
  content: string | ContentPart[];
  /** The texts read, by hash, as they would be stored. */
  texts: ReadonlyMap<string, string>;
  /** Images included with it, stored after its parts. */
  images: NonNullable<SlashExpansion['images']>;
}

/** Reads the mentions in `text`. `typed`: the part that the user typed; null: all of it. Stores nothing. */
async function readMentions(
  deps: MentionDeps,
  scope: SlashScope & { conversationId: string },
  text: string,
  typed: string | null,
): Promise<ReadMentions> {
  const { conversationId, folder } = scope;
  const texts = new Map<string, string>();
  const images: ReadMentions['images'] = [];
  const reads = new Map<string, Promise<Result<ReadMention>>>();
  const parts: ContentPart[] = [];
  let done = 0;

  /** Reads a repeated mention once. */
  function read(path: string, range: MentionMatch['range']): Promise<Result<ReadMention>> {
    const key = JSON.stringify([path, range]);
    const reading = reads.get(key) ?? readOne(path, range);
    reads.set(key, reading);
    return reading;
  }

  async function readOne(path: string, range: MentionMatch['range']): Promise<Result<ReadMention>> {
    if (parseFullOutputPath(path) !== null) return readResultAsFile(deps.store, conversationId, path, range);
    const resource = await readResource(deps, scope, path, range);
    if (resource?.ok) images.push(...resource.value.resource.images);
    if (resource) return resource;
    const isTyped = typed?.includes(path) !== false;
    const file = folder === null ? noFolder : await deps.files.read(folder, path, range, isTyped ? 'person' : 'file');
    // A file of that name comes first; what a command's file names is never read from elsewhere.
    if (!isTyped || (file !== noFolder && !isMissing(file))) return file;
    const source = await deps.mentionSources.read(scope, path);
    if (source === null) return file;
    if (!source.ok) return source;
    const whole = { kind: 'file' as const, source: source.value, text: source.value.text, range: null };
    return range === null ? ok(whole) : withLines(whole, range);
  }

  async function resolve(mention: MentionMatch): Promise<{ part: MentionPart; end: number } | null> {
    const whole = { path: mention.path, end: mention.place.end, file: await read(mention.path, mention.range) };
    let chosen = whole;
    for (const shorter of isMissing(whole.file) ? mention.shorter : []) {
      const file = await read(shorter.path, mention.range);
      // None of these names exists: the one that looks most like a path is meant.
      if (isMissing(file) && (looksLikePath(chosen.path) || !looksLikePath(shorter.path))) continue;
      chosen = { ...shorter, file };
      if (!isMissing(file)) break;
    }
    const { path, file, end } = chosen;
    if (!file.ok && (isMissing(file) || file === noFolder) && !mention.quoted && !looksLikePath(path)) return null;
    return { part: await partOf(path, mention.range, file), end };
  }

  async function partOf(
    path: string,
    requestedRange: MentionMatch['range'],
    file: Result<ReadMention>,
  ): Promise<MentionPart> {
    if (!file.ok) {
      return {
        type: 'mention',
        path,
        ...(requestedRange ? { range: requestedRange } : {}),
        problem: file.error.message,
      };
    }
    const { kind, range } = file.value;
    const stored = await deps.store.asKept(file.value.text);
    texts.set(stored.hash, stored.text);
    const bytes = Buffer.byteLength(stored.text);
    const part = { type: 'mention' as const, path, hash: stored.hash, ...(range ? { range } : {}), kind, bytes };
    if ('source' in file.value) {
      const { kind: sourceKind, title } = file.value.source;
      return { ...part, kind: sourceKind, ...(title === '' ? {} : { title }) };
    }
    if (!('resource' in file.value)) return part;
    const { server, uri, title } = file.value.resource;
    return { ...part, kind: 'resource', server, uri, ...(title === '' ? {} : { title }) };
  }

  const slice = createTimeSlice();
  for (const piece of mentionSteps(text)) {
    const turn = slice();
    if (turn) await turn;
    if (piece === null || piece.type === 'text') continue;
    const resolved = await resolve(piece);
    if (!resolved) continue;
    if (piece.place.start > done) parts.push({ type: 'text', text: text.slice(done, piece.place.start) });
    parts.push(resolved.part);
    done = resolved.end;
  }
  if (parts.length === 0) return { content: text, texts, images };
  if (done < text.length) parts.push({ type: 'text', text: text.slice(done) });
  return { content: parts, texts, images };
}

/** Does the same for text with attachments, whose names are not mentions. */
async function readContent(
  deps: MentionDeps,
  scope: SlashScope & { conversationId: string },
  content: string | readonly ContentPart[],
  typed: string | null = null,
): Promise<ReadMentions> {
  if (typeof content === 'string') return readMentions(deps, scope, content, typed);
  const texts = new Map<string, string>();
  const images: ReadMentions['images'] = [];
  const parts: ContentPart[] = [];
  for (const part of content) {
    const read = part.type === 'text' ? await readMentions(deps, scope, part.text, typed) : null;
    images.push(...(read?.images ?? []));
    for (const [hash, text] of read?.texts ?? []) texts.set(hash, text);
    if (Array.isArray(read?.content)) parts.push(...read.content);
    else parts.push(part);
  }
  return { content: parts, texts, images };
}

/**
 * Expands a user message as it would be stored: reads its `/` call and mentions. Fails if the call cannot be sent.
 * Stores nothing.
 */
export async function expandMessage(
  deps: SaidDeps,
  scope: SlashScope & { conversationId: string },
  content: string | readonly ContentPart[],
): Promise<Result<ReadMentions>> {
  const called = await expandCall(deps, scope, content);
  if (!called.ok) return called;
  if (called.value === null) return ok(await readContent(deps, scope, content));
  const { part, text, naming, rest, images } = called.value;
  const named = await readContent(deps, scope, naming, part.words);
  const files = typeof named.content === 'string' ? [] : named.content.filter((each) => each.type === 'mention');
  const texts = new Map([...named.texts, [part.hash, text]]);
  return ok({
    content: [part, ...files.map((file) => ({ ...file, of: 'command' as const })), ...rest],
    texts,
    images: [...images, ...named.images],
  });
}

/**
 * Stores user messages: reads their calls and mentions, stores those, and then the message. If they cannot be stored,
 * neither is the message. `read`: an earlier result of reading the message.
 */
export async function storeUserMessages(
  deps: Pick<SaidDeps, 'store'>,
  conversationId: string,
  append: (message: NewMessage) => Promise<Result<Message>>,
  message: NewMessage & { role: 'user' },
  { content, texts, images }: ReadMentions,
): Promise<Result<Message>> {
  const parts: ContentPart[] = [];
  const keep = async (): Promise<Result<void>> => {
    parts.length = 0;
    for (const text of texts.values()) {
      const saved = await deps.store.saveAttachment(conversationId, Buffer.from(text));
      if (!saved.ok) return saved;
    }
    for (const { bytes, mediaType, name } of images) {
      const saved = await deps.store.saveAttachment(conversationId, bytes);
      if (!saved.ok) return saved;
      const named = name === undefined ? {} : { name };
      parts.push({ type: 'image', hash: saved.value.hash, mediaType, ...named, bytes: bytes.length });
    }
    return ok(undefined);
  };
  const keptResult = await keep();
  if (!keptResult.ok) return keptResult;
  const whole = typeof content === 'string' || parts.length === 0 ? content : [...content, ...parts];
  const stored = await append({ ...message, content: whole });
  // Until the message refers to them, a removal in another conversation may have treated them as unused.
  if (stored.ok) await keep();
  return stored;
}

/** For queued messages: a call that is no longer valid is sent as typed. */
export function createExpandingAppend(
  deps: SaidDeps,
  scope: SlashScope & { conversationId: string },
  append: (message: NewMessage) => Promise<Result<Message>>,
): (message: NewMessage) => Promise<Result<Message>> {
  return async (message) => {
    if (message.role !== 'user') return append(message);
    const read = await expandMessage(deps, scope, message.content);
    const expanded = read.ok ? read.value : await readContent(deps, scope, message.content);
    return storeUserMessages(deps, scope.conversationId, append, message, expanded);
  };
}

const noFolder = fail('TOOL_EXEC_FAILED', say`This conversation has no folder to read files from.`);

function isMissing(file: Result<FolderFile>): boolean {
  return !file.ok && file.error.details?.missing === true;
}

/** A word after `@` may be a person's name; one with a folder or extension is certainly a path. */
function looksLikePath(path: string): boolean {
  return path.includes('/') || path.includes('\\') || /.\.[A-Za-z0-9]{1,10}$/.test(path) || path.startsWith('.');
}

/** Reads an MCP resource that a message mentions with `@server:uri`, like a file of the folder. */
interface NamedResource extends FolderFile {
  resource: ReadResource;
}

/** Something else that a message mentions, as text like a file's. */
interface NamedSource extends FolderFile {
  source: ReadSource;
}

type ReadMention = FolderFile | NamedResource | NamedSource;

/** Null: not a resource of one of the project's servers. */
async function readResource(
  { resources }: Pick<ChatDeps, 'resources'>,
  scope: SlashScope,
  path: string,
  range: MentionMatch['range'],
): Promise<Result<NamedResource> | null> {
  // Without a scheme it is not a URI, so no server is asked.
  if (!/^.{1,200}?:[A-Za-z][A-Za-z0-9+.-]*:/s.test(path)) return null;
  const read = await resources.read(scope, path);
  if (!read?.ok) return read;
  const whole = { kind: 'file' as const, resource: read.value, text: read.value.text, range: null };
  return range === null ? ok(whole) : withLines(whole, range);
}

function withLines<Whole extends FolderFile>(
  whole: Whole,
  { start, end }: NonNullable<MentionMatch['range']>,
): Result<Whole> {
  const lines = whole.text.split(/(?<=\n)/);
  if (start > lines.length) {
    return fail('TOOL_EXEC_FAILED', say`It has only ${lines.length} lines, so there is no line ${start}.`);
  }
  const last = Math.min(end ?? lines.length, lines.length);
  return ok({ ...whole, text: lines.slice(start - 1, last).join(''), range: { start, end: last } });
}
