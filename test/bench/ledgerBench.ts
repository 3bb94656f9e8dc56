// Measures the ledger: rows written by the outbox, and the questions asked of many calls, which the server generates.

import postgres from 'postgres';
import { readLedgerAddress } from '../../electron/features/ledger/address.ts';
import { findCalls } from '../../electron/features/ledger/calls.ts';
import { chainRows, emptyChain } from '../../electron/features/ledger/chain.ts';
import { connectLedger, type Hello, setUpLedger } from '../../electron/features/ledger/connection.ts';
import type { LedgerRow } from '../../electron/features/ledger/tables.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts';
import { okValue } from '../support/result.ts';
import type { Figure, Section } from './figures.ts';

const rounds = 40;
const promised = 200;

export async function ledgerBench(calls: number): Promise<Section> {
  const postgresHere = findPostgres();
  if ('reason' in postgresHere) return { title: 'Ledger', how: `Not measured: ${postgresHere.reason}.`, figures: [] };
  const server = await startPostgres(
    postgresHere.programs,
    'shared_buffers=2GB',
    'work_mem=64MB',
    'maintenance_work_mem=1GB',
    'max_wal_size=16GB',
  );
  try {
    return await measure(server, calls);
  } finally {
    await server.stop();
  }
}

async function measure(server: PostgresServer, calls: number): Promise<Section> {
  const database = await server.database();
  const owner = server.connect('owner', database);
  const asOwner = connectLedger(okValue(readLedgerAddress(server.url('owner', database))).address, 'test');
  okValue(await setUpLedger(asOwner));
  await asOwner.close();
  for (const user of ['user17', 'lead3', 'writer']) {
    await server.role(user);
    await owner`select throughline.enroll(${user}, ${user === 'lead3' ? 'team3' : 'team17'}, ${user === 'lead3'})`;
  }
  const written = await appendRate(server, database);
  const begun = performance.now();
  await generate(owner, calls);
  const loaded = (performance.now() - begun) / 1000;
  const [size] = await owner`select pg_size_pretty(pg_database_size(current_database())) as size`;
  const figures: Figure[] = [
    {
      name: 'append, rows a second',
      value: written.toFixed(0),
      note: 'one device, 500 in a batch, hashed on both sides',
    },
    { name: 'load', value: `${loaded.toFixed(0)} s`, note: `${calls.toLocaleString('en-US')} calls, ${size?.size}` },
  ];
  for (const user of ['user17', 'lead3', 'owner']) {
    const connection = connectLedger(okValue(readLedgerAddress(server.url(user, database))).address, 'test');
    const rights = okValue(await connection.hello('')) as Hello;
    const page = { text: '', tools: [], outcomes: [], from: null, until: null, limit: 100, cursor: null };
    const month = new Date('2026-05-01T00:00:00Z');
    const questions: Record<string, () => Promise<unknown>> = {
      'newest calls': async () => okValue(await findCalls(connection, page, rights)),
      'failed commands': async () =>
        okValue(await findCalls(connection, { ...page, tools: ['run_command'], outcomes: ['error'] }, rights)),
      'search for a rare word': async () =>
        okValue(await findCalls(connection, { ...page, text: `word${pick(9973)}` }, rights)),
      'search for one call in 300': async () =>
        okValue(await findCalls(connection, { ...page, text: `module${pick(307)}` }, rights)),
      'denied commands, of which there are none': async () =>
        okValue(await findCalls(connection, { ...page, tools: ['run_command'], outcomes: ['denied'] }, rights)),
      'search for a common word, one month': async () =>
        okValue(
          await findCalls(
            connection,
            { ...page, text: 'npm test', from: '2026-05-01T00:00:00.000Z', until: '2026-06-01T00:00:00.000Z' },
            rights,
          ),
        ),
      'approved by rule': () => connection.sql`select * from throughline.approved_by_rule order by at desc limit 100`,
      'cost by team, one month': () => connection.sql`select * from throughline.cost_by_team where month = ${month}`,
      'failures by tool, all months': () => connection.sql`select * from throughline.failures_by_tool`,
    };
    for (const [name, ask] of Object.entries(questions)) {
      const before = await blocksRead(owner);
      const { p95, median, fastest } = await timesOf(ask);
      await connection.sql`select pg_stat_force_next_flush()`;
      const blocks = ((await blocksRead(owner)) - before) / (rounds + 1);
      const promise = { row: 'LEDGER-2' as const, text: `p95 at most ${promised} ms`, kept: p95 <= promised };
      figures.push({
        name: `${name}, as ${user}`,
        value: `${p95.toFixed(1)} ms`,
        note: `median ${median.toFixed(1)}, fastest ${fastest.toFixed(1)} ms; ${blocks.toFixed(0)} blocks`,
        promise,
      });
    }
    await connection.close();
  }
  await owner.end();
  return {
    title: 'Ledger',
    how: `${calls.toLocaleString('en-US')} calls of 200 users in 20 teams over a year, in Postgres without sync; p95 of ${rounds}. user17 sees its own calls, lead3 a team, owner all.`,
    figures,
  };
}

