// Reads one backup from beginning to end and compares every file with its length and SHA-256. Nothing in it is trusted: a name that is
// unsafe, or that another file has, is damage.

import { SentenceError } from '../../../shared/core/errors.ts';
import { type SentenceData, say } from '../../../shared/core/sentence.ts';
import type { Disk } from '../../stores/files/disk.ts';
import { type Damage, type EntryTaker, readArchive, restIsUnreadable } from './archiveReader.ts';
import { isBackedUp, isSafePath, nameKey } from './backedUp.ts';
import { archiveBytes } from './backupFile.ts';
import {
  type BackedUpFile,
  type BackupHead,
  backupVersion,
  endSchema,
  fileSchema,
  firstEntry,
  headSchema,
  lastEntry,
  manifestHeadSchema,
  manifestPart,
  pathOfEntry,
} from './backupFormat.ts';
import type { Opener } from './encryption.ts';
import { sha256 } from './snapshotFile.ts';

export interface CheckedBackup {
  file: string;
  head: BackupHead;
  /** Every file of the data folder at the time whose bytes in this backup are intact, by path. */
  files: Map<string, BackedUpFile>;
  damage: Damage[];
}

const maxSmallBytes = 8 * 1024 * 1024;

interface Entry {
  size: number;
  sha256: string | null;
  at: number;
  repeated: boolean;
}

/** Throws a SentenceError if the file is not a backup, or cannot be decrypted; file system errors; AbandonedError. */
export async function checkBackup(
  disk: Disk,
  file: string,
  opener: Opener,
  { signal, onBytes }: { signal: AbortSignal; onBytes(bytes: number): void },
): Promise<CheckedBackup> {
  const entries = new Map<string, Entry>();
  const small = new Map<string, Buffer>();
  const foreign: Damage[] = [];
  const bytes = await archiveBytes(disk, file, opener, signal);
  const damage = await readArchive(bytes, ({ name, size, at }) => {
    const path = pathOfEntry(name);
    if (path !== null) {
      const before = entries.get(path);
      if (before) before.repeated = true;
      const entry = before ?? { size, sha256: null, at, repeated: false };
      entries.set(path, entry);
      return {
        chunk: (chunk) => onBytes(chunk.length),
        end: (digest) => {
          if (!before) entry.sha256 = digest;
        },
      };
    }
    const isOurs = name === firstEntry || name === lastEntry || manifestPart(name) !== null;
    if (isOurs && size <= maxSmallBytes && !small.has(name)) return collect((all) => small.set(name, all));
    foreign.push({ at, path: name, reason: say`It does not belong in a backup.` });
    return null;
  });
  return read(file, entries, small, [...damage, ...foreign]);
}

function collect(take: (all: Buffer) => void): EntryTaker {
  const chunks: Buffer[] = [];
  return {
    chunk: (chunk) => void chunks.push(Buffer.from(chunk)),
    end: (digest) => {
      if (digest !== null) take(Buffer.concat(chunks));
    },
  };
}

function read(
  file: string,
  entries: ReadonlyMap<string, Entry>,
  small: ReadonlyMap<string, Buffer>,
  damage: Damage[],
): CheckedBackup {
  const note = (path: string | null, reason: SentenceData, at = 0): void => void damage.push({ at, path, reason });
  const head = readHead(small.get(firstEntry), [...small.keys()], damage);
  const parts = [...small].flatMap(([name, bytes]) => {
    const part = manifestPart(name);
    return part === null ? [] : [{ part, bytes }];
  });
  const files = new Map<string, BackedUpFile>();
  const keys = new Map<string, string>();
  const listed = new Set<string>();
  const partHashes = new Map<number, string>();
  for (const { part, bytes } of parts.toSorted((a, b) => a.part - b.part)) {
    partHashes.set(part, sha256().update(bytes).digest('hex'));
    const [first = '', ...lines] = bytes.toString('utf8').trimEnd().split('\n');
    const belongs = manifestHeadSchema.safeParse(parseJson(first));
    if (!belongs.success || belongs.data.id !== head.id || belongs.data.part !== part) {
      note(null, say`List ${part} of its files is damaged, or of another backup.`);
      continue;
    }
    for (const line of lines) {
      const parsed = fileSchema.safeParse(parseJson(line));
      if (!parsed.success) {
        note(null, say`A line in list ${part} of its files is damaged.`);
        continue;
      }
      const entry = parsed.data;
      listed.add(entry.path);
      const problem = problemOf(entry, entries.get(entry.path), keys);
      if (problem) note(entry.path, problem, entries.get(entry.path)?.at);
      else files.set(entry.path, entry);
    }
  }
  for (const [path, { at }] of entries) if (!listed.has(path)) note(path, say`No list names it.`, at);
  readEnd(small, head, partHashes, note);
  return { file, head, files, damage };
}

