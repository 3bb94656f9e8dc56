// Measures the search: creates a data folder with many messages, indexes it, and runs queries. Returns figures; prints
// nothing.

import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../electron/lib/log.ts';
import { createConversationSearch } from '../../electron/stores/search/conversationSearch.ts';
import { randomTexts } from './randomTexts.ts';

export interface SearchBenchOptions {
  messages: number;
  conversations: number;
  /** How often each query is repeated after the first time. */
  rounds: number;
}

export interface SearchFigures {
  messages: number;
  conversations: number;
  /** Sizes of all messages.json files, and of search.db with its log. */
  dataBytes: number;
  indexBytes: number;
  indexMs: number;
  /** The longest turn of this process's event loop during indexing. */
  maxTurnMs: number;
  /** Milliseconds until an appended message is searchable. */
  updateMs: number;
  /** Milliseconds over all queries: the first time, and repeated. */
  first: Percentiles;
  again: Percentiles;
  queries: { text: string; hits: number; more: boolean; firstMs: number; p50: number; p95: number }[];
}

export interface Percentiles {
  p50: number;
  p95: number;
  max: number;
}

/** Rare and common words, code fragments, several words, phrases, words without matches, and Chinese. */
const queries = [
  'needle7x',
  'await ',
  'terment',
  '=>{',
  'foo.bar(',
  'if (a !==',
  'function',
  'constaver',
  'stavering value',
  '"?? null; foo.bar("',
  'promise reject',
  'xqzzyx',
  'zzz',
  'provalmina delotype erraconsta',
  'key map list node',
  'a.b',
  'ing',
  'retion nalist suexport keymap',
  '的',
  '是',
  '我们',
  '国家',
  '现间',
  '天地人和',
  '针7',
  '鯨',
  'const 我们',
  'Terment VALUE',
];

export async function searchBench(options: Partial<SearchBenchOptions> = {}): Promise<SearchFigures> {
  const { messages = 1_000_000, conversations = 200, rounds = 5 } = options;
  const root = mkdtempSync(join(tmpdir(), 'throughline-bench-'));
  const dataDir = join(root, 'data');
  try {
    const dataBytes = await writeConversations(dataDir, messages, conversations);
    const search = createConversationSearch({ dataDir, log: silentLog });
    try {
      const turns = watchTurns();
      const begun = performance.now();
      const status = await search.bringUpToDate();
      const indexMs = performance.now() - begun;
      const maxTurnMs = turns.end();
      if (!status.complete) throw new Error(`the index is not complete: ${JSON.stringify(status)}`);
      const indexBytes = sizeOf(join(dataDir, 'search.db')) + sizeOf(join(dataDir, 'search.db-wal'));
      const asked: SearchFigures['queries'] = [];
      const first: number[] = [];
      const again: number[] = [];
      for (const text of queries) {
        const times: number[] = [];
        let hits = 0;
        let more = false;
        for (let round = 0; round <= rounds; round++) {
          const start = performance.now();
          const answer = await search.query({ text, projectId: null, limit: 50, cursor: null });
          times.push(performance.now() - start);
          if (!answer.ok) throw new Error(`${text}: ${answer.error.message}`);
          ({ more } = answer.value);
          hits = answer.value.hits.length;
        }
        const [firstMs = 0, ...rest] = times;
        first.push(firstMs);
        again.push(...rest);
        const { p50, p95 } = percentiles(rest);
        asked.push({ text, hits, more, firstMs, p50, p95 });
      }
      const updateMs = await measureUpdate(dataDir, search);
      return {
        messages,
        conversations,
        dataBytes,
        indexBytes,
        indexMs,
        maxTurnMs,
        updateMs,
        first: percentiles(first),
        again: percentiles(again),
        queries: asked,
      };
    } finally {
      await search.close();
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** In our layout, with one line per message, so that a million take seconds. */
async function writeConversations(dataDir: string, messages: number, conversations: number): Promise<number> {
  const next = randomTexts(42);
  const each = Math.ceil(messages / conversations);
  let written = 0;
  let bytes = 0;
  for (let c = 0; written < messages; c++) {
    const id = `bench${String(c).padStart(6, '0')}`;
    const folder = join(dataDir, 'projects', 'benchproject', 'conversations', id);
    mkdirSync(folder, { recursive: true });
    const file = createWriteStream(join(folder, 'messages.json'));
    file.write('[\n');
    let parentId: string | null = null;
    for (let n = 0; n < each && written < messages; n++, written++) {
      const messageId: string = `01K${String(c).padStart(8, '0')}${String(n).padStart(15, '0')}`;
      const content = written % 50_000 === 25_000 ? `${next()} needle7x 针7` : next();
      const role = n % 2 === 0 ? 'user' : 'assistant';
      const createdAt = new Date(1_760_000_000_000 + written * 1000).toISOString();
      const line = JSON.stringify({ v: 1, id: messageId, parentId, role, createdAt, content });
      if (!file.write(`${n === 0 ? '' : ','}${line}\n`)) await once(file, 'drain');
      parentId = messageId;
    }
    file.end(']\n');
    await once(file, 'close');
    bytes += file.bytesWritten;
  }
  return bytes;
}

async function measureUpdate(dataDir: string, search: ReturnType<typeof createConversationSearch>): Promise<number> {
  const id = 'benchlast';
  const folder = join(dataDir, 'projects', 'benchproject', 'conversations', id);
  mkdirSync(folder, { recursive: true });
  const file = createWriteStream(join(folder, 'messages.json'));
  file.end(
    `[\n${JSON.stringify({ v: 1, id: 'last', parentId: null, role: 'user', createdAt: '', content: 'lastneedle' })}\n]\n`,
  );
  await once(file, 'close');
  const start = performance.now();
  search.changed(id);
  for (;;) {
    const answer = await search.query({ text: 'lastneedle', projectId: null, limit: 1, cursor: null });
    if (answer.ok && answer.value.hits.length > 0) return performance.now() - start;
    if (performance.now() - start > 30_000) throw new Error('what was appended is not found');
  }
}

function watchTurns(): { end(): number } {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 5);
    last = now;
  }, 5);
  return {
    end() {
      clearInterval(timer);
      return longest;
    },
  };
}

function percentiles(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
