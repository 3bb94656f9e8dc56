// PERF-5: the memory for opening a conversation of a gigabyte, above that of an empty one, and for merging a copy of a
// long one; each in its own process.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { writeLongConversation } from '../support/longConversation.ts';
import { measureThroughline } from '../support/measuredProgram.ts';
import { count, type Figure, megabytes, milliseconds, type Section, timed } from './figures.ts';

const allowed = 50 * 1024 * 1024;
const allowedToMerge = 64;
const manyTurns = 200;

export async function memoryBench(folder: string, messages: number, copied: number): Promise<Section> {
  const dataDir = join(folder, 'memory');
  const empty = writeLongConversation(dataDir, { messages: 4, conversationId: 'e'.repeat(26) });
  const large = writeLongConversation(dataDir, { messages, textLength: 800, conversationId: 'g'.repeat(26) });
  const peak = (id: string): number => {
    const child = join(import.meta.dirname, 'memoryChild.ts');
    const out = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', child, dataDir, id]);
    return (JSON.parse(String(out)) as { peak: number }).peak;
  };
  const before = peak(empty.conversationId);
  let after = 0;
  const took = await timed(() => {
    after = peak(large.conversationId);
  });
  return {
    title: 'Memory',
    how: `Peak memory of a process that opens the last 200 messages and appends one. ${count(messages)} messages are ${megabytes(large.bytes)}.`,
    figures: [
      { name: 'with an empty conversation', value: megabytes(before) },
      {
        name: `with ${megabytes(large.bytes)}`,
        value: megabytes(after),
        note: `${milliseconds(took)} for the whole process`,
      },
      {
        name: 'memory added by the large conversation',
        value: megabytes(after - before),
        promise: { row: 'PERF-5', text: 'at most 50 MB', kept: after - before <= allowed },
      },
      ...mergeFigures(folder, copied),
      ...turnFigures(join(folder, 'turns')),
    ],
  };
}

/** The host's memory after many turns of one conversation: what it keeps is small compared with the conversation. */
function turnFigures(dataDir: string): Figure[] {
  const child = join(import.meta.dirname, 'turnsChild.ts');
  const words = [
    '--disable-warning=ExperimentalWarning',
    '--expose-gc',
    '--import',
    join(import.meta.dirname, '../../scripts/rawText.mjs'),
  ];
  const out = execFileSync(process.execPath, [...words, child, dataDir, String(manyTurns)]);
  const { before, after } = JSON.parse(String(out)) as { before: number; after: number };
  const ratio = after / before;
  return [
    { name: 'held after 10 turns of a conversation', value: megabytes(before) },
    {
      name: `held after ${manyTurns} turns`,
      value: megabytes(after),
      note: `${ratio.toFixed(2)} × that`,
      promise: { row: 'PERF-5', text: 'at most 1.2 ×', kept: ratio <= 1.2 },
    },
  ];
}

/** First merges a new copy, then the same copy again. */
function mergeFigures(folder: string, messages: number): Figure[] {
  const [copy, data] = [join(folder, 'copy'), join(folder, 'merged')];
  writeLongConversation(copy, { messages });
  const idle = measureThroughline(folder, ['cost', '--data', join(folder, 'none')]).megabytes;
  return [`a copy of ${count(messages)} messages is taken in`, 'the same copy again'].map((name): Figure => {
    const took = measureThroughline(folder, ['merge', copy, '--data', data]);
    if (took.code !== 0) throw new Error(took.stderr);
    const above = took.megabytes - idle;
    return {
      name,
      value: `${above.toFixed(1)} MB`,
      note: `above a process that does nothing; ${took.seconds.toFixed(1)} s; held up others for ${milliseconds(took.blockCpuMs)} at most`,
      promise: { row: 'PERF-5', text: `at most ${allowedToMerge} MB`, kept: above <= allowedToMerge },
    };
  });
}
