// Sessions of other apps that this machine reads in place, for the user's other machines: each is a register in the log, with its title,
// project and size, and its content is stored in pieces by hash. Only their machine writes them; the others fetch them when opened.

import { dirname, join } from 'node:path';
import { z } from 'zod';
import { errorSentence, type Result } from '../../../../shared/core/errors.ts';
import { isSafeId } from '../../../../shared/core/ids.ts';
import { say } from '../../../../shared/core/sentence.ts';
import {
  type InPlaceProgram,
  inPlacePrograms,
  inPlaceProject,
  isInPlace,
  isPartialRead,
} from '../../../../shared/features/inPlace/inPlace.ts';
import { createTimeSlice } from '../../../lib/cooperativeYield.ts';
import type { ConversationPaths } from '../../../stores/dataFolder.ts';
import { diskReason, listNames, statOrNull } from '../../../stores/files/disk.ts';
import { commonFolder } from '../../../stores/projects/workingFolder.ts';
import { isBelow } from '../../../tools/sandbox/isBelow.ts';
import { documentsId } from './documents.ts';
import { putFile } from './fileObjects.ts';
import { collectValues } from './registerRows.ts';
import { cutIntoPieces, type Piece, type SessionLine } from './sessionPieces.ts';
import { endOfSessionFields, sessionField, sessionFields } from './sessionRows.ts';
import { PassFailure, type SyncContext } from './syncContext.ts';

export interface SessionSource {
  /** Whether the user chose to send those of this machine. */
  isChosen(): Promise<boolean>;
  /** Apps whose sessions are read here. */
  programs(): Promise<readonly InPlaceProgram[]>;
  /** Its content for other machines. */
  lines(conversationId: string, signal: AbortSignal): Promise<Result<AsyncIterable<SessionLine>>>;
  /** Other machines' sessions are others now. */
  changed(): void;
}

/** A larger session is not sent: it is read into memory as a whole. */
const maxSessionBytes = 64 * 1024 * 1024;
/** Pause between two uploads of a session for so many bytes of it. */
const pauseMs = 60_000;
const bytesPerPause = 8 * 1024 * 1024;
/** After so many sessions or bytes the log is written, so that a first upload does not hold up everything else. */
const maxBatch = 50;
const maxBatchBytes = 16 * 1024 * 1024;

const pieceSchema = z.tuple([z.string().regex(/^[0-9a-f]{64}$/), z.number().int().nonnegative()]);

/** In the log. */
export const sessionSchema = z.looseObject({
  program: z.enum(inPlacePrograms),
  title: z.string(),
  /** The folder it worked in, on its machine. */
  folder: z.string().nullable(),
  /** The project of that folder there; null: none. */
  project: z.looseObject({ id: z.string(), name: z.string() }).nullable(),
  updatedAt: z.string(),
  bytes: z.number().int().nonnegative(),
  pieces: z.array(pieceSchema),
});
type SessionValue = z.infer<typeof sessionSchema>;

type SessionProject = { id: string; name: string } | null;

interface SessionHere {
  id: string;
  program: InPlaceProgram;
  paths: ConversationPaths;
  stamp: string;
}

class TooLarge extends Error {}

