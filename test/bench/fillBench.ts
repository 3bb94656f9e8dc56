// PERF-4: CPU time of the first search over many short conversations, next to the minimum any program would need: a
// loop that reads and parses each file and inserts one row per message into FTS5.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { silentLog } from '../../electron/lib/log.ts';
import { createConversationSearch } from '../../electron/stores/search/conversationSearch.ts';
import { count, type Figure, median, milliseconds } from './figures.ts';
import { randomTexts } from './randomTexts.ts';

/** Maximum ratio to the loop's time: the index also stores the position of each record and call, and what changed. */
const most = 5;
const rounds = 3;

export async function fillBench(folder: string, conversations: number): Promise<Figure> {
  const [ours, loop]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const dataDir = join(folder, `fill${round}`);
    const search = createConversationSearch({ dataDir, log: silentLog });
    try {
      // Starts its thread before the measurement.
      await search.bringUpToDate();
      writeShort(dataDir, conversations);
      const begun = process.cpuUsage();
      const status = await search.bringUpToDate();
      ours.push(spentSince(begun) / conversations);
      if (!status.complete) throw new Error(`the index is not complete: ${JSON.stringify(status)}`);
    } finally {
      await search.close();
    }
    const begun = process.cpuUsage();
    plainLoop(dataDir);
    loop.push(spentSince(begun) / conversations);
  }
  const [our, its] = [median(ours), median(loop)];
  return {
    name: `the first fill, each of ${count(conversations)} short conversations`,
    value: milliseconds(our),
    note: `of the processor; a loop that puts one row a message into FTS5 takes ${milliseconds(its)}: ${(our / its).toFixed(1)} ×`,
    promise: { row: 'PERF-4', text: `at most ${most} × the loop`, kept: our <= most * its },
  };
}

/** Each has five to ten records with calls and results, about two kilobytes. */
function writeShort(dataDir: string, conversations: number): void {
  const next = randomTexts(7);
  const text = (): string => next().slice(0, 120);
  for (let c = 0; c < conversations; c++) {
    const folder = join(folderOf(dataDir), `short${String(c).padStart(6, '0')}`);
    mkdirSync(folder, { recursive: true });
    const lines: string[] = [];
    for (let n = 0; n < 5 + (c % 6); n++) {
      const place = { id: `m${c}-${n}`, parentId: n === 0 ? null : `m${c}-${n - 1}` };
      const common = { v: 1, ...place, createdAt: new Date(1_760_000_000_000 + c * 60_000 + n * 1000).toISOString() };
      const asked = {
        id: `c${n}`,
        type: 'function',
        function: { name: 'read_file', arguments: '{"path":"src/a.ts"}' },
      };
      const kinds = [
        { role: 'user', content: text() },
        { role: 'assistant', content: text(), tool_calls: [asked] },
        { role: 'tool', tool_call_id: `c${n - 1}`, toolName: 'read_file', content: text(), outcome: 'ok' },
      ];
      lines.push(JSON.stringify({ ...common, ...kinds[n % kinds.length] }));
    }
    writeFileSync(join(folder, 'messages.json'), `[\n${lines.join('\n,')}\n]\n`);
    writeFileSync(join(folder, 'meta.json'), JSON.stringify({ v: 1, title: `Short ${c}` }));
  }
}

const folderOf = (dataDir: string): string => join(dataDir, 'projects', 'benchproject', 'conversations');

function plainLoop(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'loop.db'));
  database.exec(
    "PRAGMA journal_mode = WAL; CREATE VIRTUAL TABLE texts USING fts5(text, tokenize='trigram', detail=none)",
  );
  const insert = database.prepare('INSERT INTO texts VALUES (?)');
  database.exec('BEGIN');
  const folder = folderOf(dataDir);
  for (const id of readdirSync(folder)) {
    const messages = JSON.parse(readFileSync(join(folder, id, 'messages.json'), 'utf8')) as { content: string }[];
    for (const { content } of messages) insert.run(content);
  }
  database.exec('COMMIT');
  database.close();
}

/** In milliseconds, over all threads. */
function spentSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
