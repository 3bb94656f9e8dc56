// Small JSON files that are read often and written whole: meta, pending, partial, project, settings. One that cannot be
// read opens with defaults and says so; the original is set aside when the file is next written, never overwritten.

import type { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { issueSentence } from '../../../shared/core/issueSentence.ts';
import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import { yieldToEventLoop } from '../../lib/cooperativeYield.ts';
import { maskInTurns } from '../../lib/maskDeep.ts';
import { plainText, utf16Of } from '../../lib/plainText.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import { atomicWrite, setAside } from './atomicWrite.ts';
import { type Disk, diskReason, type FileIdentity, identityOf, isAbsent, isSameFile, readWhole } from './disk.ts';

export interface JsonFile<T> {
  value: T;
  /** False when there is no such file. */
  exists: boolean;
  /** What could not be read, as a sentence; null when all of it could. */
  notice: Sentence | null;
  /** Set when the file could not be read just now, with the reason: what stands in it is not known. */
  unread?: UserText;
}

export interface JsonFiles {
  /** `name`: how the notice calls the file. What was read is the same object each time until the file changes: change a copy. */
  read<T>(path: string, schema: z.ZodType<T>, defaults: () => T, name: string): Promise<JsonFile<T>>;
  /** The folder must exist. `unreadable`: the file there now is set aside first. */
  write(path: string, value: unknown, options: { synced: boolean; unreadable: boolean }): Promise<Result<void>>;
}

const keptFiles = 64;
/** Bytes from which others have a turn between the steps. */
const longFile = 256 * 1024;

/** `mask`: hides secrets in everything that is written. */
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
      const known = cache.get(path);
      if (known && now && now !== 'unseen' && isSameFile(now, known.identity)) return known.file as JsonFile<T>;
      cache.delete(path);
      if (!now) return { value: defaults(), exists: false, notice: null };
      const content = await readWhole(disk, path);
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
        const masked = mask ? await maskInTurns(mask, value) : value;
        const text = JSON.stringify(masked, null, 2);
        if (unreadable) await setAside(disk, path, 'unreadable', now());
        await atomicWrite(disk, path, `${text}\n`, { synced });
        return ok(undefined);
      } catch (thrown) {
        return fail('STORE_WRITE_FAILED', say`${path} could not be written: ${diskReason(thrown)}. It is unchanged.`);
      } finally {
        cache.delete(path);
      }
    },
  };
}

/** What stands at `path`; null when nothing does. One that cannot be looked at is no reason to take it for absent. */
function see(disk: Disk, path: string): FileIdentity | 'unseen' | null {
  try {
    const stats = disk.statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats ? identityOf(stats) : null;
  } catch (thrown) {
    return isAbsent(thrown) ? null : 'unseen';
  }
}

function unreadable(name: string, reason: UserText): Sentence {
  return say`${name} could not be read (${reason}), so defaults are used. A copy of the original is kept when the file is next saved.`;
}

/** Fields that are wrong are left out one by one, so that one bad value does not cost the others. */
async function parseFile<T>(
  bytes: Buffer,
  schema: z.ZodType<T>,
  defaults: () => T,
  name: string,
): Promise<JsonFile<T>> {
  // An editor may have saved it as UTF-16; a damaged byte costs one value and not the file.
  const wide = utf16Of(bytes) === null ? null : plainText(bytes);
  let raw: unknown;
  try {
    raw = JSON.parse(wide ?? bytes.toString('utf8').replace(/^\uFEFF/, ''));
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
