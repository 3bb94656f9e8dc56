// The views as Parquet files, read back with other code than wrote them.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { columnsOf } from '../../../shared/features/query/views.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { asNew, assistantMessage, call, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { openConversation } from '../../support/openStore.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** At the borders of months, and dates that only somebody else may have written. */
const times = [
  { at: '2025-12-31T23:59:59.999Z', month: '2025-12' },
  { at: '2026-01-01T00:00:00.000Z', month: '2026-01' },
  { at: '1980-05-01T00:00:00.000Z', month: 'before-2000' },
  { at: '2199-05-01T00:00:00.000Z', month: 'after-2099' },
];

async function storedData(): Promise<string> {
  const { dataDir, store, conversationId } = await openConversation();
  for (const [index, { at }] of times.entries()) {
    const messages = [
      userMessage('Grüße 鯨 🦊'),
      assistantMessage('', [call(`c${index}`, 'run_command', '{"command":"npm test"}')]),
      toolMessage(`c${index}`, 'ok', { toolName: 'run_command', duration: 1_500 }),
    ];
    for (const message of messages) {
      okValue(await store.appendConversationMessage(conversationId, { ...asNew(message), createdAt: at }));
    }
  }
  return dataDir;
}

function rowsFile(folder: string, view: string, month: string): string {
  return join(folder, view, month, 'rows.parquet');
}

test(cite('LEDGER-4', 'each view is written as a Parquet file for each month, and reads back the same'), async () => {
  const dataDir = await storedData();
  const folder = join(tempFolder(), 'archive');
  const written = await commandHere(['query', '--to', 'parquet', '--out', folder, '--data', dataDir]);
  expect(written).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(folder).sort()).toEqual(['calls', 'conversations', 'messages']);
  const months = ['2025-12', '2026-01', 'after-2099', 'before-2000'].map((month) => `month=${month}`);
  expect(readdirSync(join(folder, 'messages')).sort()).toEqual(months);
  const lines = ['calls', 'conversations', 'messages'].map((view) => written.stdout.split(`/${view}/`).length - 1);
  expect(lines).toEqual([4, 1, 4]);
  for (const view of ['calls', 'conversations', 'messages'] as const) {
    for (const month of readdirSync(join(folder, view))) {
      const { schema } = await parquetMetadataAsync(await asyncBufferFromFile(rowsFile(folder, view, month)));
      expect([view, schema.slice(1).map(({ name }) => name)]).toEqual([view, columnsOf(view).map(({ name }) => name)]);
    }
  }
  const rows = async (view: string, month: string) =>
    parquetReadObjects({ file: await asyncBufferFromFile(rowsFile(folder, view, `month=${month}`)) });
  for (const { at, month } of times) {
    expect(await rows('calls', month)).toMatchObject([
      { tool: 'run_command', command: 'npm test', ms: 1_500n, server: null, at },
    ]);
    expect((await rows('messages', month)).map(({ text }) => text)).toEqual(['Grüße 鯨 🦊', '', 'ok']);
  }
  // A second time nothing is replaced.
  const again = await commandHere(['query', '--to', 'parquet', '--out', folder, '--data', dataDir]);
  expect(again).toMatchObject({ code: 1, stdout: '' });
  expect(again.stderr).toContain('already exists');
});

test(cite('LEDGER-4', 'without conversations no file is written'), async () => {
  const folder = join(tempFolder(), 'archive');
  const written = await commandHere([
    'query',
    '--to',
    'parquet',
    '--out',
    folder,
    '--data',
    join(tempFolder(), 'data'),
  ]);
  expect(written).toMatchObject({ code: 0, stdout: 'There is nothing to write yet.\n' });
  expect(existsSync(folder)).toBe(false);
});

test(cite('LEDGER-4', 'a folder that cannot be made is named'), async () => {
  const dataDir = await storedData();
  const file = join(tempFolder(), 'a file');
  writeFileSync(file, '');
  const failed = await commandHere(['query', '--to', 'parquet', '--out', file, '--data', dataDir]);
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toMatch(/a file.* could not be written/);
});

const reader = ['pyarrow.parquet', 'duckdb'].find((name) => {
  try {
    execFileSync('python3', ['-c', `import ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

test.skipIf(reader === undefined)(cite('LEDGER-4', 'pyarrow or DuckDB reads the files'), async () => {
  const dataDir = await storedData();
  const folder = join(tempFolder(), 'archive');
  await commandHere(['query', '--to', 'parquet', '--out', folder, '--data', dataDir]);
  const path = JSON.stringify(join(folder, 'calls'));
  const program =
    reader === 'duckdb'
      ? `import duckdb; print(duckdb.sql("select tool, ms, month from '" + ${path} + "/*/*.parquet' order by month").fetchall())`
      : `import pyarrow.parquet as p; t = p.read_table(${path}); print(sorted([(r["tool"], r["ms"], str(r["month"])) for r in t.to_pylist()], key=lambda r: r[2]))`;
  expect(execFileSync('python3', ['-c', program], { encoding: 'utf8' }).trim()).toBe(
    `[${['2025-12', '2026-01', 'after-2099', 'before-2000'].map((month) => `('run_command', 1500, '${month}')`).join(', ')}]`,
  );
});
