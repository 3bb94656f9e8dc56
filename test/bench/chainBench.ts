// UI-2: queries over the tool calls of all conversations, and the chain of one large conversation.

import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createChainReader } from '../../electron/features/chains/readChain.ts';
import { silentLog } from '../../electron/lib/log.ts';
import type { CallRequest } from '../../electron/ports/search.ts';
import { createConversationSearch } from '../../electron/stores/search/conversationSearch.ts';
import type { ChainPiece } from '../../shared/features/chains/methods.ts';
import { writeLongConversation } from '../support/longConversation.ts';
import { count, megabytes, milliseconds, quantile, type Section } from './figures.ts';
import { longestPiece } from './longestPiece.ts';
import { benchStore, mustBeOk } from './openedStore.ts';
import { randomTexts } from './randomTexts.ts';

const all: CallRequest = {
  text: '',
  tools: [],
  outcomes: [],
  changed: false,
  projectId: null,
  conversationId: null,
  from: null,
  until: null,
  limit: 100,
  cursor: null,
};

/** Filters that users may choose: none, broad, narrow, and without matches; rare words and common words. */
const asked: Partial<CallRequest>[] = [
  {},
  { tools: ['run_command'] },
  { tools: ['rare_tool'] },
  { tools: ['no_such_tool'] },
  { outcomes: ['error'] },
  { outcomes: ['error'], tools: ['rare_tool'] },
  { from: '2026-01-02T00:00:00Z', until: '2026-01-02T12:00:00Z' },
  { conversationId: 'chain000007' },
  { text: 'needle7x' },
  { text: 'function' },
  { text: 'await ' },
  { text: '的' },
  { text: 'xqzzyx' },
  { text: 'function', tools: ['rare_tool'] },
  { text: 'needle7x', outcomes: ['error'] },
  { text: 'src/file' },
];

const rounds = 10;

export async function chainBench(folder: string, calls: number): Promise<Section> {
  const dataDir = join(folder, 'calls', 'data');
  await writeCalls(dataDir, calls, 100);
  const search = createConversationSearch({ dataDir, log: silentLog });
  const first: number[] = [];
  const again: number[] = [];
  const facets: number[] = [];
  let slowest = { ms: 0, what: '' };
  let startMs = 0;
  try {
    const status = await search.bringUpToDate();
    if (!status.complete) throw new Error(`the index is not complete: ${JSON.stringify(status)}`);
    const started = performance.now();
    mustBeOk(await search.calls(all));
    startMs = performance.now() - started;
    for (const one of asked) {
      for (let round = 0; round <= rounds; round++) {
        const start = performance.now();
        mustBeOk(await search.calls({ ...all, ...one }));
        const ms = performance.now() - start;
        (round === 0 ? first : again).push(ms);
        if (ms > slowest.ms) slowest = { ms, what: JSON.stringify(one) };
      }
    }
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      await search.callFacets();
      facets.push(performance.now() - start);
    }
  } finally {
    await search.close();
  }
  const long = writeLongConversation(join(folder, 'long', 'data'), { messages: calls, textLength: 1_000 });
  const store = benchStore(long.dataDir);
  const begun = performance.now();
  const read = await longestPiece(async () => {
    const chains = createChainReader(store);
    let found = 0;
    for (let cursor: string | null = null; ; ) {
      const piece: ChainPiece = mustBeOk(await chains.read(long.conversationId, cursor));
      found += piece.calls.length;
      // As sent.
      JSON.stringify(piece);
      ({ cursor } = piece);
      if (cursor === null) return found;
    }
  });
  const readMs = performance.now() - begun;
  await store.close();
  const [p95, most] = [quantile([...first, ...again], 0.95), slowest.ms];
  return {
    title: 'Chains',
    how: `${count(calls)} tool calls in 100 conversations; ${asked.length} questions, each ${rounds + 1} times: by tool, outcome, time, conversation, rare and common words.`,
    figures: [
      {
        name: 'a question about all calls (longest)',
        value: milliseconds(most),
        note: `95th percentile ${milliseconds(p95)}, median ${milliseconds(quantile([...first, ...again], 0.5))}; ${slowest.what}`,
        promise: { row: 'UI-2', text: 'at most 100 ms', kept: most <= 100 },
      },
      { name: 'the very first, which starts the thread of the search', value: milliseconds(startMs) },
      { name: 'which tools there are (95th percentile)', value: milliseconds(quantile(facets, 0.95)) },
      {
        name: `the chain of one conversation of ${count(calls)} messages`,
        value: milliseconds(readMs),
        note: `${count(read.value)} calls, ${megabytes(long.bytes)}`,
      },
      { name: 'longest piece of work of the main thread meanwhile', value: milliseconds(read.longest) },
    ],
  };
}

async function writeCalls(dataDir: string, calls: number, conversations: number): Promise<void> {
  const next = randomTexts(7);
  const each = Math.ceil(calls / conversations);
  const tools = ['read_file', 'run_command', 'search_files', 'edit_file'];
  const outcomes = ['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'error', 'denied'];
  for (let c = 0; c < conversations; c++) {
    const folder = join(dataDir, 'projects', 'benchproject', 'conversations', `chain${String(c).padStart(6, '0')}`);
    mkdirSync(folder, { recursive: true });
    const file = createWriteStream(join(folder, 'messages.json'));
    let parentId: string | null = null;
    const write = async (record: object): Promise<void> => {
      const id: string = `01K${String(c).padStart(8, '0')}${String(lines).padStart(15, '0')}`;
      const second = Math.floor(lines * 40 + c);
      const createdAt = new Date(Date.parse('2026-01-01T00:00:00Z') + second * 1000).toISOString();
      const line = JSON.stringify({ v: 1, id, parentId, createdAt, ...record });
      if (!file.write(`${lines === 0 ? '[\n' : ','}${line}\n`)) await once(file, 'drain');
      parentId = id;
      lines++;
    };
    let lines = 0;
    for (let n = 0; n < each; n++) {
      const nth = c * each + n;
      if (n % 8 === 0) await write({ role: 'user', content: next() });
      const name = nth % 997 === 0 ? 'rare_tool' : (tools[nth % 4] as string);
      const given = { path: `src/file${nth}.ts`, text: next() };
      const call = { id: `call_${n}`, type: 'function', function: { name, arguments: JSON.stringify(given) } };
      await write({ role: 'assistant', content: null, tool_calls: [call] });
      const content = nth % 9_973 === 0 ? `${next()} needle7x` : next();
      const outcome = outcomes[nth % outcomes.length];
      await write({ role: 'tool', tool_call_id: call.id, toolName: name, outcome, content });
    }
    file.end(']\n');
    await once(file, 'close');
  }
}
