// Tools and agents from the command line: the user's own call, and an agent's chain under the call that started it.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Message } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { type Reply, startFakeModelServer } from '../../support/fakeModelServer.ts';
import { tempFolder } from '../../support/tempFolder.ts';

async function place(replies: Reply[]) {
  const root = tempFolder();
  const project = path.join(root, 'project');
  mkdirSync(project);
  writeFileSync(path.join(project, 'a.txt'), 'one\n');
  const model = await startFakeModelServer({ replies });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
  const at = ['--project', project, '--data', path.join(root, 'data')];
  return { at, env, model };
}

const json = <T>(text: string): T => JSON.parse(text) as T;

test(
  cite('AGENT-3', 'throughline tool runs a tool without the model, asks like any call, and stores the result'),
  async () => {
    const { at, env, model } = await place([{ text: 'hello' }]);
    const run = await commandHere(['run', '-p', 'hi', '--output', 'json', ...at], env);
    const { conversationId: id } = json<{ conversationId: string }>(run.stdout);
    const read = JSON.stringify({ path: 'a.txt' });
    const ran = await commandHere(['tool', id.slice(0, 8), 'read_file', read, '--approve', 'reads', ...at], env);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('one') });
    const refused = await commandHere(['tool', id, 'run_command', '{"command":"echo no"}', '--no-context', ...at], env);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/needs approval, and no one could be asked/);
    const wrong = await commandHere(['tool', id, 'read_file', '{"file":1}', ...at], env);
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('path') });
    expect(await commandHere(['tool', id, 'read_file', ...at], env)).toMatchObject({ code: 2 });
    const shown = await commandHere(['show', id, '--json', ...at], env);
    const { messages } = json<{ messages: Message[] }>(shown.stdout);
    expect(messages.map((row) => row.partType ?? row.role)).toEqual(['environment', 'user', 'assistant', 'tool_run']);
    expect(messages.at(-1)).toMatchObject({ toolName: 'read_file', arguments: read, outcome: 'ok' });
    expect(model.requests).toHaveLength(1);
    await model.close();
  },
);

test(cite('AGENT-1', "an agent's chain is under the call that started it, and its conversation is not listed"), {
  tags: ['all'],
}, async () => {
  const task = { task: 'Look at a.txt.', title: 'Look' };
  const { at, env, model } = await place([
    { calls: [{ id: 'p', name: 'run_agent', arguments: JSON.stringify(task) }] },
    { calls: [{ id: 'a', name: 'read_file', arguments: '{"path":"a.txt"}' }] },
    { text: 'It says one.' },
    { text: 'The agent says one.' },
  ]);
  const run = await commandHere(['run', '-p', 'hi', '--approve', 'all', '--output', 'json', ...at], env);
  expect(run.code).toBe(0);
  const { conversationId: id, text } = json<{ conversationId: string; text: string }>(run.stdout);
  expect(text).toBe('The agent says one.');
  const chain = json<{ name: string; agent?: { conversationId: string } }[]>(
    (await commandHere(['chain', id, '--json', ...at], env)).stdout,
  );
  expect(chain.map(({ name }) => name)).toEqual(['run_agent']);
  const agentId = chain[0]?.agent?.conversationId as string;
  const inner = await commandHere(['chain', agentId, '--json', ...at], env);
  expect(json<{ name: string }[]>(inner.stdout).map(({ name }) => name)).toEqual(['read_file']);
  const lines = (await commandHere(['chain', id, ...at], env)).stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^ok +Ran agent: Look/);
  expect(lines[1]).toMatch(/^ {2}ok +Read a.txt/);
  const list = await commandHere(['list', '--json', ...at], env);
  expect(json<{ id: string }[]>(list.stdout).map((row) => row.id)).toEqual([id]);
  await model.close();
});
