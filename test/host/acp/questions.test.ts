// Questions, plans and MCP servers of a session of `throughline acp`.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type CreateElicitationRequest,
  type ElicitationSchema,
  methods,
  type NewSessionResponse,
} from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { shownIn } from '../../support/acpClient.ts';
import { acpPlace, callReply, newSession, send } from '../../support/acpPlace.ts';
import { cite } from '../../support/cite.ts';
import { everythingScript } from '../../support/mcp/mcpApp.ts';

const { session } = methods.agent;
const question = { questions: [{ question: 'Which one?', options: ['red', 'blue'] }] };

test(cite(
  'ACP-3',
  'a question is a form where the client has forms, a choice where it is enough, and else declined in words',
), { tags: ['all'] }, async () => {
  const replies = [callReply('ask_user', question), [{ text: 'ok' }]];
  const { project, model, open } = await acpPlace(replies);
  const forms: CreateElicitationRequest[] = [];
  const editor = await open({
    capabilities: { elicitation: { form: {} } },
    fill(request) {
      forms.push(request);
      // The first answer is not one of the choices, so the form is shown again.
      const { properties = {} } = (request as { requestedSchema: ElicitationSchema }).requestedSchema;
      const [field = '', other = ''] = Object.keys(properties);
      return { action: 'accept', content: forms.length === 1 ? { [field]: 7 } : { [other]: 'green' } };
    },
  });
  const id = await newSession(editor, project);
  await send(editor, id, 'ask me');
  expect(forms).toHaveLength(2);
  expect(forms[0]).toMatchObject({
    mode: 'form',
    sessionId: id,
    requestedSchema: { type: 'object' },
  });
  expect(model.requests.at(-1)?.text).toContain('green');
  expect(await editor.close()).toBe(0);

  model.push(...replies, callReply('ask_user', { questions: [{ question: 'What is your name?' }] }), [{ text: 'ok' }]);
  const plain = await open({ permit: ({ options }) => options.find(({ name }) => name === 'red')?.optionId ?? null });
  const other = await newSession(plain, project);
  await send(plain, other, 'ask me');
  expect(plain.permissions).toHaveLength(1);
  expect(model.requests.at(-1)?.text).toContain('red');
  await send(plain, other, 'ask me');
  expect(JSON.stringify(plain.updates(other))).toContain('Answer in your next message.');
  expect(await plain.close()).toBe(0);
});

test(cite('ACP-3', 'a plan is accepted with the mode in which it is carried out'), { tags: ['all'] }, async () => {
  const { project, open } = await acpPlace([
    callReply('present_plan', { title: 'A plan', plan: '1. Do it.' }),
    [{ text: 'done' }],
  ]);
  const editor = await open({
    args: ['--approve', 'plan'],
    permit: ({ options }) => options.find(({ name }) => name === 'Carry it out: Edit')?.optionId ?? null,
  });
  const id = await newSession(editor, project);
  await send(editor, id, 'plan it');
  expect(editor.permissions[0]?.options.map(({ kind, name }) => [kind, name])).toContainEqual([
    'reject_once',
    'Send it back',
  ]);
  expect(JSON.stringify(editor.updates(id))).toContain('"currentModeId":"edit"');
  expect(await editor.close()).toBe(0);
});

test(cite('ACP-3', 'MCP servers that the editor passes run for its session only, and are not saved'), async () => {
  const { project, data, model, open } = await acpPlace([
    callReply('mcp__everything__echo', { message: 'hello there' }),
    [{ text: 'heard' }],
    [{ text: 'no server' }],
  ]);
  const editor = await open({ permit: ({ options }) => options[0]?.optionId ?? null });
  const { agent } = editor;
  const everything = {
    name: 'everything',
    command: process.execPath,
    args: [everythingScript],
    env: [{ name: 'A_TOKEN', value: 'a literal value' }],
  };
  const made = await agent.request<NewSessionResponse>(session.new, { cwd: project, mcpServers: [everything] });
  await send(editor, made.sessionId, 'use it');
  expect(shownIn(editor.updates(made.sessionId))).toContainEqual(
    expect.objectContaining({ name: 'mcp__everything__echo', status: 'completed', kind: 'other' }),
  );
  expect(JSON.stringify(editor.permissions)).toContain('This tool is from the server “everything”.');
  const other = await newSession(editor, project);
  await send(editor, other, 'and you?');
  expect(JSON.stringify(model.requests.at(-1)?.body.tools)).not.toContain('mcp__');
  const twice = agent.request(session.new, { cwd: project, mcpServers: [everything, everything] });
  await expect(twice).rejects.toThrow('used twice');
  expect(await editor.close()).toBe(0);
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    expect(readFileSync(path.join(parentPath, name), 'utf8')).not.toContain('A_TOKEN');
  }
});
