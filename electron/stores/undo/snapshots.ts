// A folder's content before a command, kept next to the conversation while the app runs: one file of bytes, and one of
// paths that grows by differences. Both are reread after a crash and removed when the app ends.

import { join } from 'node:path';
import { z } from 'zod';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { ContentKeeper, EntryState, TreeSnapshot } from '../../ports/folderTree.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import { makeFolder, syncFolder, writeAll } from '../files/atomicWrite.ts';
import { type Disk, errorCode, fileMode, listNames, readFlags } from '../files/disk.ts';
import {
  type CreateSecretTest,
  createPackWriter,
  type PackEntry,
  type PackIndex,
  type PackWriter,
} from './contentPack.ts';

/** Position of a snapshot: file name and valid length. */
export interface SnapshotRef {
  name: string;
  through: number;
}

export interface Snapshots {
  /** Stores contents before the snapshot is recorded. Throws file system errors. */
  keeper(paths: ConversationPaths): Promise<ContentKeeper>;
  /** Durable once it resolves. */
  note(paths: ConversationPaths, snapshot: TreeSnapshot): Promise<SnapshotRef>;
  /** Reads a snapshot of this or another run of the app. Throws if unreadable. */
  read(paths: ConversationPaths, at: SnapshotRef): Promise<{ entries: Map<string, EntryState>; places: PackIndex }>;
  /** Positions of the last snapshot's contents, already durable. */
  places(paths: ConversationPaths): PackIndex | null;
  packPath(paths: ConversationPaths, name: string): string;
  /** Keeps this conversation's data until the returned function is called. */
  hold(paths: ConversationPaths): () => void;
  /** Releases the data kept for the next command, unless held. */
  drop(paths: ConversationPaths): Promise<void>;
  /** Removes leftovers of other runs of the app. */
  removeOthers(paths: ConversationPaths): Promise<void>;
  close(): Promise<void>;
}

interface Live {
  paths: ConversationPaths;
  name: string;
  pack: PackWriter;
  entries: ReadonlyMap<string, EntryState>;
  end: number;
  /** Bytes that the last snapshot needs; the pack also holds older ones. */
  needed: number;
}

/** Maximum conversations with a live snapshot. */
const maxLive = 4;
const prefix = '=snapshot.';
const line = z.tuple([z.string(), z.unknown(), z.tuple([z.number(), z.number()]).optional()]);

export function createSnapshots(disk: Disk, session: string, containsSecret: CreateSecretTest): Snapshots {
  const live = new Map<string, Live>();
  const holdCounts = new Map<string, number>();
  let createdCount = 0;

  const listPath = (paths: ConversationPaths, name: string): string => join(paths.undo, `${prefix}${name}.jsonl`);
  const packPath = (paths: ConversationPaths, name: string): string => join(paths.undo, `${prefix}${name}.pack`);

  async function remove(paths: ConversationPaths, name: string): Promise<void> {
    for (const path of [listPath(paths, name), packPath(paths, name)]) {
      await disk.rm(path, { force: true }).catch(() => {});
    }
  }

  async function dropNow({ conversationId }: ConversationPaths): Promise<void> {
    const liveSnapshot = live.get(conversationId);
    if (!liveSnapshot) return;
    live.delete(conversationId);
    await liveSnapshot.pack.close().catch(() => {});
    await remove(liveSnapshot.paths, liveSnapshot.name);
  }

  /** Another process may have removed it, or the conversation may have moved. */
  async function isWhole(liveSnapshot: Live, paths: ConversationPaths): Promise<boolean> {
    if (liveSnapshot.paths.undo !== paths.undo) return false;
    const sizes = await Promise.all(
      [listPath(paths, liveSnapshot.name), packPath(paths, liveSnapshot.name)].map((path) =>
        disk.stat(path).then(
          ({ size }) => size,
          (thrown) => (errorCode(thrown) === 'ENOENT' ? 0 : -1),
        ),
      ),
    );
    return sizes[0] === liveSnapshot.end && sizes[1] === liveSnapshot.pack.size();
  }

  async function open(paths: ConversationPaths): Promise<Live> {
    const { conversationId } = paths;
    const liveSnapshot = live.get(conversationId);
    if (liveSnapshot && (await isWhole(liveSnapshot, paths))) {
      live.delete(conversationId);
      live.set(conversationId, liveSnapshot);
      return liveSnapshot;
    }
    await dropNow(paths);
    await makeFolder(disk, paths.undo, paths.project);
    const name = `${session}-${++createdCount}`;
    const fresh = {
      paths,
      name,
      pack: createPackWriter(disk, packPath(paths, name), new Map(), containsSecret),
      entries: new Map(),
      end: 0,
      needed: 0,
    };
    live.set(conversationId, fresh);
    const idle = [...live.values()].filter(
      ({ paths: { conversationId: id } }) => id !== conversationId && !holdCounts.has(id),
    );
    for (const other of idle.slice(0, Math.max(0, live.size - maxLive))) await dropNow(other.paths);
    return fresh;
  }

  return {
    packPath,
    async drop(paths) {
      if (!holdCounts.has(paths.conversationId)) await dropNow(paths);
    },
    hold({ conversationId }) {
      const count = (by: number): void => {
        const now = (holdCounts.get(conversationId) ?? 0) + by;
        if (now > 0) holdCounts.set(conversationId, now);
        else holdCounts.delete(conversationId);
      };
      count(1);
      return () => count(-1);
    },
    async keeper(paths) {
      const liveSnapshot = live.get(paths.conversationId);
      // Only the caller holds it; running commands need theirs.
      if (liveSnapshot && isMostlyOld(liveSnapshot) && (holdCounts.get(paths.conversationId) ?? 0) <= 1)
        await dropNow(paths);
      return (await open(paths)).pack;
    },
    places: (paths) => live.get(paths.conversationId)?.pack.places ?? null,

    async note(paths, snapshot) {
      const liveSnapshot = await open(paths);
      const text = await linesFor(liveSnapshot.entries, snapshot.entries, liveSnapshot.pack.takeNew());
      await liveSnapshot.pack.sync();
      if (text.length > 0) {
        const handle = await disk.open(listPath(paths, liveSnapshot.name), 'a', fileMode);
        try {
          await writeAll(handle, text, liveSnapshot.end);
          await handle.datasync();
        } finally {
          await handle.close();
        }
        if (liveSnapshot.end === 0) await syncFolder(disk, paths.undo);
      }
      liveSnapshot.end += text.length;
      liveSnapshot.entries = snapshot.entries;
      liveSnapshot.needed = bytesOf(snapshot.entries);
      return { name: liveSnapshot.name, through: liveSnapshot.end };
    },

    async read(paths, { name, through }) {
      const entries = new Map<string, EntryState>();
      const places: PackIndex = new Map();
      if (through === 0) return { entries, places };
      const handle = await disk.open(listPath(paths, name), readFlags);
      try {
        const bytes = Buffer.alloc(through);
        let done = 0;
        while (done < through) {
          const { bytesRead } = await handle.read(bytes, done, through - done, done);
          if (bytesRead === 0) throw new Error('it is shorter than it was');
          done += bytesRead;
        }
        const slice = createTimeSlice();
        for (const text of bytes.toString('utf8').split('\n')) {
          const turn = slice();
          if (turn) await turn;
          if (text !== '') takeLine(JSON.parse(text), entries, places);
        }
        return { entries, places };
      } finally {
        await handle.close();
      }
    },

    async removeOthers(paths) {
      const ownName = live.get(paths.conversationId)?.name;
      const names = await listNames(disk, paths.undo);
      for (const file of names) {
        if (!file.startsWith(prefix) || (ownName !== undefined && file.startsWith(`${prefix}${ownName}.`))) continue;
        await disk.rm(join(paths.undo, file), { force: true });
      }
    },

    async close() {
      for (const { paths } of [...live.values()]) await dropNow(paths);
    },
  };
}

