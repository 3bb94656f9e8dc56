// Files and folders a person mentions with `@`, read when the message is stored: each becomes a part of the message that
// refers to its bytes by hash. What cannot be read is listed with the reason, and the rest still loads.

import { type MentionMatch, mentionSteps } from '../../../shared/conversation/mentions.ts';
import type { ContentPart, MentionPart, Message, NewMessage } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import { namedResult } from '../../../shared/formats.ts';
import { say } from '../../../shared/sentence.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { FolderFile } from '../../ports/folderFiles.ts';
import type { ChatDeps } from '../chatDeps.ts';
import { resultAsFile } from './namedResult.ts';

type MentionDeps = Pick<ChatDeps, 'store' | 'files'>;

export interface ReadMentions {
  /** The text itself where nothing in it is a mention. */
  content: string | ContentPart[];
  /** What was read, by hash, as it would be kept. */
  texts: ReadonlyMap<string, string>;
}

/** Reads what `text` mentions. Stores nothing. */
async function readMentions(
  deps: MentionDeps,
  conversationId: string,
  folder: string | null,
  text: string,
): Promise<ReadMentions> {
  const texts = new Map<string, string>();
  const known = new Map<string, Promise<Result<FolderFile>>>();
  const parts: ContentPart[] = [];
  let done = 0;

  /** Named twice in one message, it is read once. */
  function read(path: string, range: MentionMatch['range']): Promise<Result<FolderFile>> {
    const key = JSON.stringify([path, range]);
    const reading = known.get(key) ?? readOne(path, range);
    known.set(key, reading);
    return reading;
  }

  async function readOne(path: string, range: MentionMatch['range']): Promise<Result<FolderFile>> {
    if (namedResult(path) !== null) return resultAsFile(deps.store, conversationId, path, range);
    if (folder === null) return noFolder;
    return deps.files.read(folder, path, range);
  }

  async function resolve(mention: MentionMatch): Promise<{ part: MentionPart; end: number } | null> {
    const whole = { path: mention.path, end: mention.place.end, file: await read(mention.path, mention.range) };
    let chosen = whole;
    for (const shorter of isMissing(whole.file) ? mention.shorter : []) {
      const file = await read(shorter.path, mention.range);
      // Nothing of any of these names is there: the one that looks most like a path is meant.
      if (isMissing(file) && (looksLikePath(chosen.path) || !looksLikePath(shorter.path))) continue;
      chosen = { ...shorter, file };
      if (!isMissing(file)) break;
    }
    const { path, file, end } = chosen;
    if (!file.ok && (isMissing(file) || file === noFolder) && !mention.quoted && !looksLikePath(path)) return null;
    return { part: await partOf(path, mention.range, file), end };
  }

  async function partOf(path: string, asked: MentionMatch['range'], file: Result<FolderFile>): Promise<MentionPart> {
    if (!file.ok) {
      return { type: 'mention', path, ...(asked ? { range: asked } : {}), problem: file.error.message };
    }
    const { kind, range } = file.value;
    const kept = await deps.store.asKept(file.value.text);
    texts.set(kept.hash, kept.text);
    const bytes = Buffer.byteLength(kept.text);
    return { type: 'mention', path, hash: kept.hash, ...(range ? { range } : {}), kind, bytes };
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
  if (parts.length === 0) return { content: text, texts };
  if (done < text.length) parts.push({ type: 'text', text: text.slice(done) });
  return { content: parts, texts };
}

/** The same of words with attachments beside them: their names are no mentions. */
export async function readContent(
  deps: MentionDeps,
  conversationId: string,
  folder: string | null,
  content: string | readonly ContentPart[],
): Promise<ReadMentions> {
  if (typeof content === 'string') return readMentions(deps, conversationId, folder, content);
  const texts = new Map<string, string>();
  const parts: ContentPart[] = [];
  for (const part of content) {
    const read = part.type === 'text' ? await readMentions(deps, conversationId, folder, part.text) : null;
    for (const [hash, text] of read?.texts ?? []) texts.set(hash, text);
    if (Array.isArray(read?.content)) parts.push(...read.content);
    else parts.push(part);
  }
  return { content: parts, texts };
}

/**
 * Stores messages of the person: what they mention is read, kept, and then named by the message. Where it cannot be kept
 * the message is not stored either.
 */
export function appendWithMentions(
  deps: MentionDeps,
  conversationId: string,
  folder: string | null,
  append: (message: NewMessage) => Promise<Result<Message>>,
): (message: NewMessage) => Promise<Result<Message>> {
  return async (message) => {
    if (message.role !== 'user') return append(message);
    const { content, texts } = await readContent(deps, conversationId, folder, message.content);
    const keep = async (): Promise<Result<void>> => {
      for (const text of texts.values()) {
        const saved = await deps.store.saveAttachment(conversationId, Buffer.from(text));
        if (!saved.ok) return saved;
      }
      return ok(undefined);
    };
    const kept = await keep();
    if (!kept.ok) return kept;
    const stored = await append({ ...message, content });
    // Until the message named them, a removal in another conversation may have taken them for unused.
    if (stored.ok) await keep();
    return stored;
  };
}

const noFolder = fail('TOOL_EXEC_FAILED', say`This chat has no folder to read files from.`);

function isMissing(file: Result<FolderFile>): boolean {
  return !file.ok && file.error.details?.missing === true;
}

/** A word after `@` may be a person's name; one with a folder or an ending in it is certainly a path. */
function looksLikePath(path: string): boolean {
  return path.includes('/') || path.includes('\\') || /.\.[A-Za-z0-9]{1,10}$/.test(path) || path.startsWith('.');
}
