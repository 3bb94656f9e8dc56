// Reads files that the user mentions in a message: only inside the project folder with links resolved, only text, and
// no more than a message can hold. Failures are explained in a sentence.

import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { maxMentionBytes } from '../../shared/conversation/mentions.ts';
import { type AppError, fail, ok, type Result } from '../../shared/core/errors.ts';
import { imageType } from '../../shared/core/imageType.ts';
import { type Sentence, say } from '../../shared/core/sentence.ts';
import { detectEncoding } from '../lib/detectEncoding.ts';
import { decodePlainText } from '../lib/plainText.ts';
import { decodeBytes } from '../lib/textEncoding.ts';
import type { Clock } from '../ports/clock.ts';
import type { FolderFile, FolderFiles } from '../ports/folderFiles.ts';
import { formatEntries } from './builtin/listFiles.ts';
import { listEntries, searchText } from './folderBrowse.ts';
import { fileError } from './paths/fileErrors.ts';
import { readGitCheckout } from './paths/gitCheckout.ts';
import { createIgnoreRules } from './paths/ignoreRules.ts';
import { type OpenFile, openFile } from './paths/openInside.ts';
import type { PathScope } from './paths/pathScope.ts';
import type { ScopedPath } from './paths/realLocation.ts';
import { sensitivityReason } from './paths/sensitivePaths.ts';
import { walkFolder } from './search/folderWalk.ts';
import type { PathCompleter } from './search/pathCompleter.ts';
import type { FindRipgrep } from './search/ripgrep.ts';
import { createFilePages } from './text/filePages.ts';
import { readLineRange } from './text/lineRange.ts';
import { decodeText, isBinary } from './text/textFile.ts';

const maxEntries = 200;
const headBytes = 8192;
const maxNameBytes = 255;

export interface FolderFilesDeps {
  scope: PathScope;
  completer: PathCompleter;
  clock: Clock;
  findRipgrep: FindRipgrep;
}

