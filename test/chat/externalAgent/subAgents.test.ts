// Calls of an external agent's sub-agents, and its to-do lists, on record.

import { expect, test } from 'vitest';
import { recordsOfReplay } from '../../../electron/chat/externalAgent/replayRecords.ts';
import { readUpdate } from '../../../electron/externalAgents/protocol/updates.ts';
import type { AgentUpdate } from '../../../electron/ports/externalAgents.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { agentConversation, announced } from '../../support/agentConversation.ts';
import { cite } from '../../support/cite.ts';
import { endTurn } from '../../support/scriptedAgents.ts';

const ended = (id: string): AgentUpdate => ({ type: 'call_update', call: { id, status: 'completed' } });
const callsOfRecords = (rows: readonly Message[]) =>
  rows.flatMap((row) => (row.role === 'assistant' && row.tool_calls ? [row] : []));
const todosIn = (rows: readonly Message[]) =>
  rows.flatMap((row) => (row.role === 'tool' && row.details?.todos ? [row.details.todos] : []));

/** As an agent sends it. */
function update(raw: object): AgentUpdate[] {
  const read = readUpdate(raw);
  if (read.kind !== 'updates') throw new Error(read.kind);
  return read.updates;
}

test(cite('ACP-1', 'a call of a sub-agent names the call that started it, which is stored first'), async () => {
  // As claude-agent-acp does: the outer call stays pending while its sub-agent works.
  const inner = update({
    sessionUpdate: 'tool_call',
    toolCallId: 'inner',
    title: 'Read a.txt',
    kind: 'read',
    status: 'pending',
    rawInput: { file_path: 'a.txt' },
    _meta: { claudeCode: { toolName: 'Read', parentToolUseId: 'outer' } },
  });
  const { app, id } = await agentConversation(async ({ says }) => {
    await says(announced('outer', { toolName: 'Task', rawInput: { description: 'Look', prompt: 'Look.' } }));
    await says(...inner);
    await says(announced('deep', { parentId: 'inner' }));
    await says(ended('deep'), ended('inner'), ended('outer'));
    await says(announced('lost', { parentId: 'nowhere' }), ended('lost'));
    return endTurn;
  });
  expect(await app.turn(id, 'go')).toBe('done');
  const records = callsOfRecords(app.rows(id));
  expect(records.map((row) => [row.tool_calls?.map((call) => call.id), row.external?.parents])).toEqual([
    [['outer'], undefined],
    [['inner'], { inner: 'outer' }],
    [['deep'], { deep: 'inner' }],
    [['lost'], undefined],
  ]);
  const { folder } = records[0]?.external ?? {};
  expect(folder).toBe(app.folder);
});

test(
  cite('ACP-1', 'an agent’s own call for its to-do list is a to-do list, and the plan with it is no second one'),
  async () => {
    const item = (content: string, status: 'pending' | 'in_progress' | 'completed') => ({ content, status });
    const { app, id } = await agentConversation(async ({ says }, count) => {
      if (count === 1) {
        await says(announced('t1', { title: 'todowrite' }));
        const rawInput = { todos: [{ id: '1', priority: 'high', ...item('look', 'in_progress') }] };
        await says({ type: 'call_update', call: { id: 't1', status: 'in_progress', rawInput } });
        await says({ type: 'plan', entries: [{ ...item('look', 'in_progress'), priority: 'high' }] }, ended('t1'));
        return endTurn;
      }
      // Gemini and Codex.
      const fromGemini = {
        todos: [
          { description: 'look', status: 'completed' },
          { description: 'no', status: 'cancelled' },
        ],
      };
      await says(announced('t2', { toolName: 'write_todos', status: 'completed', rawInput: fromGemini }));
      const plan = {
        plan: [
          { step: 'look', status: 'completed' },
          { step: 'tell', status: 'pending' },
        ],
      };
      await says(announced('t3', { toolName: 'update_plan', status: 'completed', rawInput: plan }));
      await says({ type: 'plan', entries: [{ ...item('told', 'completed'), priority: 'low' }] });
      return endTurn;
    });
    await app.turn(id, 'one');
    const looking = [item('look', 'in_progress')];
    expect(todosIn(app.rows(id))).toEqual([{ before: [], after: looking }]);
    await app.turn(id, 'two');
    const looked = [item('look', 'completed')];
    expect(todosIn(app.rows(id)).slice(1)).toEqual([
      { before: looking, after: looked },
      { before: looked, after: [...looked, item('tell', 'pending')] },
      { before: [...looked, item('tell', 'pending')], after: [item('told', 'completed')] },
    ]);
  },
);

test(cite('ACP-1', 'a replay has the calls of sub-agents and the to-do lists as well'), () => {
  const replay = [
    ...update({ sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'go' } }),
    announced('outer', { toolName: 'Task', status: 'completed' }),
    announced('inner', { parentId: 'outer', status: 'completed' }),
    // OpenCode replays its own name for the tool as this title.
    announced('t', { title: '1 todos', rawInput: { todos: [{ content: 'look', status: 'pending' }] } }),
    ended('t'),
  ];
  const { messages } = recordsOfReplay(replay, {
    agentId: 'a',
    sessionId: 's',
    model: 'm',
    at: '2026-01-01T00:00:00Z',
  });
  expect(callsOfRecords(messages)[0]?.external?.parents).toEqual({ inner: 'outer' });
  expect(todosIn(messages)).toEqual([{ before: [], after: [{ content: 'look', status: 'pending' }] }]);
  expect(messages.at(-1)).toMatchObject({ toolName: 'todowrite', outcome: 'ok' });
});
