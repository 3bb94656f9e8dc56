import type { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { createServerList } from '../../electron/mcp/connection/serverList.ts';
import type { ServerLog } from '../../electron/tools/process/serverLog.ts';
import { Sentence } from '../../shared/core/sentence.ts';
import { cite } from '../support/cite.ts';
import { createSteppedClock } from '../support/steppedClock.ts';

const sentences = { failed: (why: string) => new Sentence(why, []), changed: () => new Sentence('changed', []) };

test(cite(['MCP-3', 'MCP-4'], 'an endlessly changing list is fetched less and less often'), async () => {
  const clock = createSteppedClock();
  const client = {} as Client;
  let fetched = 0;
  let changes = 0;
  const list = createServerList<number>({
    clock,
    log: { add: () => {} } as unknown as ServerLog,
    signal: new AbortController().signal,
    client: () => client,
    list: async () => {
      fetched++;
      await Promise.resolve();
      list.changed();
      return { entries: [1], notices: [] };
    },
    words: sentences,
    onChange: () => changes++,
  });
  await clock.advance(10);
  await list.load(client, 1_000);
  await clock.advance(60_000);
  // After 1, 2, 4, 8, 16 and 32 seconds.
  expect(fetched).toBeLessThanOrEqual(8);
  await clock.advance(600_000);
  expect(fetched).toBeLessThanOrEqual(18);
  expect(fetched).toBeGreaterThan(8);
  // It is the same list each time.
  expect(changes).toBeLessThanOrEqual(1);
});
