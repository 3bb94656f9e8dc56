// Finds an app's sessions in its folder. Reads only the ends of changed files. Blocks, so it runs in a worker thread.
// Never follows links or writes.

import { closeSync, type Dirent, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type InPlaceProgram, inPlaceMark } from '../../../shared/features/inPlace/inPlace.ts';
import { untitled } from '../../conversation/title.ts';
import { claudeCodeFacts } from '../../interop/claudeCode/sessionFacts.ts';
import { clineFacts } from '../../interop/cline/sessionFacts.ts';
import { codexFacts } from '../../interop/codex/sessionFacts.ts';
import { copilotFacts } from '../../interop/copilot/sessionFacts.ts';
import { plainFileFlags } from '../../interop/diskFile.ts';
import { readProjectRoot } from '../../interop/geminiCli/projectRoot.ts';
import { geminiCliFacts } from '../../interop/geminiCli/sessionFacts.ts';
import { importedId } from '../../interop/importedId.ts';
import { timeOf } from '../../interop/looseJson.ts';
import { listSessions } from '../../interop/openCode/database.ts';
import { piFacts } from '../../interop/pi/sessionFacts.ts';
import { qwenFacts } from '../../interop/qwen/sessionFacts.ts';
import type { FileEnds, SessionFacts } from '../../interop/sessionEnds.ts';
import type { SessionFile } from './sessionFile.ts';
import { sessionIdOf } from './sessionIds.ts';

/** A new version invalidates the cache. */
const readerVersion = 2;
const endBytes = 64 * 1024;
const tailBytes = 8 * 1024;
/** More than anyone has, so that an unrelated folder cannot fill the memory. */
const maxSessions = 50_000;

interface KnownFile {
  stamp: string;
  facts: SessionFacts;
  /** Time of its last record, regardless of file times: ISO 8601, UTC; null if unknown. */
  last: string | null;
}

interface FileProgram {
  /** Where its files are: one pattern per path segment, the last is the file's. */
  ways: readonly (readonly RegExp[])[];
  facts(ends: FileEnds): SessionFacts;
}

const filePrograms: Readonly<Record<Exclude<InPlaceProgram, 'opencode'>, FileProgram>> = {
  'claude-code': { ways: [[/^/, /^(?!agent-).*\.jsonl$/]], facts: claudeCodeFacts },
  codex: { ways: [[/^\d{4}$/, /^\d\d$/, /^\d\d$/, /^rollout-.*\.jsonl$/]], facts: codexFacts },
  'gemini-cli': { ways: [[/^/, /^chats$/, /^session-.*\.jsonl?$/]], facts: geminiCliFacts },
  copilot: { ways: [[/^(?!\.)/, /^events\.jsonl$/], [/^(?!\.).*\.jsonl$/]], facts: copilotFacts },
  qwen: { ways: [[/^/, /^chats$/, /\.jsonl$/]], facts: qwenFacts },
  cline: { ways: [[/^/, /^(?!.*__).*\.messages\.json$/]], facts: clineFacts },
  // A folder of the user's choice has no subfolders.
  pi: { ways: [[/^/, /\.jsonl$/], [/\.jsonl$/]], facts: piFacts },
};

type Unread = (path: string, thrown: unknown) => void;

export interface SessionFinder {
  /** `unread` receives unreadable entries and their errors; the search continues. */
  find(program: InPlaceProgram, place: string, unread: Unread): SessionFile[];
  /** Its current stamp; null if gone or unknown. */
  stampOf(session: SessionFile): string | null;
}

export function createSessionFinder(): SessionFinder {
  const cachedFiles = new Map<string, KnownFile>();
  return {
    find(program, place, unread) {
      if (program === 'opencode') return inDatabase(place, unread);
      const { ways, facts } = filePrograms[program];
      const sessions: SessionFile[] = [];
      for (const way of ways) {
        for (const path of filesAlong(place, way, unread)) {
          const session = look(cachedFiles, { program, path, facts });
          if (session) sessions.push(session);
          if (sessions.length >= maxSessions) return sessions;
        }
      }
      return sessions;
    },
    stampOf({ path, session }) {
      if (session !== null) return inDatabase(path, () => {}).find((one) => one.session === session)?.stamp ?? null;
      try {
        return stampOf(statSync(path));
      } catch {
        return null;
      }
    },
  };
}

function inDatabase(path: string, unread: Unread): SessionFile[] {
  try {
    if (!statSync(path, { throwIfNoEntry: false })) return [];
    return listSessions(path).map(({ id, title, folder, updated }) => ({
      conversationId: inPlaceId('opencode', path, id),
      program: 'opencode',
      path,
      session: id,
      sessionId: id,
      title: title || untitled,
      folder: folder || null,
      updatedAt: timeOf(updated) ?? new Date(0).toISOString(),
      bytes: null,
      stamp: `${readerVersion} ${updated}`,
    }));
  } catch (thrown) {
    unread(path, thrown);
    return [];
  }
}

/** For a session or one of its sub-agents. */
export function inPlaceId(program: InPlaceProgram, path: string, session: string): string {
  return inPlaceMark + importedId(program, session, path);
}

function stampOf({ size, mtimeMs }: { size: number; mtimeMs: number }): string {
  return `${readerVersion} ${size} ${mtimeMs}`;
}

function* filesAlong(folder: string, [name, ...rest]: readonly RegExp[], unread: Unread): Generator<string> {
  const isFile = rest.length === 0;
  for (const entry of entriesIn(folder, unread)) {
    if (!name?.test(entry.name) || !(isFile ? entry.isFile() : entry.isDirectory())) continue;
    const path = join(folder, entry.name);
    if (isFile) yield path;
    else yield* filesAlong(path, rest, unread);
  }
}

function entriesIn(folder: string, unread: Unread): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') unread(folder, thrown);
    return [];
  }
}

interface Looking {
  program: Exclude<InPlaceProgram, 'opencode'>;
  path: string;
  facts: FileProgram['facts'];
}

/** Null if it is not a session, or vanished meanwhile. */
function look(cachedFiles: Map<string, KnownFile>, { program, path, facts: read }: Looking): SessionFile | null {
  try {
    const stats = statSync(path);
    const stamp = stampOf(stats);
    const before = cachedFiles.get(path);
    const { facts, last } = before?.stamp === stamp ? before : factsOf(path, read);
    cachedFiles.set(path, { stamp, facts, last });
    if (!facts || stats.size === 0) return null;
    return {
      conversationId: inPlaceId(program, path, ''),
      program,
      path,
      session: null,
      sessionId: sessionIdOf(program, path, facts),
      title: facts.title || untitled,
      folder: program === 'gemini-cli' ? readProjectRoot(path) : facts.folder,
      updatedAt: last ?? stats.mtime.toISOString(),
      bytes: stats.size,
      stamp,
    };
  } catch {
    return null;
  }
}

function factsOf(path: string, read: FileProgram['facts']): Pick<KnownFile, 'facts' | 'last'> {
  const ends = endsOf(path);
  const times = [...ends.tail.matchAll(/"timestamp"\s*:\s*"([^"\\]{10,40})"/g)];
  return { facts: read(ends), last: timeOf(times.at(-1)?.[1] ?? null) };
}

function endsOf(path: string): FileEnds {
  const file = openSync(path, plainFileFlags);
  try {
    const { size } = fstatSync(file);
    const head = part(file, 0, Math.min(endBytes, size));
    const from = Math.max(0, size - tailBytes);
    const tail = part(file, from, size - from);
    return { path, head: head.toString('utf8'), tail: tail.toString('utf8') };
  } finally {
    closeSync(file);
  }
}

function part(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, from));
}
