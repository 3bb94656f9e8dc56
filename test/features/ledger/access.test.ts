// LEDGER-1 and LEDGER-2 against those who would get around them: certificates, functions with the names of Postgres', records written
// first by another, and a writer that is killed.

import { chmodSync, chownSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createCore } from '../../../electron/core.ts';
import { findCalls } from '../../../electron/features/ledger/calls.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import type { LedgerCall, LedgerCalls } from '../../../shared/features/ledger/methods.ts';
import { certificateAuthority, hasOpenssl } from '../../support/certificates.ts';
import { cite } from '../../support/cite.ts';
import { startThroughline } from '../../support/commandLine.ts';
import { asNew, call, userMessage } from '../../support/messageBuilder.ts';
import { type OpenedConversation, openConversation } from '../../support/openStore.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { connectTo, openLedger, verifyAs, writeOnce } from './openLedger.ts';

const postgres = findPostgres();
const isMissing = 'reason' in postgres;
let server: PostgresServer;

beforeAll(async () => {
  if ('programs' in postgres) server = await startPostgres(postgres.programs);
}, 120_000);

afterAll(() => server?.stop());

async function say(it: OpenedConversation, text: string): Promise<void> {
  okValue(await it.store.appendConversationMessage(it.conversationId, asNew(userMessage(text))));
}

/** A call and its result. */
async function run(it: OpenedConversation, command: string): Promise<void> {
  const add = async (message: Parameters<typeof it.store.appendConversationMessage>[1]) =>
    okValue(await it.store.appendConversationMessage(it.conversationId, message));
  await add({
    role: 'assistant',
    content: null,
    tool_calls: [call(command, 'run_command', JSON.stringify({ command }))],
  });
  const result = { tool_call_id: command, toolName: 'run_command', content: 'done', duration: 1 };
  await add({ role: 'tool', ...result, outcome: 'ok' });
}