function readHead(bytes: Buffer | undefined, names: readonly string[], damage: readonly Damage[]): BackupHead {
  if (!bytes) {
    const isUnreadable = damage.some(({ reason }) => reason.key === restIsUnreadable('').key);
    throw new SentenceError(
      names.length > 0 || isUnreadable
        ? say`its first entry is damaged or missing`
        : say`it is not a backup of Throughline`,
    );
  }
  const parsed = headSchema.safeParse(parseJson(bytes.toString('utf8')));
  if (!parsed.success) throw new SentenceError(say`its first entry is damaged or missing`);
  if (parsed.data.v > backupVersion) {
    throw new SentenceError(
      say`it was made by Throughline ${parsed.data.version}, which writes a newer format. Update first`,
    );
  }
  return parsed.data;
}

function problemOf(file: BackedUpFile, entry: Entry | undefined, keys: Map<string, string>): SentenceData | null {
  if (!isSafePath(file.path)) return say`Its name could lead outside the data folder, or is not valid on every system.`;
  if (!isBackedUp(file.path)) return say`It does not belong in a backup.`;
  const key = nameKey(file.path);
  const other = keys.get(key);
  if (other !== undefined)
    return other === file.path ? say`It is there twice.` : say`It has the same name as ${other} on some systems.`;
  keys.set(key, file.path);
  if (entry?.repeated) return say`It is there twice.`;
  if (file.failed !== undefined) return say`It could not be read when the backup was made: ${file.failed}`;
  if (file.same) return entry ? say`Its list says that it is in an earlier backup.` : null;
  if (!entry) return say`It is missing.`;
  const base = file.base ?? 0;
  const isAppended = base > 0;
  if (isAppended && (file.baseSha256 === undefined || file.partSha256 === undefined || base > file.size)) {
    return say`Its line in the list is damaged.`;
  }
  if (entry.size !== file.size - base) return say`It has ${entry.size} bytes instead of ${file.size - base}.`;
  if (entry.sha256 === null) return say`The file ends before it does.`;
  return entry.sha256 === (isAppended ? file.partSha256 : file.sha256) ? null : say`Its content is damaged.`;
}

function readEnd(
  small: ReadonlyMap<string, Buffer>,
  head: BackupHead,
  parts: ReadonlyMap<number, string>,
  note: (path: string | null, reason: SentenceData) => void,
): void {
  const bytes = small.get(lastEntry);
  const end = bytes ? endSchema.safeParse(parseJson(bytes.toString('utf8'))) : null;
  if (!end) {
    note(null, say`Its end is missing, so it may not be complete.`);
  } else if (!end.success || end.data.id !== head.id) {
    note(null, say`Its last entry is damaged.`);
  } else {
    const first = small.get(firstEntry);
    if (!first || sha256().update(first).digest('hex') !== end.data.first) note(null, say`Its first entry is damaged.`);
    end.data.manifests.forEach((hash, at) => {
      if (parts.get(at + 1) !== hash) note(null, say`List ${at + 1} of its files is damaged or missing.`);
    });
    if (parts.size > end.data.manifests.length) note(null, say`It has more lists of files than its end says.`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
