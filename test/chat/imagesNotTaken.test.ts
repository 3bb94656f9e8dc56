// Images and models that accept none: known in advance, or learned from a rejection.

import { describe, expect, test } from 'vitest';
import { attachmentProblems } from '../../electron/chat/context/attachmentProblems.ts';
import { isImageRejection } from '../../electron/providers/http/rejectedMessage.ts';
import type { ApiMessage } from '../../shared/conversation/apiMessage.ts';
import { textOf } from '../../shared/core/sentence.ts';
import { startTestApp } from '../support/appHarness.ts';
import { attach } from '../support/attach.ts';
import { cite } from '../support/cite.ts';
import { namedPng } from '../support/images.ts';
import { modelRequest } from '../support/modelCall.ts';
import { openRegistry } from '../support/openRegistry.ts';
import { okValue } from '../support/result.ts';

const image = { type: 'image' as const, hash: 'h', mediaType: 'image/png', data: 'iVBORw0KGgo=' };
const messages: ApiMessage[] = [
  { role: 'user', content: [{ type: 'text', text: 'Look.' }, image] },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'call_00001', type: 'function', function: { name: 'read_file', arguments: '{"path":"a.png"}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'call_00001', content: 'It follows.', images: [image] },
];

describe('a model in the catalogue', () => {
  test.each([
    ['responses', 'https://api.openai.com/v1', 'o3-mini', 0],
    ['responses', 'https://api.openai.com/v1', 'gpt-4o', 2],
    ['openai', 'https://api.groq.com/openai/v1', 'llama-3.3-70b-versatile', 0],
    ['openai', 'https://api.groq.com/openai/v1', 'openai/gpt-oss-20b', 0],
    ['openai', 'https://api.mistral.ai/v1', 'codestral-latest', 0],
    ['openai', 'https://api.deepseek.com', 'deepseek-chat', 0],
    ['openai', 'http://127.0.0.1:9/v1', 'o3-mini', 2],
  ] as const)(
    cite('SEQ-8', '%s at %s, %s: %i images are sent, a note replaces the others'),
    async (kind, baseUrl, model, count) => {
      const { registry } = openRegistry();
      const provider = okValue(await registry.typed({ provider: null, kind, baseUrl, key: 'sk-test-1234567890' }));
      const body = JSON.stringify(provider.body(modelRequest({ model, messages })));
      expect(body.split('iVBORw0KGgo=')).toHaveLength(count + 1);
      expect(body.split('[Image not sent: this model does not take images]')).toHaveLength(3 - count);
      const [problem] = attachmentProblems(
        [{ hash: 'h', name: 'a.png', mediaType: 'image/png', bytes: 9 }],
        provider.attachmentLimits ?? null,
        { model, tokens: 9_000, takesImages: provider.takesImages?.(model) !== false },
      );
      if (count > 0) expect(problem).toBeNull();
      else expect(textOf(problem ?? '')).toContain(`${model} does not accept images`);
    },
  );
});

test(cite('SEQ-8', 'rejected images are no dead end: the next message omits them, even after a restart'), async () => {
  const refusal = {
    status: 400,
    body: { error: { message: 'Invalid content type. image_url is only supported by certain models.' } },
  };
  const app = await startTestApp({
    otherwise: (body) => (JSON.stringify(body.messages).includes('"type":"image_url"') ? refusal : { text: 'Yes.' }),
  });
  const id = await app.start();
  const { added } = await attach(app.client, id, { name: 'cat.png', bytes: namedPng('cat') });
  if (!added) throw new Error('it was not attached');
  const { problem, ...cat } = added;
  expect(problem).toBeNull();
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'Look.', attachments: [cat] });
  await app.event('run.ended', () => true, from);
  expect(await app.turn(id, 'And now?')).toBe('done');
  const error = app.rows(id).find(({ partType }) => partType === 'error');
  expect(error?.role === 'assistant' && error.error?.message).toContain('Your next message is sent without images.');
  const request = async (of: typeof app) =>
    JSON.stringify((await of.call('conversation.request', { conversationId: id, text: 'x' })).body);
  const next = await request(app);
  expect(next).toContain('[Image not sent');
  await app.close();
  const again = await startTestApp({ model: app.model, dataDir: app.dataDir, folder: app.folder });
  expect(await request(again)).toBe(next);
  await again.close();
});

const withImage = modelRequest({ messages: messages.slice(0, 1) });
test.each<[number | undefined, string, boolean]>([
  [400, 'unknown variant `image_url`, expected `text` at line 1', true],
  [500, 'image input is not supported - hint: you may need to provide the mmproj', true],
  [404, 'No endpoints found that support image input', true],
  [400, 'vision is not enabled for this user or integration', true],
  [400, "'messages.0.content' must be a string", true],
  [undefined, 'This model does not support images.', true],
  [400, 'image exceeds 5 MB maximum', false],
  [400, 'unsupported image format', false],
  [400, 'tools are not supported', false],
  [429, 'images are not supported', false],
])(cite('SEQ-8', '%s “%s”: images rejected: %s'), (status, words, expected) => {
  expect(isImageRejection(status, words, withImage)).toBe(expected);
  expect(isImageRejection(status, words, modelRequest())).toBe(false);
});
