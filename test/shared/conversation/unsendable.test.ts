// What cannot be sent as stored: arguments, names, IDs and text, in each format.

import { describe, expect, test } from 'vitest';
import type { Message } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { stored } from '../../support/randomHistory.ts';
import { asks, line } from '../../support/sentLines.ts';
import { wireBodies, wireRequest, wireViolations } from '../../support/wireForms.ts';

const environment = (content: string): Message => ({
  v: 1,
  id: '',
  parentId: null,
  createdAt: '',
  role: 'system',
  partType: 'environment',
  content,
});

/** The value at a path; a negative number counts from the end. */
function pick(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (Array.isArray(at) ? at.at(Number(key)) : (at as Record<string, unknown> | undefined)?.[key]),
    value,
  );
}

describe('content that cannot be sent unchanged', () => {
  const bodies = (argumentText: string, name = 'read_file') => {
    const history = [userMessage('1'), assistantMessage('', [call('a', name, argumentText)]), toolMessage('a', '2')];
    const request = wireRequest(conversationOf(history));
    expect(wireViolations(request)).toEqual([]);
    return request;
  };
  const sentAs = (argumentText: string) => {
    const { openai, compatible, anthropic, gemini, mistral } = wireBodies(bodies(argumentText));
    const chat = ['messages', -2, 'tool_calls', 0, 'function', 'arguments'];
    return {
      openai: pick(openai, chat),
      compatible: pick(compatible, chat),
      mistral: pick(mistral, chat),
      anthropic: pick(anthropic, ['messages', -2, 'content', 0, 'input']),
      gemini: pick(gemini, ['contents', -2, 'parts', 0, 'functionCall', 'args']),
    };
  };

  test(
    cite(
      'SEQ-3',
      'arguments that are not a JSON object are sent as one with the exact string, if the API requires one',
    ),
    () => {
      for (const text of ['not json', '[1]', '"x"', 'null', '7', '{"cut":']) {
        const held = { invalid_arguments: text };
        const string = JSON.stringify(held);
        expect(sentAs(text)).toEqual({
          openai: text,
          compatible: string,
          mistral: string,
          anthropic: held,
          gemini: held,
        });
      }
    },
  );

  test('arguments nested deeper than servers read are kept as the exact string', () => {
    const text = `${'{"a":'.repeat(120)}1${'}'.repeat(120)}`;
    expect(sentAs(text)).toMatchObject({ openai: text, compatible: text, anthropic: { invalid_arguments: text } });
  });

  test('missing arguments are an empty object, and valid ones are not touched', () => {
    expect(sentAs('')).toEqual({ openai: '{}', compatible: '{}', mistral: '{}', anthropic: {}, gemini: {} });
    const text = '{ "path" : "ü" }';
    const object = { path: 'ü' };
    expect(sentAs(text)).toEqual({
      openai: text,
      compatible: text,
      mistral: text,
      anthropic: object,
      gemini: object,
    });
  });

  test(
    cite('SEQ-8', 'an escaped half surrogate pair in arguments is replaced where they are sent as an object'),
    () => {
      const sent = sentAs('{"a\\ud83d":["\\ud83d","\\u0000x"]}');
      expect(sent.openai).toBe('{"a\\ud83d":["\\ud83d","\\u0000x"]}');
      expect(sent.anthropic).toEqual({ 'a\ufffd': ['\ufffd', 'x'] });
      expect(sent.compatible).toBe(JSON.stringify(sent.anthropic));
      expect(sent.gemini).toEqual(sent.anthropic);
    },
  );

  test.each([
    ['bad name!', 'bad_name_'],
    ['a.b.c', 'a_b_c'],
    ['', 'unnamed'],
    ['n'.repeat(80), 'n'.repeat(64)],
    ['\ud800', '_'],
  ])(cite('SEQ-3', 'an unsendable tool name is converted: %j'), (name, sent) => {
    const reply = bodies('{}', name).messages[1];
    expect(reply?.role === 'assistant' && reply.tool_calls?.[0]?.function.name).toBe(sent);
  });

  test(
    cite(
      'SEQ-8',
      'lone surrogates, NUL and control characters are made sendable in every field, and nothing else is changed',
    ),
    () => {
      const bad = 'a\ud800b\u0000c\u001b[1md\u0085e\tf\r\n🙂\f';
      const good = 'a\ufffdbc\ufffd[1md\ufffde\tf\r\n🙂\f';
      const history = [
        userMessage(bad),
        assistantMessage(bad, [call(bad, bad, `{"x":"${bad}"}`)], {
          reasoning: bad,
          providerData: { other: { [bad]: bad } },
        }),
        toolMessage(bad, bad, { toolName: bad }),
        environment(bad),
        userMessage('', {
          content: [
            { type: 'text', text: bad },
            { type: 'file', hash: 'h', mediaType: bad, name: bad },
          ],
        }),
      ];
      const request = wireRequest(conversationOf(history));
      expect(wireViolations(request)).toEqual([]);
      const reply = request.messages[1];
      expect(request.messages[0]).toEqual({ role: 'user', content: good });
      expect(reply).toMatchObject({ content: good, reasoning: good, providerData: { other: { [good]: good } } });
      expect(request.messages[2]).toMatchObject({ content: good });
      expect(JSON.stringify(request.messages.at(-1))).toContain(JSON.stringify(good).slice(1, -1));
      expect(JSON.stringify(request)).not.toMatch(/\\u00(?:0[0-8]|0e|1b|85)|\\ud[89ab]..(?!\\ud[c-f])/);
    },
  );

  test(cite('SEQ-4', 'blank parts and parts of unknown kinds are left out, the others are sent'), () => {
    const parts = [
      { type: 'text', text: ' ' },
      { type: 'hologram', size: 3 },
      { type: 'text', text: 'see' },
      { type: 'image', hash: 'h', mediaType: 'image/png' },
    ];
    const history = stored([
      { role: 'user', content: parts },
      { role: 'user', content: [{ type: 'hologram' }] },
      { role: 'user', content: [{ type: 'text', text: ' ' }] },
    ]);
    const request = wireRequest(history);
    expect(wireViolations(request)).toEqual([]);
    expect(request.messages.map(line)).toEqual([
      'user: [{"type":"text","text":"see"},{"type":"image","hash":"h","mediaType":"image/png"}]',
    ]);
  });

  test('two records with one ID, as in a damaged file, keep separate calls and results', () => {
    const twice = conversationOf([
      userMessage('1'),
      asks('', 'a'),
      toolMessage('a', 'one'),
      asks('', 'a'),
      toolMessage('a', 'two'),
    ]);
    const [, first, , second] = twice;
    const request = wireRequest(
      twice.map((message) => (message === second ? { ...message, id: first?.id ?? '' } : message)),
    );
    expect(wireViolations(request)).toEqual([]);
    expect(request.messages.map(line)).toEqual([
      'user: 1',
      'assistant [a]: ',
      'result a: one',
      'assistant [a_2]: ',
      'result a_2: two',
    ]);
  });
});
