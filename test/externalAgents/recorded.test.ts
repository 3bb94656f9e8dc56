// The recorded exchange with OpenCode, read by the client: nothing of it is skipped.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agentOptions } from '../../electron/externalAgents/protocol/options.ts';
import { readCall, readUpdate } from '../../electron/externalAgents/protocol/updates.ts';
import { cite } from '../support/cite.ts';

interface RecordedRow {
  from?: 'agent' | 'client';
  method?: string;
  params?: { update?: unknown; toolCall?: unknown };
  result?: Record<string, unknown>;
}

const file = new URL('../support/oddAgent/openCode-1.18.33.jsonl', import.meta.url);
const rows = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as RecordedRow);

test(cite('ACP-1', 'every update, call and option of a real session is read'), () => {
  const updates = rows.flatMap(({ params }) => (params?.update === undefined ? [] : [readUpdate(params.update)]));
  expect(updates.length).toBeGreaterThan(80);
  const unread = updates.filter(
    (read) => read.kind !== 'updates' || read.skipped !== undefined || read.updates.length !== 1,
  );
  expect(unread).toEqual([]);

  const calls = updates
    .flatMap((read) => (read.kind === 'updates' ? read.updates : []))
    .filter(({ type }) => type === 'call');
  expect(calls.length).toBeGreaterThan(10);
  const asked = rows.flatMap(({ params }) => (params?.toolCall === undefined ? [] : [readCall(params.toolCall)]));
  expect(asked.map((read) => read?.call.kind)).toEqual(['edit', 'edit', 'execute', 'execute', 'execute']);

  const opened = rows.find(({ result }) => result?.sessionId !== undefined)?.result ?? {};
  expect(agentOptions(opened).map(({ id, category, choices }) => [id, category, choices.length])).toEqual([
    ['model', 'model', 1],
    ['mode', 'mode', 2],
  ]);
  // A category is optional.
  const bare = { id: 'a', name: 'A', type: 'boolean', currentValue: true };
  expect(agentOptions({ configOptions: [bare] })).toMatchObject([{ id: 'a', category: 'other', current: 'true' }]);
});
