// LEDGER-1 to LEDGER-3 against servers that forget or die, hostile texts, and histories that change while they are written.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { NewMessage } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { call } from '../../support/messageBuilder.ts';
import { type OpenedConversation, openConversation } from '../../support/openStore.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { openLedger, verifyAs, writeOnce } from './openLedger.ts';

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

const say = (it: OpenedConversation, content: string, createdAt?: string) =>
  append(it, { role: 'user', content, ...(createdAt ? { createdAt } : {}) });

/** A call and its result. */
async function run(it: OpenedConversation, command: string, result: string, createdAt?: string) {
  const at = createdAt ? { createdAt } : {};
  const tool_calls = [call('c', 'run_command', JSON.stringify({ command }))];
  await append(it, { role: 'assistant', content: null, tool_calls, ...at });
  const allowed = { by: 'rule' as const, mode: 'ask', rules: [command] };
  await append(it, {
    role: 'tool',
    tool_call_id: 'c',
    toolName: 'run_command',
    content: result,
    outcome: 'ok',
    allowed,
    ...at,
  });
}

async function ledgerOfAnna() {
  const ledger = await openLedger(server);
  const anna = await ledger.join('anna', 'platform');
  return { ...ledger, anna, url: server.url('anna', ledger.database), it: await openConversation() };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? join(entry.parentPath, entry.name) : [],
  );
}

