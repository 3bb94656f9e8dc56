// INTEROP-3: import → export → import is the identity on what the formats share, and the export is valid.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chatGptFormat } from '../../../electron/interop/chatGpt/format.ts';
import { chatGptWriter } from '../../../electron/interop/chatGpt/writer.ts';
import type { History } from '../../../electron/interop/history.ts';
import { messagesFormat } from '../../../electron/interop/messages/format.ts';
import { messagesWriter } from '../../../electron/interop/messages/writer.ts';
import { callsOf, type Message, type ToolMessage } from '../../../shared/conversation/message.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { randomHistory } from '../../support/randomHistory.ts';
import { openAiChatViolations } from '../../support/validators/openAiChat.ts';
import { volume } from '../../support/volume.ts';
import { example, givenOf, memoryFile, readAll, readOne } from '../web/files.ts';

const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => /\p{L}/u.test(text) && !/[\ue200-\ue2ff]/.test(text));
const name = fc.constantFrom('count', 'run_command', 'read-file');

const turn = fc.record({
  question: words,
  steps: fc.array(
    fc.record({
      thought: fc.option(words, { nil: '' }),
      text: fc.option(words, { nil: '' }),
      calls: fc.array(
        fc.tuple(
          name,
          fc.json({ maxDepth: 1 }),
          words,
          fc.constantFrom('ok' as const, 'error' as const, 'denied' as const),
        ),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    { maxLength: 3 },
  ),
  answer: words,
});

/** A conversation of ours, with a branch at `fork`. */
const conversation = fc
  .record({ turns: fc.array(turn, { minLength: 1, maxLength: 4 }), fork: fc.nat(20) })
  .map(({ turns, fork }) => {
    const records: Message[] = [];
    let calls = 0;
    for (const { question, steps, answer } of turns) {
      records.push(userMessage(question));
      for (const { thought, text, calls: asked } of steps) {
        const made = asked.map(([tool, args]) => call(`call_${calls++}`, tool, args));
        records.push(
          assistantMessage(text, made, { model: 'demo', ...(thought === '' ? {} : { reasoning: thought }) }),
        );
        asked.forEach(([tool, , result, outcome], at) => {
          records.push(toolMessage(made[at]?.id ?? '', result, { toolName: tool, outcome }));
        });
      }
      records.push(assistantMessage(answer, [], { finishReason: 'stop' }));
    }
    const placed = conversationOf(records);
    const at = placed.findIndex((message, index) => index >= fork % placed.length && message.role === 'user');
    const parent = placed[at];
    if (parent)
      placed.push({
        ...assistantMessage('another reply'),
        id: 'other',
        parentId: parent.id,
        createdAt: parent.createdAt,
      });
    return {
      title: 'Boats',
      folder: null,
      model: 'demo',
      messages: placed,
      headId: 'parent' in {} ? null : (placed.findLast(({ id }) => id !== 'other')?.id ?? null),
    };
  });

/** What both have: the tree, the roles, calls and which result answers which. */
function shared({ messages, headId }: Pick<History, 'messages' | 'headId'>, withOutcome: boolean) {
  const numbers = new Map(messages.map(({ id }, at) => [id, at]));
  const callNumbers = new Map(messages.flatMap(callsOf).map(({ id }, at) => [id, at]));
  return {
    head: headId === null ? null : numbers.get(headId),
    records: messages.map((message) => ({
      parent: message.parentId === null ? null : numbers.get(message.parentId),
      role: message.role,
      content: message.content === '' ? null : message.content,
      calls: callsOf(message).map(({ id, function: asked }) => [callNumbers.get(id), asked.name, asked.arguments]),
      ...(message.role === 'tool'
        ? {
            of: callNumbers.get(message.tool_call_id),
            ...(withOutcome ? { outcome: message.outcome, tool: message.toolName } : {}),
          }
        : {}),
      ...(withOutcome && message.role === 'assistant' ? { thought: message.reasoning ?? '' } : {}),
    })),
  };
}

test('our conversation as a ChatGPT tree comes back with every branch, thought, call and result', {
  tags: ['all'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(conversation, async (ours) => {
      const [file] = await chatGptWriter.write(givenOf(ours));
      const back = await readOne(chatGptFormat, file?.text ?? '');
      expect(shared(back, true)).toEqual(shared(ours, true));
      const [again] = await chatGptWriter.write(givenOf(back));
      expect(JSON.parse(again?.text ?? '')).toEqual(JSON.parse(file?.text ?? ''));
    }),
    { numRuns: volume({ short: 30, all: 150 }) },
  );
});

test('our branch as messages comes back with every call and result, and is valid', async () => {
  await fc.assert(
    fc.asyncProperty(conversation, async (given) => {
      const ours = { ...given, messages: given.messages.filter(({ id }) => id !== 'other') };
      const [file] = await messagesWriter.write(givenOf(ours));
      const messages = JSON.parse(file?.text ?? '');
      expect(openAiChatViolations({ model: 'demo', messages })).toEqual([]);
      const back = await readOne(messagesFormat, file?.text ?? '');
      expect(shared(back, false)).toEqual(shared(ours, false));
      const [again] = await messagesWriter.write(givenOf(back));
      expect(again?.text).toBe(file?.text);
    }),
    { numRuns: volume({ short: 30, all: 150 }) },
  );
});

test('whatever the log contains, its messages are accepted by OpenAI', async () => {
  await fc.assert(
    fc.asyncProperty(randomHistory(), async ({ messages }) => {
      const [file] = await messagesWriter.write(
        givenOf({ title: '', folder: null, model: null, messages, headId: messages.at(-1)?.id ?? null }),
      );
      const written = JSON.parse(file?.text ?? '');
      if (written.length > 0) expect(openAiChatViolations({ model: 'demo', messages: written })).toEqual([]);
    }),
    { numRuns: volume({ short: 60, all: 300 }) },
  );
});

test('whatever the log contains, its ChatGPT tree is one tree, and is read without a problem', async () => {
  await fc.assert(
    fc.asyncProperty(randomHistory(), async ({ messages }) => {
      const [file] = await chatGptWriter.write(
        givenOf({ title: '', folder: null, model: null, messages, headId: messages.at(-1)?.id ?? null }),
      );
      const [{ mapping, current_node: head }] = JSON.parse(file?.text ?? '');
      const nodes = Object.values(mapping) as { id: string; parent: string | null; children: string[] }[];
      expect(nodes.filter(({ parent }) => parent === null)).toHaveLength(1);
      expect(nodes.every(({ id, parent }) => parent === null || mapping[parent].children.includes(id))).toBe(true);
      expect(mapping).toHaveProperty([head]);
      expect((await readAll(chatGptFormat, memoryFile(file?.text ?? ''))).problems).toEqual([]);
    }),
    { numRuns: volume({ short: 40, all: 200 }) },
  );
});

test('message lists come back unchanged: names, instructions, images, old function calls, fine-tuning lines', async () => {
  const png =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const messages = [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is it?' },
        { type: 'image_url', image_url: { url: png, detail: 'low' } },
      ],
      name: 'anna',
    },
    {
      role: 'assistant',
      content: 'I look.',
      tool_calls: [{ id: 'functions.look:0', type: 'function', function: { name: 'look', arguments: '{}' } }],
      weight: 0,
    },
    { role: 'tool', tool_call_id: 'functions.look:0', content: [{ type: 'text', text: 'A quay.' }] },
    { role: 'developer', content: 'Go on.' },
    { role: 'assistant', content: null, function_call: { name: 'count', arguments: '{"a":1}' } },
    { role: 'function', name: 'count', content: '12' },
    { role: 'assistant', content: [{ type: 'text', text: 'Twelve.' }], refusal: null },
    { role: 'system', content: 'The end.' },
  ];
  const line = JSON.stringify({
    messages,
    parallel_tool_calls: false,
    tools: [{ type: 'function', function: { name: 'look' } }],
  });
  const { histories, problems } = await readAll(
    messagesFormat,
    memoryFile(`${line}\n{"messages":[]}\n\n{"x":1}\noops\n`),
  );
  expect(problems.map(({ line: at, message }) => `${at}: ${message.text}`)).toEqual([
    '4: The line has no messages.',
    '5: The line is not valid JSON.',
  ]);
  const [history, empty] = histories as [History, History];
  expect(empty.messages).toEqual([]);
  expect(history.attachments.size).toBe(1);
  expect(history.messages.map((message) => (message as ToolMessage).toolName).filter(Boolean)).toEqual([
    'look',
    'count',
  ]);
  const [written] = await messagesWriter.write(givenOf(history));
  expect(JSON.parse(written?.text ?? '')).toEqual(JSON.parse(line));
});

const given = example('chatgpt-2026.conversations-000.json');

test.skipIf(given === null)('a ChatGPT export becomes valid messages, with its call and result', async () => {
  const { histories } = await readAll(chatGptFormat, memoryFile(given ?? ''));
  const [file] = await messagesWriter.write(givenOf(histories[0] as History));
  const messages = JSON.parse(file?.text ?? '');
  expect(openAiChatViolations({ model: 'demo', messages })).toEqual([]);
  expect(messages.map(({ role }: { role: string }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
    'assistant',
  ]);
});
