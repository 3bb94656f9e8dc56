// Finds calls in the ledger, newest first, within the rights of the user's role.

import type { Sql } from 'postgres';
import type { z } from 'zod';
import { ok, type Result } from '../../../shared/core/errors.ts';
import type { LedgerCall, LedgerCalls, ledgerMethods } from '../../../shared/features/ledger/methods.ts';
import type { Hello, LedgerConnection } from './connection.ts';

type CallsRequest = z.infer<(typeof ledgerMethods)['ledger.calls']['params']>;

type Rights = Pick<Hello, 'ledTeams' | 'auditor' | 'user'>;

/** Longer texts are cut; the row has the rest. */
const shownCharacters = 4_000;
/** Of more teams a page is planned for longer than it is read. */
const maxBranches = 8;

interface Row extends Omit<LedgerCall, 'at' | 'ms' | 'position'> {
  at: Date;
  ms: string | null;
  position: string;
}

export async function findCalls(
  { ask }: LedgerConnection,
  request: CallsRequest,
  rights: Rights,
): Promise<Result<LedgerCalls>> {
  const { text, limit } = request;
  const rows = await ask(
    (sql) => sql<Row[]>`
      select c.at, c.user_name as user, c.team, c.host, c.project, c.folder, c.tool, left(c.command, ${shownCharacters}) as command,
        left(c.arguments, ${shownCharacters}) as arguments, left(c.result, ${shownCharacters}) as result, c.outcome, c.ms,
        c.conversation, c.message, c.position, a.decided_by as "decidedBy", a.rule
      from (${text.trim() === '' ? filtered(sql, request, rights) : searched(sql, request)}) c
      left join lateral (
        select * from throughline.approvals a where a.id = c.id and a.at = c.at and a.user_name = c.user_name
        -- Otherwise all approvals would be read, and hashed for the join.
        limit 1
      ) a on true
      order by c.at desc, c.id desc`,
  );
  if (!rows.ok) return rows;
  const calls = rows.value.map(
    ({ at, ms, position, ...row }): LedgerCall => ({
      ...row,
      at: at.toISOString(),
      ms: ms === null ? null : Number(ms),
      position: Number(position),
    }),
  );
  const last = calls.at(-1);
  const isFull = last !== undefined && calls.length === limit;
  return ok({ calls, cursor: isFull ? JSON.stringify([last.at, `${last.message}/${last.position}`]) : null });
}

/**
 * The own calls, and those of each team: with the policies alone Postgres reads the calls of everyone, because none of its indexes
 * answers an “or”.
 */
function filtered(sql: Sql, request: CallsRequest, { auditor, ledTeams, user }: Rights) {
  if (auditor || ledTeams.length > maxBranches) return page(sql, request, sql``);
  const ownCalls = page(sql, request, sql`and c.user_name = ${user}`);
  if (ledTeams.length === 0) return ownCalls;
  const branches = ledTeams.map(
    (team) => sql`union all (${page(sql, request, sql`and c.team = ${team} and c.user_name <> ${user}`)})`,
  );
  return sql`select * from ((${ownCalls}) ${branches}) c order by c.at desc, c.id desc limit ${request.limit}`;
}

function page(sql: Sql, { tools, outcomes, from, until, limit, cursor }: CallsRequest, scope: ReturnType<Sql>) {
  const [beforeAt, beforeId] = readCursor(cursor);
  return sql`
    select * from throughline.calls c where true ${scope}
      ${tools.length === 0 ? sql`` : sql`and c.tool in ${sql(tools)}`}
      ${outcomes.length === 0 ? sql`` : sql`and c.outcome in ${sql(outcomes)}`}
      ${from === null ? sql`` : sql`and c.at >= ${from}`}
      ${until === null ? sql`` : sql`and c.at < ${until}`}
      ${beforeAt === null ? sql`` : sql`and c.at <= ${beforeAt} and (c.at, c.id) < (${beforeAt}, ${beforeId ?? ''})`}
    order by c.at desc, c.id desc limit ${limit}`;
}

function searched(sql: Sql, { text, tools, outcomes, from, until, limit, cursor }: CallsRequest) {
  const [beforeAt, beforeId] = readCursor(cursor);
  const orNull = (values: readonly string[]) => (values.length === 0 ? null : JSON.stringify(values));
  return sql`
    select * from throughline.search_calls(${text},
      (select array_agg(v) from jsonb_array_elements_text(${orNull(tools)}::text::jsonb) v),
      (select array_agg(v) from jsonb_array_elements_text(${orNull(outcomes)}::text::jsonb) v),
      ${from}, ${until}, ${beforeAt}, ${beforeId}, ${limit})`;
}

function readCursor(cursor: string | null): [at: string | null, id: string | null] {
  try {
    const value: unknown = JSON.parse(cursor ?? 'null');
    if (Array.isArray(value) && typeof value[0] === 'string' && !Number.isNaN(Date.parse(value[0])))
      return [value[0], String(value[1])];
  } catch {}
  return [null, null];
}
