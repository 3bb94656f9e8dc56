// Sessions of `throughline acp`: options, modes, listing, forks, another process, what may be attached, and wrong requests.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { connectEditor, shownIn } from '../../support/acpClient.ts';
import { acpPlace, callReply, newSession, send } from '../../support/acpPlace.ts';
import { cite } from '../../support/cite.ts';
import { startThroughline, throughline } from '../../support/commandLine.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const { session } = methods.agent;
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test(cite('ACP-3', 'it says what it can do, and without a provider why no session starts'), async () => {
  const data = path.join(tempFolder(), 'data');
  const editor = connectEditor(data);
  const { agent } = editor;
  const answer = await agent.request(methods.agent.initialize, {
    protocolVersion: 99,
    clientCapabilities: { auth: { terminal: true } },
  });
  expect(answer).toMatchObject({
    protocolVersion: 1,
    agentInfo: { name: 'throughline' },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: false, embeddedContext: true },
      mcpCapabilities: { http: true, sse: true },
      sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, fork: {} },
    },
    authMethods: [{ id: 'setup', type: 'terminal', args: ['--setup'] }],
  });
  const cwd = tempFolder();
  const refused = agent.request(session.new, { cwd, mcpServers: [] });
  await expect(refused).rejects.toMatchObject({ code: -32000, message: expect.stringContaining('ANTHROPIC_API_KEY') });
  await expect(agent.request(methods.agent.authenticate, { methodId: 'setup' })).rejects.toMatchObject({
    code: -32000,
  });
  expect((await agent.request(session.list, {})).sessions).toEqual([]);
  expect(await editor.close()).toBe(0);
  const setup = await throughline(['acp', '--setup', '--data', data]);
  expect(setup).toMatchObject({ code: 0, stdout: expect.stringContaining('Settings → Models') });
});

test(cite('ACP-3', 'modes and options are those of the window; the mode that never asks needs a yes'), {
  tags: ['all'],
}, async () => {
  const { project, data, model, open } = await acpPlace([[{ text: 'ok' }]]);
  let yes = false;
  const editor = await open({ permit: ({ options }) => (yes ? 'allow' : (options.at(-1)?.optionId ?? null)) });
  const { agent } = editor;
  const sessionId = await newSession(editor, project);
  await agent.request(session.setMode, { sessionId, modeId: 'plan' });
  const updates = () => JSON.stringify(editor.updates(sessionId));
  expect(updates()).toContain('"currentModeId":"plan"');
  await expect(agent.request(session.setMode, { sessionId, modeId: 'all' })).rejects.toThrow('was not confirmed');
  yes = true;
  await agent.request(session.setMode, { sessionId, modeId: 'all' });
  const set = await agent.request(session.setConfigOption, { sessionId, configId: 'effort', value: 'high' });
  expect(set.configOptions.map(({ currentValue }) => currentValue)).toEqual(['all', 'environment/fake-model', 'high']);
  await expect(
    agent.request(session.setConfigOption, { sessionId, configId: 'effort', value: 'huge' }),
  ).rejects.toThrow('There is no effort “huge”.');
  const other = await agent.request(session.setConfigOption, {
    sessionId,
    configId: 'model',
    value: 'environment/other',
  });
  expect(other.configOptions[1]).toMatchObject({ currentValue: 'environment/other' });
  await send(editor, sessionId, 'hello');
  expect(model.requests[0]?.body).toMatchObject({ model: 'other', reasoning_effort: 'high' });
  expect(await editor.close()).toBe(0);
  expect((await throughline(['show', sessionId, '--data', data])).stdout).toContain('> hello');
});

