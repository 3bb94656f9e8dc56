// A session read from another app's files that its agent continues, and messages of an agent's conversation that are asked
// again.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Message } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { type AgentApp, startAgentApp } from '../../support/externalAgents/agentApp.ts';
import { expectSound } from '../../support/externalAgents/soundConversation.ts';
import { oddAgentCommand } from '../../support/oddAgent/startOddAgent.ts';
import { projectFolder } from '../../support/projectFolder.ts';
import { sessionHome } from '../../support/sessionHome.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const spoken = (messages: readonly Message[]): unknown[] =>
  messages.flatMap(({ role, content, partType }) => (role !== 'tool' && partType !== 'note' ? [content] : []));

/** The parts of all prompts that the agent received in a session. */
function received({ sessions }: AgentApp, sessionId: string | null | undefined): unknown[] {
  const lines = readFileSync(path.join(sessions, `${sessionId}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean);
  const rows = lines.map((line) => JSON.parse(line) as { sessionUpdate?: string; content?: unknown });
  return rows.flatMap((row) => (row.sessionUpdate === 'user_message_chunk' ? [row.content] : []));
}

test.each([
  ['in the session itself', true],
  ['in a new session with the history, if it no longer has it', false],
])(cite('ACP-2', 'a session read from files continues with its agent: %s'), async (_where, isKept) => {
  const folder = projectFolder();
  const home = sessionHome(tempFolder());
  const file = home.claude(1);
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/home/ada/harbour', folder));
  const before = readFileSync(file, 'utf8');
  const app = await startAgentApp({ folder, env: { HOME: home.home, CLAUDE_CONFIG_DIR: '' } });
  const command = oddAgentCommand({ sessions: app.sessions });
  const saved = await app.call('agent.save', {
    ...{ id: 'claude', name: 'Claude Code', command, variables: [], sandboxed: false, receivesServers: false },
  });
  await app.call('agent.approve', { agent: saved.id, fingerprint: saved.fingerprint, allow: true });
  const sessionId = path.basename(file, '.jsonl');
  mkdirSync(app.sessions, { recursive: true });
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'There are two.' } };
  const rows = [{ head: true, cwd: folder, options: {} }, update].map((row) => `${JSON.stringify(row)}\n`);
  if (isKept) writeFileSync(path.join(app.sessions, `${sessionId}.jsonl`), rows.join(''));

  await app.call('inPlace.show', { program: 'claude-code', shown: true });
  const [row] = await vi.waitFor(async () => {
    const { rows, read, total } = await app.call('inPlace.list', {});
    expect([rows.length, read]).toEqual([1, total]);
    return rows;
  }, 20_000);
  const { conversationId } = await app.call('inPlace.continueInAgent', { conversationId: String(row?.conversationId) });
  const copied = await app.branch(conversationId);
  expectSound(copied);
  expect(spoken(copied)).toContain('There are two.');
  expect(await app.talk(conversationId, 'and which is free?')).toEqual({ end: 'done' });
  const { session } = await app.call('agent.session', { conversationId });
  expect(session).toMatchObject(
    isKept
      ? { agentId: 'claude', sessionId, continuation: 'loaded' }
      : { agentId: 'claude', continuation: 'history', sessionId: expect.not.stringContaining(sessionId) },
  );
  const parts = received(app, session?.sessionId);
  expect(parts.at(-1)).toMatchObject({ type: 'text', text: expect.stringContaining('and which is free?') });
  if (isKept) expect(parts).toHaveLength(1);
  else expect(JSON.stringify(parts[0])).toContain('There are two.');
  // Its app's file is only read.
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test(cite('ACP-2', 'a reply that is asked for again comes from a new session with the history before it'), async () => {
  const app = await startAgentApp();
  const id = await app.startWithAgent();
  for (const text of ['first', 'second']) await app.talk(id, text);
  const second = (await app.branch(id)).findLast(({ role }) => role === 'user');
  const from = app.events.length;
  await app.call('run.regenerate', { conversationId: id, messageId: second?.id ?? '' });
  await app.event('run.ended', undefined, from);
  const messages = await app.branch(id);
  expectSound(messages);
  const { session } = await app.call('agent.session', { conversationId: id });
  expect(session).toMatchObject({ continuation: 'history' });
  const [history, message] = received(app, session?.sessionId);
  expect(JSON.stringify(history)).toContain('You said: first');
  expect(JSON.stringify(history)).not.toContain('You said: second');
  expect(JSON.stringify(message)).toContain('second');
  // It manages its own context.
  expect(await app.client.call('context.compact', { conversationId: id })).toMatchObject({
    error: { code: 'NOT_SUPPORTED' },
  });
});
