// INTEROP-3, INTEROP-4: ChatGPT exports are imported completely, and written back unchanged.

import { expect, test } from 'vitest';
import { chatGptFormat } from '../../../electron/interop/chatGpt/format.ts';
import { chatGptWriter } from '../../../electron/interop/chatGpt/writer.ts';
import type { History } from '../../../electron/interop/history.ts';
import { callsOf } from '../../../shared/conversation/message.ts';
import { example, givenOf, memoryFile, readAll, readOne, unsound, violations } from '../web/files.ts';

type Node = Record<string, unknown>;

function said(id: string, parent: string | null, role: string, content: unknown, more: Node = {}): [string, Node] {
  const { name = null, metadata = {}, recipient = 'all', ...rest } = more;
  const message = {
    id,
    author: { role, name, metadata: {} },
    create_time: null,
    content,
    metadata,
    recipient,
    ...rest,
  };
  return [id, { id, message, parent, children: [] }];
}

const text = (...parts: unknown[]) => ({ content_type: 'text', parts });
const code = (asked: string) => ({ content_type: 'code', language: 'unknown', text: asked });
const output = (result: string) => ({ content_type: 'execution_output', text: result });

function exported(nodes: [string, Node][], more: Node = {}): string {
  const mapping = Object.fromEntries([['root', { id: 'root', message: null, parent: null, children: [] }], ...nodes]);
  return JSON.stringify([
    {
      title: 'Boats',
      create_time: 1790000000,
      mapping,
      current_node: nodes.at(-1)?.[0],
      conversation_id: 'c-1',
      ...more,
    },
  ]);
}

const outline = ({ messages }: History) =>
  messages.map((message) => [
    message.role,
    message.content,
    callsOf(message).map((call) => [call.function.name, call.function.arguments]),
  ]);

test('a call and its result are matched by position, since they have no IDs', async () => {
  const history = await readOne(
    chatGptFormat,
    exported([
      said('u', 'root', 'user', text('How many?')),
      said('t', 'u', 'assistant', { content_type: 'thoughts', thoughts: [{ summary: '', content: 'I count.' }] }),
      said('a', 't', 'assistant', text('I look.'), { channel: 'commentary' }),
      said('c1', 'a', 'assistant', code('print(1)'), { recipient: 'python' }),
      said('c2', 'c1', 'assistant', code('{"q":"boats"}'), { recipient: 'browser.search' }),
      said('r2', 'c2', 'tool', text('found'), { name: 'browser.search' }),
      said('r1', 'r2', 'tool', output('1'), { name: 'python' }),
      said('e', 'r1', 'assistant', text('One.'), { end_turn: true }),
    ]),
  );
  expect(outline(history)).toEqual([
    ['user', 'How many?', []],
    [
      'assistant',
      'I look.',
      [
        ['python', 'print(1)'],
        ['browser.search', '{"q":"boats"}'],
      ],
    ],
    ['tool', 'found', []],
    ['tool', '1', []],
    ['assistant', 'One.', []],
  ]);
  const [, asking, second, first] = history.messages;
  const ids = callsOf(asking as never).map(({ id }) => id);
  expect([first, second]).toMatchObject([{ tool_call_id: ids[0] }, { tool_call_id: ids[1] }]);
  expect(asking).toMatchObject({ reasoning: 'I count.' });
  expect(violations(history)).toEqual([]);
});

test('several results of one call are one record', async () => {
  const history = await readOne(
    chatGptFormat,
    exported([
      said('u', 'root', 'user', text('Look.')),
      said('c', 'u', 'assistant', code('open'), { recipient: 'browser' }),
      said(
        'r1',
        'c',
        'tool',
        { content_type: 'tether_quote', url: 'https://a.example', title: 'A', text: 'one' },
        { name: 'browser' },
      ),
      said('r2', 'r1', 'tool', text('two'), { name: 'browser' }),
      said('e', 'r2', 'assistant', text('Done.')),
    ]),
  );
  expect(outline(history)[2]).toEqual(['tool', 'A\nhttps://a.example\n\none\n\ntwo', []]);
  expect(history.messages).toHaveLength(4);
});

test('an edited question and a regenerated reply are branches', async () => {
  const history = await readOne(
    chatGptFormat,
    exported(
      [
        said('u1', 'root', 'user', text('One?')),
        said('u2', 'root', 'user', text('Two?')),
        said('a1', 'u2', 'assistant', text('First.')),
        said('a2', 'u2', 'assistant', text('Second.')),
      ],
      { current_node: 'a1' },
    ),
  );
  const [one, two, first, second] = history.messages;
  expect([one?.parentId, two?.parentId, first?.parentId, second?.parentId]).toEqual([null, null, two?.id, two?.id]);
  expect(history.headId).toBe(first?.id);
});

