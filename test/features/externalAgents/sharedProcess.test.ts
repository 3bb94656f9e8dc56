// One process of an agent serves all conversations in a folder: what ends it ends their turns honestly, and the next message
// starts another.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Message } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { startAgentApp } from '../../support/externalAgents/agentApp.ts';
import { clockedAgents } from '../../support/externalAgents/clockedAgents.ts';
import { expectSound } from '../../support/externalAgents/soundConversation.ts';
import { goneWithin } from '../../support/processes.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const patient = { timeout: 20_000 };

const notesIn = (messages: readonly Message[]): string[] =>
  messages.flatMap(({ partType, content }) => (partType === 'note' ? [String(content)] : []));

test(
  cite(
    'ACP-1',
    'an agent that is ended because it does not stop says so in its other conversations, and each continues',
  ),
  async () => {
    const { app, clock, pids, start, branch } = await clockedAgents('cancel-ignored');
    const [stopped, other] = [await start(), await start()];
    const from = app.events.length;
    for (const conversationId of [stopped, other]) await app.call('run.send', { conversationId, text: '!think+wait' });
    const hasBegun = (id: string): boolean =>
      app.events
        .slice(from)
        .some(({ conversationId, event }) => conversationId === id && event.type === 'call.started');
    await vi.waitFor(() => expect([stopped, other].map(hasBegun)).toEqual([true, true]), patient);
    expect(pids()).toHaveLength(1);
    const isOver = (id: string): boolean =>
      app.events.slice(from).some(({ conversationId, event }) => conversationId === id && event.type === 'run.ended');
    const stopping = app.call('run.stop', { conversationId: stopped });
    await vi.waitFor(() => {
      clock.jump(7000);
      expect([stopped, other].map(isOver)).toEqual([true, true]);
    }, patient);
    await stopping;
    const messages = await branch(other);
    expect(messages.at(-1)).toMatchObject({
      partType: 'error',
      error: { message: 'Odd stopped: the process was ended because it did not stop in another conversation.' },
    });
    expect(notesIn(await branch(stopped))).toContain(
      'Odd did not stop in time and was ended. The next message starts it again.',
    );
    for (const id of [other, stopped]) {
      expect(await app.turn(id, '!say on we go')).toBe('done');
      const after = await branch(id);
      expectSound(after);
      expect(after.at(-1)).toMatchObject({ role: 'assistant', content: 'on we go' });
    }
    expect(pids()).toHaveLength(2);
  },
);

test(
  cite('ACP-1', 'a process without a message for long is ended, and the next message loads the session again'),
  async () => {
    const { app, clock, pids, start, branch } = await clockedAgents();
    const [idle, busy] = [await start(), await start()];
    expect(await app.turn(idle, '!say one')).toBe('done');
    const [pid = 0] = pids();
    // Longer than that, but at work.
    const from = app.events.length;
    const ended = app.event('run.ended', undefined, from);
    await app.call('run.send', { conversationId: busy, text: '!pause go' });
    await app.event('reply.delta', undefined, from);
    clock.jump(20 * 60_000);
    await app.call('run.stop', { conversationId: busy });
    await ended;
    expect(await app.turn(idle, '!say two')).toBe('done');
    expect(pids()).toEqual([pid]);
    clock.jump(16 * 60_000);
    await goneWithin(pid, 1000);
    expect(await app.turn(idle, '!say three')).toBe('done');
    expect(pids()).toHaveLength(2);
    const { session } = await app.call('agent.session', { conversationId: idle });
    expect(session).toMatchObject({ continuation: 'loaded' });
    expect((await branch(idle)).flatMap(({ role, content }) => (role === 'assistant' ? [content] : []))).toEqual([
      'one',
      'two',
      'three',
    ]);
  },
);

test.each([
  // Only writing shows it.
  ['closes-input', 'stopped'],
  ['closes-output', 'error'],
])(
  cite('ACP-1', 'an agent that %s and lives on is ended; the next message starts it again'),
  async (turn, expected) => {
    const { app, pids, start, branch } = await clockedAgents();
    const id = await start();
    const from = app.events.length;
    const ended = app.event('run.ended', undefined, from);
    await app.call('run.send', { conversationId: id, text: `!${turn}` });
    if (expected === 'stopped') {
      await app.event('reply.delta', undefined, from);
      await app.call('run.stop', { conversationId: id });
    }
    expect(await ended).toMatchObject({ end: expected });
    if (expected === 'error')
      expect((await branch(id)).at(-1)).toMatchObject({
        error: { message: 'Odd stopped: the process closed its output.' },
      });
    await goneWithin(pids()[0] ?? 0, 3000);
    expect(await app.turn(id, '!say on we go')).toBe('done');
    expectSound(await branch(id));
  },
);

