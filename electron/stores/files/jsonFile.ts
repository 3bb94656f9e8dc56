// Small JSON files that are read often and written whole: meta, pending, partial, project, settings. An unreadable one
// opens with defaults and a notice; the original is set aside before the next write, never overwritten.

import type { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { issueSentence } from '../../../shared/core/issueSentence.ts';
import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import { yieldToEventLoop } from '../../lib/cooperativeYield.ts';
import { maskInSlices } from '../../lib/maskDeep.ts';
import { decodePlainText, detectUtf16 } from '../../lib/plainText.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import { atomicWrite, setAside } from './atomicWrite.ts';
import {
  type Disk,
  diskReason,
  errorCode,
  type FileIdentity,
  identityOf,
  isNotFoundError,
  isSameFile,
  readWholeFile,
} from './disk.ts';

export interface JsonFile<T> {
  value: T;
  /** False if the file does not exist. */
  exists: boolean;
  /** A sentence about the unreadable part; null if everything could be read. */
  notice: Sentence | null;
  /** The reason, if the file could not be read this time; its contents are unknown. */
  unread?: UserText;
}

export interface JsonFiles {
  /** `name` is how the notice refers to the file. Returns the same object until the file changes, so copy it before changing it. */
  read<T>(path: string, schema: z.ZodType<T>, defaults: () => T, name: string): Promise<JsonFile<T>>;
  /** The folder must exist. With `unreadable`, the current file is set aside first. */
  write(path: string, value: unknown, options: { synced: boolean; unreadable: boolean }): Promise<Result<void>>;
}

const keptFiles = 64;
/** Files above this size yield to the event loop between steps. */
const longFile = 256 * 1024;

/** `mask` hides secrets in everything that is written. */
export function createJsonFiles(disk: Disk, now: () => Date, mask: SecretMask | null = null): JsonFiles {
  const cache = new Map<string, { identity: FileIdentity; file: JsonFile<unknown> }>();

  function remember(path: string, identity: FileIdentity, file: JsonFile<unknown>): void {
    cache.delete(path);
    cache.set(path, { identity, file });
    const oldest = cache.keys().next();
    if (cache.size > keptFiles && !oldest.done) cache.delete(oldest.value);
  }

  return {
    async read<T>(path: string, schema: z.ZodType<T>, defaults: () => T, name: string): Promise<JsonFile<T>> {
      const now = see(disk, path);
      const cached = cache.get(path);
      if (cached && now && now !== 'unseen' && isSameFile(now, cached.identity)) return cached.file as JsonFile<T>;
      cache.delete(path);
      if (!now) return { value: defaults(), exists: false, notice: null };
      const content = await readWholeFile(disk, path);
      if (content.kind === 'absent') return { value: defaults(), exists: false, notice: null };
      if (content.kind === 'unreadable') {
        const unread = content.failed ? { unread: content.reason } : {};
        return { value: defaults(), exists: true, notice: unreadable(name, content.reason), ...unread };
      }
      const file = await parseFile(content.bytes, schema, defaults, name);
      remember(path, content.identity, file);
      return file;
    },

    async write(path, value, { synced, unreadable }) {
      try {
        const masked = mask ? await maskInSlices(mask, value) : value;
        const text = JSON.stringify(masked, null, 2);
        if (unreadable) await setAside(disk, path, 'unreadable', now());
        await atomicWrite(disk, path, `${text}\n`, { synced });
        return ok(undefined);
      } catch (thrown) {
        return fail(
          'STORE_WRITE_FAILED',
          say`${path} could not be written: ${diskReason(thrown)}. It was left unchanged.`,
          { cause: errorCode(thrown) },
        );
      } finally {
        cache.delete(path);
      }
    },
  };
}

/** Returns the file's identity, or null if it is missing. A failed stat does not count as missing. */
function see(disk: Disk, path: string): FileIdentity | 'unseen' | null {
  try {
    const stats = disk.statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats ? identityOf(stats) : null;
  } catch (thrown) {
    return isNotFoundError(thrown) ? null : 'unseen';
  }
}

function unreadable(name: string, reason: UserText): Sentence {
  return say`${name} could not be read (${reason}), so defaults are used. A copy of the original is kept the next time the file is saved.`;
}

/** Throws if it is not JSON. Whatever judges such files must read them in this way, too. */
export function parseJsonBytes(bytes: Buffer): unknown {
  // An editor may have saved it as UTF-16; a damaged byte costs one value, not the file.
  const wide = detectUtf16(bytes) === null ? null : decodePlainText(bytes);
  return JSON.parse(wide ?? bytes.toString('utf8').replace(/^\uFEFF/, ''));
}

/** Drops invalid fields individually, so that one bad value does not cost the others. */
async function parseFile<T>(
  bytes: Buffer,
  schema: z.ZodType<T>,
  defaults: () => T,
  name: string,
): Promise<JsonFile<T>> {
  let raw: unknown;
  try {
    raw = parseJsonBytes(bytes);
  } catch {
    return { value: defaults(), exists: true, notice: unreadable(name, say`it is not valid JSON`) };
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return { value: defaults(), exists: true, notice: unreadable(name, say`it is not an object`) };
  }
  if (bytes.length > longFile) await yieldToEventLoop();
  const fields = new Map(Object.entries(raw).filter(([key]) => key !== '__proto__'));
  const wrong: string[] = [];
  for (;;) {
    const parsed = schema.safeParse(Object.fromEntries(fields));
    if (parsed.success) {
      const notice = wrong.length === 0 ? null : unreadable(`${name}: ${wrong.join(', ')}`, say`not an allowed value`);
      return { value: parsed.data, exists: true, notice };
    }
    const field = parsed.error.issues.map((issue) => String(issue.path[0])).find((key) => fields.has(key));
    if (field === undefined) {
      const issue = parsed.error.issues[0];
      const reason = issue ? say`${issue.path.join('.')}: ${issueSentence(issue)}` : say`it has an unexpected format`;
      return { value: defaults(), exists: true, notice: unreadable(name, reason) };
    }
    fields.delete(field);
    wrong.push(field);
  }
}
