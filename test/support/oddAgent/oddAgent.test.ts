// The odd agent as the protocol's own library sees it: what it stored is replayed by another process.

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { client, methods, ndJsonStream, type SessionUpdate } from '@agentclientprotocol/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../tempFolder.ts';
import { type OddAgentOptions, oddAgentCommand, recordedOpenCode } from './startOddAgent.ts';

interface Seen {
  updates: SessionUpdate[];
  asked: string[];
}

interface Agent {
  request(method: string, params: unknown): Promise<Record<string, unknown>>;
  notify(method: string, params: unknown): void;
}

async function withAgent<T>(command: string[], work: (agent: Agent, seen: Seen) => Promise<T>): Promise<T> {
  const [program, ...args] = command as [string, ...string[]];
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const seen: Seen = { updates: [], asked: [] };
  const stream = ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>);
  return client({ name: 'test' })
    .onNotification(methods.client.session.update, ({ params }) => void seen.updates.push(params.update))
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      seen.asked.push(String(params.toolCall.title));
      return { outcome: { outcome: 'selected', optionId: 'once' } };
    })
    .onRequest(methods.client.fs.readTextFile, ({ params }) => ({ content: readFileSync(params.path, 'utf8') }))
    .onRequest(methods.client.fs.writeTextFile, ({ params }) => {
      writeFileSync(params.path, params.content);
      return {};
    })
    .connectWith(stream, async (context) => {
      const request = context.request.bind(context) as (method: string, params: unknown) => Promise<never>;
      await request('initialize', { protocolVersion: 1, clientCapabilities: {} });
      const notify = (method: string, params: unknown) => void context.notify(method as never, params as never);
      return work({ request, notify }, seen);
    });
}

const prompt = (sessionId: unknown, text: string): object => ({ sessionId, prompt: [{ type: 'text', text }] });

test('a session with calls, in one process and replayed by the next', async () => {
  const sessions = tempFolder();
  const cwd = tempFolder();
  writeFileSync(path.join(cwd, 'a.txt'), 'one\n');
  const first = await withAgent(oddAgentCommand({ sessions }), async (agent, seen) => {
    const { sessionId } = await agent.request('session/new', { cwd, mcpServers: [] });
    const answer = await agent.request('session/prompt', prompt(sessionId, '!think+read+edit+fail a.txt'));
    expect(answer).toEqual({ stopReason: 'end_turn' });
    expect(seen.asked).toEqual(['Edit a.txt']);
    return { sessionId, updates: seen.updates };
  });
  expect(readFileSync(path.join(cwd, 'a.txt'), 'utf8')).toBe('one\nedited\n');

  await withAgent(oddAgentCommand({ sessions }), async (agent, seen) => {
    await agent.request('session/load', { sessionId: first.sessionId, cwd, mcpServers: [] });
    const replayed = (updates: SessionUpdate[]) => updates.filter((row) => !/commands|user/.test(row.sessionUpdate));
    expect(replayed(seen.updates)).toEqual(replayed(first.updates));
    expect(replayed(seen.updates)).toHaveLength(8);
    const list = await agent.request('session/list', { cwd });
    expect(list.sessions).toMatchObject([{ sessionId: first.sessionId, cwd }]);
  });
});

test('a stop, and the same stop ignored', async () => {
  const cwd = tempFolder();
  const stopAfter = (odd: OddAgentOptions['odd']) =>
    withAgent(oddAgentCommand({ sessions: cwd, odd: odd ?? [] }), async (agent, seen) => {
      const { sessionId } = await agent.request('session/new', { cwd, mcpServers: [] });
      const answer = agent.request('session/prompt', prompt(sessionId, '!wait'));
      await expect.poll(() => seen.updates.map((row) => row.sessionUpdate)).toContain('tool_call_update');
      agent.notify('session/cancel', { sessionId });
      const twoAnswers = agent.request('session/list', {}).then(() => agent.request('session/list', {}));
      return Promise.race([answer, twoAnswers.then(() => 'still waiting')]);
    });
  expect(await stopAfter([])).toEqual({ stopReason: 'cancelled' });
  expect(await stopAfter(['cancel-ignored'])).toBe('still waiting');
});

test('the recorded exchange of OpenCode, in the folder of the session', async () => {
  const cwd = tempFolder();
  const updates = await withAgent(recordedOpenCode(path.join(cwd, 'state')), async (agent, seen) => {
    const { sessionId } = await agent.request('session/new', { cwd, mcpServers: [] });
    expect(await agent.request('session/prompt', prompt(sessionId, 'read'))).toMatchObject({ stopReason: 'end_turn' });
    await expect(agent.request('session/fork', {})).rejects.toThrow('Method not found');
    return seen.updates;
  });
  const reads = updates.filter((row) => row.sessionUpdate === 'tool_call_update');
  expect(reads.map((row) => row.rawInput ?? row.title)).toEqual([
    { filePath: `${cwd}/notes.txt` },
    `${cwd}/notes.txt`.slice(1),
  ]);
});
