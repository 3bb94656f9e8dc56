import { expect, test } from 'vitest';
import type { ToolMessage } from '../../shared/conversation/message.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { askFor } from '../support/storedConversation.ts';

const hint = /^\[This same call was made (\d+) times in a row/;

function toolRows(app: TestApp, id: string): ToolMessage[] {
  return app.rows(id).filter((row) => row.role === 'tool');
}

/** Repeats the same call for as long as the model is asked. */
async function circle(command: string, settings: Record<string, unknown> = {}) {
  const app = await startTestApp({
    otherwise: () => ({ calls: [{ ...askFor('', 'run_command', { command }) }] }),
    settings: { approvalMode: 'all', maxTurns: 40, ...settings },
  });
  const id = await app.start();
  const end = await app.turn(id, 'go');
  return { app, id, end, rows: toolRows(app, id) };
}

test(cite('LOOP-7', 'the third identical failing call adds a hint, the fourth ends the run'), {
  tags: ['all'],
}, async () => {
  const { app, id, end, rows } = await circle('exit 3');
  expect(end).toBe('loop');
  expect(rows).toHaveLength(4);
  expect(rows[1]?.content).not.toContain('This same call');
  expect(rows[2]?.content).toContain('[This same call was made 3 times in a row');
  expect(app.model.requests[3]?.text).toContain('This same call was made 3 times');
  expect(app.rows(id).at(-1)).toMatchObject({ partType: 'note', error: { code: 'ENGINE_LOOP_DETECTED' } });
});

test(cite('LOOP-7', 'ten identical calls with the same result add the hint, the next ends the run'), {
  tags: ['all'],
}, async () => {
  const { end, rows } = await circle('echo same');
  expect(end).toBe('loop');
  expect(rows).toHaveLength(11);
  expect(rows.findIndex((row) => row.content.includes('This same call'))).toBe(9);
});

test(cite('LOOP-7', 'a hint with a large result is in the message itself, where the model reads it'), {
  tags: ['all'],
}, async () => {
  const { app, id, end, rows } = await circle('seq 1 40000; exit 3');
  expect(end).toBe('loop');
  expect(rows).toHaveLength(4);
  expect(rows.every((row) => row.fullOutputPath)).toBe(true);
  expect(rows[2]?.content).toMatch(hint);
  const { text } = await app.call('toolResult.read', {
    conversationId: id,
    messageId: rows[2]?.id ?? '',
    limit: 400,
  });
  expect(text).toMatch(hint);
  const sent = app.model.requests[3]?.body.messages.findLast((message) => message.role === 'tool');
  expect(sent?.content).toMatch(hint);
});

test(cite('LOOP-7', 'calls that differ, or whose results change, continue'), { tags: ['all'] }, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all', maxTurns: 40 } });
  const call = { calls: [{ ...askFor('', 'run_command', { command: 'echo x >> n; wc -l < n' }) }] };
  app.model.push(...Array.from({ length: 12 }, () => call), { text: 'done' });
  const id = await app.start();
  expect(await app.turn(id, 'go')).toBe('done');
  expect(toolRows(app, id)).toHaveLength(12);
});