export function createSessionCollector(source: SessionSource) {
  const sentAt = new Map<string, { at: number; bytes: number }>();
  /** Those that were too large when they were last read, as they were then. */
  const tooLarge = new Map<string, string>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** `isDue`: also soon after the last time. True: there are more. */
  return async function collectSessions(context: SyncContext, isDue: boolean): Promise<boolean> {
    const { state, sealer, clock, signal, problems } = context;
    const sent = new Set(sessionFields(state, sealer.device));
    const isChosen = await source.isChosen();
    if (!isDue && clock.elapsed() - lookedAt < pauseMs && (isChosen || sent.size === 0)) return false;
    lookedAt = clock.elapsed();
    if (!isChosen && sent.size === 0) return false;
    const here = isChosen ? await sessionsHere(context, await source.programs()) : [];
    const fieldsHere = new Set(here.map(({ id }) => sessionField(sealer.device, id)));
    const gone = new Set([...sent].filter((field) => !fieldsHere.has(field)));
    const broken = brokenFields(context);
    const projectOf = await createProjectFinder(context);
    const limit = Math.min(maxSessionBytes, context.maxFileBytes ?? Number.POSITIVE_INFINITY);
    const done: { session: SessionHere; value: SessionValue; pieces: Piece[] }[] = [];
    let batchBytes = 0;
    try {
      for (const session of here) {
        if (signal.aborted) break;
        if (done.length >= maxBatch || batchBytes >= maxBatchBytes) return true;
        const row = rowOf(context, session.id);
        const field = sessionField(sealer.device, session.id);
        if (row?.stamp === session.stamp && !broken.has(field)) continue;
        const last = sentAt.get(session.id);
        const pause = last ? pauseMs * Math.ceil(last.bytes / bytesPerPause) : 0;
        if (last && !isDue && clock.elapsed() - last.at < pause) continue;
        const version = `${session.stamp} ${limit}`;
        try {
          if (tooLarge.get(session.id) === version) throw new TooLarge();
          const before = row?.pieces ?? [];
          const collected = await collectOne(context, source, session, { before, projectOf, limit });
          if (!collected) continue;
          done.push({ session, ...collected });
          batchBytes += collected.value.bytes;
          sentAt.set(session.id, { at: clock.elapsed(), bytes: collected.value.bytes });
        } catch (thrown) {
          if (thrown instanceof PassFailure) throw thrown;
          if (thrown instanceof TooLarge) tooLarge.set(session.id, version);
          // Pieces that were stored by then are not needed.
          refer(context, field, row?.pieces ?? []);
          problems.set(
            session.id,
            thrown instanceof TooLarge
              ? say`A session of another app is larger than the limit, and stays on this machine.`
              : say`A session of another app could not be uploaded: ${diskReason(thrown)}.`,
          );
        }
      }
    } finally {
      save(context, done, gone);
    }
    return false;
  };
}

function save(
  context: SyncContext,
  done: readonly { session: SessionHere; value: SessionValue; pieces: Piece[] }[],
  gone: ReadonlySet<string>,
): void {
  const { state, sealer } = context;
  if (done.length === 0 && gone.size === 0) return;
  state.transaction(() => {
    const values = new Map<string, unknown>();
    for (const { session, value, pieces } of done) {
      const field = sessionField(sealer.device, session.id);
      values.set(field, value);
      refer(context, field, pieces);
      noteRow(context, session, pieces);
    }
    for (const field of gone) {
      refer(context, field, []);
      state.run('DELETE FROM sessions WHERE id = ?', field.slice(sessionField(sealer.device, '').length));
    }
    collectValues(context, documentsId, values, (field) => !values.has(field) && !gone.has(field));
  });
}

/** Files that nothing refers to are removed from the store. */
function refer({ state }: SyncContext, field: string, pieces: readonly Pick<Piece, 'hash'>[]): void {
  state.run('DELETE FROM refs WHERE conversation = ?', field);
  for (const { hash } of pieces) state.run("INSERT OR IGNORE INTO refs VALUES (?, ?, '')", hash, field);
}

function rowOf({ state }: SyncContext, id: string): { stamp: string; pieces: Piece[] } | null {
  const row = state.get<{ stamp: string; pieces: string }>('SELECT stamp, pieces FROM sessions WHERE id = ?', id);
  return row && { stamp: row.stamp, pieces: JSON.parse(row.pieces) as Piece[] };
}

function noteRow({ state }: SyncContext, { id, stamp }: SessionHere, pieces: readonly Piece[]): void {
  state.run('INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)', id, stamp, JSON.stringify(pieces));
}

/** Of which the store lost a piece. */
function brokenFields({ state, sealer }: SyncContext): ReadonlySet<string> {
  const start = sessionField(sealer.device, '');
  const rows = state.all<{ conversation: string }>(
    `SELECT DISTINCT conversation FROM refs WHERE conversation > ? AND conversation < ?
     AND NOT EXISTS (SELECT 1 FROM files WHERE files.hash = refs.hash AND files.device = ?)`,
    ...[start, endOfSessionFields(start), sealer.device],
  );
  return new Set(rows.map(({ conversation }) => conversation));
}