export function createFolderFiles({ scope, completer, clock, findRipgrep }: FolderFilesDeps): FolderFiles {
  const pages = createFilePages();

  /** By the rules of the file tools: absolute paths inside the folder are allowed. */
  async function locateFile(folder: string, path: string): Promise<Result<ScopedPath>> {
    const location = await scope.toRead(folder, path);
    if (location.ok) return location.value.exists ? location : missing;
    if (location.error.code !== 'PATH_OUTSIDE_PROJECT') return withUserWording(location.error);
    return fail('PATH_OUTSIDE_PROJECT', say`It is outside the project folder, so it is not shown.`);
  }

  async function locate(folder: string, path: string): Promise<Result<ScopedPath>> {
    const refused = unreadableForm(path);
    if (refused !== null) return fail('PATH_OUTSIDE_PROJECT', refused);
    // No file system allows such a name.
    if (path.split('/').some((name) => Buffer.byteLength(name) > maxNameBytes)) return missing;
    const location = await scope.toRead(folder, path);
    if (location.ok) return location.value.exists ? location : missing;
    if (location.error.code !== 'PATH_OUTSIDE_PROJECT') return withUserWording(location.error);
    return fail('PATH_OUTSIDE_PROJECT', say`It leads outside the project folder, so it was not read.`);
  }

  async function opened<T>(
    at: ScopedPath,
    use: (file: OpenFile, head: Buffer) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    let file: OpenFile | null = null;
    try {
      file = await openFile(at);
      const head = await headOf(file);
      const refused = await refuseBinary(head, file.stats.size);
      return refused ?? (await use(file, head));
    } catch (thrown) {
      return problemOf(thrown, at.displayPath);
    } finally {
      await file?.handle.close();
    }
  }

  return {
    async read(folder, path, range, namedBy = 'person') {
      const location = await locate(folder, path);
      if (!location.ok) return location;
      const at = location.value;
      const why = namedBy === 'file' ? sensitivityReason(at.segments.join('/'), 'read') : null;
      if (why !== null)
        return fail('TOOL_EXEC_FAILED', say`It was not read because ${why}. To send it, mention it yourself.`);
      try {
        if ((await lstat(join(at.root, ...at.segments))).isDirectory()) {
          return range ? fail('TOOL_EXEC_FAILED', say`It is a folder, so it has no lines.`) : await listFolder(at);
        }
      } catch (thrown) {
        return problemOf(thrown, at.displayPath);
      }
      if (path.endsWith('/')) return fail('TOOL_EXEC_FAILED', say`It is a file, not a folder.`);
      return opened(at, (file, head) =>
        range
          ? readLineRange(file.handle, range, maxMentionBytes, (bytes) => textOfLines(bytes, head))
          : readAll(file, path),
      );
    },

    async beginning(folder, path, maxBytes) {
      const location = await locate(folder, path);
      if (!location.ok) return location;
      const read = async (file: OpenFile): Promise<Result<{ text: string; bytes: number }>> => {
        const { text } = await textUpTo(file, maxBytes, { guess: false });
        return text.ok ? ok({ text: text.value, bytes: file.stats.size }) : text;
      };
      return opened(location.value, read);
    },

    async page(folder, path, wish) {
      const location = await locateFile(folder, path);
      if (!location.ok) return location;
      const at = location.value;
      if (at.segments.length === 0) return aFolder;
      let file: OpenFile | null = null;
      try {
        file = await openFile(at);
        const head = await headOf(file);
        const refused = await refuseBinary(head, file.stats.size);
        if (refused && !refused.ok) return fail(refused.error.code, refused.error.message, { binary: true });
        return await pages(at, file, head, wish);
      } catch (thrown) {
        return fileError(thrown, at.displayPath).details?.system === 'EISDIR'
          ? aFolder
          : problemOf(thrown, at.displayPath);
      } finally {
        await file?.handle.close();
      }
    },

    async list(folder, path) {
      const location = await locateFile(folder, path === '' ? '.' : path);
      if (!location.ok) return location;
      try {
        return ok(await listEntries(location.value));
      } catch (thrown) {
        return problemOf(thrown, location.value.displayPath);
      }
    },

    async search(folder, wish) {
      const location = await locateFile(folder, '.');
      if (!location.ok) return location;
      try {
        return await searchText(location.value, wish, { clock, findRipgrep });
      } catch (thrown) {
        return problemOf(thrown, '.');
      }
    },

    async find(folder, path) {
      const location = await locateFile(folder, path);
      if (!location.ok) return null;
      const { root, segments, displayPath } = location.value;
      const stats = await lstat(join(root, ...segments)).catch(() => null);
      return stats?.isFile() ? displayPath : null;
    },

    async realFile(folder, path) {
      const location = await locateFile(folder, path);
      if (!location.ok) return location;
      const place = join(location.value.root, ...location.value.segments);
      const stats = await lstat(place).catch(() => null);
      if (stats?.isFile()) return ok(place);
      return stats?.isDirectory() ? aFolder : fail('TOOL_EXEC_FAILED', sentences.NOT_A_FILE ?? '');
    },

    async realPath(folder, path) {
      const location = await locateFile(folder, path);
      return location.ok ? ok(join(location.value.root, ...location.value.segments)) : location;
    },

    checkedOut: readGitCheckout,
    complete: completer.complete,
  };
}

/** Why this form of path is never read; null for a relative path that only goes down. */
function unreadableForm(path: string): Sentence | null {
  if (/^(?:[/\\]|~(?:[/\\]|$))/.test(path) || /^[A-Za-z]:[/\\]/.test(path)) {
    return say`It is not a path in the project. Use paths relative to the project folder, such as src/index.ts.`;
  }
  if (path.split(/[/\\]/).includes('..')) return say`It contains "..". Use paths relative to the project folder.`;
  return null;
}

const aFolder = fail('TOOL_EXEC_FAILED', say`It is a folder, not a file.`, { folder: true });
const missing = fail('TOOL_EXEC_FAILED', say`No such file or folder.`, { missing: true });

const sentences: Record<string, Sentence> = {
  NOT_A_FILE: say`It is a pipe, a socket or a device, not a file.`,
  EACCES: say`It cannot be read because of its permissions or those of its folder.`,
  EPERM: say`It cannot be read because the system does not allow it.`,
  ELOOP: say`It is a circular link.`,
};

