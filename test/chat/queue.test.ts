import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { askFor, userTexts } from '../support/storedConversation.ts';
import { sample } from '../support/volume.ts';

/** A promise that the test opens. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const lastSent = (app: TestApp) => app.model.requests.map((request) => request.body.messages.at(-1)?.content);

test(cite(
  'LOOP-8',
  'a message sent while Stop is still ending a stubborn command is not stranded: it is the next run',
), { tags: ['all'] }, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await app.start();
  app.model.push(
    { calls: [askFor('1', 'run_command', { command: 'trap "" TERM; echo ready; sleep 0.4; echo over' })] },
    { text: 'the second answer' },
  );
  const running = app.event('call.output', (event) => event.text.includes('ready'));
  await app.call('run.send', { conversationId: id, text: 'first' });
  await running;
  const from = app.events.length;
  const stopping = app.call('run.stop', { conversationId: id });
  await app.call('run.send', { conversationId: id, text: 'second' });
  await stopping;
  await app.event('run.ended', (event) => event.end === 'done', from);
  expect(userTexts(app.rows(id))).toEqual(['first', 'second']);
  expect(app.rows(id).at(-1)).toMatchObject({ role: 'assistant', content: 'the second answer' });
  expect(app.rows(id).find((row) => row.role === 'tool')).toMatchObject({ outcome: 'cancelled' });
  expect((await app.call('conversation.open', { conversationId: id })).queue).toEqual([]);
});

test(cite('LOOP-12', 'a message queued during the last turn of the limit is a new start, not a dead end'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all', maxTurns: 1 } });
  const id = await app.start();
  const file = path.join(app.folder, 'gate');
  app.model.push(
    { calls: [askFor('1', 'run_command', { command: `echo go; while [ ! -e ${file} ]; do sleep 0.02; done` })] },
    { text: 'the second answer' },
  );
  const running = app.event('call.output');
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'first' });
  await running;
  await app.call('run.send', { conversationId: id, text: 'second' });
  writeFileSync(file, '');
  await app.event('run.ended', (event) => event.end === 'done', from);
  expect(lastSent(app)).toEqual(['first', 'second'].map((text) => expect.stringContaining(text)));
  expect(app.rows(id).at(-1)).toMatchObject({ role: 'assistant', content: 'the second answer' });
});

test(cite('LOOP-12', 'a message sent at the moment the turn limit is reported is sent automatically'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all', maxTurns: 1 } });
  const id = await app.start();
  app.model.push({ calls: [askFor('1', 'run_command', { command: 'echo one' })] }, { text: 'the second answer' });
  const from = app.events.length;
  const sent: Promise<unknown>[] = [];
  app.client.onEvent(({ event }) => {
    if (event.type !== 'message.appended' || event.message.partType !== 'note') return;
    sent.push(app.call('run.send', { conversationId: id, text: 'second' }));
  });
  await app.call('run.send', { conversationId: id, text: 'first' });
  await app.event('run.ended', (event) => event.end === 'max_turns', from);
  await app.event('run.ended', (event) => event.end === 'done', from);
  await Promise.all(sent);
  expect(userTexts(app.rows(id))).toEqual(['first', 'second']);
  expect(app.rows(id).at(-1)?.content).toBe('the second answer');
});

test(
  cite('LOOP-12', 'after a failed model call a queued message stays queued and is sent before the next one'),
  async () => {
    const app = await startTestApp();
    const id = await app.start();
    const held = gate();
    app.model.push([{ until: held.opened }, { status: 400, body: { error: { message: 'no' } } }], { text: 'both' });
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'first' });
    await app.model.request(1);
    const queued = await app.call('run.send', { conversationId: id, text: 'second' });
    expect(queued.queued).toBe(true);
    held.open();
    expect((await app.event('run.ended', undefined, from)).end).toBe('error');
    const shown = await app.call('conversation.open', { conversationId: id });
    expect(shown).toMatchObject({ queue: [{ id: queued.messageId, text: 'second' }], run: null });
    expect(userTexts(app.rows(id))).toEqual(['first']);
    expect(await app.turn(id, 'third')).toBe('done');
    expect(app.model.requests).toHaveLength(2);
    expect(userTexts(app.rows(id))).toEqual(['first', 'second', 'third']);
    expect((await app.call('conversation.open', { conversationId: id })).queue).toEqual([]);
  },
);

test(cite('LOOP-12', 'the queue survives a restart and is sent before the next message'), async () => {
  const app = await startTestApp();
  const id = await app.start();
  app.model.push([{ text: 'half' }, { hang: true }]);
  await app.call('run.send', { conversationId: id, text: 'first' });
  await app.model.request(1);
  await app.call('run.send', { conversationId: id, text: 'second' });
  await app.call('run.send', { conversationId: id, text: 'third' });
  await app.close();

  const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder, replies: [{ text: 'all' }] });
  const snapshot = await again.call('conversation.open', { conversationId: id });
  expect(snapshot.queue.map((entry) => entry.text)).toEqual(['second', 'third']);
  expect(userTexts(again.rows(id))).toEqual(['first']);
  expect(await again.turn(id, 'fourth')).toBe('done');
  expect(userTexts(again.rows(id))).toEqual(['first', 'second', 'third', 'fourth']);
  expect(again.model.requests).toHaveLength(1);
});

const moments = ['the reply is stored', 'the run ends', 'it is stopped'] as const;

test.each(sample(2, moments))(
  'a message withdrawn when %s never makes the app send "Continue." automatically',
  async (moment) => {
    for (let round = 0; round < 4; round++) {
      const app = await startTestApp({ otherwise: { text: 'an answer' } });
      const id = await app.start();
      const held = gate();
      app.model.push([{ text: 'half ' }, { until: held.opened }, { text: 'whole' }]);
      const from = app.events.length;
      await app.call('run.send', { conversationId: id, text: 'first' });
      await app.event('reply.delta', undefined, from);
      const { messageId: queueId } = await app.call('run.send', { conversationId: id, text: 'second' });
      const withdrawn = new Promise<string | null>((resolve) => {
        const withdraw = () =>
          resolve(app.call('run.withdraw', { conversationId: id, queueId }).then(({ text }) => text));
        if (moment === 'it is stopped') {
          void app.call('run.stop', { conversationId: id });
          withdraw();
          return;
        }
        const stop = app.client.onEvent(({ event }) => {
          const stored = event.type === 'message.appended' && event.message.role === 'assistant';
          if (moment === 'the run ends' ? event.type !== 'run.ended' : !stored) return;
          stop();
          withdraw();
        });
        held.open();
      });
      const text = await withdrawn;
      expect(await app.turn(id, 'last')).toBeDefined();
      await expect.poll(() => app.rows(id).at(-1)?.role).toBe('assistant');
      expect(userTexts(app.rows(id))).toEqual(text === null ? ['first', 'second', 'last'] : ['first', 'last']);
      for (const sent of lastSent(app)) expect(sent).toEqual(expect.stringMatching(/(first|second|last)$/));
      await app.close();
    }
  },
);

test('a message withdrawn at any moment of the next start is either sent or leaves nothing behind', {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ otherwise: { text: 'an answer' } });
  for (let steps = 0; steps < 24; steps++) {
    const id = await app.start();
    const taken = new Promise<string | null>((resolve) => {
      let queued: Promise<{ messageId: string }> | null = null;
      const stop = app.client.onEvent(({ conversationId, event }) => {
        if (conversationId !== id) return;
        if (event.type === 'message.appended' && event.message.role === 'assistant' && !queued) {
          queued = app.call('run.send', { conversationId: id, text: 'second' });
        }
        if (event.type !== 'run.ended' || !queued) return;
        stop();
        void queued.then(async ({ messageId }) => {
          for (let step = 0; step < steps; step++) await new Promise((next) => setImmediate(next));
          resolve((await app.call('run.withdraw', { conversationId: id, queueId: messageId })).text);
        });
      });
    });
    await app.call('run.send', { conversationId: id, text: 'first' });
    const text = await taken;
    await app.turn(id, 'last');
    await expect.poll(() => app.rows(id).at(-1)?.role).toBe('assistant');
    expect(userTexts(app.rows(id))).toEqual(text === null ? ['first', 'second', 'last'] : ['first', 'last']);
  }
  for (const sent of lastSent(app)) expect(sent).toEqual(expect.stringMatching(/(first|second|last)$/));
});
