// Sessions of other apps on the user's other machines: which there are, and their content, fetched when somebody opens one.

import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { InPlaceProgram } from '../../../../shared/features/inPlace/inPlace.ts';
import { createTimeSlice } from '../../../lib/cooperativeYield.ts';
import type { Database } from '../../../stores/files/database.ts';
import { parseJson } from '../seal/signedObject.ts';
import { readStored } from './fileObjects.ts';
import { sessionField } from './sessionRows.ts';
import { sessionSchema } from './sessions.ts';
import type { SyncContext } from './syncContext.ts';

export interface RemoteSession {
  device: string;
  /** Its name. */
  machine: string;
  /** As its machine calls it. */
  id: string;
  program: InPlaceProgram;
  title: string;
  folder: string | null;
  project: { id: string; name: string } | null;
  updatedAt: string;
  bytes: number;
  /** Changes with its content. */
  stamp: string;
}

/** More would fill the memory. */
const maxBytes = 128 * 1024 * 1024;
const newline = 0x0a;

/** Newest first, without those of projects that are left out here. `isMeant`: only these. */
export async function remoteSessions(
  state: Pick<Database, 'prepare'>,
  isMeant: (session: Pick<RemoteSession, 'device' | 'id'>) => boolean = () => true,
): Promise<RemoteSession[]> {
  const factOf = (name: string): string | null =>
    (state.prepare('SELECT value FROM facts WHERE name = ?').get(name) as { value: string } | undefined)?.value ?? null;
  const statement = state.prepare(
    `SELECT field, device, value FROM registers WHERE conversation = '' AND field > 'session:' AND field < 'session;'
     AND value IS NOT NULL AND device IN (SELECT id FROM devices)`,
  );
  const rows = statement.all() as unknown as Row[];
  const leftOut = new Set(JSON.parse(factOf('leftOut') ?? '[]') as string[]);
  const slice = createTimeSlice();
  const sessions: RemoteSession[] = [];
  for (const row of rows) {
    await slice();
    const start = sessionField(row.device, '');
    // No device speaks for another.
    if (!row.field.startsWith(start)) continue;
    const id = row.field.slice(start.length);
    const session = isMeant({ device: row.device, id }) ? sessionIn(row, id, factOf) : null;
    if (session && !leftOut.has(session.project?.id ?? session.folder ?? '')) sessions.push(session);
  }
  return sessions.sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
}

interface Row {
  field: string;
  device: string;
  value: string;
}

function sessionIn({ device, value }: Row, id: string, factOf: (name: string) => string | null): RemoteSession | null {
  const read = sessionSchema.safeParse(JSON.parse(value));
  if (!read.success) return null;
  const { program, title, folder, project, updatedAt, bytes, pieces } = read.data;
  const stamp = createHash('sha256').update(JSON.stringify(pieces)).digest('hex');
  const machine = factOf(`name ${device}`) ?? device.slice(0, 8);
  return { device, machine, id, program, title, folder, project, updatedAt, bytes, stamp };
}

function goneThere() {
  return fail('CONVERSATION_NOT_FOUND', say`This session is no longer on its machine.`);
}

/** Calls `take` for each line. */
export async function fetchSession(
  context: SyncContext,
  { device, id }: Pick<RemoteSession, 'device' | 'id'>,
  take: (line: unknown) => Promise<Result<void>>,
): Promise<Result<void>> {
  const { state } = context;
  const row = state.get<{ value: string | null }>(
    "SELECT value FROM registers WHERE conversation = '' AND field = ? AND device = ?",
    ...[sessionField(device, id), device],
  );
  const read = sessionSchema.safeParse(JSON.parse(row?.value ?? 'null'));
  if (!read.success) return goneThere();
  if (read.data.pieces.reduce((sum, [, bytes]) => sum + bytes, 0) > maxBytes) {
    return fail('REQUEST_TOO_LARGE', say`This session is too large to be read here.`);
  }
  const slice = createTimeSlice();
  for (const [hash] of read.data.pieces) {
    const body = await readStored(context, device, hash);
    if (!body.ok) return body;
    for (const line of linesIn(body.value)) {
      await slice();
      const taken = await take(parseJson(line));
      if (!taken.ok) return taken;
    }
  }
  return ok(undefined);
}

function* linesIn(body: Buffer): Generator<Buffer> {
  let at = 0;
  for (let end = body.indexOf(newline); end >= 0; end = body.indexOf(newline, at)) {
    yield body.subarray(at, end);
    at = end + 1;
  }
}
