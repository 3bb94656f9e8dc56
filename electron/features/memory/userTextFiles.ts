// The user's texts, each a Markdown file in the data folder that any editor may change. Reads are bounded and follow no
// links; writes are atomic and never replace an unreadable or concurrently changed file.

import { constants } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { maxUserTextBytes } from '../../../shared/features/memory/userText.ts';
import { contentHash } from '../../lib/ids.ts';
import { decodePlainText } from '../../lib/plainText.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { Clock } from '../../ports/clock.ts';
import type { UserTextCall, UserTextFile, UserTextFileName, UserTextFiles } from '../../ports/ownTextFiles.ts';
import { createDataFolder } from '../../stores/dataFolder.ts';
import { atomicWrite, isTemporaryName, makeFolder } from '../../stores/files/atomicWrite.ts';
import {
  type Disk,
  diskReason,
  errorCode,
  isNotFoundError,
  readFlags,
  readWholeFile,
} from '../../stores/files/disk.ts';
import { withLock } from '../../stores/locks/locks.ts';

const maxKept = 50;
const hashLetters = 32;

export interface UserTextFilesDeps {
  disk: Disk;
  clock: Clock;
  mask: SecretMask;
  keysKnown(): Promise<void>;
}

/** The version of a missing or unusable file. */
const none = 'none';
const unusable = 'unusable';
const maxSeen = 2000;

export function createUserTextFiles(
  dataDir: string,
  { disk, clock, mask, keysKnown }: UserTextFilesDeps,
): UserTextFiles {
  const data = createDataFolder(dataDir, disk);
  const earlier = createEarlierTexts(disk);
  const seenVersions = new Map<string, string>();

  function path(name: UserTextFileName): string {
    if (name.about === 'memory') return join(data.root, 'memory.md');
    const file = name.about === 'project' ? 'instructions.md' : 'memory.md';
    return join(data.projectFolder(name.projectId), file);
  }

  async function readAt(place: string): Promise<UserTextFile> {
    const cannot = (problem: UserText): UserTextFile => ({ path: place, text: '', version: unusable, problem });
    try {
      const handle = await disk.open(place, readFlags | (constants.O_NOFOLLOW ?? 0));
      try {
        const stats = await handle.stat();
        if (!stats.isFile()) return cannot(say`it is not a file`);
        if (stats.size > maxUserTextBytes) return cannot(tooLarge);
        // The file may grow while it is read.
        const buffer = Buffer.alloc(maxUserTextBytes + 1);
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
        if (bytesRead > maxUserTextBytes) return cannot(tooLarge);
        const text = decodePlainText(buffer.subarray(0, bytesRead));
        if (text === null) return cannot(say`it is not text in UTF-8 or UTF-16`);
        return { path: place, text, version: contentHash(buffer.subarray(0, bytesRead)), problem: null };
      } finally {
        await handle.close();
      }
    } catch (thrown) {
      if (isNotFoundError(thrown)) return { path: place, text: '', version: none, problem: null };
      if (errorCode(thrown) === 'ELOOP') return cannot(say`it is a symbolic link`);
      return cannot(diskReason(thrown));
    }
  }

  async function replace(
    place: string,
    text: string,
    version: string,
    by?: UserTextCall,
  ): Promise<Result<UserTextFile>> {
    const before = await readAt(place);
    if (before.problem !== null) return fail('STORE_WRITE_FAILED', say`${place} is unchanged: ${before.problem}.`);
    if (before.version !== version) return changed(place);
    await keysKnown();
    const maskedText = mask.text(text);
    if (maskedText === before.text) return ok(before);
    const bytes = Buffer.from(maskedText, 'utf8');
    if (bytes.length > maxUserTextBytes) return fail('STORE_WRITE_FAILED', say`${place} is unchanged: ${tooLarge}.`);
    try {
      if (by) await earlier.keep(place, by, mask.text(before.text), contentHash(bytes));
      await atomicWrite(disk, place, bytes);
    } catch (thrown) {
      return fail(
        'STORE_WRITE_FAILED',
        say`${place} could not be written: ${diskReason(thrown)}. It was left unchanged.`,
      );
    }
    return ok({ path: place, text: maskedText, version: contentHash(bytes), problem: null });
  }

  /** Serialized across processes. Never creates a project's folder. */
  async function changing(place: string, work: () => Promise<Result<UserTextFile>>): Promise<Result<UserTextFile>> {
    try {
      await makeFolder(disk, data.locks);
      if (!(await disk.stat(dirname(place))).isDirectory()) throw new Error('no folder');
    } catch (thrown) {
      return fail(
        'STORE_WRITE_FAILED',
        say`${place} could not be written: ${diskReason(thrown)}. It was left unchanged.`,
      );
    }
    const lock = { folder: data.locks, name: 'own.texts', purpose: say`changing instructions or memory`, clock };
    return withLock(lock, 'DATA_FOLDER_BUSY', work);
  }

  return {
    path,
    noteSeen(conversationId, name, version) {
      const key = `${conversationId} ${path(name)}`;
      // Keep the most recently seen one longest.
      seenVersions.delete(key);
      seenVersions.set(key, version);
      for (const oldest of seenVersions.keys()) {
        if (seenVersions.size <= maxSeen) return;
        seenVersions.delete(oldest);
      }
    },
    seenVersion: (conversationId, name) => seenVersions.get(`${conversationId} ${path(name)}`),
    read: (name) => readAt(path(name)),
    write: (name, text, version, by) => changing(path(name), () => replace(path(name), text, version, by)),
    restore: (name, call) =>
      changing(path(name), async () => {
        const place = path(name);
        const [earlierText, now] = await Promise.all([earlier.find(place, call), readAt(place)]);
        if (earlierText === null) {
          return fail(
            'STORE_READ_FAILED',
            say`The text from before this change is no longer available. Nothing was changed.`,
          );
        }
        if (!now.version.startsWith(earlierText.after)) return changed(place);
        return replace(place, earlierText.text, now.version);
      }),
  };
}

