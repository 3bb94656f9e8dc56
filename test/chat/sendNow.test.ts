// A message that stops a run: it is on disk before anything stops, and is sent before all queued ones.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { askFor, userTexts } from '../support/storedConversation.ts';

/** A run in the middle of a command that does not exit on its own. */
async function midCommand(app: TestApp, id: string): Promise<void> {
  app.model.push({ calls: [askFor('1', 'run_command', { command: 'echo ready; sleep 60' })] });
  const running = app.event('call.output', (event) => event.text.includes('ready'));
  await app.call('run.send', { conversationId: id, text: 'first' });
  await running;
}

test(
  cite('LOOP-8', 'a message sent now stops the run, whose call keeps its result, and goes before the queue'),
  async () => {
    const app = await startTestApp({ settings: { approvalMode: 'all' } });
    const id = await app.start();
    await midCommand(app, id);
    app.model.push({ text: 'at once' }, { text: 'then the rest' });
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'waits' });
    const sent = await app.call('run.send', { conversationId: id, text: 'now', now: true });
    expect(sent.queued).toBe(true);
    await app.event('run.ended', (event) => event.end === 'stopped', from);
    await app.event('run.ended', (event) => event.end === 'done', from);
    const said = app.rows(id).filter(({ role, partType }) => partType === undefined && role !== 'tool');
    expect(said.map(({ content }) => content).filter(Boolean)).toEqual([
      'first',
      'now',
      'at once',
      'waits',
      'then the rest',
    ]);
    expect(app.rows(id).find(({ role }) => role === 'tool')).toMatchObject({ outcome: 'cancelled' });
    expect(app.rows(id).find(({ content }) => content === 'now')?.id).toBe(sent.messageId);
    expect((await app.call('conversation.open', { conversationId: id })).queue).toEqual([]);
  },
);

test(cite('LOOP-8', 'a queued message is sent now, during a run and after a stop; the others stay'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await app.start();
  await midCommand(app, id);
  await app.call('run.send', { conversationId: id, text: 'second' });
  const { messageId: third } = await app.call('run.send', { conversationId: id, text: 'third' });
  const { messageId: fourth } = await app.call('run.send', { conversationId: id, text: 'fourth' });
  app.model.push([{ hang: true }]);
  const asked = app.model.requests.length;
  expect(await app.call('run.sendQueued', { conversationId: id, queueId: third })).toEqual({ found: true });
  await app.model.request(asked + 1);
  expect(userTexts(app.rows(id))).toEqual(['first', 'third']);
  // It is not queued anymore, and nothing is stopped for it.
  expect(await app.call('run.sendQueued', { conversationId: id, queueId: third })).toEqual({ found: false });
  expect((await app.call('conversation.open', { conversationId: id })).run).not.toBe(null);

  await app.call('run.stop', { conversationId: id });
  const stopped = await app.call('conversation.open', { conversationId: id });
  expect(stopped.queue.map(({ text }) => text)).toEqual(['second', 'fourth']);
  app.model.push([{ hang: true }]);
  await app.call('run.sendQueued', { conversationId: id, queueId: fourth });
  await app.model.request(asked + 2);
  expect(userTexts(app.rows(id))).toEqual(['first', 'third', 'fourth']);
});

test(cite('LOOP-8', 'stopping afterwards, or closing the app, leaves the message in the queue'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await app.start();
  app.model.push({
    calls: [askFor('1', 'run_command', { command: 'trap "" TERM; echo ready; sleep 0.4; echo over' })],
  });
  const running = app.event('call.output', (event) => event.text.includes('ready'));
  await app.call('run.send', { conversationId: id, text: 'first' });
  await running;
  await app.call('run.send', { conversationId: id, text: 'now', now: true });
  await app.call('run.stop', { conversationId: id });
  const shown = await app.call('conversation.open', { conversationId: id });
  expect(shown).toMatchObject({ run: null, queue: [{ text: 'now' }] });
  expect(userTexts(app.rows(id))).toEqual(['first']);

  await midCommand(app, id);
  await app.call('run.send', { conversationId: id, text: 'last', now: true });
  await app.close();
  const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder });
  const kept = (await again.call('conversation.open', { conversationId: id })).queue.map(({ text }) => text);
  expect([...userTexts(again.rows(id)), ...kept].filter((text) => text === 'last')).toHaveLength(1);
});

test('without a run it is sent like any other', async () => {
  const app = await startTestApp({ replies: [{ text: 'an answer' }] });
  const id = await app.start();
  const from = app.events.length;
  const sent = await app.call('run.send', { conversationId: id, text: 'first', now: true });
  expect(sent.queued).toBe(false);
  await app.event('run.ended', (event) => event.end === 'done', from);
  expect(userTexts(app.rows(id))).toEqual(['first']);
});

test(cite('LOOP-8', 'a message that stops the run just as it reads the queue is answered'), async () => {
  const [written, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  const { rename } = nodeDisk;
  // Before the app starts, because the app keeps the functions of the disk it is given.
  const spy = vi.spyOn(nodeDisk, 'rename').mockImplementation(async (from, to) => {
    if (isHeld && String(to).endsWith('pending.json')) {
      written.resolve();
      await goOn.promise;
    }
    return rename(from, to);
  });
  onTestFinished(() => spy.mockRestore());
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await app.start();
  const file = path.join(app.folder, 'gate');
  const command = `echo ready; while [ ! -e ${file} ]; do sleep 0.02; done`;
  app.model.push({ calls: [askFor('1', 'run_command', { command })] }, { text: 'an answer' });
  const running = app.event('call.output', (event) => event.text.includes('ready'));
  await app.call('run.send', { conversationId: id, text: 'first' });
  await running;
  // It is being written when the call ends and the loop reads the queue.
  isHeld = true;
  const from = app.events.length;
  const sent = app.call('run.send', { conversationId: id, text: 'now', now: true });
  await written.promise;
  const result = app.event('message.appended', ({ message }) => message.role === 'tool', from);
  writeFileSync(file, '');
  await result;
  await new Promise(setImmediate);
  const answered = app.event('message.appended', ({ message }) => message.content === 'an answer', from);
  goOn.resolve();
  await sent;
  await answered;
  expect(userTexts(app.rows(id))).toEqual(['first', 'now']);
});
