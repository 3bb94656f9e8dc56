// Habits of editors, and everything that a client of the protocol may leave out.

import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { methods, type NewSessionResponse, type PromptResponse } from '@agentclientprotocol/sdk';
import { expect, test, vi } from 'vitest';
import { connectEditor, shownIn } from '../../support/acpClient.ts';
import { acpPlace, callReply, newSession, send } from '../../support/acpPlace.ts';
import { cite } from '../../support/cite.ts';
import { goneWithin } from '../../support/processes.ts';

const { session } = methods.agent;
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';

test.each([0, 1, 2, 99])(
  cite('ACP-3', 'a client that speaks version %i is answered with the version there is, and may continue'),
  { tags: ['all'] },
  async (protocolVersion) => {
    const { project, data, env } = await acpPlace([[{ text: 'hello' }]]);
    const editor = connectEditor(data, { env });
    const answer = await editor.agent.request(methods.agent.initialize, { protocolVersion });
    expect(answer).toMatchObject({ protocolVersion: 1, agentCapabilities: { loadSession: true } });
    const id = await newSession(editor, project);
    expect((await send(editor, id, 'hi')).stopReason).toBe('end_turn');
    expect(await editor.close()).toBe(0);
  },
);

test(
  cite('ACP-3', 'unknown fields, notifications and `_meta` are no obstacle; a cancel without a prompt spoils none'),
  async () => {
    const { project, open } = await acpPlace([[{ text: 'first' }], [{ text: 'second' }]]);
    const editor = await open();
    const { agent } = editor;
    const _meta = { 'editor.example/trace': 'abc', nested: { deep: [1] } };
    const made = await agent.request<NewSessionResponse>(session.new, {
      ...{ cwd: `${project}/`, mcpServers: [], _meta, unheardOf: true },
    } as never);
    const id = made.sessionId;
    await agent.notify('_editor/focus', { sessionId: id });
    await agent.notify('session/unheard_of', {});
    await agent.notify(session.cancel, { sessionId: id });
    const prompt = [
      { type: 'text', text: 'look at ', _meta, annotations: { audience: ['assistant'] } },
      { type: 'resource_link', uri: `file://${project}/notes.txt`, name: 'notes.txt', _meta },
      { type: 'resource_link', uri: 'https://example.com/page', name: 'page' },
      { type: 'resource_link', uri: 'zed:///agent/thread/1', name: 'thread' },
      { type: 'image', mimeType: 'image/png', data: pixel },
    ];
    const answer = await agent.request<PromptResponse>(session.prompt, { sessionId: id, prompt, _meta } as never);
    expect(answer.stopReason).toBe('end_turn');
    await agent.notify(session.cancel, { sessionId: id });
    await agent.notify(session.cancel, { sessionId: id });
    expect((await send(editor, id, 'again')).stopReason).toBe('end_turn');
    expect(shownIn(editor.updates(id)).map((row) => (row as { text?: string }).text)).toEqual(['first', 'second']);
    expect(await editor.close()).toBe(0);
  },
);

