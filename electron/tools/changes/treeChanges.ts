// What changed in a folder since a snapshot. Anything left out then stays left out, whatever .gitignore says by now;
// unreadable entries are only reported.

import { lstat } from 'node:fs/promises';
import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import {
  type ChangeScan,
  type ContentKeeper,
  type EntryChange,
  type EntryState,
  isSameState,
  type TreeSnapshot,
} from '../../ports/folderTree.ts';
import { createIgnoreRules } from '../paths/ignoreRules.ts';
import type { EntryStat } from './entryState.ts';
import { readFiles } from './readFiles.ts';
import { groupByFolder, isIgnored, type SnapshotParts } from './treeSnapshot.ts';
import { walkTree } from './walkTree.ts';

/** Reports what undo does not cover, as sentences for the user. */
type Reason = 'ignored' | 'large' | 'special' | 'unreadable' | 'secret' | 'odd' | 'device' | 'many' | 'late';

const reasons: Record<Reason, (names: UserText) => Sentence> = {
  ignored: (names) => say`Not covered because the folder is large and .gitignore excludes it: ${names}.`,
  large: (names) => say`Not covered because it is larger than 32 MB, or more than 128 MB in total: ${names}.`,
  special: (names) => say`Not covered because it is a pipe, a socket or a device: ${names}.`,
  unreadable: (names) => say`Not covered because it could not be read: ${names}.`,
  secret: (names) => say`Not covered because it contains one of the app’s keys, which are never stored: ${names}.`,
  odd: (names) => say`Not covered because the name is not valid text: ${names}.`,
  device: (names) => say`Not covered because it is on another file system: ${names}.`,
  many: (names) => say`Not covered because too many new files were created: ${names}.`,
  late: (names) => say`Not covered because scanning the folder took too long: ${names}.`,
};

const maxShownNames = 5;

interface OmissionReport {
  add(reason: Reason, path: UserText): void;
  sentences(): Sentence[];
}

function createOmissionReport(): OmissionReport {
  const namesByReason = new Map<Reason, { names: UserText[]; more: number }>();
  return {
    add(reason, path) {
      const entry = namesByReason.get(reason) ?? { names: [], more: 0 };
      namesByReason.set(reason, entry);
      if (entry.names.length < maxShownNames) entry.names.push(path);
      else entry.more++;
    },
    sentences: () =>
      [...namesByReason].map(([reason, { names, more }]) =>
        reasons[reason](more > 0 ? say`${say.list(names)} and ${more.toLocaleString('en-US')} more` : say.list(names)),
      ),
  };
}

/** `keeper` receives contents that the snapshot lacks. */
export async function changesSince(
  before: TreeSnapshot,
  { limits, cache, isCovered }: SnapshotParts,
  keeper: ContentKeeper,
): Promise<ChangeScan> {
  const { root, entries, ignoring } = before;
  const until = performance.now() + limits.afterMs;
  const isLate = (): boolean => performance.now() > until;
  const omissions = createOmissionReport();
  const leftOut = new Map(before.leftOut.map((one) => [one.path, one]));
  const rules = ignoring ? createIgnoreRules(root) : null;
  const { dev } = await lstat(root, { bigint: true });
  const folders = new Map<string, EntryState>();
  const files: { path: string; stat: EntryStat }[] = [];
  /** Skip these and their contents. */
  const unknown = new Set<string>();
  let fresh = 0;
  let bytes = 0;

  for (const one of before.leftOut) if (one.why === 'ignored') omissions.add('ignored', one.path);

  const giveUp = (reason: Parameters<typeof omissions.add>[0], path: string): false => {
    omissions.add(reason, path);
    unknown.add(path);
    return false;
  };
  const take = (path: string, stat: EntryStat): boolean => {
    if (stat.kind === 'special') return giveUp('special', path);
    if (stat.kind === 'folder') {
      if (stat.dev !== dev) return giveUp('device', path);
      folders.set(path, { kind: 'folder', mode: stat.mode });
      return true;
    }
    const asBefore = cache.get(path)?.signature === stat.signature && entries.has(path);
    if (!asBefore && stat.bytes > limits.fileBytes) return giveUp('large', path);
    if (!asBefore) bytes += stat.bytes;
    if (bytes > limits.bytes) return giveUp('large', path);
    files.push({ path, stat });
    return false;
  };

  await walkTree(root, {
    enough: isLate,
    closed: (path) => void giveUp('unreadable', path),
    oddName: (path) => void giveUp('odd', path),
    entry(path, stat) {
      if (!isCovered(path)) return false;
      if (entries.has(path)) return take(path, stat);
      const omission = leftOut.get(path);
      if (omission) {
        leftOut.delete(path);
        if (omission.why !== 'ignored' && omission.signature !== stat.signature) omissions.add(omission.why, path);
        return false;
      }
      if (!rules) return ++fresh > limits.entries ? giveUp('many', path) : take(path, stat);
      return isIgnored(rules, path, stat).then((ignored) => {
        if (ignored) return giveUp('ignored', path);
        return ++fresh > limits.entries ? giveUp('many', path) : take(path, stat);
      });
    },
  });
  // Entries left out of the snapshot that are gone now.
  for (const { path, why } of leftOut.values()) if (why !== 'ignored') omissions.add(why, path);

  const hashes = new Set([...entries.values()].flatMap((state) => (state.kind === 'file' ? [state.hash] : [])));
  const trackingKeeper: ContentKeeper = {
    has: (hash) => hashes.has(hash) || keeper.has(hash),
    keep: (hash, content) => keeper.keep(hash, content),
  };
  const read = await readFiles(root, groupByFolder(files), cache, trackingKeeper, isLate);
  for (const { path, why } of read.unread) giveUp(why, path);
  if (isLate() || read.late) omissions.add('late', say`anything not listed here`);
  const complete = !isLate() && !read.late;
  const changes: EntryChange[] = [];
  for (const [path, state] of entries) {
    if (isUnknown(unknown, path)) continue;
    const now = folders.get(path) ?? read.states.get(path) ?? null;
    if (now === null && !complete) continue;
    if (!isSameState(state, now)) changes.push({ path, before: state, after: now });
  }
  for (const states of [folders, read.states]) {
    for (const [path, after] of states) {
      if (!entries.has(path) && !isUnknown(unknown, path)) changes.push({ path, before: null, after });
    }
  }
  return { changes, notCovered: omissions.sentences() };
}

function isUnknown(unknown: ReadonlySet<string>, path: string): boolean {
  if (unknown.size === 0) return false;
  if (unknown.has(path)) return true;
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    if (unknown.has(path.slice(0, at))) return true;
  }
  return false;
}
