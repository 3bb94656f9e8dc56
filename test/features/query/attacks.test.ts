// SQL written by a model, or pasted: it reads the views and nothing else, and ends.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkQuery } from '../../../electron/features/query/checkQuery.ts';
import { restrictToViews, startQuery } from '../../../electron/features/query/runQuery.ts';
import { createStartProgram } from '../../../electron/host/desktop/startProgram.ts';
import { openQueryDatabase } from '../../../electron/stores/query/queryDatabase.ts';
import { cite } from '../../support/cite.ts';
import { hashTree } from '../../support/hashTree.ts';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { openQueries } from '../../support/openQueries.ts';
import { openConversation } from '../../support/openStore.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { utilityProcess } from '../../support/utilityProcess.ts';

const attacks = [
  "ATTACH 'evil.db' AS evil",
  'PRAGMA writable_schema = ON',
  'PRAGMA query_only = OFF',
  'DELETE FROM stored_calls',
  'DROP VIEW calls',
  'INSERT INTO calls VALUES (1)',
  'CREATE TABLE evil AS SELECT * FROM calls',
  'CREATE TEMP TABLE evil(a)',
  "VACUUM INTO 'evil.db'",
  "SELECT load_extension('evil')",
  "SELECT readfile('/etc/passwd')",
  "SELECT writefile('evil', 'x')",
  "SELECT fts3_tokenizer('simple')",
  'SELECT * FROM stored_messages',
  'SELECT * FROM "stored_messages"',
  'SELECT * FROM [stored_messages]',
  'SELECT * FROM `STORED_messages`',
  'SELECT sql FROM sqlite_schema',
  'SELECT * FROM main."sqlite_master"',
  'SELECT * FROM pragma_database_list',
  "SELECT * FROM pragma_table_info('stored_calls')",
  'SELECT * FROM dbstat',
  "SELECT * FROM fsdir('/')",
  "SELECT * FROM fsdir WHERE path = '/'",
  'SELECT "readfile" /**/ (\'/etc/passwd\')',
  "SELECT sha3_query('SELECT 1')",
  'SELECT sqlite3mc_version()',
  'WITH x AS (SELECT 1) DELETE FROM conversations',
  'WITH x AS (SELECT 1) INSERT INTO conversations SELECT 1',
  'SELECT 1; DROP VIEW calls',
  'SELECT 1; -- two\nDELETE FROM calls',
  "/* SELECT */ ATTACH 'evil.db' AS e",
  "SELECT 1 /* unfinished */ ; ATTACH 'evil.db' AS e",
  'EXPLAIN DELETE FROM stored_calls',
  "SELECT '",
  'SELECT "a',
  'SELECT 1\0; DROP VIEW calls',
  ';',
  '',
  '-- nothing',
  'BEGIN',
  // SQLite reads a text as the name of a table where it needs one.
  "SELECT * FROM 'fsdir'('/')",
  "SELECT data FROM main.'FsDir' WHERE path = '/etc/passwd'",
  "SELECT 1 FROM calls, /**/ 'fsdir'('/')",
  "SELECT '/etc' IN 'fsdir'",
  "SELECT * FROM ('stored_messages')",
  "SELECT * FROM 'sqlite_schema'",
  "SELECT * FROM calls JOIN 'pragma_database_list'",
  // $a(') is one parameter.
  "SELECT $a('), readfile('/etc/passwd') --')",
  "SELECT @a('), readfile('/etc/passwd') --')",
  'SELECT ?1',
  // Some statements are carried out while they are explained.
  'EXPLAIN PRAGMA query_only = OFF',
  "EXPLAIN QUERY PLAN ATTACH 'evil.db' AS evil",
  'EXPLAIN',
];

test(cite('LEDGER-4', 'a query cannot write, open, load or see anything but the views'), async () => {
  const { dataDir, store, conversationId } = await openConversation();
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('hello'))));
  const it = openQueries(dataDir);
  okValue(await it.ask('SELECT 1'));
  const before = hashTree(dataDir, (name) => /query\.db-|^locks/.test(name));
  expect((await it.ask('WITH x AS (SELECT 1) DELETE FROM conversations')).ok).toBe(false);
  expect(hashTree(dataDir, (name) => /query\.db-|^locks/.test(name))).toEqual(before);
  const path = join(tempFolder(), 'query.db');
  for (const key of [null, Buffer.alloc(32, 1)]) {
    const database = restrictToViews(openQueryDatabase(key && path, key));
    for (const sql of attacks) {
      const checked = checkQuery(sql);
      expect([sql, checked.ok && startQuery(database, checked.value).ok]).toEqual([sql, false]);
    }
    for (const sql of [
      "SELECT 'fsdir' AS a WHERE 'x' <> 'fsdir'",
      "SELECT '$.a', 'a?'",
      'EXPLAIN QUERY PLAN SELECT * FROM calls',
    ])
      expect([sql, startQuery(database, okValue(checkQuery(sql))).ok]).toEqual([sql, true]);
    database.database.close();
  }
});