describe.skipIf(isMissing)(isMissing ? postgres.reason : 'on a real server', () => {
  test(cite(
    ['LEDGER-1', 'LEDGER-3'],
    'a server that acknowledges rows and forgets them gets them again, and verification reports it',
  ), async () => {
    const { owner, anna, url, it } = await ledgerOfAnna();
    await say(it, 'kept');
    okValue(await writeOnce(it, url));
    // Acknowledged before it is on disk, as with a disk that lies.
    await owner`alter role anna set synchronous_commit = off`;
    server.restart('wal_writer_delay=10s', 'wal_writer_flush_after=1GB');
    await say(it, 'forgotten');
    expect(okValue(await writeOnce(it, url))).toMatchObject({ written: 1, lost: null });
    server.restart();
    expect((await anna`select body from throughline.messages`).map(({ body }) => body)).toEqual(['kept']);
    expect((await verifyAs(url, it.dataDir)).problems).toMatchObject([{ problem: 'tail', seq: 3, until: 3 }]);
    expect(okValue(await writeOnce(it, url))).toEqual({ written: 1, unreadable: 0, lost: 1 });
    expect(await anna`select from throughline.messages`).toHaveLength(2);
    expect(okValue(await writeOnce(it, url))).toMatchObject({ written: 0, lost: null });
  }, 60_000);

  test(cite('LEDGER-1', 'a server that dies while it adds rows has all of them later, and each once'), async () => {
    const { owner, anna, url, it } = await ledgerOfAnna();
    await owner.unsafe(`
      create function throughline.held() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock_shared(8); return new; end $$;
      create trigger held before update on throughline.devices for each row execute function throughline.held()`);
    await run(it, 'npm test', 'passed');
    const lock = server.connect('owner', 'postgres');
    const holder = server.connect('owner', String((await owner`select current_database() as name`)[0]?.name));
    await holder`select pg_advisory_lock(8)`;
    const writing = writeOnce(it, url);
    const isWaiting = async () =>
      (await lock`select from pg_stat_activity where usename = 'anna' and wait_event = 'advisory'`).length > 0;
    await vi.waitUntil(isWaiting, { timeout: 30_000 });
    server.restart();
    expect(errorOf(await writing).code).toBe('LLM_NETWORK');
    for (const sql of [lock, holder]) await sql.end({ timeout: 0 });
    expect(okValue(await writeOnce(it, url))).toMatchObject({ written: 5 });
    expect(await anna`select from throughline.calls`).toHaveLength(1);
    expect(await verifyAs(url, it.dataDir)).toMatchObject({ count: 0 });
  }, 60_000);

  test(cite('LEDGER-1', 'two writers of one data folder, or of a copy of it, add each row once'), async () => {
    const { anna, url, it } = await ledgerOfAnna();
    for (let index = 0; index < 12; index++) await say(it, `number ${index}`);
    const both = await Promise.all([writeOnce(it, url, { batch: 2 }), writeOnce(it, url, { batch: 2 })]);
    for (const each of both) okValue(each);
    expect(both.reduce((sum, each) => sum + okValue(each).written, 0)).toBe(13);
    expect(await anna`select from throughline.messages`).toHaveLength(12);
    expect(await verifyAs(url, it.dataDir)).toMatchObject({ count: 0, rows: 13 });
  });

  test(
    cite('LEDGER-1', 'hostile texts, a huge result, and clocks that run back are written and verified'),
    async () => {
      const { anna, url, it } = await ledgerOfAnna();
      const hostile = `nul \0, half \ud800, '); drop table throughline.calls; -- \\x00 \\u0000 \u202e 鲸 🦊`;
      await run(it, hostile, hostile, '2026-06-01T00:00:00.000Z');
      await run(it, 'big', '鲸'.repeat(500_000), '1999-06-01T00:00:00.000Z');
      await run(it, 'later', hostile.repeat(20_000), '0001-01-01T00:00:00.000Z');
      okValue(await it.store.updateMeta(it.conversationId, (meta) => ({ ...meta, title: hostile })));
      expect(okValue(await writeOnce(it, url))).toMatchObject({ written: 13, unreadable: 0 });
      const [first] =
        await anna`select command, result from throughline.calls where result like 'nul%' order by length(result)`;
      const cleaned = hostile.replace('\0', '\uFFFD').replace('\ud800', '\uFFFD');
      expect(first).toEqual({ command: cleaned, result: cleaned });
      expect(
        (await anna`select max(length(result))::int as longest from throughline.calls`)[0]?.longest,
      ).toBeLessThanOrEqual(200_000);
      expect(await verifyAs(url, it.dataDir)).toMatchObject({ count: 0, rows: 13 });
    },
  );

  test(
    cite('LEDGER-1', 'a conversation that is deleted while it is written stops nothing; what is written stays'),
    async () => {
      const { anna, url, it } = await ledgerOfAnna();
      await say(it, 'first');
      okValue(await writeOnce(it, url));
      await say(it, 'never written');
      const deletions: Promise<unknown>[] = [];
      const report = await writeOnce(it, url, {
        onProgress: () => {
          deletions.push(it.store.deleteConversation(it.conversationId));
        },
      });
      await Promise.all(deletions);
      okValue(report);
      expect((await anna`select body from throughline.messages`)[0]).toEqual({ body: 'first' });
      expect(okValue(await writeOnce(it, url))).toMatchObject({ unreadable: 0 });
      expect(await verifyAs(url, it.dataDir)).toMatchObject({ count: 0 });
    },
  );

  test(
    cite('LEDGER-3', 'a month that somebody dropped is named as missing, and is there again for new records'),
    async () => {
      const { owner, anna, url, it } = await ledgerOfAnna();
      await say(it, 'one', '2026-03-01T00:00:00.000Z');
      await say(it, 'two', '2026-04-01T00:00:00.000Z');
      okValue(await writeOnce(it, url));
      await owner`drop table throughline.messages_2026_03`;
      expect((await verifyAs(url, it.dataDir)).problems).toMatchObject([{ problem: 'missing', kind: 'row' }]);
      await say(it, 'three', '2026-03-02T00:00:00.000Z');
      expect(okValue(await writeOnce(it, url))).toMatchObject({ written: 1 });
      expect((await anna`select body from throughline.messages order by at`).map(({ body }) => body)).toEqual([
        'three',
        'two',
      ]);
    },
  );

  test(cite('LEDGER-1', 'a secret is in no file of the server, not even in its log of changes'), async () => {
    const { owner, url, it } = await ledgerOfAnna();
    const secret = `ghp_${'c3D4'.repeat(9)}`;
    await run(it, `curl -H ${secret} harmless-word`, `${secret}\n`);
    okValue(await it.store.updateMeta(it.conversationId, (meta) => ({ ...meta, title: secret })));
    okValue(await writeOnce(it, url));
    await owner`checkpoint`;
    const has = (text: string) => filesBelow(server.folder).filter((file) => readFileSync(file).includes(text));
    expect(has('harmless-word').length).toBeGreaterThan(1);
    expect(has(secret)).toEqual([]);
  });

  test(
    cite(
      'LEDGER-2',
      'a search finds words of Chinese, Japanese, Korean and Thai, page by page, over months and any date',
    ),
    async () => {
      const { anna, url, it, ...ledger } = await ledgerOfAnna();
      const lea = await ledger.join('lea', 'platform', true);
      const out = await ledger.join('out', 'shop', true);
      const dates = ['1970-01-01', '2026-03-31', '2026-04-01', '2026-04-02', '2101-01-01'];
      for (const [index, date] of dates.entries())
        await run(it, `deploy ${index}`, '部署检查失败 テスト 서버가 ทดสอบ', `${date}T00:00:00.000Z`);
      okValue(await writeOnce(it, url));
      const search = async (
        sql: typeof anna,
        text: string,
        before: { at: Date; id: string } | null = null,
        limit = 2,
      ) =>
        sql<{ at: Date; id: string; command: string }[]>`select at, id, command from throughline.search_calls(
          ${text}, null, null, null, null, ${before?.at ?? null}, ${before?.id ?? null}, ${limit})`;
      for (const word of ['检查', 'テスト', '서버', 'ทดสอบ', 'deploy'])
        for (const sql of [anna, lea]) expect([word, (await search(sql, word, null, 9)).length]).toEqual([word, 5]);
      expect(await search(anna, '查检')).toHaveLength(0);
      expect(await search(out, '检查')).toHaveLength(0);
      const pages: string[] = [];
      for (let page = await search(lea, '检查'); page.length > 0; page = await search(lea, '检查', page.at(-1)))
        pages.push(page.map(({ command }) => command).join());
      expect(pages).toEqual(['deploy 4,deploy 3', 'deploy 2,deploy 1', 'deploy 0']);
      expect(await anna`select from throughline.search_messages('deploy')`).toHaveLength(0);
    },
  );
});
