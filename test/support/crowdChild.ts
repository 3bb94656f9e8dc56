// One of several processes on one data folder: writes or reads, then reports the result as a line of JSON. A writer
// reports after this many writes, and continues until all writers have. Arguments: data folder, task, count, name, and
// the conversations.

import { writeSync } from 'node:fs';
import { systemClock } from '../../electron/lib/clock.ts';
import { createIdSource } from '../../electron/lib/ids.ts';
import { silentLog } from '../../electron/lib/log.ts';
import { createRuntimeStore } from '../../electron/stores/runtimeStore.ts';
import { textOf } from '../../shared/core/sentence.ts';

export interface WriterReport {
  /** IDs of acknowledged messages in order, by conversation. */
  stored: Record<string, string[]>;
  refused: string[];
}

export interface ReaderReport {
  looks: number;
  records: number;
  problems: string[];
}

const [dataDir = '', task = '', times = '0', name = '', ...conversations] = process.argv.slice(2);
const store = createRuntimeStore({ dataDir, clock: systemClock, ids: createIdSource(systemClock), log: silentLog });
// All start together, however long each took to launch.
writeSync(1, 'ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
let allHaveWritten = false;
process.stdin.once('data', () => {
  allHaveWritten = true;
});
process.stdin.unref();

async function write(): Promise<WriterReport> {
  const report: WriterReport = { stored: {}, refused: [] };
  for (let number = 0; number < Number(times) || !allHaveWritten; number++) {
    if (number === Number(times)) writeSync(1, 'written\n');
    const conversation = conversations[number % 2 === 0 ? 0 : 1 + ((number >> 1) % (conversations.length - 1))] ?? '';
    const content = `${name}-${number} ${'größer '.repeat([1, 40, 900][number % 3] ?? 1)}`;
    const stored = await store.appendConversationMessage(conversation, { role: 'user', content });
    if (stored.ok) report.stored[conversation] = [...(report.stored[conversation] ?? []), stored.value.id];
    else report.refused.push(`${stored.error.code}: ${stored.error.message}`);
  }
  return report;
}

async function read(): Promise<ReaderReport> {
  const report: ReaderReport = { looks: 0, records: 0, problems: [] };
  const seen = new Map<string, string[]>();
  for (let number = 0; number < Number(times); number++) {
    // Alternates a reader that keeps it open with one that opens it again.
    const fresh = number % 4 === 0;
    const reader = fresh
      ? createRuntimeStore({ dataDir, clock: systemClock, ids: createIdSource(systemClock), log: silentLog })
      : store;
    const conversation = conversations[number % conversations.length] ?? '';
    const branch = await reader.readBranch(conversation);
    if (fresh) await reader.close();
    report.looks++;
    if (!branch.ok) report.problems.push(branch.error.message);
    else {
      const { messages, notices } = branch.value;
      const ids = messages.map(({ id }) => id);
      const before = seen.get(conversation) ?? [];
      report.records += ids.length;
      report.problems.push(...notices.map((notice) => textOf(notice)));
      if (before.some((id, at) => ids[at] !== id))
        report.problems.push(`what was seen before is not there: ${conversation}`);
      if (messages.some(({ parentId }, at) => parentId !== (ids[at - 1] ?? null))) report.problems.push('out of order');
      seen.set(conversation, ids);
    }
  }
  return report;
}

const report = await (task === 'write' ? write() : read());
await store.close();
writeSync(1, `${JSON.stringify(report)}\n`);
