// The built `throughline acp` driven by the protocol's own client library. Every message is validated against the schema.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { methods, type SessionUpdate } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { shownIn } from '../../support/acpClient.ts';
import { acpPlace, callReply, newSession, send } from '../../support/acpPlace.ts';
import { cite } from '../../support/cite.ts';
import { throughline } from '../../support/commandLine.ts';

const { session } = methods.agent;

test(
  cite(
    'ACP-3',
    'a turn with thoughts, calls, permissions, a diff and a plan is streamed, and its replay in a new process is the same',
  ),
  async () => {
    const todos = [{ content: 'write it', status: 'in_progress' }];
    const { project, model, open } = await acpPlace([
      [
        { reasoning: ['let me', ' see'] },
        { text: ['I will ', 'read it.'] },
        { calls: [{ id: 'a', name: 'read_file', arguments: '{"path":"notes.txt"}' }] },
      ],
      callReply('edit_file', { path: 'notes.txt', old_text: 'two', new_text: 'three' }, 'b'),
      callReply('run_command', { command: 'echo hello; exit 3' }, 'c'),
      callReply('todo_write', { todos }, 'd'),
      [{ text: 'Done.' }],
    ]);
    const editor = await open({
      permit: ({ toolCall, options }) =>
        options.find(({ name }) => name === (toolCall.kind === 'execute' ? 'Deny' : 'Allow once'))?.optionId ?? null,
    });
    const made = await editor.agent.request(session.new, { cwd: project, mcpServers: [] });
    const { sessionId } = made;
    expect(made.modes?.currentModeId).toBe('read');
    expect(made.modes?.availableModes.map(({ id }) => id)).toEqual(['ask', 'read', 'edit', 'sandbox', 'all', 'plan']);
    expect(made.configOptions?.map(({ id, category }) => [id, category])).toEqual([
      ['mode', 'mode'],
      ['model', 'model'],
      ['effort', 'thought_level'],
    ]);
    const answer = await send(editor, sessionId, 'change the notes');
    expect(answer.stopReason).toBe('end_turn');
    expect(readFileSync(path.join(project, 'notes.txt'), 'utf8')).toBe('one\nthree\n');
    const live = editor.updates(sessionId);
    const view = shownIn(live);
    expect(view).toMatchObject([
      { kind: 'agent_thought_chunk', text: 'let me see' },
      { kind: 'agent_message_chunk', text: 'I will read it.' },
      {
        name: 'read_file',
        kind: 'read',
        status: 'completed',
        rawInput: { path: 'notes.txt' },
        locations: [{ path: path.join(project, 'notes.txt') }],
      },
      {
        name: 'edit_file',
        kind: 'edit',
        status: 'completed',
        content: [
          { type: 'diff', path: path.join(project, 'notes.txt'), oldText: 'one\ntwo\n', newText: 'one\nthree\n' },
          {},
        ],
      },
      { name: 'run_command', kind: 'execute', status: 'failed', rawOutput: { outcome: 'denied' } },
      { name: 'todo_write', status: 'completed' },
      { plan: [{ content: 'write it', status: 'in_progress' }] },
      { kind: 'agent_message_chunk', text: 'Done.' },
    ]);
    // Facts about the session follow the answer.
    const facts = () => JSON.stringify(editor.updates(sessionId));
    await expect.poll(facts).toContain('"usage_update"');
    await expect.poll(facts).toContain('"title":"change the notes"');
    expect(
      editor.permissions.map(({ options }) => options.map(({ kind, name }) => [kind, name])).at(-1),
    ).toContainEqual(['allow_always', 'Always allow exactly this command in this conversation']);
    expect(await editor.close()).toBe(0);

    const again = await open();
    const listed = await again.agent.request(session.list, { cwd: project });
    expect(listed.sessions).toMatchObject([{ sessionId, cwd: project, title: 'change the notes' }]);
    await again.agent.request(session.load, { sessionId, cwd: project, mcpServers: [] });
    const replayed = again.updates(sessionId);
    expect(shownIn(replayed)).toEqual([
      { kind: 'user_message_chunk', messageId: expect.any(String), blocks: [], text: 'change the notes' },
      ...view,
    ]);
    again.forget(sessionId);
    await again.agent.request(session.load, { sessionId, cwd: project, mcpServers: [] });
    expect(again.updates(sessionId).filter(isRecord)).toEqual(replayed.filter(isRecord));
    expect(await again.close()).toBe(0);
    expect(model.requests).toHaveLength(5);
  },
);

