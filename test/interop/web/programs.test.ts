// INTEROP-3: everything in each web app's conversation is in ours: thinking, calls with their results, branches, and
// unknown content.

import { expect, test } from 'vitest';
import { claudeAiFormat } from '../../../electron/interop/claudeAi/format.ts';
import type { History, HistoryFormat } from '../../../electron/interop/history.ts';
import { libreChatFormat } from '../../../electron/interop/libreChat/format.ts';
import { openWebUiFormat } from '../../../electron/interop/openWebUi/format.ts';
import { throughlineFormat } from '../../../electron/interop/throughline/format.ts';
import { vsCodeFormat } from '../../../electron/interop/vsCode/format.ts';
import { callsOf } from '../../../shared/conversation/message.ts';
import { fixtures } from '../fixtures/web.ts';
import { example, memoryFile, readAll, readOne, unsound, violations } from './files.ts';

/** Each record in a line: its parent's number, role, content. */
function outline({ messages }: History): string[] {
  const numbers = new Map(messages.map(({ id }, at) => [id, at]));
  return messages.map((message) => {
    const above = message.parentId === null ? '-' : numbers.get(message.parentId);
    const thought = message.role === 'assistant' && message.reasoning ? `(${message.reasoning}) ` : '';
    const asked = callsOf(message).map(({ id, function: f }) => ` ${f.name}[${f.arguments}]#${id}`);
    const outcome = message.role === 'tool' ? ` = ${message.outcome} ${message.toolName}#${message.tool_call_id}` : '';
    return `${above} ${message.role}: ${thought}${JSON.stringify(message.content)}${asked.join('')}${outcome}`;
  });
}

test('Claude.ai: parallel calls are one reply, each result is after it, and what follows is the next', async () => {
  const history = await readOne(claudeAiFormat, fixtures['claude-ai']);
  expect(outline(history)).toEqual([
    '- user: "How many boats?"',
    '0 assistant: (One, two.) "I look." repl[{"code":"6*2"}]#toolu_1 repl[{"code":"7*2"}]#toolu_2',
    '1 tool: "14" = error repl#toolu_2',
    '2 tool: "12" = ok repl#toolu_1',
    '3 assistant: "Twelve."',
  ]);
  expect(history.messages[1]?.origin).toMatchObject({ kept: { blocks: [{ type: 'token_budget' }] } });
  expect(history.messages[0]?.origin).toMatchObject({ before: [{ conversation: { odd: 1 } }] });
});

test('Claude.ai: an older export without parents is one branch', async () => {
  const history = await readOne(
    claudeAiFormat,
    JSON.stringify([
      {
        uuid: 'c',
        name: '',
        chat_messages: [
          { uuid: 'a', sender: 'human', text: 'Hi' },
          { uuid: 'b', sender: 'assistant', text: 'Hello' },
        ],
      },
    ]),
  );
  expect(outline(history)).toEqual(['- user: "Hi"', '0 assistant: "Hello"']);
});

test("Claude.ai: an attachment's text is imported as a file", async () => {
  const row = {
    uuid: 'a',
    sender: 'human',
    text: 'Hi',
    attachments: [{ file_name: 'b.txt', extracted_content: 'Anna' }],
    files: [{ file_name: 'p.png' }],
  };
  const history = await readOne(claudeAiFormat, JSON.stringify([{ uuid: 'c', name: '', chat_messages: [row] }]));
  const [hash] = [...history.attachments.keys()];
  expect(history.messages[0]?.content).toEqual([
    { type: 'file', hash, mediaType: 'text/plain', name: 'b.txt', bytes: 4 },
    { type: 'text', text: '[p.png]\n' },
    { type: 'text', text: 'Hi' },
  ]);
});

test('Open WebUI: `output` is preferred to the HTML, which is used otherwise', async () => {
  const history = await readOne(openWebUiFormat, fixtures['open-webui']);
  expect(outline(history)).toEqual([
    '- user: "How many boats?"',
    '0 assistant: (One, two.) null count[{}]#call_1',
    '1 tool: "12" = ok count#call_1',
    '2 assistant: "Twelve."',
    '0 assistant: (I count <b>.) null count[{"a":1}]#call_2',
    '4 tool: "12" = ok count#call_2',
    '5 assistant: "A dozen."',
  ]);
  expect(history.headId).toBe(history.messages[3]?.id);
  expect(history.messages[3]).toMatchObject({ model: 'demo', usage: { inputTokens: 10, outputTokens: 5 } });
});

test('LibreChat: a tree of messages and a list of them are the same conversation', async () => {
  const tree = await readOne(libreChatFormat, fixtures.librechat);
  expect(outline(tree)).toEqual([
    '- user: "How many boats?"',
    '0 assistant: (One, two.) null count[{}]#call_1',
    '1 tool: "12" = ok count#call_1',
    '2 assistant: "Twelve."',
    '0 assistant: "A dozen"',
  ]);
  const whole = JSON.parse(fixtures.librechat);
  const [{ children, ...first }] = whole.messages;
  const list = await readOne(
    libreChatFormat,
    JSON.stringify({ ...whole, recursive: false, messages: [first, ...children] }),
  );
  expect(outline(list)).toEqual(outline(tree));
});

test('LibreChat: a tree as deep as the conversation is long', async () => {
  let message: object = { messageId: 'm0', isCreatedByUser: false, text: 'end', children: [] };
  for (let at = 1; at < 90; at++)
    message = { messageId: `m${at}`, isCreatedByUser: at % 2 === 1, text: `${at}`, children: [message] };
  const history = await readOne(libreChatFormat, JSON.stringify({ conversationId: 'c', messages: [message] }));
  expect(history.messages).toHaveLength(90);
});