test(
  cite('ACP-3', 'pictures, embedded text and links arrive as attachments and mentions, and are replayed'),
  async () => {
    const { project, model, open } = await acpPlace([[{ text: 'seen' }]]);
    const file = path.join(project, 'notes.txt');
    writeFileSync(path.join(project, 'open.txt'), 'saved\n');
    const open2 = path.join(project, 'open.txt');
    const editor = await open({
      capabilities: { fs: { readTextFile: true } },
      buffers: { [file]: 'one\r\ntwo', [open2]: 'not saved yet\n' },
    });
    const sessionId = await newSession(editor, project);
    const block = (text: string) => ({ type: 'text' as const, text });
    const link = (uri: string) => ({ type: 'resource_link' as const, uri, name: 'a file' });
    const prompt = [
      block('Compare '),
      link(`file://${file}#L2:2`),
      block(' with '),
      link(`file://${open2}`),
      block(' and '),
      { type: 'resource' as const, resource: { uri: `file://${project}/sub/b.md`, text: '# Embedded' } },
      { type: 'image' as const, mimeType: 'image/png', data: png },
      link('https://example.com/x'),
    ];
    await editor.agent.request(session.prompt, { sessionId, prompt });
    const sent = model.requests[0]?.text ?? '';
    for (const part of ['two', 'not saved yet', '# Embedded', png, '[a file](https://example.com/x)', 'sub/b.md']) {
      expect(sent).toContain(part);
    }
    expect(sent).not.toContain('saved\\n</file>');
    editor.forget(sessionId);
    await editor.agent.request(session.load, { sessionId, cwd: project, mcpServers: [] });
    const [user] = shownIn(editor.updates(sessionId)) as { text: string; blocks: unknown[] }[];
    expect(user?.text).toContain('Compare ');
    expect(user?.blocks).toMatchObject([
      { type: 'resource_link', uri: `file://${file}` },
      { type: 'resource', resource: { text: 'not saved yet\n' } },
      { type: 'resource', resource: { text: '# Embedded' } },
      { type: 'image', data: png, mimeType: 'image/png' },
    ]);
    const audio = [{ type: 'audio' as const, mimeType: 'audio/wav', data: 'AAAA' }];
    await expect(editor.agent.request(session.prompt, { sessionId, prompt: audio })).rejects.toMatchObject({
      code: -32602,
    });
    await expect(send(editor, sessionId, ' ')).rejects.toMatchObject({
      code: -32602,
    });
    const huge = 'x'.repeat(2_000_001);
    await expect(send(editor, sessionId, huge)).rejects.toThrow('2,000,000 characters');
    expect(await editor.close()).toBe(0);
  },
);

test(cite('ACP-3', 'listing goes by folder and page; a fork can be prompted; closed and deleted sessions are gone'), {
  tags: ['all'],
}, async () => {
  const { project, open } = await acpPlace([[{ text: 'first' }], [{ text: 'second' }]]);
  const editor = await open();
  const { agent } = editor;
  const sessionId = await newSession(editor, project);
  await send(editor, sessionId, 'hello');
  const forked: { sessionId: string } = await agent.request('session/fork', { sessionId, cwd: project });
  expect(forked.sessionId).not.toBe(sessionId);
  await send(editor, forked.sessionId, 'and then?');
  await agent.request(session.load, { sessionId: forked.sessionId, cwd: project, mcpServers: [] });
  expect(shownIn(editor.updates(forked.sessionId)).slice(-4)).toMatchObject(
    ['hello', 'first', 'and then?', 'second'].map((text) => ({ text })),
  );
  const ids = async (cwd?: string) =>
    (await agent.request(session.list, cwd === undefined ? {} : { cwd })).sessions.map((one) => one.sessionId);
  expect((await ids(project)).toSorted()).toEqual([sessionId, forked.sessionId].toSorted());
  expect(await ids(tempFolder())).toEqual([]);
  await agent.request(session.close, { sessionId });
  const notOpen = send(editor, sessionId, 'x');
  await expect(notOpen).rejects.toMatchObject({ code: -32002, message: expect.stringContaining('Load or resume') });
  await agent.request(session.resume, { sessionId, cwd: project });
  await agent.request(session.delete, { sessionId });
  expect(await ids(project)).toEqual([forked.sessionId]);
  await expect(agent.request(session.load, { sessionId, cwd: project, mcpServers: [] })).rejects.toMatchObject({
    code: -32002,
  });
  expect(await editor.close()).toBe(0);
});

test(cite('ACP-3', 'a conversation that another process works in is refused with the reason, and read along'), {
  tags: ['all'],
}, async () => {
  const { project, data, model, env, open } = await acpPlace([[{ text: 'first' }]]);
  const editor = await open();
  const sessionId = await newSession(editor, project);
  await send(editor, sessionId, 'hello');
  const marker = path.join(project, 'go');
  model.push(callReply('run_command', { command: `echo there; until [ -e ${marker} ]; do sleep 0.05; done` }), [
    { text: 'from the other side' },
  ]);
  const at = ['--project', project, '--data', data];
  const run = startThroughline(
    ['run', '-p', 'elsewhere', '--resume', sessionId, '--approve', 'all', '--output', 'stream-json', ...at],
    env,
  );
  await run.prints('there');
  await expect(send(editor, sessionId, 'me too')).rejects.toMatchObject({
    code: -32600,
    message: expect.stringContaining('Another process'),
  });
  await expect(editor.agent.request(session.delete, { sessionId })).rejects.toMatchObject({ code: -32600 });
  writeFileSync(marker, '');
  expect((await run.finished).code).toBe(0);
  await expect.poll(() => shownIn(editor.updates(sessionId)).at(-1)).toMatchObject({ text: 'from the other side' });
  expect(shownIn(editor.updates(sessionId))).toMatchObject([
    { text: 'first' },
    { kind: 'user_message_chunk', text: 'elsewhere' },
    { name: 'run_command', status: 'completed' },
    { text: 'from the other side' },
  ]);
  model.push([{ text: 'and here again' }]);
  const answer = await send(editor, sessionId, 'me too');
  expect(answer.stopReason).toBe('end_turn');
  expect(await editor.close()).toBe(0);
});

