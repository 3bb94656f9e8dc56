import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { writeLongConversation } from '../support/longConversation.ts';
import { tempFolder } from '../support/tempFolder.ts';

test(cite('PERF-5', 'a conversation of 200 MB is opened and continued in the memory of an empty one'), {
  tags: ['all'],
}, () => {
  const dataDir = join(tempFolder(), 'data');
  const empty = writeLongConversation(dataDir, { messages: 4, conversationId: 'e'.repeat(26) });
  const large = writeLongConversation(dataDir, { messages: 200_000, textLength: 850, conversationId: 'g'.repeat(26) });
  expect(large.bytes).toBeGreaterThan(200_000_000);
  const child = join(import.meta.dirname, '../bench/memoryChild.ts');
  const peak = (id: string): number => {
    const out = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', child, dataDir, id]);
    return (JSON.parse(String(out)) as { peak: number }).peak;
  };
  expect(peak(large.conversationId) - peak(empty.conversationId)).toBeLessThan(50 * 1024 * 1024);
});