const tooLarge = say`it is larger than ${maxUserTextBytes / 1024} KB`;

function changed(place: string): ReturnType<typeof fail> {
  return fail('CONTENT_CHANGED', say`${place} has changed in the meantime, so nothing was written.`);
}

/**
 * Previous texts, so that the user can restore what a call changed. Stored here rather than in the message: messages
 * may come from another app, and restored text reaches models.
 */
interface EarlierTexts {
  /** `after` is the hash of the call's new text. Throws file system errors. */
  keep(place: string, call: UserTextCall, text: string, after: string): Promise<void>;
  /** Null if not kept (any more). `after` is a prefix of the hash. */
  find(place: string, call: UserTextCall): Promise<{ text: string; after: string } | null>;
}

function createEarlierTexts(disk: Disk): EarlierTexts {
  const folderOf = (place: string): string => join(dirname(place), `${basename(place, '.md')}.before`);

  async function names(folder: string): Promise<string[]> {
    const fileNames = await disk.readdir(folder).catch(() => []);
    // Message IDs start with their time.
    return fileNames.filter((name) => !isTemporaryName(name) && name.endsWith('.md')).sort();
  }

  return {
    async keep(place, call, text, after) {
      const prefix = prefixOf(call);
      if (prefix === null) return;
      const folder = folderOf(place);
      await makeFolder(disk, folder);
      await atomicWrite(disk, join(folder, `${prefix}${after.slice(0, hashLetters)}.md`), text);
      const existingNames = await names(folder);
      for (const name of existingNames.slice(0, Math.max(0, existingNames.length - maxKept))) {
        await disk.unlink(join(folder, name)).catch(() => {});
      }
    },

    async find(place, call) {
      const prefix = prefixOf(call);
      const folder = folderOf(place);
      const name = prefix === null ? undefined : (await names(folder)).findLast((each) => each.startsWith(prefix));
      if (name === undefined || prefix === null) return null;
      const content = await readWholeFile(disk, join(folder, name));
      if (content.kind !== 'content') return null;
      return { text: content.bytes.toString('utf8'), after: name.slice(prefix.length, -'.md'.length) };
    },
  };
}

/** Null if the ID is not a valid file name. */
function prefixOf({ messageId, index }: UserTextCall): string | null {
  return /^[\w-]{1,64}$/.test(messageId) ? `${messageId}.${index}.` : null;
}
