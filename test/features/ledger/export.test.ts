// LEDGER-3: the archive of a ledger, read back with other code than wrote it. Its rows can be verified without the server.

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FieldKind, tables } from '../../../electron/features/ledger/tables.ts';
import { readText } from '../../../scripts/house/tree.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { asNew, assistantMessage, call, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { openConversation } from '../../support/openStore.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { openLedger, writeOnce } from './openLedger.ts';

const postgres = findPostgres();
const isMissing = 'reason' in postgres;
let server: PostgresServer;

beforeAll(async () => {
  if ('programs' in postgres) server = await startPostgres(postgres.programs);
}, 120_000);

afterAll(() => server?.stop());

type Row = Record<string, string | number | bigint | boolean | Date | null>;

const list = (values: unknown[]): string => `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** The hash of a row by docs/formats/ledger.md. */
function hashOf(table: keyof typeof tables, row: Row): string {
  const text = (name: string): string | null => (row[name] === null ? null : String(row[name]));
  const fields = Object.entries(tables[table] as Record<string, FieldKind>);
  const hashed = fields.filter(([, kind]) => kind !== 'content').map(([name]) => text(name));
  const contents = fields.filter(([, kind]) => kind === 'content').map(([name]) => text(name));
  const at = (row.at as Date).toISOString();
  const canonical = [table, text('seq'), text('device'), text('id'), at, text('user_name'), text('team'), ...hashed];
  if (contents.length > 0) {
    const salted = Buffer.concat([Buffer.from(String(row.salt), 'hex'), Buffer.from(list(contents), 'utf8')]);
    expect(row.content_hash).toBe(sha256(salted));
    canonical.push(String(row.content_hash));
  }
  return sha256(`${row.prev}\n${list(canonical)}`);
}

describe.skipIf(isMissing)(isMissing ? postgres.reason : 'on a real server', () => {
  test(
    cite(
      ['LEDGER-2', 'LEDGER-3'],
      'an export has a file for each table and month with what the role may read, and its chain verifies from the files',
    ),
    async () => {
      const ledger = await openLedger(server);
      for (const [user, team] of [
        ['anna', 'platform'],
        ['ben', 'shop'],
      ] as const) {
        await ledger.join(user, team);
        const it = await openConversation();
        for (const [index, createdAt] of ['1980-01-01', '2026-03-31', '2026-04-01', '2199-01-01'].entries()) {
          const command = JSON.stringify({ command: `npm test 鲸 ${index}` });
          for (const message of [
            userMessage(`question ${user} 🦊`),
            assistantMessage('', [call(`c${index}`, 'run_command', command)]),
            toolMessage(`c${index}`, 'ok', {
              ...{ toolName: 'run_command', duration: 12, allowed: { by: 'mode', mode: 'all' } },
              details: {
                changes: {
                  files: [{ path: 'a.ts', kind: 'modified', added: 1, removed: 2 }],
                  more: index === 3 ? 2 : 0,
                },
              },
            }),
          ])
            okValue(
              await it.store.appendConversationMessage(it.conversationId, {
                ...asNew(message),
                createdAt: `${createdAt}T00:00:00.000Z`,
              }),
            );
        }
        okValue(await writeOnce(it, server.url(user, ledger.database)));
      }
      const folder = join(tempFolder(), 'archive');
      const exportAll = () =>
        commandHere(['ledger', 'export', '--out', folder, '--to', server.url('anna', ledger.database)], {
          THROUGHLINE_HOME: tempFolder(),
        });
      expect(await exportAll()).toMatchObject({ code: 0, stderr: '' });
      expect(readdirSync(join(folder, 'calls')).sort()).toEqual([
        'month=2026-03',
        'month=2026-04',
        'month=after-2099',
        'month=before-2000',
      ]);
      const rows: { table: keyof typeof tables; row: Row }[] = [];
      for (const table of readdirSync(folder) as (keyof typeof tables)[])
        for (const month of readdirSync(join(folder, table))) {
          const file = await asyncBufferFromFile(join(folder, table, month, 'rows.parquet'));
          for (const row of await parquetReadObjects({ file })) rows.push({ table, row });
        }
      rows.sort((a, b) => Number(a.row.seq) - Number(b.row.seq));
      // 12 messages, 4 calls, approvals and changed files each, and the conversation.
      expect(rows.map(({ row }) => [row.user_name, Number(row.seq)])).toEqual(
        Array.from({ length: 25 }, (_, index) => ['anna', index + 1]),
      );
      let prev = '00'.repeat(32);
      for (const { table, row } of rows) {
        expect(row.prev).toBe(prev);
        expect(row.hash).toBe(hashOf(table, row));
        prev = String(row.hash);
      }
      expect(rows.find(({ table }) => table === 'calls')?.row).toMatchObject({
        command: 'npm test 鲸 0',
        ms: 12n,
        files: 1n,
      });
      expect(await exportAll()).toMatchObject({ code: 1, stderr: expect.stringContaining('already exists') });
      // The calls that have more files than are listed, as the page of the format finds them.
      const [question = ''] = /select c\.id, c\.files from [^`]*?f\.position = c\.position\)/.exec(
        readText('docs/formats/ledger.md'),
      ) ?? [''];
      const anna = server.connect('anna', ledger.database);
      const longer = await anna.unsafe<{ files: string }[]>(question);
      await anna.end();
      expect(longer.map(({ files }) => Number(files))).toEqual([3]);
    },
  );
});
