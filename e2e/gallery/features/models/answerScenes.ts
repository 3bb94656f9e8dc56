// Model parameters, thinking, and thinking that had to be omitted.

import { ok } from '../../../../shared/core/errors.ts';
import type { Effort, ModelOptions, ModelTakes } from '../../../../shared/features/models/modelOptions.ts';
import { demoProvider, snapshotFixture } from '../../appFixture.ts';
import { conversationFixture, script } from '../../conversationFixture.ts';
import { chineseHealthTalk, healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';
import * as texts from '../../texts.ts';

const all: readonly Effort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];
const nothingElse: ModelTakes['sent'] = { left: [], instead: {} };
const takes = (change: Partial<ModelTakes> = {}, abilities: Partial<ModelTakes['abilities']> = {}): ModelTakes => ({
  abilities: {
    efforts: ['low', 'medium', 'high'],
    temperature: true,
    maxOutputTokens: 128_000,
    thinking: true,
    providerSearch: false,
    ...abilities,
  },
  known: true,
  sent: nothingElse,
  ...change,
});

function options(chosen: ModelOptions, of: ModelTakes, more: Partial<Scene> = {}, model = 'atlas-large'): Scene {
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({
      messages: healthTalk().messages,
      model: { provider: 'environment', model },
      modelOptions: chosen,
    }),
    handlers: { 'provider.abilities': async () => ok(of) },
    press: ['[data-control="model"]', '[data-page="options"]'],
    ...more,
  };
}

const longThought = `The person says the health check became slow in March. ${'The query counts every row of the table for each call, so the time grows with the table. '.repeat(12)}\n\nI should measure it before I change anything.`;
const chineseThought = `用户说健康检查从三月起变慢了。${'这个查询每次都会统计整张表的行数，所以耗时随数据量增长。'.repeat(12)}\n\n改动之前应该先测量。`;

function thinking(text: string, asked: string): Scene {
  const started = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString();
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({
      messages: script().user(asked).messages,
      run: { runId: 'r', startedAt: started(14), phase: 'model' },
      modelOptions: { effort: 'high' },
      reply: { messageId: 'x', text: '', reasoning: text, calls: [], thinking: { ms: 0, since: started(12) } },
    }),
  };
}

function thoughts(): Scene {
  const talked = healthTalk()
    .says(texts.reply.slice(0, 200), { reasoning: longThought, reasoningMs: 12_400 })
    .user('And is it safe?')
    .says('Yes: the index is only read.', { usage: { reasoningTokens: 812 }, reasoningMs: 7_100 })
    .user('Sure?')
    .says('Yes.', { usage: { reasoningTokens: 40 } })
    .user('Then hide the log and go on.')
    .says('I went on without the log.', { reasoning: 'Without the log.', reasoningMs: 640, droppedThinking: 2 })
    .asks(null, ['read_file', { path: 'src/health.ts' }])
    .result('export const health = 1;');
  const last = talked.messages.findLast((message) => message.role === 'assistant');
  if (last?.role === 'assistant') Object.assign(last, { reasoning: 'I read it again.', reasoningMs: 2_300 });
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: talked.messages }),
  };
}

export const answerScenes: Record<string, () => Scene> = {
  options: () => options({ effort: 'high' }, takes()),

  optionsDefault: () => options({}, takes({}, { providerSearch: true })),

  optionsAll: () => options({ effort: 'xhigh', temperature: 0.2, maxOutputTokens: 4000 }, takes({}, { efforts: all })),

  optionsNotTaken: () =>
    options(
      { effort: 'max', temperature: 0.2, maxOutputTokens: 500_000 },
      takes({ sent: { left: ['temperature'], instead: { effort: 'high', maxOutputTokens: 128_000 } } }),
    ),

  optionsNoEffort: () =>
    options(
      { effort: 'low' },
      takes({ sent: { left: ['effort'], instead: {} } }, { efforts: [], thinking: false, maxOutputTokens: null }),
    ),

  optionsUnknown: () =>
    options(
      { effort: 'medium' },
      takes({ known: false }, { efforts: all, maxOutputTokens: null }),
      {},
      'our-own-finetune-of-a-model-with-a-rather-long-name-2026-11-instruct',
    ),

  optionsDemo: () =>
    options({}, takes({ known: false }, { efforts: all, maxOutputTokens: null }), {
      conversation: conversationFixture({ model: demoProvider.defaultModel, modelOptions: null }),
    }),

  optionsRunning: () => {
    const scene = thinking(longThought, 'Why is it slow?');
    return options({ effort: 'low' }, takes(), scene.conversation ? { conversation: scene.conversation } : {});
  },

  thinking: () => thinking(longThought.slice(0, 800), 'Why is it slow?'),

  thinkingChinese: () => thinking(chineseThought.slice(0, 200), '为什么变慢了？'),

  thinkingOpen: () => ({ ...thinking(longThought, 'Why is it slow?'), view: { openParts: { x: true } } }),

  thought: thoughts,

  thoughtOpen: () => {
    const scene = thoughts();
    const replies = scene.conversation?.messages.filter(({ role }) => role === 'assistant') ?? [];
    const keys = replies.flatMap(({ id }) => [id, `dropped:${id}`]);
    return { ...scene, view: { openParts: Object.fromEntries(keys.map((key) => [key, true])) } };
  },

  thoughtChinese: () => {
    const { messages } = chineseHealthTalk();
    const told = messages.map((message) =>
      message.role === 'assistant'
        ? { ...message, reasoning: chineseThought, reasoningMs: 83_000, droppedThinking: 3 }
        : message,
    );
    const keys = told.flatMap(({ id }) => [id, `dropped:${id}`]);
    return {
      snapshot: snapshotFixture(),
      conversation: conversationFixture({ messages: told, modelOptions: { effort: 'xhigh', temperature: 1 } }),
      view: { openParts: Object.fromEntries(keys.map((key) => [key, true])) },
    };
  },
};