test(cite('ACP-3', 'garbage and wrong requests get JSON-RPC errors, and nothing is wedged'), async () => {
  const { project, open } = await acpPlace([[{ text: 'still here' }]]);
  const editor = await open();
  const { agent, child } = editor;
  child.stdin?.write('this is not JSON\n[1,2]\n"text"\n{"jsonrpc":"2.0","id":77}\n\n{"jsonrpc":"1.0"}\n');
  await expect(agent.request('session/unheard_of', {})).rejects.toMatchObject({ code: -32601 });
  await expect(agent.request('session/new', { cwd: 5 })).rejects.toMatchObject({ code: -32602 });
  for (const cwd of ['relative', '/no/such/folder', `${project}/notes.txt`, `${project}\0`]) {
    await expect(agent.request(session.new, { cwd, mcpServers: [] })).rejects.toMatchObject({ code: -32602 });
  }
  for (const sessionId of ['none', '../../etc', '', 'x'.repeat(5000), 'claude-code:abc']) {
    const gone = { code: -32002 };
    await expect(agent.request(session.load, { sessionId, cwd: project, mcpServers: [] })).rejects.toMatchObject(gone);
    await expect(send(editor, sessionId, 'x')).rejects.toMatchObject(gone);
    await expect(agent.request('session/fork', { sessionId, cwd: project })).rejects.toMatchObject(gone);
    await agent.notify(session.cancel, { sessionId });
  }
  await expect(agent.request(session.list, { cursor: 'zzz' })).rejects.toMatchObject({ code: -32602 });
  const sessionId = await newSession(editor, project);
  await expect(agent.request(session.setMode, { sessionId, modeId: 'yolo' })).rejects.toMatchObject({ code: -32602 });
  const elsewhere = agent.request(session.load, { sessionId, cwd: tempFolder(), mcpServers: [] });
  await expect(elsewhere).rejects.toThrow('This session works in');
  const answer = await send(editor, sessionId, 'hello');
  expect(answer.stopReason).toBe('end_turn');
  expect(await editor.close()).toBe(0);
});

test(cite('ACP-3', 'requests for one session at the same time do not mix: each message is sent once, in order'), {
  tags: ['all'],
}, async () => {
  const { project, model, open } = await acpPlace([[{ text: 'first' }]]);
  const editor = await open();
  const id = await newSession(editor, project);
  await send(editor, id, 'hello');
  editor.forget(id);
  model.push([{ text: ['sec', 'ond'] }]);
  const request = { sessionId: id, cwd: project, mcpServers: [] };
  const load = () => editor.agent.request(session.load, request);
  const [, answer] = await Promise.all([load(), send(editor, id, 'again'), load()]);
  expect(answer.stopReason).toBe('end_turn');
  const view = shownIn(editor.updates(id)).map((row) => (row as { text: string }).text);
  // Each load replays what is stored then; the turn's own records come once, live or replayed.
  expect(view.slice(0, 2)).toEqual(['hello', 'first']);
  expect(view.filter((text) => text === 'hello')).toHaveLength(2);
  expect(view.at(-1)).toBe('second');
  // Closing ends a turn, and the session can be opened again.
  model.push([{ text: 'third' }, { hang: true }]);
  const running = send(editor, id, 'and on');
  await expect.poll(() => JSON.stringify(editor.updates(id))).toContain('third');
  await editor.agent.request(session.close, { sessionId: id });
  expect((await running).stopReason).toBe('cancelled');
  await load();
  expect(await editor.close()).toBe(0);
});

test(cite('ACP-3', 'a failed model call is an error of the prompt and stays in the record; the next prompt works'), {
  tags: ['all'],
}, async () => {
  const { project, open } = await acpPlace([
    { status: 401, body: { error: { message: 'Incorrect API key provided.' } } },
    { status: 400, body: { error: { message: 'This model is resting.' } } },
    [{ text: 'cut' }, { finish: 'length' }],
  ]);
  const editor = await open({ capabilities: { session: { notices: {} } } });
  const id = await newSession(editor, project);
  await expect(send(editor, id, 'hello')).rejects.toMatchObject({ code: -32000, data: { code: 'LLM_AUTH_FAILED' } });
  await expect(send(editor, id, 'again')).rejects.toMatchObject({
    code: -32603,
    message: expect.stringContaining('resting'),
  });
  expect((await send(editor, id, 'and now?')).stopReason).toBe('max_tokens');
  const notices = () => editor.updates(id).filter(({ sessionUpdate }) => sessionUpdate === 'notice');
  const live = notices();
  expect(live).toHaveLength(2);
  editor.forget(id);
  await editor.agent.request(session.load, { sessionId: id, cwd: project, mcpServers: [] });
  expect(notices()).toEqual(live);
  expect(await editor.close()).toBe(0);
});