async function sessionsHere(context: SyncContext, programs: readonly InPlaceProgram[]): Promise<SessionHere[]> {
  const { data, disk } = context;
  const slice = createTimeSlice();
  const sessions: SessionHere[] = [];
  for (const program of programs) {
    const projectId = inPlaceProject(program);
    for (const id of await listNames(disk, join(data.projectFolder(projectId), 'conversations'))) {
      if (!isInPlace(id) || !isSafeId(id)) continue;
      await slice();
      const paths = data.pathsOf(projectId, id);
      const marks = [paths.messages, paths.meta].map((path) => statOrNull(disk, path));
      const stamp = marks.map((mark) => (mark ? `${mark.ino}:${mark.size}:${mark.mtime}` : '')).join(' ');
      sessions.push({ id, program, paths, stamp });
    }
  }
  return sessions;
}

/** Null: it is not complete yet, stays here, or is an agent's, which is part of its session. */
async function collectOne(
  context: SyncContext,
  source: SessionSource,
  session: SessionHere,
  {
    before,
    projectOf,
    limit,
  }: { before: readonly Piece[]; projectOf(folder: string): Promise<SessionProject>; limit: number },
): Promise<{ value: SessionValue; pieces: Piece[] } | null> {
  const { state, store, sealer, disk, signal, problems } = context;
  const { id, program, paths } = session;
  const about = await store.sourceOf(id);
  if (!about || isPartialRead(about)) return null;
  if (about.session !== id) {
    noteRow(context, session, []);
    return null;
  }
  const folder = about.folder ?? null;
  const project = folder === null ? null : await projectOf(folder);
  if (context.leftOut.has(project?.id ?? folder ?? '')) return null;
  if ((statOrNull(disk, paths.messages)?.size ?? 0) > limit) throw new TooLarge();
  const meta = await store.readMeta(id);
  const lines = await source.lines(id, signal);
  if (!lines.ok) {
    problems.set(id, errorSentence(lines.error));
    return null;
  }
  const stored = before.filter(
    ({ hash }) => state.get('SELECT 1 FROM files WHERE hash = ? AND device = ?', hash, sealer.device) !== null,
  );
  const field = sessionField(sealer.device, id);
  const pieces = await cutIntoPieces(within(lines.value, limit), stored, async (hash, body) => {
    await putFile(context, hash, body);
    state.run("INSERT OR IGNORE INTO refs VALUES (?, ?, '')", hash, field);
  });
  const bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0);
  const value = {
    ...{ program, title: meta?.title ?? '', folder, project, updatedAt: about.updatedAt ?? '', bytes },
    pieces: pieces.map((piece): [string, number] => [piece.hash, piece.bytes]),
  };
  return { value, pieces };
}

async function* within(lines: AsyncIterable<SessionLine>, limit: number): AsyncGenerator<SessionLine> {
  let bytes = 0;
  for await (const line of lines) {
    bytes += line.text.length;
    if (bytes > limit) throw new TooLarge();
    yield line;
  }
}

/** The innermost project here around a folder, or the one whose repository the folder is a worktree of. */
async function createProjectFinder({
  store,
  disk,
}: Pick<SyncContext, 'store' | 'disk'>): Promise<(folder: string) => Promise<SessionProject>> {
  const projects = (await store.listProjects()).flatMap(({ id, name, folder }) =>
    folder === null ? [] : [{ id, name, folder }],
  );
  projects.sort((one, other) => other.folder.length - one.folder.length);
  const answers = new Map<string, Promise<SessionProject>>();
  const around = (folder: string): SessionProject =>
    projects.find((project) => isBelow(folder, project.folder)) ?? null;

  async function find(folder: string): Promise<SessionProject> {
    // Apps may note a folder by a link, or on Windows with other letters.
    const real = await disk.realpath(folder).catch(() => folder);
    const project = around(real) ?? around(folder);
    if (project) return project;
    const git = await commonFolder(real);
    return git === null ? null : around(dirname(git));
  }

  return async (folder) => {
    const answer = answers.get(folder) ?? find(folder);
    answers.set(folder, answer);
    const project = await answer;
    return project && { id: project.id, name: project.name };
  };
}
