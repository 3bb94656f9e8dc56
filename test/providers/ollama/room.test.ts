// The context size requested from Ollama: the same in every request of a conversation, in its preview, after a restart,
// in a summary, and on the meter.

import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../electron/lib/clock.ts';
import { createContextWindows } from '../../../electron/providers/catalog/contextWindows.ts';
import { createModelLists } from '../../../electron/providers/catalog/modelLists.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import { defaultSettings } from '../../../shared/features/settings/settings.ts';
import {
  type Answer,
  type AnsweringServer,
  type Asked,
  lines,
  startAnsweringServer,
} from '../../support/answeringServer.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';

let server: AnsweringServer;
afterEach(() => server?.close());

function ollama({ path }: Asked): Answer {
  const model = 'qwen3:8b';
  if (path === '/api/tags') return { body: { models: [{ name: model }] } };
  if (path === '/api/ps') return { body: { models: [] } };
  if (path === '/api/show')
    return { body: { capabilities: ['completion', 'tools'], model_info: { 'qwen3.context_length': 24_000 } } };
  const message = { role: 'assistant', content: 'Good. '.repeat(400) };
  const done = { done: true, done_reason: 'stop', prompt_eval_count: 9, eval_count: 9 };
  return { type: 'application/x-ndjson', body: lines({ model, message, ...done }) };
}

const sent = (): { text: string; room: unknown }[] =>
  server.asked
    .filter(({ path }) => path === '/api/chat')
    .map(({ body }) => ({
      text: JSON.stringify(body),
      room: (body as { options?: { num_ctx?: number } }).options?.num_ctx,
    }));

async function preview(app: TestApp, conversationId: string, text: string): Promise<string> {
  return JSON.stringify((await app.call('conversation.request', { conversationId, text })).body);
}

test(cite(['SEQ-1', 'COMPACT-1'], 'what is sent, previewed, sent again after a restart and shown is one number'), {
  tags: ['all'],
}, async () => {
  server = await startAnsweringServer(ollama);
  const app = await startTestApp();
  const { id } = await app.call('provider.save', { id: null, name: 'Ollama', kind: 'ollama', baseUrl: server.url });
  await app.call('settings.update', { patch: { model: { provider: id, model: 'qwen3:8b' } } });
  const conversationId = await app.start();
  const shown = await preview(app, conversationId, 'one');
  await app.turn(conversationId, 'one');
  expect(sent()).toEqual([{ text: shown, room: 24_000 }]);
  expect((await app.call('context.read', { conversationId })).window).toEqual({ tokens: 24_000, source: 'server' });
  await app.turn(conversationId, 'two');
  await app.turn(conversationId, 'three');
  await app.close();

  const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder });
  await again.call('conversation.open', { conversationId });
  await again.turn(conversationId, 'four');
  await again.call('context.compact', { conversationId });
  expect(sent().length).toBeGreaterThan(4);
  expect(sent().map(({ room }) => room)).toEqual(sent().map(() => 24_000));

  await again.call('settings.update', { patch: { contextWindows: { 'qwen3:8b': 16_000 } } });
  await again.turn(conversationId, 'five');
  expect(sent().at(-1)?.room).toBe(16_000);
});

test('other providers receive no context size', async () => {
  server = await startAnsweringServer(ollama);
  const app = await startTestApp({ otherwise: { text: 'Good.' } });
  const id = await app.start();
  await app.turn(id, 'one');
  expect(app.model.requests[0]?.text).not.toMatch(/num_ctx|contextWindow/);
});

test('if the server reports nothing, the default is requested, whatever the family supports', async () => {
  const windows = (models: { id: string; contextWindow?: number }[] | null) =>
    createContextWindows({
      settings: async () => defaultSettings,
      lists: createModelLists({
        listModels: async () => (models ? ok(models) : fail('LLM_NETWORK', 'no')),
        clock: systemClock,
      }),
      setsWindow: async () => true,
      clock: systemClock,
      patienceMs: 50,
    });
  const of = (model: string, models: { id: string; contextWindow?: number }[] | null = null) =>
    windows(models).of({ provider: 'p', model });
  expect(await of('qwen3-coder:30b')).toEqual({ tokens: 32_768, source: 'default' });
  expect(await of('llama3:8b')).toEqual({ tokens: 8_192, source: 'default' });
  expect(await of('my-own')).toEqual({ tokens: 32_768, source: 'default' });
  const listed = [{ id: 'llama3:latest', contextWindow: 65_536 }];
  expect(await of('llama3', listed)).toEqual({ tokens: 65_536, source: 'server' });
});

test('a slow model list is awaited, longer than for a known model name', async () => {
  // Short waits end immediately, long ones never.
  const wait = (ms: number): Promise<void> => (ms < 1_000 ? Promise.resolve() : new Promise(() => {}));
  const windows = createContextWindows({
    settings: async () => defaultSettings,
    lists: createModelLists({
      listModels: () =>
        new Promise((resolve) => setImmediate(() => resolve(ok([{ id: 'qwen3:8b', contextWindow: 9_000 }])))),
      clock: { ...systemClock, wait },
    }),
    setsWindow: async () => true,
    clock: { ...systemClock, wait },
  });
  expect(await windows.of({ provider: 'p', model: 'qwen3:8b' })).toEqual({ tokens: 9_000, source: 'server' });
});