test('VS Code: the log is replayed, and the arguments are those that the model sent', async () => {
  const history = await readOne(vsCodeFormat, fixtures.vscode);
  expect(outline(history)).toEqual([
    '- user: "How many boats?"',
    '0 assistant: (One, two.) null run_in_terminal[{"command":"wc -l"}]#call_1',
    '1 tool: "12" = ok run_in_terminal#call_1',
    '2 assistant: "Twelve."',
  ]);
});

test('VS Code: a line that is broken, leads nowhere or reaches for the prototype is reported, and the rest is replayed', async () => {
  const lines = fixtures.vscode.split('\n');
  const bad = [
    '{"kind":1,"k":["requests",7,"x"],"v":1}',
    '{"kind":1,"k":["__proto__","polluted"],"v":1}',
    '{"kind":1,"k":["requests",4000000000],"v":1}',
    '{"kind":',
    '7',
  ];
  const { histories, problems } = await readAll(vsCodeFormat, memoryFile([...lines, ...bad].join('\n')));
  expect(outline(histories[0] as History)).toHaveLength(4);
  expect(problems.map(({ line, message }) => `${line}: ${message.text}`)).toEqual([
    '8: The line changes content that does not exist.',
    '9: The line changes content that does not exist.',
    '10: The line changes content that does not exist.',
    '11: The line is not valid JSON.',
    '12: The line changes content that does not exist.',
  ]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('VS Code: the whole session as one JSON is the same conversation', async () => {
  const call = {
    kind: 'toolInvocationSerialized',
    toolCallId: 'c',
    toolId: 'terminal',
    isComplete: true,
    toolSpecificData: { commandLine: { original: 'ls' } },
  };
  const request = { requestId: 'r', message: { text: 'Look.' }, response: [call, { value: 'Done.' }] };
  const history = await readOne(
    vsCodeFormat,
    JSON.stringify({ version: 3, sessionId: 's', requests: [request] }, null, 2),
  );
  expect(outline(history)).toEqual([
    '- user: "Look."',
    '0 assistant: null terminal[{"command":"ls"}]#c',
    '1 tool: "" = ok terminal#c',
    '2 assistant: "Done."',
  ]);
});

test('our own export: records keep everything, references get new IDs, and large results are complete', async () => {
  const whole = JSON.parse(fixtures.throughline);
  whole.messages.push(
    {
      v: 1,
      id: 's',
      parentId: 'm4',
      createdAt: '',
      role: 'system',
      partType: 'summary',
      content: 'Boats.',
      compaction: { firstKeptId: 'm4', clearedIds: ['m3'], tokensBefore: 2, tokensAfter: 1 },
    },
    { role: 'nobody' },
  );
  const { histories, problems } = await readAll(throughlineFormat, memoryFile(JSON.stringify(whole)));
  const [history] = histories as [History];
  const [, , result, reply, summary] = history.messages;
  expect(result).toMatchObject({ content: '12 boats', outcome: 'ok' });
  expect(result).not.toHaveProperty('fullOutputPath');
  expect(summary).toMatchObject({
    parentId: reply?.id,
    compaction: { firstKeptId: reply?.id, clearedIds: [result?.id] },
  });
  expect(history).toMatchObject({ folder: '/home/ada/boats', model: 'demo', title: 'Boats' });
  expect(problems).toHaveLength(1);
  expect(problems[0]?.message.text).toMatch(/^Record 6 of the conversation “Boats” cannot be read: /);
});

const counts: Record<
  string,
  { format: HistoryFormat; roles: string[]; calls: number; thinking: number; branches: number }
> = {
  'claude-ai-2026.conversations.json': {
    format: claudeAiFormat,
    roles: ['user', 'assistant', 'tool', 'assistant', 'assistant', 'user'],
    calls: 1,
    thinking: 1,
    branches: 2,
  },
  'open-webui.chats.json': {
    format: openWebUiFormat,
    roles: ['user', 'assistant', 'tool', 'assistant', 'assistant'],
    calls: 1,
    thinking: 1,
    branches: 2,
  },
  'librechat.tree.json': {
    format: libreChatFormat,
    roles: ['user', 'assistant', 'tool', 'assistant', 'assistant'],
    calls: 1,
    thinking: 1,
    branches: 2,
  },
  'vscode-chat.session.jsonl': {
    format: vsCodeFormat,
    roles: ['user', 'assistant', 'tool', 'assistant'],
    calls: 1,
    thinking: 1,
    branches: 1,
  },
};

for (const [name, expected] of Object.entries(counts)) {
  const source = example(name);
  test.skipIf(source === null)(`the example ${name} next to the project is read without problems`, async () => {
    const { histories, problems } = await readAll(expected.format, memoryFile(source ?? ''));
    const [{ messages, headId }] = histories as [History];
    const parents = new Set(messages.map(({ parentId }) => parentId));
    expect(problems).toEqual([]);
    expect({
      roles: messages.map(({ role }) => role),
      calls: messages.flatMap(callsOf).length,
      thinking: messages.filter((message) => message.role === 'assistant' && message.reasoning).length,
      branches: messages.filter(({ id }) => !parents.has(id)).length,
    }).toEqual({
      roles: expected.roles,
      calls: expected.calls,
      thinking: expected.thinking,
      branches: expected.branches,
    });
    expect(unsound(messages)).toEqual([]);
    expect(violations({ messages, headId })).toEqual([]);
  });
}