async function appendRate(server: PostgresServer, database: string): Promise<number> {
  const sql = postgres({ host: '127.0.0.1', port: server.port, user: 'writer', database, password: 'test', max: 1 });
  const count = 20_000;
  let head = emptyChain;
  const begun = performance.now();
  for (let at = 0; at < count; at += 500) {
    const rows = Array.from({ length: 500 }, (_, index): LedgerRow => callRow(at + index));
    const chained = JSON.stringify(chainRows(rows, head, { device: 'bench', user: 'writer', team: 'team17' }));
    const [row] = await sql`select throughline.append('bench', ${chained}::text::jsonb) as answer`;
    head = row?.answer;
  }
  const seconds = (performance.now() - begun) / 1000;
  await sql.end();
  return count / seconds;
}

function callRow(n: number): LedgerRow {
  const place = { project: 'shop', folder: '/srv/shop', host: 'desk' };
  return {
    table: 'calls',
    id: `bench${n}/0`,
    at: new Date(1_780_000_000_000 + n * 1000).toISOString(),
    fields: {
      ...{ conversation: `bench${n % 100}`, message: `bench${n}`, position: 0, tool: 'run_command', ...place },
      ...{ arguments: '{"command":"npm test -- --run"}', command: 'npm test -- --run', result: null, outcome: 'ok' },
      ...{ error: null, exit_code: 0, ms: 900, waited_ms: null, result_message: `r${n}`, files: null },
    },
  };
}

/**
 * Rows as `append` would have added them, without their hashes, which no question reads. Each team uses each tool. Indexes are built
 * at the end, which takes a fraction of the time.
 */
async function generate(owner: postgres.Sql, calls: number): Promise<void> {
  const step = 250_000;
  const indexes = await owner<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('throughline.calls'::regclass, 'throughline.approvals'::regclass) and not indisprimary`;
  for (const { name } of indexes) await owner.unsafe(`drop index ${name}`);
  await owner`select throughline.ensure_month(name, month) from unnest(array['calls', 'approvals', 'costs']) name,
    generate_series('2025-07-01'::timestamptz, '2026-06-01', '1 month') month`;
  for (let from = 0; from < calls; from += step) {
    const to = Math.min(calls, from + step);
    await owner.unsafe(`
      insert into throughline.calls (id, at, user_name, team, device, seq, prev, hash, conversation, message, position, tool,
        arguments, command, outcome, ms, project, folder, host, salt, content_hash)
      select 'm' || n || '/0', '2025-07-01Z'::timestamptz + n * (interval '365 days' / ${calls}), 'user' || n % 200, 'team' || n % 20,
        'd' || n % 200, n / 200 + 1, '\\x00', '\\x00', 'c' || n / 50, 'm' || n, 0,
        (array['run_command', 'read_file', 'edit_file', 'search_files', 'list_files', 'write_file', 'web_fetch', 'run_agent'])[n / 20 % 8 + 1],
        '{"command":"npm test -- word' || n % 9973 || '","path":"src/module' || n % 307 || '/file' || n % 1009 || '.ts"}',
        case when n / 20 % 8 = 0 then 'npm test -- word' || n % 9973 end, case when n % 13 = 0 then 'error' else 'ok' end, n % 5000,
        'project' || n % 40, '/home/user' || n % 200 || '/project', 'desk-' || n % 200, '\\x00', '\\x00'
      from generate_series(${from}, ${to - 1}) n`);
    await owner.unsafe(`
      insert into throughline.approvals (id, at, user_name, team, device, seq, prev, hash, conversation, message, position, tool,
        command, decision, decided_by, rule, project, host, salt, content_hash)
      select id, at, user_name, team, device, seq, prev, hash, conversation, message, position, tool, command, 'allowed',
        case when seq % 3 = 0 then 'rule' else 'user' end, 'commands that start with npm', project, host, salt, content_hash
      from throughline.calls where tool = 'run_command' and at >= '2025-07-01Z'::timestamptz + ${from} * (interval '365 days' / ${calls})
        and at < '2025-07-01Z'::timestamptz + ${to} * (interval '365 days' / ${calls}) and device like 'd%'`);
  }
  for (const { definition } of indexes) await owner.unsafe(definition.replace(' ON ONLY ', ' ON '));
  await owner.unsafe(`
    insert into throughline.call_totals
      select date_trunc('month', at at time zone 'UTC')::date, user_name, team, tool, outcome, count(*), sum(ms)
      from throughline.calls where device like 'd%' group by 1, 2, 3, 4, 5;
    insert into throughline.cost_totals
      select distinct on (month, user_name, team) month, user_name, team, 'p/m', calls, 0, calls * 0.01, calls * 900, calls * 80
      from throughline.call_totals`);
  await owner.unsafe('vacuum analyze');
}

/** Of 8 kB, from memory or disk, catalogs included. */
async function blocksRead(owner: postgres.Sql): Promise<number> {
  const [row] =
    await owner`select blks_hit + blks_read as blocks from pg_stat_database where datname = current_database()`;
  return Number(row?.blocks);
}

async function timesOf(ask: () => Promise<unknown>): Promise<{ p95: number; median: number; fastest: number }> {
  await ask();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    await ask();
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  const at = (part: number): number => times[Math.floor(rounds * part)] ?? 0;
  return { p95: at(0.95), median: at(0.5), fastest: at(0) };
}

function pick(below: number): number {
  return Math.floor(Math.random() * below);
}
