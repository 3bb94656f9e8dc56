// Sessions that an agent lists as its own: shown once, opened with their replay, and continued in the session itself.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createListedSessions, type ListedSessionsDeps } from '../../../electron/features/inPlace/listedSessions.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { ownModel, startAgentApp } from '../../support/externalAgents/agentApp.ts';
import { expectSaid, expectSound } from '../../support/externalAgents/soundConversation.ts';
import { projectFolder } from '../../support/projectFolder.ts';

const text = (sessionUpdate: string, words: string) => ({ sessionUpdate, content: { type: 'text', text: words } });

/** A session that the odd agent had with another client. */
function sessionElsewhere(sessions: string, id: string, cwd: string, updates: readonly object[]): void {
  const lines = [{ head: true, cwd, options: {} }, ...updates].map((row) => `${JSON.stringify(row)}\n`);
  writeFileSync(path.join(sessions, `${id}.jsonl`), lines.join(''));
}

const updates = [
  text('user_message_chunk', 'Rename the parser, '),
  text('user_message_chunk', 'please'),
  text('agent_thought_chunk', 'Where is it?'),
  text('agent_message_chunk', 'I look for it.'),
  { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'grep parser', kind: 'search', status: 'pending' },
  {
    ...{ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'failed' },
    content: [{ type: 'content', content: { type: 'text', text: 'no such file' } }],
  },
  { sessionUpdate: 'tool_call', toolCallId: 'c2', title: 'sleep', kind: 'execute', status: 'in_progress' },
  text('agent_message_chunk', 'There is no parser.'),
  { sessionUpdate: 'session_info_update', title: 'Renaming the parser' },
];

const facts = (message: Message) =>
  message.role === 'tool' ? [message.role, message.outcome, message.content] : [message.role, message.content];

test(
  cite(
    ['ACP-1', 'ACP-2'],
    'a session that an agent lists is opened with its replay, continued, and readable by a model',
  ),
  async () => {
    const app = await startAgentApp();
    const folder = projectFolder();
    sessionElsewhere(app.sessions, 'odd_elsewhere', folder, updates);
    sessionElsewhere(app.sessions, 'odd_empty', folder, []);
    // No agent has been started.
    expect((await app.call('inPlace.list', {})).agents).toEqual([]);

    const ours = await app.startWithAgent();
    expect(await app.talk(ours, 'ours')).toEqual({ end: 'done' });
    await app.call('inPlace.look', { agent: app.agentId });
    const [listed] = (await app.call('inPlace.list', {})).agents;
    expect(listed).toMatchObject({ agentId: app.agentId, name: 'Odd', program: null });
    // The session of our conversation is not listed.
    expect(listed?.sessions.map(({ sessionId }) => sessionId).sort()).toEqual(['odd_elsewhere', 'odd_empty']);

    const request = { agent: app.agentId, session: 'odd_elsewhere' };
    const before = (await app.call('app.open', {})).projects.length;
    const untrusted = await app.client.call('inPlace.openListed', request);
    expect(untrusted).toMatchObject({ ok: false, error: { code: 'AGENT_FAILED', details: { untrusted: true } } });
    expect((await app.call('app.open', {})).projects).toHaveLength(before);

    const project = await app.call('project.open', { path: folder });
    await app.call('project.trust', { projectId: project.id, trusted: true });
    const count = (await app.call('app.open', {})).conversations.length;
    for (const session of ['odd_empty', 'odd_unlisted']) {
      const refused = await app.client.call('inPlace.openListed', { ...request, session });
      expect(refused).toMatchObject({ ok: false, error: { code: 'AGENT_FAILED' } });
    }
    expect((await app.call('app.open', {})).conversations).toHaveLength(count);

    const [opened, again] = await Promise.all([
      app.call('inPlace.openListed', request),
      app.call('inPlace.openListed', request),
    ]);
    expect(again).toEqual(opened);
    const { conversationId } = opened;
    const replayed = await app.branch(conversationId);
    expectSound(replayed);
    expect(replayed.map(facts)).toEqual([
      ['user', 'Rename the parser, please'],
      ['assistant', 'I look for it.'],
      ['tool', 'error', 'Error: no such file'],
      ['tool', 'interrupted', expect.stringContaining('Error: ')],
      ['assistant', 'There is no parser.'],
    ]);
    expect(replayed[1]).toMatchObject({ reasoning: 'Where is it?', model: 'odd/plain' });
    expect(replayed[0]?.origin).toEqual({ type: 'agent-replay', agentId: app.agentId, sessionId: 'odd_elsewhere' });
    expect((await app.call('inPlace.list', {})).agents[0]?.sessions).toHaveLength(1);

    expect(await app.talk(conversationId, 'and now?')).toEqual({ end: 'done' });
    expect((await app.branch(conversationId)).at(-1)).toMatchObject({ content: 'You said: and now?' });
    const { session } = await app.call('agent.session', { conversationId });
    expect(session).toMatchObject({ sessionId: 'odd_elsewhere', continuation: 'live', notes: [] });

    await app.use(conversationId, ownModel);
    app.model.push({ text: 'Read.' });
    expect(await app.talk(conversationId, 'and you?')).toEqual({ end: 'done' });
    const sent = app.model.requests.at(-1)?.body;
    expectSaid(sent as NonNullable<typeof sent>, ['Rename the parser, please', 'no such file', 'There is no parser.']);
    app.model.assertNoViolations();
  },
);

function listedBy(sessions: { agentId: string; sessionId: string }[]) {
  const reading = Promise.withResolvers<Map<string, string>>();
  const calls = { metas: 0, changes: 0 };
  const listed = createListedSessions({
    agents: {
      listSessions: async () => sessions,
      find: async () => ({ name: 'Odd', status: 'ready' }),
      onChange: () => () => {},
    },
    sessions: {
      conversations() {
        calls.metas++;
        return reading.promise;
      },
    },
    inPlace: { agentSessionOf: () => null },
    elapsed: () => 0,
    onChange: () => calls.changes++,
  } as unknown as ListedSessionsDeps);
  return { listed, calls, reading };
}

test(cite('ACP-1', 'while no agent lists sessions, the list of sessions reads no conversation'), async () => {
  const { listed, calls } = listedBy([]);
  expect(await listed.besides([])).toEqual([]);
  expect(await listed.besides([])).toEqual([]);
  expect(calls).toEqual({ metas: 0, changes: 0 });
});

test(cite('ACP-1', 'the list of sessions does not wait until the conversations are read'), async () => {
  const { listed, calls, reading } = listedBy([
    { agentId: 'odd', sessionId: 'one' },
    { agentId: 'odd', sessionId: 'ours' },
  ]);
  expect(await listed.besides([])).toEqual([]);
  await expect.poll(() => calls.metas).toBe(1);
  expect(await listed.besides([])).toEqual([]);
  expect(calls.changes).toBe(0);
  reading.resolve(new Map([['odd\nours', 'a conversation']]));
  await expect.poll(() => calls.changes).toBe(1);
  expect(await listed.besides([])).toMatchObject([{ agentId: 'odd', sessions: [{ sessionId: 'one' }] }]);
});
