// LEDGER-1 to LEDGER-3 on a real Postgres: what is written, by whom it is seen, and what verification finds.

import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { NewMessage } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { call } from '../../support/messageBuilder.ts';
import { type OpenedConversation, openConversation } from '../../support/openStore.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { okValue } from '../../support/result.ts';
import { openLedger, type Sql, verifyAs, writeOnce } from './openLedger.ts';

const postgres = findPostgres();
const secret = `ghp_${'a1B2'.repeat(9)}`;
let server: PostgresServer;

beforeAll(async () => {
  if ('programs' in postgres) server = await startPostgres(postgres.programs);
}, 120_000);

afterAll(() => server?.stop());

async function append(it: OpenedConversation, message: NewMessage) {
  return okValue(await it.store.appendConversationMessage(it.conversationId, message));
}

/** A question, a command that a rule allowed, its file change, and the answer. */
async function turn(it: OpenedConversation, question: string, command = 'npm test'): Promise<string> {
  await append(it, { role: 'user', content: question });
  const reply = await append(it, {
    role: 'assistant',
    content: null,
    model: 'm',
    tool_calls: [call('c1', 'run_command', JSON.stringify({ command }))],
  });
  okValue(
    await it.store.logExecution(it.conversationId, {
      ...{ v: 1, type: 'tool_started', at: new Date().toISOString(), messageId: reply.id, toolCallId: 'c1', index: 0 },
      name: 'run_command',
      allowed: { by: 'rule', mode: 'ask', rules: ['commands that start with `npm`'] },
    }),
  );
  await append(it, {
    ...{
      role: 'tool',
      tool_call_id: 'c1',
      toolName: 'run_command',
      content: `printed ${question}`,
      outcome: 'ok',
      duration: 12,
    },
    details: { exitCode: 0, changes: { files: [{ path: 'src/a.ts', kind: 'changed', added: 1, removed: 2 }] } },
  });
  await append(it, { role: 'assistant', content: 'Done.' });
  return reply.id;
}

async function counts(sql: Sql): Promise<Record<string, number>> {
  const names = ['conversations', 'messages', 'calls', 'open_calls', 'approvals', 'costs', 'file_changes', 'removals'];
  const rows = await Promise.all(names.map((name) => sql.unsafe(`select count(*)::int as n from throughline.${name}`)));
  return Object.fromEntries(names.map((name, index) => [name, rows[index]?.[0]?.n as number]));
}

const isMissing = 'reason' in postgres;

