// Model options: from the user's choice to the request, through real files and a model server.

import { expect, test } from 'vitest';
import type { ModelOptions } from '../../../shared/features/models/modelOptions.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { reader } from '../../support/compactingConversation.ts';
import type { RequestBody } from '../../support/fakeModelServer.ts';
import { startTokenCountingServer } from '../../support/tokenCountingServer.ts';

const provider = 'environment';
const chosen: ModelOptions = { effort: 'high', temperature: 0.2, maxOutputTokens: 4000 };
const wire = { reasoning_effort: 'high', temperature: 0.2, max_tokens: 4000 };

function optionsIn(body: RequestBody | undefined): Record<string, unknown> {
  const names = ['reasoning_effort', 'temperature', 'max_tokens', 'max_completion_tokens'];
  return Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => names.includes(name)));
}

const lastSent = (app: TestApp) => optionsIn(app.model.requests.at(-1)?.body);

async function choose(app: TestApp, conversationId: string, modelOptions: ModelOptions): Promise<void> {
  await app.call('conversation.configure', { conversationId, modelOptions });
}

const answering = { otherwise: { text: 'Good.' } } as const;

test(
  cite('PROVIDER-5', 'chosen options are sent with each request, after a restart, in a fork and when regenerating'),
  async () => {
    const app = await startTestApp(answering);
    const id = await app.start();
    await app.turn(id, 'as you like');
    expect(lastSent(app)).toEqual({});
    await choose(app, id, chosen);
    await app.turn(id, 'as I like');
    expect(lastSent(app)).toEqual(wire);
    await app.close();

    const again = await startTestApp({ ...answering, dataDir: app.dataDir, folder: app.folder });
    const opened = await again.call('conversation.open', { conversationId: id });
    expect(opened.modelOptions).toEqual(chosen);
    await again.turn(id, 'and now');
    expect(lastSent(again)).toEqual(wire);

    const asked = again.rows(id).findLast(({ role }) => role === 'user');
    const ended = again.event('run.ended');
    await again.call('run.regenerate', { conversationId: id, messageId: asked?.id ?? '' });
    await ended;
    expect(again.model.requests).toHaveLength(2);
    expect(lastSent(again)).toEqual(wire);

    const fork = await again.call('conversation.fork', { conversationId: id, messageId: asked?.id ?? '' });
    await choose(again, id, {});
    await again.call('conversation.open', fork);
    await again.turn(fork.conversationId, 'in the fork');
    expect(lastSent(again)).toEqual(wire);
    await again.turn(id, 'without again');
    expect(lastSent(again)).toEqual({});
  },
);

test(cite('PROVIDER-5', "a new conversation starts with its model's last used options, per model"), async () => {
  const app = await startTestApp(answering);
  const first = await app.start();
  await choose(app, first, chosen);
  const other = await app.start();
  await app.call('conversation.configure', { conversationId: other, model: { provider, model: 'other-model' } });
  await choose(app, other, { effort: 'low' });
  const next = await app.start();
  await app.turn(next, 'hello');
  expect(lastSent(app)).toEqual(wire);
  // From now on it has its own.
  await choose(app, first, { temperature: 1 });
  await app.turn(next, 'and again');
  expect(lastSent(app)).toEqual(wire);
  const { settings } = await app.call('app.open', {});
  expect(settings.modelOptions).toEqual({
    [`${provider}/fake-model`]: { temperature: 1 },
    [`${provider}/other-model`]: { effort: 'low' },
  });
});

