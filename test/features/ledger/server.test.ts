// LEDGER-1: what can be wrong with a server, each named; and what the owner of a ledger does with it.

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { NewMessage } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { call } from '../../support/messageBuilder.ts';
import { type OpenedConversation, openConversation } from '../../support/openStore.ts';
import { findPostgres, freePort, type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { connectTo, openLedger, verifyAs, writeOnce } from './openLedger.ts';

const postgres = findPostgres();
const isMissing = 'reason' in postgres;
let server: PostgresServer;

beforeAll(async () => {
  if ('programs' in postgres) server = await startPostgres(postgres.programs);
}, 120_000);

afterAll(() => server?.stop());

async function append(it: OpenedConversation, message: NewMessage) {
  return okValue(await it.store.appendConversationMessage(it.conversationId, message));
}

describe.skipIf(isMissing)(isMissing ? postgres.reason : 'on a real server', () => {
  test(
    cite('LEDGER-1', 'a wrong or expired password, a missing right or ledger, and a newer one are named'),
    async () => {
      const ledger = await openLedger(server);
      const it = await openConversation();
      await append(it, { role: 'user', content: 'kept' });
      await ledger.join('anna', 'platform');
      const url = server.url('anna', ledger.database);
      const problem = async (address: string) => errorOf(await writeOnce(it, address)).message;
      expect(await problem(url.replace(':test@', ':wrong@'))).toMatch(
        /refuses the password of anna: it is wrong or has expired/,
      );
      await server.role('gone');
      await server.admin`alter role gone valid until '2001-01-01'`;
      expect(await problem(server.url('gone', ledger.database))).toMatch(/refuses the password of gone/);
      await server.role('guest');
      expect(await problem(server.url('guest', ledger.database))).toMatch(/guest has no right/);
      await ledger.owner`grant throughline_reader to guest`;
      expect(await problem(server.url('guest', ledger.database))).toMatch(/guest may not write to the ledger/);
      expect(await problem(server.url('anna', 'nowhere'))).toMatch(/has no database nowhere/);
      expect(await problem(server.url('anna', 'postgres'))).toMatch(/has no ledger.*ledger setup/);
      expect(await problem(`postgres://anna@127.0.0.1:${await freePort()}/x`)).toMatch(/Nothing answers at/);
      expect(await problem(`${url}?sslmode=require`)).toMatch(/does not encrypt connections. Nothing was sent/);

      await ledger.owner.unsafe(
        'create or replace function throughline.version() returns int language sql as $$ select 7 $$',
      );
      expect(await problem(url)).toMatch(/has version 7 .* knows version 1. Update Throughline/);
      await ledger.owner.unsafe(
        'create or replace function throughline.version() returns int language sql as $$ select 1 $$',
      );
      // Whatever went wrong, everything arrives later.
      expect(okValue(await writeOnce(it, url))).toMatchObject({ written: 2 });
    },
  );

  test(
    cite('LEDGER-1', 'a server that is read-only, stopping, starting or full is named, and caught up with later'),
    async () => {
      const ledger = await openLedger(server);
      const it = await openConversation();
      await ledger.join('anna', 'platform');
      await append(it, { role: 'user', content: 'kept' });
      const url = server.url('anna', ledger.database);
      const problem = async () => errorOf(await writeOnce(it, url)).message;
      await server.admin.unsafe('alter role anna set default_transaction_read_only = on');
      expect(await problem()).toMatch(/is read-only at the moment/);
      await server.admin.unsafe('alter role anna reset default_transaction_read_only');
      const raise = (
        code: string,
      ) => `create or replace function throughline.add_totals(rows jsonb) returns void language plpgsql as
      $$ begin raise exception 'failed' using errcode = '${code}'; end $$`;
      const [{ body }] =
        (await ledger.owner`select pg_get_functiondef('throughline.add_totals(jsonb)'::regprocedure) as body`) as unknown as [
          { body: string },
        ];
      for (const [code, text] of [
        ['53100', /disk of .* is full/],
        ['57P03', /starting up or recovering/],
        ['53300', /no connection left/],
      ] as const) {
        await ledger.owner.unsafe(raise(code));
        expect(await problem()).toMatch(text);
      }
      await ledger.owner.unsafe(body);
      // The server is killed while the writer is connected.
      const connection = await connectTo(url);
      okValue(await connection.hello('x'));
      server.restart();
      expect(errorOf(await connection.hello('x')).message).toMatch(/connection to .* was lost/);
      await connection.close();
      expect(okValue(await writeOnce(it, url))).toMatchObject({ written: 2 });
      expect(await verifyAs(url, it.dataDir)).toMatchObject({ count: 0, rows: 2 });
    },
  );

  test(
    cite('LEDGER-1', 'a removed message is emptied there, unless a legal hold covers it, and the chain stays whole'),
    async () => {
      const ledger = await openLedger(server);
      const anna = await ledger.join('anna', 'platform');
      const url = server.url('anna', ledger.database);
      const it = await openConversation();
      const message = await append(it, { role: 'user', content: 'my password is swordfish' });
      await append(it, { role: 'assistant', content: 'Noted.' });
      okValue(await writeOnce(it, url));
      await ledger.owner`insert into throughline.holds (conversation, reason) values (${it.conversationId}, 'case 7')`;
      okValue(await it.store.forgetMessage(it.conversationId, message.id));
      expect(okValue(await writeOnce(it, url))).toMatchObject({ written: 2 });
      const body = async () => (await anna`select body, salt from throughline.messages where id = ${message.id}`)[0];
      expect(await body()).toMatchObject({ body: 'my password is swordfish' });
      await ledger.owner`update throughline.holds set released_at = now()`;
      await ledger.owner`select throughline.empty_released()`;
      expect(await body()).toEqual({ body: null, salt: null });
      expect(JSON.stringify(await ledger.owner`select title from throughline.conversations`)).not.toContain(
        'swordfish',
      );
      expect(
        await anna`select * from throughline.messages where search @@ throughline.search_query('swordfish')`,
      ).toHaveLength(0);
      expect(await verifyAs(url, it.dataDir)).toMatchObject({ count: 0, rows: 5 });
      expect(okValue(await writeOnce(it, url))).toMatchObject({ written: 0 });
    },
  );

  test(
    cite('LEDGER-3', 'retention drops old months but not those on hold; any date has a place; the gaps are explained'),
    async () => {
      const ledger = await openLedger(server);
      const anna = await ledger.join('anna', 'platform');
      const url = server.url('anna', ledger.database);
      const it = await openConversation();
      const dates = [
        '2019-03-01T00:00:00.000Z',
        '2019-04-30T23:59:59.999Z',
        '1971-01-01T00:00:00.000Z',
        '2099-12-31T23:59:59.999Z',
        '4000-01-01T00:00:00.000Z',
      ];
      for (const createdAt of dates) await append(it, { role: 'user', content: createdAt, createdAt });
      okValue(await writeOnce(it, url));
      expect((await anna`select count(*)::int as n from throughline.messages`)[0]).toEqual({ n: 5 });
      await ledger.owner`insert into throughline.holds (user_name, from_at, until_at, reason) values ('anna', '2019-04-01', '2019-05-01', 'case 8')`;
      const dropped = await ledger.owner`select * from throughline.drop_older(12) where was_dropped`;
      expect(dropped.map(({ partition }) => partition)).toEqual(['conversations_2019_03', 'messages_2019_03']);
      expect((await anna`select body from throughline.messages order by at`).map(({ body }) => body)).toEqual([
        dates[2],
        dates[1],
        dates[3],
        dates[4],
      ]);
      expect(await verifyAs(url, it.dataDir)).toMatchObject({ count: 0, rows: 6 });
      expect(okValue(await writeOnce(it, url))).toMatchObject({ written: 0 });
    },
  );

  test(
    cite('LEDGER-3', 'a ledger restored from an old backup gets the lost rows again, and verification says so'),
    async () => {
      const ledger = await openLedger(server);
      const anna = await ledger.join('anna', 'platform');
      const url = server.url('anna', ledger.database);
      const it = await openConversation();
      await append(it, { role: 'user', content: 'one' });
      okValue(await writeOnce(it, url));
      const before = (await ledger.owner`select * from throughline.devices`)[0];
      await append(it, { role: 'user', content: 'two' });
      okValue(await writeOnce(it, url));
      await ledger.owner`delete from throughline.messages where body = 'two'`;
      await ledger.owner`update throughline.devices set seq = ${before?.seq}, hash = ${before?.hash}`;
      expect(okValue(await writeOnce(it, url))).toEqual({ written: 1, unreadable: 0, lost: 1 });
      expect((await anna`select body from throughline.messages order by at`).map(({ body }) => body)).toEqual([
        'one',
        'two',
      ]);
      expect((await verifyAs(url, it.dataDir)).problems).toMatchObject([{ problem: 'tail', seq: 3, until: 3 }]);
    },
  );

  test(
    cite(['LEDGER-1', 'LEDGER-3'], 'the command sets up, writes, shows, searches and verifies, with exit codes'),
    async () => {
      const database = await server.database();
      const owner = server.connect('owner', database);
      onTestFinished(() => owner.end());
      const it = await openConversation();
      await append(it, { role: 'user', content: 'hello' });
      await append(it, {
        role: 'assistant',
        content: null,
        tool_calls: [call('c', 'run_command', '{"command":"npm test 检查"}')],
      });
      await append(it, {
        role: 'tool',
        tool_call_id: 'c',
        toolName: 'run_command',
        content: 'passed',
        outcome: 'ok',
        duration: 5,
      });
      const url = server.url('owner', database);
      const run = (...args: string[]) =>
        commandHere(['ledger', ...args, '--to', url], { THROUGHLINE_HOME: it.dataDir });
      expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('ledger setup --to') });
      expect(await run('setup')).toMatchObject({ code: 0, stdout: expect.stringContaining('Created the ledger') });
      expect(await run('setup')).toMatchObject({ code: 0, stdout: 'The ledger exists already and is up to date.\n' });
      expect(await run()).toMatchObject({ code: 0, stdout: 'Wrote 5 new rows.\n' });
      expect(await run()).toMatchObject({ code: 0, stdout: 'The ledger has everything already.\n' });
      expect((await run('status')).stdout).toMatch(
        /User {6}owner\nSees {6}everything\nWrites {4}yes\nRows {6}5 from this device\n/,
      );
      expect((await run('search', '检查')).stdout).toMatch(/owner@\S+ {2}run_command {2}ok, 5 ms {2}npm test 检查\n/);
      expect((await run('search', 'nothing')).stdout).toBe('No calls.\n');
      expect((await run('verify')).stdout).toBe('Verified 5 rows of 1 devices. Nothing was changed.\n');
      await owner`update throughline.calls set result = 'failed'`;
      const verified = await run('verify');
      expect(verified.code).toBe(1);
      expect(verified.stdout).toMatch(
        /^owner, device \w{8}: calls \S+\/0 \(row \d\) was edited\nVerified 5 rows of 1 devices. 1 problems.\n$/,
      );
      expect(JSON.stringify(await run('status', '--json'))).not.toContain(':test@');
    },
  );
});