describe.skipIf(isMissing)(isMissing ? postgres.reason : 'on a real server', () => {
  test(
    cite('LEDGER-1', 'calls, approvals, file changes and costs arrive once, masked, and can be asked for'),
    async () => {
      const ledger = await openLedger(server);
      const anna = await ledger.join('anna', 'platform');
      const it = await openConversation();
      await turn(it, `first ${secret} 你好世界`);
      mkdirSync(join(it.dataDir, 'usage'));
      const paid = {
        v: 1,
        kind: 'reply',
        at: '2026-05-01T10:00:00.000Z',
        provider: 'p',
        model: 'm',
        project: 'x',
        usd: 0.25,
      };
      appendFileSync(
        join(it.dataDir, 'usage', '2026-05.jsonl'),
        `${JSON.stringify({ ...paid, conversation: it.conversationId })}\n{"torn`,
      );
      const url = server.url('anna', ledger.database);
      expect(okValue(await writeOnce(it, url))).toEqual({ written: 9, unreadable: 0, lost: null });
      const all = {
        conversations: 1,
        messages: 4,
        calls: 1,
        open_calls: 0,
        approvals: 1,
        costs: 1,
        file_changes: 1,
        removals: 0,
      };
      expect(await counts(anna)).toEqual(all);
      expect(okValue(await writeOnce(it, url))).toMatchObject({ written: 0 });

      // The local state can be lost, and another device may have the same conversation.
      rmSync(join(it.dataDir, 'ledger.db'));
      expect(okValue(await writeOnce(it, url))).toMatchObject({ written: 0 });
      await turn(it, 'second');
      expect(okValue(await writeOnce(it, url))).toMatchObject({ written: 7 });
      expect(await counts(anna)).toEqual({ ...all, messages: 8, calls: 2, approvals: 2, file_changes: 2 });
      expect(await verifyAs(url, it.dataDir)).toMatchObject({ count: 0, rows: 16, devices: 2 });

      const matches = async (query: string) =>
        (await anna`select body from throughline.messages where search @@ throughline.search_query(${query})`).length;
      expect([
        await matches('世界'),
        await matches('好世'),
        await matches('界你'),
        await matches('second'),
        await matches('ghp'),
      ]).toEqual([1, 1, 0, 1, 0]);
      expect(await anna`select command, rule, user_name from throughline.approved_by_rule`).toMatchObject([
        { command: 'npm test', rule: 'commands that start with `npm`', user_name: 'anna' },
        { command: 'npm test' },
      ]);
      expect(await anna`select team, usd::float from throughline.cost_by_team`).toEqual([
        { team: 'platform', usd: 0.25 },
      ]);
      expect(await anna`select tool, failures from throughline.failures_by_tool`).toMatchObject([
        { tool: 'run_command', failures: null },
      ]);
      const text = JSON.stringify(await anna`select * from throughline.messages, throughline.calls`);
      expect(text).not.toContain(secret);
    },
  );

  test(
    cite('LEDGER-1', 'a writer that dies at any batch, before or after it was noted, leaves no gap and no duplicate'),
    async () => {
      const ledger = await openLedger(server);
      const anna = await ledger.join('anna', 'platform');
      const url = server.url('anna', ledger.database);
      const it = await openConversation();
      for (const question of ['one', 'two', 'three']) await turn(it, question);
      let kills = 0;
      for (let isKilled = true; isKilled; kills++) {
        const onBatch = failAt(1 + (kills % 3));
        isKilled = await writeOnce(it, url, { batch: 2, onBatch }).then(
          () => false,
          () => true,
        );
      }
      expect(kills).toBeGreaterThan(8);
      expect(await counts(anna)).toMatchObject({
        ...{ messages: 12, calls: 3, approvals: 3, file_changes: 3, conversations: 1 },
      });
      expect(await verifyAs(url, it.dataDir)).toMatchObject({ count: 0, rows: 22 });
    },
  );

  test(cite('LEDGER-1', 'a connection that is cut after any number of bytes loses nothing'), async () => {
    const ledger = await openLedger(server);
    const anna = await ledger.join('anna', 'platform');
    const direct = server.url('anna', ledger.database);
    const it = await openConversation();
    for (const question of ['one', 'two', 'three']) await turn(it, question);
    for (const bytes of [0, 400, 3_000, 6_000, 9_000, 12_000, 20_000]) {
      const proxy = await cuttingProxy(server.port, bytes);
      const url = direct.replace(String(server.port), String(proxy));
      // It is the same ledger on another way.
      const ended = await writeOnce(it, url, { batch: 3, target: direct });
      if (!ended.ok) expect(ended.error.code).toBe('LLM_NETWORK');
    }
    okValue(await writeOnce(it, direct, { batch: 3 }));
    expect(await counts(anna)).toMatchObject({ messages: 12, calls: 3, approvals: 3, file_changes: 3 });
    expect(await verifyAs(direct, it.dataDir)).toMatchObject({ count: 0, rows: 22 });
  });

  test(
    cite(
      'LEDGER-2',
      'a role sees only its own rows, a lead the team, an auditor all; nobody can write but through append',
    ),
    async () => {
      const ledger = await openLedger(server);
      const [anna, ben, lea, out] = await Promise.all([
        ledger.join('anna', 'platform'),
        ledger.join('ben', 'shop'),
        ledger.join('lea', 'platform', true),
        ledger.join('out', 'shop', true),
      ]);
      const it = await openConversation();
      await turn(it, 'hidden');
      okValue(await writeOnce(it, server.url('anna', ledger.database)));
      const views = [
        'messages',
        'calls',
        'approvals',
        'entries',
        'who_ran_what',
        'approved_by_rule',
        'failures_by_tool',
        'devices',
        'current_conversations',
      ];
      for (const view of views) {
        const seen = async (sql: Sql): Promise<boolean> =>
          (await sql.unsafe(`select * from throughline.${view}`)).length > 0;
        expect([view, await seen(anna), await seen(ben), await seen(lea), await seen(out)]).toEqual([
          view,
          true,
          false,
          true,
          false,
        ]);
      }
      expect(
        await ben`select * from throughline.verify((select device from throughline.devices limit 1), 1, 10)`,
      ).toHaveLength(0);
      await ledger.owner`grant throughline_auditor to ben`;
      expect(await ben`select * from throughline.calls`).toHaveLength(1);
      await ledger.owner`revoke throughline_auditor from ben`;

      const refused = [
        "update throughline.calls set outcome = 'error'",
        'delete from throughline.messages',
        'insert into throughline.removals select * from throughline.removals',
        'truncate throughline.calls',
        'update throughline.members set is_lead = true',
        "select throughline.enroll('anna', 'shop', true)",
        'select * from throughline.drop_older(0)',
        "select throughline.empty_content('anna', 'x', 'y')",
        "select throughline.insert_rows('[]')",
        `select * from throughline.calls_${new Date().toISOString().slice(0, 7).replace('-', '_')}`,
      ];
      for (const statement of refused) {
        await expect(anna.unsafe(statement), statement).rejects.toMatchObject({ code: '42501' });
      }
      // Nor does anyone write in the name of another, or into another's chain.
      const [{ device }] = (await anna`select device from throughline.devices`) as unknown as [{ device: string }];
      await expect(ben`select throughline.append(${device}, '[]'::jsonb)`).rejects.toMatchObject({ code: 'TL001' });
    },
  );

  test(
    cite('LEDGER-3', 'verification names an edited, emptied, missing, moved and cut row, and a rewritten chain'),
    async () => {
      const ledger = await openLedger(server);
      await ledger.join('anna', 'platform');
      const url = server.url('anna', ledger.database);
      const it = await openConversation();
      for (const question of ['one', 'two']) await turn(it, question);
      okValue(await writeOnce(it, url));
      const { owner } = ledger;
      const problems = async () =>
        (await verifyAs(url, it.dataDir)).problems.map(({ problem, kind, seq, until }) => [problem, kind, seq, until]);
      /** Tries one kind of damage, and restores everything. */
      async function damaged(damage: (sql: Sql) => Promise<unknown>): Promise<unknown[]> {
        const tables = ['messages', 'calls', 'conversations'];
        const copy = tables.map((name) => `create table copy_${name} as select * from throughline.${name}`).join(';');
        await owner.unsafe(copy);
        const before = await owner`select * from throughline.devices`;
        await damage(owner);
        const seen = await problems();
        for (const name of tables) {
          const columns =
            await owner`select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
          where table_schema = 'throughline' and table_name = ${name} and is_generated = 'NEVER'`;
          const { list } = columns[0] as { list: string };
          await owner.unsafe(
            `delete from throughline.${name}; insert into throughline.${name} (${list}) select ${list} from copy_${name}; drop table copy_${name}`,
          );
        }
        await owner`update throughline.devices set seq = ${before[0]?.seq as string}, hash = ${before[0]?.hash as Buffer}`;
        expect(await problems()).toEqual([]);
        return seen;
      }
      expect(await problems()).toEqual([]);
      const [callRow] = await owner`select seq::int from throughline.calls order by seq limit 1`;
      const seq = (callRow as { seq: number }).seq;
      expect(await damaged((sql) => sql`update throughline.calls set outcome = 'denied' where seq = ${seq}`)).toEqual([
        ['edited', 'calls', seq, null],
      ]);
      expect(await damaged((sql) => sql`update throughline.calls set command = 'rm -rf /' where seq = ${seq}`)).toEqual(
        [['edited', 'calls', seq, null]],
      );
      expect(
        await damaged(
          (sql) =>
            sql`update throughline.calls set command = null, arguments = null, result = null, salt = null where seq = ${seq}`,
        ),
      ).toEqual([['emptied', 'calls', seq, null]]);
      expect(await damaged((sql) => sql`delete from throughline.calls where seq = ${seq}`)).toEqual([
        ['missing', 'row', seq, seq],
      ]);
      expect(
        await damaged(async (sql) => {
          await sql`update throughline.messages set seq = case seq when 1 then 2 else 1 end where seq in (1, 2)`;
        }),
      ).toEqual(
        expect.arrayContaining([
          ['moved', 'messages', 1, 2],
          ['moved', 'messages', 2, 1],
        ]),
      );
      const cut = async (sql: Sql): Promise<void> => {
        await sql`delete from throughline.messages where seq > 13`;
        await sql`delete from throughline.conversations`;
      };
      expect(await damaged(cut)).toEqual([['tail', 'row', 14, 15]]);
      // The owner covers it up, and the device remembers.
      const last = await damaged(async (sql) => {
        await cut(sql);
        await sql`update throughline.devices set seq = 13, hash = (select hash from throughline.entries where seq = 13)`;
      });
      expect(last).toEqual(expect.arrayContaining([['tail', 'row', 14, 15]]));
    },
  );
});

/** Throws at the nth step. */
function failAt(count: number): () => void {
  let steps = 0;
  return () => {
    if (++steps === count) throw new Error('killed');
  };
}

/** Passes this many bytes to the server, then cuts the connection. */
async function cuttingProxy(port: number, bytes: number): Promise<number> {
  const sockets = new Set<Socket>();
  const proxy: Server = createServer((client) => {
    const target = connect(port, '127.0.0.1');
    let left = bytes;
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        target.destroy();
      });
    }
    target.pipe(client);
    client.on('data', (chunk) => {
      if (left > 0) target.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) target.destroySoon();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return (proxy.address() as { port: number }).port;
}