test('citations become links, and no private-use character is left', async () => {
  const mark = '\ue200cite\ue202turn0search0\ue201';
  const history = await readOne(
    chatGptFormat,
    exported([
      said('u', 'root', 'user', text('How many?')),
      said(
        'a',
        'u',
        'assistant',
        text(`Twelve ${mark}, said \ue200entity\ue202["person","Anna","who counts"]\ue201.\ue203`),
        {
          metadata: {
            content_references: [
              { matched_text: mark, type: 'webpage', title: 'The [quay]', url: 'https://quay.example/' },
              { matched_text: 'x', type: 'webpage', title: 'bad', url: 'javascript:alert(1)' },
            ],
          },
        },
      ),
    ]),
  );
  expect(history.messages[1]).toMatchObject({
    content: 'Twelve [The  quay](<https://quay.example/>), said Anna.',
    sources: [{ title: 'The [quay]', url: 'https://quay.example/', text: '' }],
  });
});

test('an image inside the export is imported, and a missing one is reported', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const pointer = (id: string) => ({ content_type: 'image_asset_pointer', asset_pointer: `sediment://${id}` });
  const nodes = [
    said(
      'u',
      'root',
      'user',
      { content_type: 'multimodal_text', parts: [pointer('file_aaaa1111'), pointer('file_bbbb2222'), 'What is it?'] },
      {
        metadata: { attachments: [{ id: 'file_aaaa1111', name: 'quay.png' }] },
      },
    ),
  ];
  const history = await readOne(chatGptFormat, exported(nodes), { others: { 'file_aaaa1111-quay.png': png } });
  const [hash] = [...history.attachments.keys()];
  expect(history.messages[0]?.content).toEqual([
    { type: 'image', hash, mediaType: 'image/png', name: 'quay.png' },
    { type: 'text', text: '[sediment://file_bbbb2222]\n' },
    { type: 'text', text: 'What is it?' },
  ]);
});

test('a cycle, an invalid message, a conversation without messages and one without an ID are reported', async () => {
  const circle = exported([said('a', 'b', 'user', text('A')), said('b', 'a', 'assistant', text('B'))], { mapping_: 0 });
  const broken = JSON.parse(circle)[0];
  broken.mapping.x = 7;
  const file = JSON.stringify([broken, { title: 'Empty' }, { title: 'Nameless', mapping: {} }, 'text'], null, 1);
  const { histories, problems } = await readAll(chatGptFormat, memoryFile(file));
  expect(histories.map(({ messages }) => messages.map(({ content }) => content))).toEqual([['A', 'B']]);
  expect(unsound(histories[0]?.messages ?? [])).toEqual([]);
  expect(problems.map(({ message }) => message.text)).toEqual([
    'The conversation “Boats” has a message that cannot be read: x',
    'The conversation “Boats” has a message that follows itself: a',
    'The conversation “Empty” has no messages.',
    'The conversation “Nameless” has no ID.',
    'The entry that starts here is not a conversation.',
  ]);
  expect(problems.every(({ line }) => line !== null && line > 0)).toBe(true);
});

test('what was read is written unchanged, node for node', async () => {
  const source = exported([
    said('s', 'root', 'system', text(''), { metadata: { is_visually_hidden_from_conversation: true } }),
    said('u', 's', 'user', text('How many?'), { odd: { kept: true } }),
    said('c', 'u', 'assistant', code('print(1)'), { recipient: 'python' }),
    said('r', 'c', 'tool', output('1'), { name: 'python' }),
    said('recap', 'r', 'assistant', { content_type: 'reasoning_recap', content: 'Thought for 4s' }),
    said('a', 'recap', 'assistant', text('One.')),
    said('a2', 'recap', 'assistant', text('Two \ue200cite\ue202x\ue201.')),
    said('h', 'a2', 'user', { content_type: 'user_editable_context', user_profile: 'x' }),
  ]);
  const history = await readOne(chatGptFormat, source);
  const [written] = await chatGptWriter.write(givenOf(history));
  const before = JSON.parse(source)[0].mapping as Record<string, Node>;
  const after = JSON.parse(written?.text ?? '')[0];
  expect(Object.keys(after.mapping).toSorted()).toEqual(Object.keys(before).toSorted());
  for (const [id, { children: _children, ...node }] of Object.entries(before)) {
    const { children: _made, ...back } = after.mapping[id];
    expect(back).toEqual(node);
  }
  expect(after.mapping.recap.children).toEqual(['a', 'a2']);
});

const given = example('chatgpt-2026.conversations-000.json');

test.skipIf(given === null)(
  'the example next to the project is imported with all its content, and exported again',
  async () => {
    const source = given ?? '';
    const { histories, problems } = await readAll(chatGptFormat, memoryFile(source, { chunk: 100 }));
    const [history] = histories;
    if (!history) throw new Error('nothing was read');
    expect(problems.map(({ message }) => message.text)).toEqual([
      'The conversation “Broken: no mapping” has no messages.',
    ]);
    expect(history.messages.map(({ role }) => role)).toEqual([
      'user',
      'user',
      'assistant',
      'tool',
      'assistant',
      'assistant',
      'user',
      'assistant',
    ]);
    expect(unsound(history.messages)).toEqual([]);
    expect(violations(history)).toEqual([]);
    const [written] = await chatGptWriter.write(givenOf(history));
    const [before] = JSON.parse(source);
    const [after] = JSON.parse(written?.text ?? '');
    expect({ ...after, id: before.id, conversation_id: before.conversation_id }).toEqual(before);
  },
);
