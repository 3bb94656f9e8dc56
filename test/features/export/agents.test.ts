// Agents are exported as their own conversations, linked to their calls as the app does it, and imported with the
// links; also if they came from that app and have new IDs.

import { expect, test } from 'vitest';
import { codexFormat } from '../../../electron/interop/codex/format.ts';
import { writerOf } from '../../../electron/interop/formats.ts';
import type { ExportSource, History } from '../../../electron/interop/history.ts';
import { openCodeFormat } from '../../../electron/interop/openCode/format.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { asked, event, item, meta, output, said, sessionId, textOf } from '../../interop/codex/rollouts.ts';
import { givenOf } from '../../interop/textFile.ts';
import { memoryFile } from '../../interop/web/files.ts';
import { cite } from '../../support/cite.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { readBack, rules } from './written.ts';

function given(id: string, messages: Message[], agents: ExportSource['agents'] = []): ExportSource {
  return {
    ...{ id, title: id, folder: '/home/ada', model: 'm', headId: messages.at(-1)?.id ?? null, version: '1.0.0' },
    ...{ messages, agents },
    result: async (message) => (message.role === 'tool' ? message.content : ''),
    attachment: async () => null,
  };
}

/** The second call of the first reply starts an agent, which starts another one. */
function withAgents(): ExportSource {
  const inner = conversationOf<Message>([userMessage('Look deep.'), assistantMessage('Nothing.')]);
  const middle = conversationOf<Message>([
    userMessage('Look.'),
    assistantMessage('', [call('m1', 'run_agent', '{"task":"Look deep."}')]),
    toolMessage('m1', 'Nothing.', { toolName: 'run_agent' }),
    assistantMessage('Nothing at all.'),
  ]);
  const outer = conversationOf<Message>([
    userMessage('Have one look'),
    assistantMessage('', [call('o1', 'list_files', '{}'), call('o2', 'run_agent', '{"task":"Look."}')]),
    toolMessage('o1', 'a.txt', { toolName: 'list_files' }),
    toolMessage('o2', 'Nothing at all.', { toolName: 'run_agent' }),
    assistantMessage('It found nothing.'),
  ]);
  const deep = { source: given('inner', inner), call: { messageId: middle[1]?.id ?? '', index: 0 } };
  const one = { source: given('middle', middle, [deep]), call: { messageId: outer[1]?.id ?? '', index: 1 } };
  return given('outer', outer, [one]);
}

/** For each agent, the position of its call, its first text, and its own agents. */
function linked({ messages, agents }: History): unknown[] {
  return agents.map(({ history, call: place }) => [
    place && [messages.findIndex(({ id }) => id === place.messageId), place.index],
    history.messages.find(({ role }) => role === 'user')?.content,
    linked(history),
  ]);
}

test.each(['claude-code', 'codex', 'opencode'] as const)(
  cite('INTEROP-3', '%s: agents are linked to their calls, exported and imported twice'),
  async (program) => {
    const wanted = [[[1, 1], 'Look.', [[[1, 0], 'Look deep.', []]]]];
    const files = await writerOf(program).write(withAgents());
    expect(rules[program](files)).toEqual([]);
    const [once] = (await readBack(program, files)) as [History];
    expect(linked(once)).toEqual(wanted);
    const again = await writerOf(program).write(givenOf(once));
    expect(rules[program](again)).toEqual([]);
    const [twice] = (await readBack(program, again)) as [History];
    expect(linked(twice)).toEqual(wanted);
    // Different files, which name nothing of the first.
    expect(again.map(({ path }) => path).filter((path) => files.some((file) => file.path === path))).toEqual([]);
  },
);

const child = 'aaaaaaaa-0000-4000-8000-000000000001';
const childFile = `rollout-2026-11-22T14-42-40-${child}.jsonl`;
const childRows = [meta({ id: child, parent_thread_id: sessionId }), said('user', 'Look.'), said('assistant', 'Seen.')];

test.each([
  [
    'an event',
    event({ type: 'collab_agent_spawn_end', call_id: 'a', sender_thread_id: sessionId, new_thread_id: child }),
    'started',
  ],
  [
    'a completed item',
    event({
      type: 'item_completed',
      item: { type: 'CollabAgentToolCall', id: 'a', tool: 'spawn_agent', receiver_thread_ids: [child] },
    }),
    'started',
  ],
  ['the output alone', event({ type: 'task_started' }), JSON.stringify({ agent_id: child })],
])('Codex: an agent is identified by %s', async (_what, told, printed) => {
  const rows = [
    meta(),
    said('user', 'Have one look'),
    asked('a', 'spawn_agent', '{"message":"Look."}'),
    told,
    output('a', printed),
    item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] }),
  ];
  const file = memoryFile(textOf(rows), { name: 'rollout.jsonl', others: { [childFile]: textOf(childRows) } });
  for await (const history of codexFormat.read(file, new AbortController().signal)) {
    expect(linked(history as History)).toEqual([[[1, 0], 'Look.', []]]);
  }
});

test('agents that name each other do not loop', async () => {
  const spawns = (thread: string) => event({ type: 'collab_agent_spawn_end', call_id: 'a', new_thread_id: thread });
  const other = `rollout-2026-11-22T14-42-39-${sessionId}.jsonl`;
  const others = {
    [childFile]: textOf([...childRows, spawns(sessionId)]),
    [other]: textOf([meta(), said('user', 'x'), spawns(child)]),
  };
  const file = memoryFile(others[other] ?? '', { name: other, others });
  const found: History[] = [];
  for await (const one of codexFormat.read(file, new AbortController().signal)) found.push(one as History);
  expect(linked(found[0] as History)).toEqual([[null, 'Look.', []]]);
});

test('OpenCode: an agent whose file is missing is left out', async () => {
  const [main] = await writerOf('opencode').write(withAgents());
  const file = memoryFile(main?.text ?? '', { name: main?.path ?? '' });
  for await (const one of openCodeFormat.read(file, new AbortController().signal)) {
    expect((one as History).agents).toEqual([]);
  }
});