test(
  cite('PROVIDER-5', 'a model chosen midway receives the options it supports, and the others are reported'),
  async () => {
    const app = await startTestApp(answering);
    const id = await app.start();
    const options: ModelOptions = { effort: 'max', temperature: 0.2, maxOutputTokens: 200_000 };
    await choose(app, id, options);
    const takes = (model: string) => app.call('provider.abilities', { provider, model, options });
    const cases = [
      {
        model: 'gpt-4.1',
        sent: { left: ['effort'], instead: { maxOutputTokens: 32_768 } },
        body: { temperature: 0.2, max_tokens: 32_768 },
      },
      {
        model: 'o3',
        sent: { left: ['temperature'], instead: { effort: 'high', maxOutputTokens: 100_000 } },
        body: { reasoning_effort: 'high', max_completion_tokens: 100_000 },
      },
      {
        model: 'gpt-oss:20b',
        sent: { left: [], instead: { effort: 'high' } },
        body: { reasoning_effort: 'high', temperature: 0.2, max_tokens: 200_000 },
      },
      {
        // With tools it is told not to think, whatever was chosen.
        model: 'gpt-5.6',
        sent: { left: ['effort', 'temperature'], instead: { maxOutputTokens: 128_000 } },
        body: { reasoning_effort: 'none', max_completion_tokens: 128_000 },
      },
    ];
    for (const { model, sent, body } of cases) {
      expect(await takes(model), model).toMatchObject({ known: true, sent });
      await app.call('conversation.configure', { conversationId: id, model: { provider, model } });
      await app.turn(id, `now ${model}`);
      expect(lastSent(app), model).toEqual(body);
    }
    const stranger = await takes('our-own-model');
    expect(stranger).toMatchObject({ known: false, sent: { left: [], instead: {} } });
    expect(stranger.abilities.efforts).toHaveLength(7);
    // The conversation keeps all of them, for a model that supports them.
    const { modelOptions } = await app.call('conversation.open', { conversationId: id });
    expect(modelOptions).toEqual(options);
  },
);

test(
  cite(
    'PROVIDER-5',
    "effort none is an effort: it is sent, and omitting it for a model's default does not count as left out",
  ),
  async () => {
    const app = await startTestApp(answering);
    const options: ModelOptions = { effort: 'none', temperature: 0.5 };
    const gpt = await app.call('provider.abilities', { provider, model: 'gpt-5.2', options });
    expect(gpt.sent).toEqual({ left: [], instead: {} });
    const always = await app.call('provider.abilities', { provider, model: 'o3', options });
    expect(always.sent).toEqual({ left: ['temperature'], instead: { effort: 'low' } });
    const claude = await app.call('provider.save', { id: null, name: 'C', kind: 'anthropic', baseUrl: app.model.url });
    const budget = await app.call('provider.abilities', { provider: claude.id, model: 'claude-sonnet-4-5', options });
    expect(budget).toMatchObject({ known: true, sent: { left: [], instead: {} } });
  },
);

test(cite('PROVIDER-5', "an agent uses its parent's options"), async () => {
  const task = JSON.stringify({ task: 'TASK count', title: 'Count' });
  const app = await startTestApp({
    settings: { approvalMode: 'all' },
    replies: [{ calls: [{ id: 'p1', name: 'run_agent', arguments: task }] }, { text: 'Three.' }, { text: 'Thanks.' }],
  });
  const id = await app.start();
  await choose(app, id, chosen);
  // Other conversations' last options do not matter.
  await choose(app, await app.start(), {});
  expect(await app.turn(id, 'go')).toBe('done');
  expect(app.model.requests.map(({ body }) => optionsIn(body))).toEqual([wire, wire, wire]);
});

test(cite('PROVIDER-5', "a summary uses the same effort, and is not limited to a reply's length"), async () => {
  const server = await startTokenCountingServer({ window: 12_000, reply: reader() });
  const app = await startTestApp({ model: server.model, settings: { approvalMode: 'reads' } });
  const id = await app.start();
  await choose(app, id, { effort: 'low', temperature: 0.2, maxOutputTokens: 500 });
  for (let turn = 1; turn <= 4; turn++) await app.turn(id, `${turn}: ${'What is in it, and why? '.repeat(40)}`);
  await app.call('context.compact', { conversationId: id });
  expect(server.summaries.map(optionsIn)).toEqual([{ reasoning_effort: 'low' }]);
});
