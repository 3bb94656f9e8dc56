// Calls without a result in a fork of their conversation: the fork knows what the original knows, and never claims that
// a started call did nothing.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openCallText } from '../../../shared/conversation/repair.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { assistantMessage, call, conversationOf, messageIdAt, userMessage } from '../../support/messageBuilder.ts';
import { askFor, executionEntries, executionFile, writeConversation } from '../../support/storedConversation.ts';

const asking = conversationOf([
  userMessage('do both'),
  assistantMessage('', [call('a', 'run_command', '{"command":"x"}'), call('b', 'run_command', '{"command":"y"}')]),
]);
const started = {
  v: 1,
  type: 'tool_started',
  at: '2026-01-02T03:04:06.000Z',
  messageId: messageIdAt(1),
  toolCallId: 'a',
  index: 0,
  name: 'run_command',
};

async function statesIn(app: TestApp, conversationId: string): Promise<unknown[]> {
  const { openCalls } = await app.call('conversation.open', { conversationId });
  return openCalls.map(({ state }) => state);
}

test('a fork reports each call that a crash cut off as the original does', async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  const id = await writeConversation(app, {
    messages: asking,
    execution: [started, { ...started, pid: process.pid, processStartedAt: 'then' }],
  });
  const copy = (await app.call('conversation.fork', { conversationId: id, messageId: messageIdAt(1) })).conversationId;
  expect(await statesIn(app, id)).toEqual(['unknown', 'not_started']);
  expect(await statesIn(app, copy)).toEqual(['unknown', 'not_started']);
  // The fork must not end what the original started.
  expect(executionEntries(app, copy).every(({ pid }) => pid === undefined)).toBe(true);
  await app.turn(copy, 'go on');
  const results = app.rows(copy).filter(({ role }) => role === 'tool');
  expect(results.map(({ content }) => content)).toEqual([openCallText('unknown'), openCallText('not_started')]);
});

test('if the execution log is unreadable, outcomes are unknown in the fork too', async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  const id = await writeConversation(app, { messages: asking, execution: [started] });
  const log = executionFile(app.dataDir, id);
  rmSync(log);
  mkdirSync(log);
  const copy = (await app.call('conversation.fork', { conversationId: id, messageId: messageIdAt(1) })).conversationId;
  rmSync(log, { recursive: true });
  expect(await statesIn(app, copy)).toEqual(['unknown', 'unknown']);
});

test('a fork made during a call does not claim that nothing was done', async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await app.start();
  const file = path.join(app.folder, 'gate');
  app.model.push(
    { calls: [askFor('1', 'run_command', { command: `echo go; while [ ! -e ${file} ]; do sleep 0.02; done` })] },
    { text: 'over' },
  );
  const from = app.events.length;
  const running = app.event('call.output', (event) => event.text.includes('go'));
  await app.call('run.send', { conversationId: id, text: 'first' });
  await running;
  const messageId = app.rows(id).at(-1)?.id as string;
  const copy = (await app.call('conversation.fork', { conversationId: id, messageId })).conversationId;
  expect(await statesIn(app, copy)).toEqual(['unknown']);
  writeFileSync(file, '');
  await app.event('run.ended', (event) => event.end === 'done', from);
  expect(await statesIn(app, copy)).toEqual(['unknown']);
});
