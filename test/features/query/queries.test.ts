// SQL over a real data folder, in real processes: the content of the views, and that it follows the store.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restrictToViews, startQuery } from '../../../electron/features/query/runQuery.ts';
import { dataKeyOf } from '../../../electron/stores/encryption/dataKey.ts';
import { diskWithKey } from '../../../electron/stores/encryption/encryptedDisk.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { openForQueries } from '../../../electron/stores/query/queryDatabase.ts';
import { builtInQueries } from '../../../shared/features/query/builtInQueries.ts';
import { columnsOf, viewNames } from '../../../shared/features/query/views.ts';
import { cite } from '../../support/cite.ts';
import { filesWith } from '../../support/liveFiles.ts';
import { asNew, assistantMessage, call, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { openQueries, openViews } from '../../support/openQueries.ts';
import { openConversation } from '../../support/openStore.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const editedFile = { path: 'src/a.ts', kind: 'modified', added: 3, removed: 1 };

/** A question, two calls of which one fails, and an answer. */
async function storedConversation(options: Parameters<typeof openConversation>[0] = {}) {
  const it = await openConversation(options);
  const add = async (message: Parameters<typeof asNew>[0]) =>
    okValue(await it.store.appendConversationMessage(it.conversationId, asNew(message))).id;
  const ids = [
    await add(userMessage('Where is the needle?')),
    await add(
      assistantMessage('', [call('c1', 'run_command', '{"command":"npm test"}'), call('c2', 'mcp__docs__find')], {
        model: 'm-1',
        usage: { inputTokens: 1_200, outputTokens: 34 },
      }),
    ),
    await add(
      toolMessage('c1', 'All passed.', {
        ...{ toolName: 'run_command', duration: 1_500, waitedMs: 40 },
        details: { bytes: 11, exitCode: 0, changes: { files: [editedFile] } },
      }),
    ),
    await add(toolMessage('c2', 'no such page', { toolName: 'mcp__docs__find', outcome: 'error', duration: 20 })),
  ];
  return { ...it, add, ids };
}

test(cite('LEDGER-4', 'each view has the documented columns, and every question of the page answers'), async () => {
  const { dataDir } = await storedConversation();
  okValue(await openQueries(dataDir).ask('SELECT 1'));
  const database = restrictToViews(openForQueries(join(dataDir, 'query.db'), null));
  onTestFinished(() => database.database.close());
  const answer = (sql: string) => {
    const { columns, batches } = okValue(startQuery(database, sql));
    return { columns, rows: [...batches].flat() };
  };
  for (const view of viewNames) {
    const names = columnsOf(view).map(({ name }) => name);
    expect([view, answer(`SELECT * FROM ${view}`).columns]).toEqual([view, names]);
  }
  for (const sql of Object.values(builtInQueries)) expect(answer(sql).columns.length).toBeGreaterThan(3);
  expect(answer(builtInQueries.tools).rows.sort()).toEqual([
    ['mcp__docs__find', 1, 1, 20, 20],
    ['run_command', 1, 0, 1_500, 1_500],
  ]);
});

test(cite('LEDGER-4', 'calls have their results, who allowed them, and what they changed'), async () => {
  const { dataDir, conversationId, ids } = await storedConversation();
  const it = openViews(dataDir);
  const calls = await it.rows(
    'SELECT conversation, message, position, tool, server, command, ms, outcome, failed, exit_code, decided_by FROM calls',
  );
  expect(calls).toEqual([
    [conversationId, ids[1], 0, 'run_command', null, 'npm test', 1_500, 'ok', 0, 0, 'user'],
    [conversationId, ids[1], 1, 'mcp__docs__find', 'docs', null, 20, 'error', 1, null, 'unasked'],
  ]);
  expect(await it.rows('SELECT message, path, kind, added, removed FROM files')).toEqual([
    [ids[2], 'src/a.ts', 'modified', 3, 1],
  ]);
  expect(await it.rows('SELECT title, messages, calls FROM conversations')).toEqual([['Where is the needle?', 4, 2]]);
  expect(await it.rows('SELECT role, model, input_tokens FROM messages WHERE model IS NOT NULL')).toEqual([
    ['assistant', 'm-1', 1_200],
  ]);
});

test(cite('LEDGER-4', 'what is appended, renamed, removed and deleted is so in the next answer'), async () => {
  const { dataDir, store, conversationId, add, ids } = await storedConversation();
  const it = openViews(dataDir);
  expect(await it.rows('SELECT count(*) FROM messages')).toEqual([[4]]);
  await add(assistantMessage('It is in the haystack.'));
  okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, title: 'A search' })));
  expect(await it.rows('SELECT title, messages FROM conversations')).toEqual([['A search', 5]]);
  okValue(await store.forgetMessage(conversationId, ids[2] ?? ''));
  // At once, and not only with the next query.
  const traces = ['All passed.', 'src/a.ts'];
  expect(filesWith(dataDir, traces).filter((file) => file.includes('query.db'))).toEqual([]);
  expect(await it.rows("SELECT count(*) FROM messages WHERE text LIKE '%passed%'")).toEqual([[0]]);
  expect(await it.rows('SELECT result, outcome FROM calls WHERE position = 0')).toEqual([[null, 'open']]);
  expect(await it.rows('SELECT count(*) FROM files')).toEqual([[0]]);
  okValue(await store.deleteConversation(conversationId));
  expect(filesWith(dataDir, ['haystack']).filter((file) => file.includes('query.db'))).toEqual([]);
  expect(await it.rows('SELECT count(*) FROM conversations')).toEqual([[0]]);
  okValue(await store.restoreConversation(conversationId));
  expect(await it.rows('SELECT messages FROM conversations')).toEqual([[4]]);
});