/** Updates of stored messages, as opposed to those that describe the session. */
function isRecord({ sessionUpdate }: SessionUpdate): boolean {
  return /_chunk$|^tool_call|^plan$/.test(sessionUpdate);
}

test(
  cite('ACP-3', 'a cancelled prompt says so, its call is recorded as stopped, and the session continues'),
  async () => {
    const { project, data, open } = await acpPlace([
      callReply('run_command', { command: 'echo started; sleep 60' }),
      [{ text: 'Welcome back.' }],
    ]);
    const editor = await open({ args: ['--approve', 'all'] });
    const sessionId = await newSession(editor, project);
    // Nothing is running: that is no error.
    await editor.agent.notify(session.cancel, { sessionId });
    const running = send(editor, sessionId, 'wait');
    await expect.poll(() => JSON.stringify(editor.updates(sessionId))).toContain('started\\n');
    await expect(send(editor, sessionId, 'me too')).rejects.toThrow('A prompt is already running in this session.');
    await editor.agent.notify(session.cancel, { sessionId });
    expect((await running).stopReason).toBe('cancelled');
    expect(shownIn(editor.updates(sessionId)).at(-1)).toMatchObject({
      status: 'failed',
      rawOutput: { outcome: 'cancelled' },
    });
    const next = await send(editor, sessionId, 'again');
    expect(next.stopReason).toBe('end_turn');
    expect(await editor.close()).toBe(0);
    const view = await throughline(['show', sessionId, '--data', data]);
    expect(view.stdout).toContain('[run_command: cancelled]');
  },
);

test(
  cite('ACP-3', 'after kill -9 during a call, a new process shows the call as interrupted and continues'),
  async () => {
    const { project, model, open } = await acpPlace([
      callReply('run_command', { command: 'echo started; sleep 60' }),
      [{ text: 'It was interrupted.' }],
    ]);
    const editor = await open({ args: ['--approve', 'all'] });
    const sessionId = await newSession(editor, project);
    const running = send(editor, sessionId, 'wait');
    await expect.poll(() => JSON.stringify(editor.updates(sessionId))).toContain('started\\n');
    editor.child.kill('SIGKILL');
    await expect(running).rejects.toThrow();

    const again = await open();
    await again.agent.request(session.load, { sessionId, cwd: project, mcpServers: [] });
    expect(shownIn(again.updates(sessionId))).toMatchObject([
      { kind: 'user_message_chunk', text: 'wait' },
      { name: 'run_command', status: 'failed', rawOutput: { outcome: 'interrupted', isOpen: true } },
    ]);
    const answer = await send(again, sessionId, 'what happened?');
    expect(answer.stopReason).toBe('end_turn');
    expect(model.requests.at(-1)?.text).toContain('interrupted');
    expect(await again.close()).toBe(0);
  },
);

test(cite('ACP-3', 'an editor that disappears during a prompt ends the run, and its call is recorded as stopped'), {
  tags: ['all'],
}, async () => {
  const { project, data, open } = await acpPlace([callReply('run_command', { command: 'echo started; sleep 60' })]);
  const editor = await open({ args: ['--approve', 'all'] });
  const sessionId = await newSession(editor, project);
  void send(editor, sessionId, 'wait').catch(() => {});
  await expect.poll(() => JSON.stringify(editor.updates(sessionId))).toContain('started\\n');
  expect(await editor.close()).toBe(0);
  expect((await throughline(['show', sessionId, '--data', data])).stdout).toContain('[run_command: cancelled]');
});