test(
  cite('ACP-1', 'what comes long after the end of a turn is a note of the next one, and an open call stays open-ended'),
  async () => {
    const app = await startAgentApp({ folder: tempFolder() });
    const id = await app.startWithAgent();
    expect(await app.talk(id, '!after-the-turn go')).toEqual({ end: 'done' });
    const ended = (await app.branch(id)).filter(({ role }) => role === 'tool');
    expect(ended).toMatchObject([
      { outcome: 'interrupted', content: expect.stringContaining('without reporting the end') },
    ]);
    writeFileSync(path.join(app.folder, 'go'), '');
    // The title is its last update.
    await vi.waitFor(async () => expect(JSON.stringify(app.events)).toContain('It has come'), patient);
    expect(await app.talk(id, '!say next')).toEqual({ end: 'done' });
    const messages = await app.branch(id);
    expect(notesIn(messages)).toEqual([
      'Odd continued after it had ended its turn: By the way. [A call: completed]\n3 passed\n[`git push`]\n[A call: completed]',
    ]);
    expect(messages.filter(({ role }) => role === 'tool')).toEqual(ended);
    expect(messages.at(-1)).toMatchObject({ content: 'next' });
    expect(await app.talk(id, '!say last')).toEqual({ end: 'done' });
    expect(notesIn(await app.branch(id))).toHaveLength(1);
  },
);

describe('options', () => {
  test(cite('ACP-1', 'an option that is chosen while the session is gone applies to the next one'), async () => {
    const app = await startAgentApp();
    const id = await app.startWithAgent();
    await app.talk(id, '!say one');
    await app.killAgent();
    await app.call('agent.setOption', { conversationId: id, option: 'effort', value: 'high' });
    expect(await app.talk(id, '!say two')).toEqual({ end: 'done' });
    const { session } = await app.call('agent.session', { conversationId: id });
    expect(session?.options.find((option) => option.id === 'effort')?.current).toBe('high');
    expect(notesIn(await app.branch(id))).toEqual([]);
  });

  test(cite('ACP-1', 'a choice that the next session does not take is a note, once'), async () => {
    const app = await startAgentApp({ odd: ['set-option-error'] });
    const id = await app.startWithAgent();
    await app.talk(id, '!say one');
    await app.killAgent();
    await app.call('agent.setOption', { conversationId: id, option: 'effort', value: 'high' });
    await app.talk(id, '!say two');
    const note = 'Odd did not take your choice and uses its own: Effort high.';
    expect(notesIn(await app.branch(id))).toEqual([note]);
    await app.killAgent();
    await app.talk(id, '!say three');
    expect(notesIn(await app.branch(id))).toEqual([note]);
  });

  test(cite('ACP-1', 'a choice that an agent died of is made again when it starts the next time'), async () => {
    const file = path.join(tempFolder(), 'cured');
    const app = await startAgentApp({ odd: [`set-option-dies:${file}`] });
    const id = await app.startWithAgent();
    await app.talk(id, '!say one');
    await app.killAgent();
    await app.call('agent.setOption', { conversationId: id, option: 'effort', value: 'high' });
    expect(await app.talk(id, '!say two')).toMatchObject({ end: 'error' });
    writeFileSync(file, '');
    expect(await app.talk(id, '!say three')).toEqual({ end: 'done' });
    const { session } = await app.call('agent.session', { conversationId: id });
    expect(session?.options.find((option) => option.id === 'effort')?.current).toBe('high');
    expect(notesIn(await app.branch(id)).join()).not.toContain('did not take');
  });

  test(cite('ACP-1', 'a choice of an option that the session does not list is kept'), async () => {
    const app = await startAgentApp({ odd: ['load-null'] });
    const id = await app.startWithAgent();
    await app.talk(id, '!say one');
    await app.killAgent();
    await app.call('agent.setOption', { conversationId: id, option: 'effort', value: 'high' });
    for (const text of ['!say two', '!say three']) {
      expect(await app.talk(id, text)).toEqual({ end: 'done' });
      expect(notesIn(await app.branch(id))).toEqual([]);
      await app.killAgent();
    }
    const meta = JSON.parse(readFileSync(path.join(path.dirname(app.messagesFile(id)), 'meta.json'), 'utf8'));
    expect(meta.externalAgents[app.agentId].options).toEqual({ effort: 'high' });
  });
});

test.each(['initialize-when', 'new-when'] as const)(
  cite('ACP-1', 'a message that is stopped while the agent starts (%s) reaches it with the next one'),
  async (oddity) => {
    const file = path.join(tempFolder(), 'ready');
    const app = await startAgentApp({ odd: [`${oddity}:${file}`] });
    const id = await app.startWithAgent();
    const ended = app.event('run.ended');
    await app.call('run.send', { conversationId: id, text: 'the first words' });
    await vi.waitFor(async () => {
      const { agents } = await app.call('agent.list', {});
      expect(agents.find((agent) => agent.id === app.agentId)?.status).toBe(
        oddity === 'initialize-when' ? 'starting' : 'ready',
      );
    }, patient);
    await app.call('run.stop', { conversationId: id });
    expect(await ended).toMatchObject({ end: 'stopped' });
    writeFileSync(file, '');
    expect(await app.talk(id, 'the second words')).toEqual({ end: 'done' });
    const messages = await app.branch(id);
    expectSound(messages);
    expect(messages.at(-1)?.content).toMatch(/^You said: .*the first words.*the second words/s);
  },
);