/** `[path, state or null, content position]`, the position only if new; `['', hash, position]` for content without a path. */
async function linesFor(
  before: ReadonlyMap<string, EntryState>,
  now: ReadonlyMap<string, EntryState>,
  fresh: Record<string, PackEntry>,
): Promise<Buffer> {
  const slice = createTimeSlice();
  const lines: string[] = [];
  const notedHashes = new Set<string>();
  for (const [path, state] of now) {
    const turn = slice();
    if (turn) await turn;
    const place = state.kind === 'file' && !notedHashes.has(state.hash) ? fresh[state.hash] : undefined;
    if (!place && isKnown(before.get(path), state)) continue;
    if (place && state.kind === 'file') notedHashes.add(state.hash);
    lines.push(JSON.stringify(place ? [path, state, place] : [path, state]));
  }
  for (const path of before.keys()) if (!now.has(path)) lines.push(JSON.stringify([path, null]));
  // From an interrupted walk, or a file that changed meanwhile.
  for (const [hash, place] of Object.entries(fresh))
    if (!notedHashes.has(hash)) lines.push(JSON.stringify(['', hash, place]));
  return Buffer.from(lines.length === 0 ? '' : `${lines.join('\n')}\n`, 'utf8');
}

/** Restart a pack with this much stale data, which rereads the whole folder. */
const maxOld = 32 * 1024 * 1024;

function isMostlyOld({ pack, needed }: Live): boolean {
  return pack.size() > 2 * needed + maxOld;
}

function bytesOf(entries: ReadonlyMap<string, EntryState>): number {
  const counted = new Map<string, number>();
  for (const state of entries.values()) if (state.kind === 'file') counted.set(state.hash, state.bytes);
  let bytes = 0;
  for (const each of counted.values()) bytes += each;
  return bytes;
}

function isKnown(knownState: EntryState | undefined, state: EntryState): boolean {
  if (knownState === state) return true;
  return knownState?.kind === 'folder' && state.kind === 'folder' && knownState.mode === state.mode;
}

function takeLine(value: unknown, entries: Map<string, EntryState>, places: PackIndex): void {
  const parsed = line.parse(value);
  if (parsed[0] === '' && typeof parsed[1] === 'string' && parsed[2]) {
    places.set(parsed[1], parsed[2]);
    return;
  }
  const [path, state, place] = parsed as [string, EntryState | null, PackEntry | undefined];
  if (state === null) entries.delete(path);
  else entries.set(path, state);
  if (place && state?.kind === 'file') places.set(state.hash, place);
}