test(cite(
  'ACP-3',
  'pictures that are none, of other types and without data are refused in words, and the next prompt works',
), { tags: ['all'] }, async () => {
  const { project, open } = await acpPlace([[{ text: 'fine' }]]);
  const editor = await open();
  const id = await newSession(editor, project);
  for (const block of [
    { type: 'image', mimeType: 'image/png', data: '' },
    { type: 'image', mimeType: 'image/png', data: '%%%%' },
    { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
  ]) {
    const refused = editor.agent.request(session.prompt, { sessionId: id, prompt: [block] } as never);
    await expect(refused, JSON.stringify(block)).rejects.toMatchObject({ code: -32602 });
  }
  await expect(editor.agent.request(session.prompt, { sessionId: id, prompt: [] } as never)).rejects.toThrow('empty');
  expect((await send(editor, id, 'now')).stopReason).toBe('end_turn');
  expect(await editor.close()).toBe(0);
});

test(
  cite('ACP-3', 'of two prompts at once the second is refused and the first ends; a huge one is refused in words'),
  async () => {
    const { project, model, open } = await acpPlace([[{ text: 'working' }, { hang: true }]]);
    const editor = await open();
    const id = await newSession(editor, project);
    const first = send(editor, id, 'one');
    await expect.poll(() => JSON.stringify(editor.updates(id)), { timeout: 20_000 }).toContain('working');
    await expect(send(editor, id, 'two')).rejects.toMatchObject({ code: -32600 });
    await editor.agent.notify(session.cancel, { sessionId: id });
    expect((await first).stopReason).toBe('cancelled');
    await expect(send(editor, id, 'x'.repeat(20_000_000))).rejects.toThrow('Attach a file instead');
    model.push([{ text: 'done' }]);
    expect((await send(editor, id, 'three')).stopReason).toBe('end_turn');
    expect(JSON.stringify(model.requests.at(-1)?.body.messages)).not.toContain('"two"');
    expect(await editor.close()).toBe(0);
  },
);

test(
  cite(
    'ACP-3',
    'a permission that is never answered ends with the prompt, and an editor that leaves meanwhile ends all',
  ),
  async () => {
    const { project, model, open } = await acpPlace([callReply('write_file', { path: 'a.txt', content: 'x' })]);
    const editor = await open({ permit: () => new Promise(() => {}) });
    const id = await newSession(editor, project);
    const stuck = send(editor, id, 'write');
    await vi.waitFor(() => expect(editor.permissions).toHaveLength(1), 20_000);
    await editor.agent.notify(session.cancel, { sessionId: id });
    expect((await stuck).stopReason).toBe('cancelled');
    model.push(callReply('write_file', { path: 'a.txt', content: 'x' }, 'call_2'));
    send(editor, id, 'write again').catch(() => {});
    await vi.waitFor(() => expect(editor.permissions).toHaveLength(2), 20_000);
    const { pid = 0 } = editor.child;
    editor.child.stdin?.destroy();
    editor.child.stdout?.destroy();
    await goneWithin(pid, 20_000);
    const later = await open();
    await later.agent.request(session.load, { sessionId: id, cwd: project, mcpServers: [] });
    const calls = shownIn(later.updates(id)).filter((row) => (row as { name?: string }).name === 'write_file');
    expect(calls.map((call) => (call as { status: string }).status)).toEqual(['failed', 'failed']);
    expect(await later.close()).toBe(0);
  },
);

test(cite('ACP-3', 'after a load the client has modes, options and commands, although it can do nothing'), {
  tags: ['all'],
}, async () => {
  const { project, data, env, open } = await acpPlace([[{ text: 'hello' }]]);
  const before = await open();
  const id = await newSession(before, project);
  await send(before, id, 'hi');
  expect(await before.close()).toBe(0);
  writeFileSync(path.join(project, 'other.txt'), '');
  // Null, as some clients write for what they lack.
  const editor = connectEditor(data, { env });
  await editor.agent.request(methods.agent.initialize, {
    protocolVersion: 1,
    clientCapabilities: {},
    clientInfo: null,
  } as never);
  const loaded = await editor.agent.request(session.load, { sessionId: id, cwd: project, mcpServers: [] });
  expect(loaded).toMatchObject({ modes: { currentModeId: 'read' } });
  await expect
    .poll(() => editor.updates(id).map(({ sessionUpdate }) => sessionUpdate), { timeout: 20_000 })
    .toContain('available_commands_update');
  const elsewhere = editor.agent.request(session.load, { sessionId: id, cwd: data, mcpServers: [] });
  await expect(elsewhere).rejects.toThrow(`This session works in ${project}`);
  for (const modeId of ['plan', 'edit', 'ask']) {
    await editor.agent.request(session.setMode, { sessionId: id, modeId });
  }
  expect(await editor.close()).toBe(0);
});

test.each([
  ['with an error', () => Promise.reject(new Error('not implemented'))],
  ['with an option that was not offered', async () => 'allow_everything'],
])(cite('ACP-3', 'a permission that the client answers %s allows nothing, and the turn ends'), async (_how, permit) => {
  const { project, open } = await acpPlace([
    callReply('write_file', { path: 'a.txt', content: 'x' }),
    [{ text: 'not written' }],
  ]);
  const editor = await open({ permit });
  const id = await newSession(editor, project);
  const answer = await send(editor, id, 'write');
  expect(['end_turn', 'cancelled']).toContain(answer.stopReason);
  expect(editor.permissions).toHaveLength(1);
  expect(existsSync(path.join(project, 'a.txt'))).toBe(false);
  expect(await editor.close()).toBe(0);
});

test(cite('ACP-3', 'unsaved buffers, pictures of any name and folders behind links are taken as they are'), {
  tags: ['all'],
}, async () => {
  const { project, data, env, model } = await acpPlace([[{ text: 'seen' }], [{ text: 'again' }]]);
  const link = path.join(data, '..', 'link');
  symlinkSync(project, link);
  const editor = connectEditor(data, { env });
  // Some clients connect again without a new process.
  for (let count = 0; count < 2; count++) {
    await editor.agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
  }
  const id = await newSession(editor, link);
  const prompt = [
    { type: 'text', text: 'compare\r\n' },
    { type: 'resource', resource: { uri: 'untitled:Untitled-1', text: 'a draft' } },
    {
      type: 'resource',
      resource: { uri: `file://${link}/notes.txt#L1-2`, mimeType: 'text/plain', text: 'one\ntwo' },
    },
    { type: 'resource', resource: { uri: '', text: 'nameless' } },
    { type: 'image', mimeType: 'image/jpg', data: pixel, uri: null },
  ];
  const answer = await editor.agent.request<PromptResponse>(session.prompt, { sessionId: id, prompt } as never);
  expect(answer.stopReason).toBe('end_turn');
  const sent = JSON.stringify(model.requests.at(-1)?.body.messages);
  for (const text of ['a draft', 'nameless', 'image/png']) expect(sent).toContain(text);
  await editor.agent.request(session.load, { sessionId: id, cwd: `${link}/.`, mcpServers: [] });
  const listed = await editor.agent.request(session.list, { cwd: link });
  expect(listed.sessions.map(({ sessionId }) => sessionId)).toEqual([id]);
  expect((await send(editor, id, 'and?')).stopReason).toBe('end_turn');
  expect(await editor.close()).toBe(0);
});
