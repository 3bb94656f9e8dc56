// The whole program with the odd agent, added and approved as a user would, and prompts answered as a test decides.

import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';
import type { ApprovalRequest, RunEnd } from '../../../shared/conversation/event.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { agentModelRef } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../appHarness.ts';
import { isRunning } from '../isRunning.ts';
import { type OddAgentOptions, oddAgentCommand } from '../oddAgent/startOddAgent.ts';
import { goneWithin } from '../processes.ts';
import { tempFolder } from '../tempFolder.ts';

export const ownModel: ModelRef = { provider: 'environment', model: 'fake-model' };

export interface AgentApp extends TestApp {
  agentId: string;
  /** The folder of the agent's sessions. */
  sessions: string;
  /** Kills the agent's last process; resolves when the app knows. */
  killAgent(): Promise<void>;
  /** Starts a conversation with the agent. */
  startWithAgent(): Promise<string>;
  use(conversationId: string, model: ModelRef): Promise<void>;
  /** Sends a message and waits for the end of its run: the end, and the sentence of an error. */
  talk(conversationId: string, text: string): Promise<{ end: RunEnd; error?: string }>;
  branch(conversationId: string): Promise<Message[]>;
}

export interface AgentAppOptions extends TestAppOptions {
  odd?: OddAgentOptions['odd'];
  /** Instead of the odd agent. */
  command?: string[];
  /** Answers each prompt; default: allowed. Null: it stays unanswered. */
  decide?: (approval: ApprovalRequest) => 'allow' | 'deny' | null;
}

export async function startAgentApp({
  odd = [],
  command,
  decide,
  ...options
}: AgentAppOptions = {}): Promise<AgentApp> {
  const app = await startTestApp(options);
  const sessions = path.join(tempFolder(), 'sessions');
  mkdirSync(sessions);
  const saved = await app.call('agent.save', {
    id: null,
    name: 'Odd',
    command: command ?? oddAgentCommand({ sessions, odd }),
    variables: [],
    sandboxed: false,
    receivesServers: false,
  });
  await app.call('agent.approve', { agent: saved.id, fingerprint: saved.fingerprint, allow: true });
  const { startProjectId } = await app.call('app.open', {});
  if (startProjectId !== null) await app.call('project.trust', { projectId: startProjectId, trusted: true });
  app.client.onEvent(({ conversationId, event }) => {
    if (conversationId === null) return;
    if (event.type === 'call.asking') {
      void app.client.call('question.answer', {
        conversationId,
        questionId: event.question.questionId,
        action: 'accept',
        values: event.question.fields.some(({ name }) => name === 'color') ? { color: 'red' } : {},
      });
    }
    if (event.type !== 'call.waiting') return;
    const decision = (decide ?? (() => 'allow' as const))(event.approval);
    if (decision === null) return;
    const answer = { conversationId, approvalId: event.approval.approvalId };
    // Without an option that allows once, there is nothing to allow.
    void app.client.call('approval.answer', { ...answer, decision }).then(({ ok }) => {
      if (!ok) void app.client.call('approval.answer', { ...answer, decision: 'deny' });
    });
  });
  const use = async (conversationId: string, model: ModelRef): Promise<void> => {
    await app.call('conversation.configure', { conversationId, model });
  };
  return {
    ...app,
    agentId: saved.id,
    sessions,
    use,
    async talk(conversationId, text) {
      const ended = app.event('run.ended');
      await app.call('run.send', { conversationId, text });
      const { end } = await ended;
      const last = app.rows(conversationId).at(-1);
      const error = last?.role === 'assistant' ? last.error : undefined;
      return { end, ...(end === 'error' && error ? { error: `${error.code}: ${error.message}` } : {}) };
    },
    branch: async (conversationId) => (await app.call('conversation.open', { conversationId, tail: 5000 })).messages,
    async killAgent() {
      const pid = Number(readFileSync(`${sessions}.pids`, 'utf8').trim().split('\n').at(-1));
      if (isRunning(pid)) process.kill(pid, 'SIGKILL');
      await goneWithin(pid, 5000);
      // A message sent before the app has noticed would fail.
      await vi.waitFor(async () => {
        const { agents } = await app.call('agent.list', {});
        if (agents.find(({ id }) => id === saved.id)?.status === 'ready') throw new Error('not noticed yet');
      });
    },
    async startWithAgent() {
      const conversationId = await app.start();
      await use(conversationId, agentModelRef(saved.id));
      return conversationId;
    },
  };
}