test(cite('LEDGER-4', 'query.db can be missing, damaged or of another version'), async () => {
  const { dataDir } = await storedConversation();
  const it = openViews(dataDir);
  const path = join(dataDir, 'query.db');
  for (const spoil of [
    () => rmSync(path),
    () => writeFileSync(path, 'no database '.repeat(900)),
    () => writeFileSync(path, ''),
  ]) {
    expect(await it.rows('SELECT count(*) FROM calls')).toEqual([[2]]);
    for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    spoil();
  }
  expect(await it.rows('SELECT count(*) FROM calls')).toEqual([[2]]);
});

test(cite('LEDGER-4', 'with encrypted data nothing of it is readable in query.db'), async () => {
  const key = dataKeyOf(Buffer.alloc(32, 7));
  const dataDir = join(tempFolder(), 'data');
  const disk = diskWithKey(nodeDisk, key, dataDir);
  await storedConversation({ dataDir, disk });
  const it = openViews(dataDir, key);
  expect(await it.rows("SELECT command FROM calls WHERE tool = 'run_command'")).toEqual([['npm test']]);
  expect(existsSync(join(dataDir, 'query.db'))).toBe(true);
  expect(filesWith(dataDir, ['npm test', 'needle', 'SQLite format'])).toEqual([]);
});

test(cite('LEDGER-4', 'a key that the app knows is masked also where it was stored before'), async () => {
  const { dataDir } = await storedConversation();
  const it = openQueries(dataDir, { secrets: ['Where is the needle?'] });
  expect(await it.rows("SELECT text FROM messages WHERE role = 'user'")).toEqual([['[key removed]']]);
});

test(cite('LEDGER-4', 'without a data folder the views are empty, and nothing is created'), async () => {
  const dataDir = join(tempFolder(), 'data');
  const it = openQueries(dataDir);
  expect(await it.rows('SELECT count(*) FROM calls')).toEqual([[0]]);
  expect(existsSync(dataDir)).toBe(false);
});

test(cite('LEDGER-4', 'costs are the lines of the ledger, and only new ones are read'), async () => {
  const { dataDir, conversationId, projectId } = await storedConversation();
  const it = openViews(dataDir);
  const line = (usd: number | null, kind = 'reply') =>
    `${JSON.stringify({ v: 1, kind, at: '2026-11-02T10:00:00.000Z', provider: 'p', model: 'm', project: projectId, conversation: conversationId, input: 10, usd })}\n`;
  const folder = join(dataDir, 'usage');
  await nodeDisk.mkdir(folder, { recursive: true });
  const path = join(folder, '2026-11.jsonl');
  writeFileSync(path, `${line(0.5)}not a line\n${line(null)}${line(1).slice(0, 40)}`);
  expect(await it.rows('SELECT count(*), sum(usd), sum(input_tokens) FROM costs')).toEqual([[2, 0.5, 20]]);
  writeFileSync(path, `${readFileSync(path, 'utf8')}${line(1).slice(40)}`);
  expect(await it.rows('SELECT count(*), sum(usd) FROM costs')).toEqual([[3, 1.5]]);
  rmSync(path);
  expect(await it.rows('SELECT count(*) FROM costs')).toEqual([[0]]);
});
