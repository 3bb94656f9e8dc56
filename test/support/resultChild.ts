// Handles one large result with the real program in its own process, and reports the additional memory. Arguments: data
// folder, task, and the task's own. See resultProcess.ts for the output.

import { readFileSync, writeFileSync } from 'node:fs';
import { createCore } from '../../electron/core.ts';
import { silentLog } from '../../electron/lib/log.ts';
import { longestPiece } from '../bench/longestPiece.ts';
import { startFakeModelServer } from './fakeModelServer.ts';
import { okValue } from './result.ts';
import { countTurns } from './turns.ts';

const [dataDir = '', task = '', ...args] = process.argv.slice(2);

const model = await startFakeModelServer();
const core = createCore({
  dataDir,
  env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' },
  log: silentLog,
  person: false,
});

function kilobytes(name: 'VmRSS' | 'VmHWM'): number {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync('/proc/self/status', 'utf8'));
  return Number(found?.[1]) * 1024;
}

interface Measured<T> {
  value: T;
  /** The process's maximum growth in bytes. */
  grown: number;
  /** Milliseconds; null when turns were counted. */
  ms: number | null;
  /** The longest others had to wait: milliseconds of work, or steps when turns were counted. */
  longest: number;
  /** Steps of its work, when turns were counted. */
  steps: number | null;
}

/** Only the benchmark measures time, never a test. */
const isTimed = process.env.THROUGHLINE_TIMED === '1';

async function measured<T>(work: () => Promise<T>): Promise<Measured<T>> {
  global.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const before = kilobytes('VmRSS');
  // Resets the system's peak counter.
  writeFileSync('/proc/self/clear_refs', '5');
  const start = performance.now();
  const { value, longest, steps } = isTimed ? { ...(await longestPiece(work)), steps: null } : await countTurns(work);
  const ms = isTimed ? performance.now() - start : null;
  return { value, grown: kilobytes('VmHWM') - before, ms, longest, steps };
}

/** One turn in which the model calls run_command; returns the conversation's ID and the stored result. */
async function run(conversationId: string, command: string) {
  const call = {
    id: `call_${model.requests.length}`,
    name: 'run_command',
    arguments: JSON.stringify({ command, timeout_seconds: 600 }),
  };
  model.push({ calls: [call] }, { text: 'seen' });
  const sent = okValue(await core.chat.send(conversationId, 'go'));
  const { end } = await sent.ended;
  const { messages } = okValue(await core.store.readBranch(conversationId));
  const result = messages.findLast((message) => message.role === 'tool');
  return { end, result: result && { id: result.id, content: result.content.slice(0, 2000), details: result.details } };
}

async function answer(): Promise<unknown> {
  if (task === 'run') {
    const [folder = '', command = ''] = args;
    const project = okValue(await core.store.openProject(folder));
    const { conversationId } = okValue(await core.store.createConversation(project.id));
    okValue(await core.settings.update({ approvalMode: 'all' }));
    // As in a host that has run for a while: loading on first use does not count.
    core.search.start();
    await run(conversationId, 'head -c 3000000 /dev/zero');
    await core.search.bringUpToDate();
    const done = await measured(() => run(conversationId, command));
    return { ...done, conversationId };
  }
  const [conversationId = '', messageId = '', third = '0'] = args;
  const { store } = core;
  okValue(await store.readToolResult(conversationId, messageId, 0, 1000));
  if (task === 'page') {
    return measured(async () => okValue(await store.readToolResult(conversationId, messageId, Number(third), 40_000)));
  }
  return measured(async () => okValue(await store.searchToolResult(conversationId, messageId, third, 10)));
}

process.stdout.write(JSON.stringify(await answer()));
await core.close();
await model.close();
