// Measures SQL over the user's own calls: the first build of query.db, its memory, an update after one more message, and
// the questions of the query page.

import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createQueryService } from '../../electron/features/query/queryService.ts';
import { createSecretMask } from '../../electron/lib/secretMask.ts';
import { noNative } from '../../electron/ports/native.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { builtInQueries } from '../../shared/features/query/builtInQueries.ts';
import { count, median, megabytes, milliseconds, type Section } from './figures.ts';

export async function queryBench(folder: string, conversations: number, messages: number): Promise<Section> {
  const dataDir = join(folder, 'data');
  const bytes = writeConversations(dataDir, conversations, messages);
  const service = createQueryService({
    dataDir,
    disk: nodeDisk,
    native: noNative,
    mask: createSecretMask(
      () => [],
      () => false,
    ),
    keysKnown: async () => {},
    store: { listProjects: async () => [{ id: 'benchproject', name: 'bench', folder: '/bench' }] },
  });
  let reports = 0;
  const run = async (sql: string): Promise<{ ms: number; ran: number }> => {
    const begun = performance.now();
    const ran = await service.run(sql, {
      limits: { memory: memoryLimit },
      onProgress: () => void reports++,
      onColumns() {},
      onRows: () => true,
    });
    if (!ran.ok) throw new Error(ran.error.message);
    return { ms: performance.now() - begun, ran: ran.value };
  };
  const first = await run('SELECT count(*) FROM messages');
  const built = reports;
  const size = statSync(join(dataDir, 'query.db')).size;
  const again = await run('SELECT 1');
  const questions: number[] = [];
  for (const sql of Object.values(builtInQueries)) questions.push((await run(sql)).ran);
  return {
    title: 'Queries',
    how: `${count(messages)} messages in ${count(conversations)} conversations, ${megabytes(bytes)}. Each query runs in a process with at most ${megabytes(memoryLimit)}.`,
    figures: [
      {
        name: 'the first query, which reads everything',
        value: `${(first.ms / 1000).toFixed(0)} s`,
        note: `${count(built)} progress reports`,
      },
      { name: 'query.db', value: megabytes(size), note: `${(size / bytes).toFixed(2)} × the conversations` },
      { name: 'a later query, with looking for changes', value: milliseconds(again.ms) },
      {
        name: 'the questions of the page, slowest',
        value: milliseconds(Math.max(...questions)),
        note: `median ${milliseconds(median(questions))}`,
      },
    ],
  };
}

/** The process that reads all conversations needs no more for more of them. */
const memoryLimit = 400 * 1024 * 1024;

const results = ['src/a.ts: const value = 1;', 'All 212 tests passed.', 'Error: no such file'];

/** A question, and calls with their results; each conversation in one file. */
function writeConversations(dataDir: string, conversations: number, messages: number): number {
  const each = Math.ceil(messages / conversations);
  let bytes = 0;
  for (let c = 0; c < conversations; c++) {
    const id = `bench${String(c).padStart(8, '0')}`;
    const place = join(dataDir, 'projects', 'benchproject', 'conversations', id);
    mkdirSync(place, { recursive: true });
    const lines = Array.from({ length: each }, (_, n) => JSON.stringify(messageOf(c, n)));
    const text = `[\n${lines.join('\n,')}\n]\n`;
    writeFileSync(join(place, 'messages.json'), text);
    bytes += text.length;
  }
  return bytes;
}

function idOf(c: number, n: number): string {
  return `01K${String(c).padStart(10, '0')}${String(n).padStart(13, '0')}`;
}

function messageOf(c: number, n: number): object {
  const createdAt = new Date(1_760_000_000_000 + (c * 100 + n) * 1_000).toISOString();
  const base = { v: 1, id: idOf(c, n), parentId: n === 0 ? null : idOf(c, n - 1), createdAt };
  if (n === 0) return { ...base, role: 'user', content: `Question ${c}: why does the build fail?` };
  if (n % 2 === 0) {
    const failed = (c + n) % 9 === 0;
    const details = {
      bytes: 2_000,
      ...(n % 6 === 0
        ? { changes: { files: [{ path: `src/file${c % 97}.ts`, kind: 'modified', added: 3, removed: 1 }] } }
        : {}),
    };
    return {
      ...{
        ...base,
        role: 'tool',
        tool_call_id: `call_${c}_${n - 1}`,
        toolName: n % 3 === 0 ? 'read_file' : 'run_command',
      },
      ...{
        content: (results[n % 3] ?? '').repeat(20),
        outcome: failed ? 'error' : 'ok',
        duration: (c * 31 + n * 7) % 5_000,
        details,
      },
    };
  }
  const name = (n + 1) % 3 === 0 ? 'read_file' : 'run_command';
  const values = JSON.stringify(
    name === 'read_file' ? { path: `src/file${c % 97}.ts` } : { command: `npm test -- part${n}` },
  );
  return {
    ...{
      ...base,
      role: 'assistant',
      content: n % 4 === 1 ? 'I look at the file first, and then run the tests again. '.repeat(5) : null,
    },
    tool_calls: [{ id: `call_${c}_${n}`, type: 'function', function: { name, arguments: values } }],
    ...{ model: 'bench-1', usage: { inputTokens: 4_000 + n, outputTokens: 200 }, finishReason: 'tool_calls' },
  };
}