describe.skipIf(isMissing)(isMissing ? postgres.reason : 'on a real server', () => {
  test(
    cite(
      'LEDGER-2',
      'a role that can create functions sees no more by giving them the names of those that Postgres has',
    ),
    async () => {
      const ledger = await openLedger(server);
      await ledger.join('anna', 'platform');
      const ben = await ledger.join('ben', 'shop');
      const it = await openConversation();
      await say(it, 'hidden');
      okValue(await writeOnce(it, server.url('anna', ledger.database)));
      await ledger.owner.unsafe('create schema mine authorization ben');
      await ben.begin(async (sql) => {
        await sql.unsafe(`
          create function mine.pg_has_role(name, text, text) returns boolean language sql as 'select true';
          set local search_path = mine, pg_catalog;
        `);
        expect((await sql.unsafe('select throughline.is_auditor() as is'))[0]).toEqual({ is: false });
        expect(await sql.unsafe('select * from throughline.messages')).toHaveLength(0);
      });
    },
  );

  test(
    cite(
      'LEDGER-2',
      'a user who writes a record first neither keeps another from writing it nor learns that it is there',
    ),
    async () => {
      const ledger = await openLedger(server);
      const anna = await ledger.join('anna', 'platform');
      const ben = await ledger.join('ben', 'platform');
      const it = await openConversation();
      await say(it, 'the same in both');
      expect(okValue(await writeOnce(it, server.url('ben', ledger.database)))).toMatchObject({ written: 2 });
      expect(okValue(await writeOnce(it, server.url('anna', ledger.database)))).toMatchObject({ written: 2 });
      for (const sql of [anna, ben]) expect(await sql`select * from throughline.messages`).toHaveLength(1);
      for (const user of ['anna', 'ben'])
        expect(await verifyAs(server.url(user, ledger.database))).toMatchObject({ count: 0, rows: 2 });
    },
  );

  test(
    cite('LEDGER-2', 'a lead pages through the own calls and those of the teams, each once, newest first'),
    async () => {
      const ledger = await openLedger(server);
      await ledger.join('anna', 'platform');
      await ledger.join('ben', 'shop');
      await ledger.join('out', 'other');
      await ledger.join('lea', 'platform', true);
      await ledger.join('lea', 'shop', true);
      for (const user of ['lea', 'anna', 'ben', 'out']) {
        const it = await openConversation();
        for (const n of [1, 2, 3]) await run(it, `${user} ${n}`);
        okValue(await writeOnce(it, server.url(user, ledger.database)));
      }
      const connection = await connectTo(server.url('lea', ledger.database));
      const rights = okValue(await connection.hello(''));
      const calls: LedgerCall[] = [];
      const request = {
        text: '',
        tools: ['run_command'],
        outcomes: ['ok' as const],
        from: null,
        until: null,
        limit: 2,
      };
      let page: LedgerCalls = { calls: [], cursor: null };
      do {
        page = okValue(await findCalls(connection, { ...request, cursor: page.cursor }, rights));
        calls.push(...page.calls);
      } while (page.cursor !== null && calls.length < 20);
      await connection.close();
      const commands = ['lea', 'anna', 'ben'].flatMap((user) => [1, 2, 3].map((n) => `${user} ${n}`));
      expect(calls.map(({ command }) => command).toReversed()).toEqual(commands);
    },
  );

  test(cite(
    'LEDGER-1',
    'a killed writer, whose last rows the server adds or not, leaves no gap and no duplicate',
  ), async () => {
    const ledger = await openLedger(server);
    const anna = await ledger.join('anna', 'platform');
    const { owner } = ledger;
    const url = server.url('anna', ledger.database);
    const it = await openConversation();
    // Rows are added once the test lets them be.
    await owner.unsafe(`
        create function throughline.held() returns trigger language plpgsql as $$
          begin perform pg_advisory_xact_lock_shared(7); return new; end $$;
        create trigger held before update on throughline.devices for each row execute function throughline.held()`);
    const write = () => startThroughline(['--data', it.dataDir, 'ledger', '--to', url]);
    const writers = async () =>
      owner<{ pid: number; wait: string | null }[]>`
          select pid, wait_event as wait from pg_stat_activity where usename = 'anna' and application_name = 'throughline'`;
    for (const isAdded of [true, false]) {
      await run(it, `added: ${isAdded}`);
      await owner.begin(async (sql) => {
        await sql`select pg_advisory_xact_lock(7)`;
        const writer = write();
        await vi.waitUntil(async () => (await writers())[0]?.wait === 'advisory', { timeout: 30_000 });
        writer.child.kill('SIGKILL');
        expect((await writer.finished).signal).toBe('SIGKILL');
        if (!isAdded) for (const { pid } of await writers()) await server.admin`select pg_terminate_backend(${pid})`;
      });
      await vi.waitUntil(async () => (await writers()).length === 0, { timeout: 30_000 });
      const rows = await anna`select from throughline.calls`;
      expect(rows).toHaveLength(1);
    }
    expect((await write().finished).stdout).toBe('Wrote 3 new rows.\n');
    expect((await write().finished).stdout).toBe('The ledger has everything already.\n');
    expect(await anna`select from throughline.messages`).toHaveLength(4);
    expect(await verifyAs(url, it.dataDir)).toMatchObject({ count: 0, devices: 1 });
  }, 60_000);

  test(cite(
    'LEDGER-1',
    'a new address gets everything at once, although nothing was said since the first had it all',
  ), async () => {
    const [first, second] = [await openLedger(server), await openLedger(server)];
    for (const ledger of [first, second]) await ledger.join('anna', 'platform');
    const { dataDir, store, conversationId } = await openConversation();
    okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('hello'))));
    const core = createCore({ dataDir, env: {}, log: silentLog, person: false });
    onTestFinished(() => core.close());
    const changed = vi.fn();
    core.teamLedger.onChange(changed);
    onTestFinished(core.teamLedger.follow());
    const rest = { password: null, on: true, results: false };
    for (const { database, owner } of [first, second]) {
      okValue(await core.teamLedger.save({ address: server.url('anna', database), ...rest }));
      const written = async () => (await owner`select from throughline.messages`).length === 1;
      await vi.waitUntil(written, { timeout: 15_000 });
      await vi.waitUntil(async () => !(await core.teamLedger.info()).isWriting);
      // The settings learn of it without asking.
      await vi.waitUntil(() => changed.mock.calls.length > 0);
      changed.mockClear();
    }
  }, 60_000);

  test.skipIf(!hasOpenssl())(
    cite(
      'LEDGER-1',
      'an expired, untrusted or misnamed certificate is named, and nothing is sent; a good one encrypts',
    ),
    async () => {
      const ledger = await openLedger(server);
      const anna = await ledger.join('anna', 'platform');
      const it = await openConversation();
      await say(it, 'kept');
      const folder = tempFolder();
      const authority = certificateAuthority(join(folder, 'own'));
      const foreign = certificateAuthority(join(folder, 'foreign'));
      const url = server.url('anna', ledger.database);
      const trusting = `${url}?sslrootcert=${encodeURIComponent(authority.certificate)}`;
      const here = 'IP:127.0.0.1';
      const bad = [
        [authority.issue('old', here, '20020101000000Z'), trusting, /certificate of 127.0.0.1:\d+ has expired/],
        [authority.issue('misnamed', 'DNS:db.example'), trusting, /certificate of \S+ is for another name/],
        [foreign.issue('foreign', here), trusting, /comes from nobody that this machine trusts. Add sslrootcert=FILE/],
        [authority.issue('private', here), `${url}?sslmode=require`, /comes from nobody that this machine trusts/],
      ] as const;
      const serve = (files: { certificate: string; key: string }): void => {
        const paths = { certificate: join(server.folder, 'tls.pem'), key: join(server.folder, 'tls.key') };
        copyFileSync(files.certificate, paths.certificate);
        copyFileSync(files.key, paths.key);
        chmodSync(paths.key, 0o600);
        if (process.getuid?.() === 0) for (const each of Object.values(paths)) chownSync(each, 65534, 65534);
        server.restart('ssl=on', `ssl_cert_file=${paths.certificate}`, `ssl_key_file=${paths.key}`);
      };
      for (const [files, address, problem] of bad) {
        serve(files);
        expect(errorOf(await writeOnce(it, address)).message).toMatch(problem);
      }
      expect(await anna`select from throughline.messages`).toHaveLength(0);
      serve(authority.issue('good', here));
      const connection = await connectTo(trusting);
      const [row] = await connection.sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
      expect(row).toEqual({ ssl: true });
      await connection.close();
      expect(okValue(await writeOnce(it, trusting))).toMatchObject({ written: 2 });
      expect(errorOf(await writeOnce(it, `${trusting}x`)).message).toMatch(/certificate file .* there is no such file/);
    },
    60_000,
  );
});