test.each(['plain', 'encrypted'])('%s: SQLite refuses the attacks without the check before it, too', (kind) => {
  cite('LEDGER-4', 'SQLite itself refuses what the check refuses');
  const path = join(tempFolder(), 'query.db');
  const database = restrictToViews(openQueryDatabase(path, kind === 'plain' ? null : Buffer.alloc(32, 1)));
  for (const sql of attacks.filter(
    (each) => !/^EXPLAIN|FROM .{0,6}stored_|sqlite_|pragma_|^SELECT 1|^SELECT [?$@]|^;?$|^--/i.test(each),
  )) {
    const started = startQuery(database, sql);
    expect([sql, started.ok ? collect(started.value.batches) : []]).toEqual([sql, []]);
  }
  expect(existsSync('evil.db') || existsSync('evil')).toBe(false);
  expect(okValue(startQuery(database, 'SELECT count(*) FROM calls')).columns).toEqual(['count(*)']);
  database.database.close();
});

function collect(batches: Iterable<unknown[]>): unknown[] {
  try {
    return [...batches].flat();
  } catch {
    return [];
  }
}

test(cite('LEDGER-4', 'a query that never ends is ended with its process, by time or by the user'), async () => {
  const it = openQueries(join(tempFolder(), 'data'));
  const endless = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n';
  expect(await it.ask(endless, { limits: { ms: 300 } })).toMatchObject({ ok: false, error: { code: 'TOOL_TIMEOUT' } });
  const stop = new AbortController();
  const canceled = it.ask(endless, { signal: stop.signal, onColumns: () => stop.abort() });
  expect(await canceled).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
});

test(cite('LEDGER-4', 'a query that needs too much memory is ended'), async () => {
  const it = openQueries(join(tempFolder(), 'data'));
  const large = `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
    SELECT length(group_concat(hex(randomblob(1000)), '')) FROM n`;
  expect(await it.ask(large, { limits: { memory: 250 * 1024 * 1024 } })).toMatchObject({
    ok: false,
    error: { code: 'NOT_SUPPORTED' },
  });
});

test(cite('LEDGER-4', 'a large answer comes in batches that wait for the reader, and can be left'), async () => {
  const it = openQueries(join(tempFolder(), 'data'));
  const many = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n';
  const sizes: number[] = [];
  const left = await it.ask(many, {
    onRows(batch) {
      sizes.push(batch.length);
      return sizes.length < 3;
    },
  });
  expect(left.ok).toBe(true);
  expect(sizes).toEqual([500, 500, 500]);
});

test.each([
  ['SELECT *\nFORM calls', 'near "FORM": syntax error', 2, 1],
  ["SELECT 'FORM' AS x,\n  FORM calls FROM calls", 'no such column: FORM', 2, 3],
  ['SELECT tool,, ms FROM calls', 'near ",": syntax error', 1, 13],
  ['SELECT\n  nope FROM calls', 'no such column: nope', 2, 3],
  ['SELECT c.nope FROM calls c', 'no such column: c.nope', 1, 10],
  ['SELECT * FROM call', 'no such table: call', 1, 15],
  ['SELECT\tnope(1)', 'no such function: nope', 1, 8],
  ['SELECT * FROM calls WHERE', 'incomplete input', 1, 26],
  ['SELECT 1;\nSELECT 2', 'Only one statement can run at a time.', 2, 1],
  ["SELECT 'abc", 'A quotation mark has no end.', 1, 8],
])('the error of %j names its place', (sql, message, line, column) => {
  cite('LEDGER-4', 'an error names its line and column');
  const checked = checkQuery(sql);
  const database = restrictToViews(openQueryDatabase(null, null));
  const failed = checked.ok ? startQuery(database, checked.value) : checked;
  expect(failed).toMatchObject({ ok: false, error: { message, details: { position: { line, column } } } });
  database.database.close();
});

test(cite('LEDGER-4', 'numbers and bytes arrive exactly'), async () => {
  const it = openQueries(join(tempFolder(), 'data'));
  expect(await it.rows("SELECT 9007199254740993, -1, 1.5, x'00ff', NULL, 9e999, 'a;b -- c'")).toEqual([
    ['9007199254740993', -1, 1.5, "x'00ff'", null, null, 'a;b -- c'],
  ]);
});

test(
  cite('LEDGER-4', 'on the desktop Electron starts the process of a query, and it is ended the same way'),
  async () => {
    const startProgram = createStartProgram(utilityProcess);
    const it = openQueries(join(tempFolder(), 'data'), { startProgram });
    expect(await it.rows('SELECT 1')).toEqual([[1]]);
    const endless = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n';
    expect(await it.ask(endless, { limits: { ms: 300 } })).toMatchObject({
      ok: false,
      error: { code: 'TOOL_TIMEOUT' },
    });
  },
);
