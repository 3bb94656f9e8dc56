// Recorded exchanges of Ollama's own API: every reply is read and sent back to its model; accepted requests are
// compared with this program's own, key by key.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createApiProvider } from '../../../electron/providers/http/apiProvider.ts';
import { createNoTimeoutFetch } from '../../../electron/providers/http/noTimeoutFetch.ts';
import { ollamaApi } from '../../../electron/providers/ollama/api.ts';
import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { startAnsweringServer } from '../../support/answeringServer.ts';
import { cite } from '../../support/cite.ts';
import { answersOf, contentTypeOf, corpusFolder, recordings } from '../../support/corpus.ts';
import { callModel, modelRequest } from '../../support/modelCall.ts';
import { nextMessages } from '../../support/nextMessages.ts';
import { ollamaViolations } from '../../support/validators/ollama.ts';

const answers = answersOf(recordings(), 'ollama');

interface Row {
  [name: string]: unknown;
}
interface Message {
  role: string;
  content: string;
  thinking?: string;
  tool_name?: string;
  tool_calls?: { id?: string; type?: string; function: { name: string; arguments: Row } }[];
}

function provider(baseUrl = 'http://127.0.0.1:1') {
  return createApiProvider(ollamaApi, { id: 'here', baseUrl, key: null, fetch: createNoTimeoutFetch().fetch });
}

describe.skipIf(answers.length === 0)('the corpus', () => {
  test.each(answers.map((recording) => [recording.file, recording] as const))(
    cite('PROVIDER-7', '%s is read, and sent back unchanged'),
    async (_file, recording) => {
      const body = recording.read();
      const type = contentTypeOf(recording);
      const server = await startAnsweringServer(() => ({ status: recording.status, type, body }));
      const wire = provider(server.url);
      const request = modelRequest({ model: recording.model });
      const { outcome } = await callModel(wire, { request });
      await server.close();
      expect(outcome.kind).toBe(recording.status === 200 ? 'reply' : 'failed');
      if (outcome.kind !== 'reply') return;
      const rows = body
        .toString('utf8')
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text) as { message: Message });
      const joined = (name: 'content' | 'thinking'): string => rows.map(({ message }) => message[name] ?? '').join('');
      const calls = rows.flatMap(({ message }) => message.tool_calls ?? []);
      const { reply } = outcome;
      // One recording has its thinking in the text, up to the closing tag.
      const [answer = '', inText] = joined('content').split('</think>').reverse();
      const text = inText === undefined ? answer : answer.trimStart();
      expect([reply.text, reply.reasoning]).toEqual([text, inText?.trim() ?? joined('thinking')]);
      expect(reply.usage).toMatchObject({ inputTokens: expect.any(Number), outputTokens: expect.any(Number) });

      const sent = wire.body({ ...request, messages: nextMessages(reply) }) as { messages: Message[] };
      expect(ollamaViolations(sent)).toEqual([]);
      expect(sent.messages[1]).toEqual({
        role: 'assistant',
        content: text,
        ...(joined('thinking') === '' ? {} : { thinking: joined('thinking') }),
        ...(calls.length === 0
          ? {}
          : {
              tool_calls: calls.map(({ id, function: { name, arguments: args } }) => ({
                id,
                function: { name, arguments: args },
              })),
            }),
      });
    },
  );
});

const pairs = () => {
  const folder = corpusFolder === null ? null : path.join(corpusFolder, 'pairs/ollama/accepted');
  return (folder === null ? [] : readdirSync(folder)).map(
    (name) => [name, JSON.parse(readFileSync(path.join(folder as string, name), 'utf8'))] as const,
  );
};

describe.skipIf(corpusFolder === null)(cite('SEQ-7', 'what Ollama accepted is what we send'), () => {
  let held = 0;
  afterAll(() => console.log(`ollama: ${held} of ${pairs().length} accepted requests held key by key`));

  test.each(pairs())('%s', (_name, { request }) => {
    const { model, tools, options, think } = request;
    const sent = request.messages as Message[];
    const [first] = sent;
    const system = first?.role === 'system' ? first.content : '';
    let open: string[] = [];
    const messages = sent.slice(system === '' ? 0 : 1).map((message, at): ApiMessage => {
      if (message.role === 'user') return { role: 'user', content: message.content };
      if (message.role === 'tool') return { role: 'tool', tool_call_id: open.shift() ?? '', content: message.content };
      const calls = message.tool_calls ?? [];
      open = calls.map((_, index) => `c${at}.${index}`);
      return {
        role: 'assistant',
        content: message.content === '' ? null : message.content,
        tool_calls: calls.map(({ function: { name, arguments: args } }, index) => ({
          id: open[index] as string,
          type: 'function',
          function: { name, arguments: JSON.stringify(args) },
        })),
        providerData: { ollama: { provider: 'here', model, thinking: message.thinking } },
      };
    });
    const effort = think === undefined ? {} : { effort: think === true ? ('high' as const) : ('none' as const) };
    const temperature = options?.temperature === undefined ? {} : { temperature: options.temperature };
    const own = provider().body({ model, system, messages, tools, options: { ...effort, ...temperature } }) as Row;
    expect(ollamaViolations(own)).toEqual([]);
    // IDs and types were not sent there.
    const plain = (list: readonly Message[]) =>
      list.map(({ tool_calls: calls, ...message }) => ({
        ...Object.fromEntries(Object.entries(message).filter(([name]) => name !== 'tool_call_id')),
        ...(calls ? { calls: calls.map((call) => call.function) } : {}),
      }));
    expect(plain(own.messages as Message[])).toEqual(plain(sent));
    expect(own).toMatchObject({ model, tools, ...(think === undefined ? {} : { think }) });
    expect(own.options ?? {}).toMatchObject(temperature);
    expect(Object.keys(own).filter((name) => !(name in request))).toEqual(['truncate', 'shift']);
    held++;
  });
});
