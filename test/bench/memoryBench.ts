// PERF-5: the memory that opening a conversation of a gigabyte takes, above an empty one; each in a process of its own.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { writeLongConversation } from '../support/longConversation.ts';
import { count, megabytes, milliseconds, type Section, timed } from './figures.ts';

const allowed = 50 * 1024 * 1024;

export async function memoryBench(folder: string, messages: number): Promise<Section> {
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
    how: `A process that opens the last 200 messages and appends one; its largest size. ${count(messages)} messages are ${megabytes(large.bytes)}.`,
    figures: [
      { name: 'with an empty conversation', value: megabytes(before) },
      {
        name: `with ${megabytes(large.bytes)}`,
        value: megabytes(after),
        note: `${milliseconds(took)} for the whole process`,
      },
      {
        name: 'difference',
        value: megabytes(after - before),
        promise: { row: 'PERF-5', text: 'at most 50 MB', kept: after - before <= allowed },
      },
    ],
  };
}