function problemOf(thrown: unknown, shownPath: string): Result<never> {
  return withUserWording(fileError(thrown, shownPath));
}

/** The model-facing text names tools, so use other wording. */
function withUserWording(error: AppError): Result<never> {
  const system = String(error.details?.system ?? '');
  if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(system)) return missing;
  return fail(error.code, sentences[system] ?? error.message);
}

async function headOf({ handle, stats }: OpenFile): Promise<Buffer> {
  const head = Buffer.alloc(Math.min(headBytes, Math.max(16, stats.size)));
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  return head.subarray(0, bytesRead);
}

async function refuseBinary(head: Buffer, size: number): Promise<Result<never> | null> {
  const image = imageType(head);
  if (image !== null) {
    return fail('TOOL_EXEC_FAILED', say`It is an image (${image}, ${size.toLocaleString('en-US')} bytes), not text.`);
  }
  return (await isBinary(head, size > head.length)) ? binary(size) : null;
}

function binary(size: number): Result<never> {
  return fail('TOOL_EXEC_FAILED', say`It is a binary file (${size.toLocaleString('en-US')} bytes), not text.`);
}

async function readAll(file: OpenFile, path: string): Promise<Result<FolderFile>> {
  const { text, whole } = await textUpTo(file, maxMentionBytes, { guess: true });
  if (!whole) {
    const size = file.stats.size.toLocaleString('en-US');
    const most = maxMentionBytes.toLocaleString('en-US');
    const advice = say`Choose a range of lines, such as @${path}#L1-200.`;
    return fail('TOOL_EXEC_FAILED', say`It is too large: ${size} bytes, and at most ${most} can be sent. ${advice}`);
  }
  return text.ok ? ok({ kind: 'file', text: text.value, range: null }) : text;
}

/** `guess` also accepts encodings that can only be guessed from the characters. */
async function textUpTo(
  { handle, stats }: OpenFile,
  max: number,
  { guess }: { guess: boolean },
): Promise<{ text: Result<string>; whole: boolean }> {
  // The reported size may be stale or meaningless.
  const buffer = Buffer.alloc(max + 1);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  const whole = length <= max;
  const bytes = buffer.subarray(0, whole ? length : wholeCharacters(buffer, max));
  const text = decodePlainText(bytes, { cut: !whole });
  if (text !== null) return { text: ok(text), whole };
  const file = await decodeText(bytes);
  if (file === null) return { text: binary(stats.size), whole };
  return { text: guess && file.encoding !== null ? ok(file.text) : notUtf8, whole };
}

/** Never cuts a character, in UTF-8 or a two-byte encoding. */
function wholeCharacters(bytes: Buffer, max: number): number {
  let end = max - (max % 2);
  while (end > 0 && max - end < 4 && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  return end;
}

/** `head` is the start of the file, for detecting the encoding of short lines. */
async function textOfLines(bytes: Buffer, head: Buffer): Promise<Result<string>> {
  const encoding = (await detectEncoding(bytes)) ?? (await detectEncoding(head, { cut: true }));
  const text = encoding === null ? null : decodeBytes(bytes, encoding);
  return text === null ? notUtf8 : ok(text);
}

const notUtf8 = fail(
  'TOOL_EXEC_FAILED',
  say`It is not UTF-8 text, and its encoding is unknown. Save it as UTF-8, then try again.`,
);

async function listFolder({ root, segments, displayPath }: ScopedPath): Promise<Result<FolderFile>> {
  const rules = createIgnoreRules(root);
  const startIsHidden = await rules.hidesAllIn(segments);
  const { signal } = new AbortController();
  const walk = await walkFolder({
    root,
    start: segments,
    depth: 1,
    limit: maxEntries,
    rules: startIsHidden ? null : rules,
    signal,
  });
  const lines = formatEntries(walk.entries);
  if (walk.bounded) lines.push(`[Only the first ${maxEntries} entries are listed.]`);
  const text = lines.length === 0 ? `[${displayPath} has nothing to list]\n` : `${lines.join('\n')}\n`;
  return ok({ kind: 'folder', text, range: null });
}
