// The built browser host in its own process with the odd agent, added and approved beforehand; it can be killed and
// started again on the same data.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { ContractEvent, MethodName, ParamsOf, ResultOf } from '../../../shared/contract.ts';
import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import type { ContractClient } from '../../../shared/protocol/client.ts';
import { type FakeModelServer, startFakeModelServer } from '../fakeModelServer.ts';
import { isRunning } from '../isRunning.ts';
import { oddAgentCommand } from '../oddAgent/startOddAgent.ts';
import { reaped } from '../processes.ts';
import { connected, type RunningHost, runningHost } from '../runningHost.ts';
import { tempFolder } from '../tempFolder.ts';
import { addAgent } from './addAgent.ts';

export interface BuiltApp {
  agentId: string;
  folder: string;
  dataDir: string;
  model: FakeModelServer;
  /** The host's process ID. */
  pid(): number;
  events(): readonly ContractEvent[];
  call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M>>;
  /** Resolves with the first matching event at `from` or later. */
  event<T extends ConversationEvent['type']>(type: T, from: number): Promise<ConversationEvent & { type: T }>;
  /** Resolves when no run is in progress, also if this client missed the event. */
  finished(conversationId: string): Promise<void>;
  start(): Promise<string>;
  killHost(): Promise<void>;
  startHost(): Promise<void>;
  /** Kills the agent's latest process; false: none runs. */
  killAgent(): Promise<boolean>;
  stop(): Promise<void>;
}

/** Every prompt is allowed. Our own model answers everything. */
export async function startBuiltApp({ settings = {} }: { settings?: object } = {}): Promise<BuiltApp> {
  const dataDir = path.join(tempFolder(), 'data');
  const folder = path.join(tempFolder(), 'project');
  const model = await startFakeModelServer({ otherwise: { text: 'Ours.' } });
  onTestFinished(() => model.close());
  const sessions = path.join(tempFolder(), 'sessions');
  for (const made of [folder, sessions, dataDir]) mkdirSync(made, { recursive: true });
  writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify({ v: 1, ...settings }));
  const command = oddAgentCommand({ sessions });
  const agentId = await addAgent({ dataDir, folder, name: 'Odd', command });

  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
  let host: RunningHost;
  let client: ContractClient;
  const events: ContractEvent[] = [];
  const wakers = new Set<() => void>();

  async function startHost(): Promise<void> {
    host = await runningHost(dataDir, ['--project', folder], { ...env, HOME: tempFolder() });
    await connect();
  }

  async function connect(): Promise<void> {
    client = await connected(host);
    client.onEvent((entry) => {
      events.push(entry);
      for (const wake of wakers) wake();
      const { conversationId, event } = entry;
      if (conversationId === null || event.type !== 'call.waiting') return;
      const { approvalId } = event.approval;
      void client.call('approval.answer', { conversationId, approvalId, decision: 'allow' });
    });
    await client.call('app.open', {});
  }
  await startHost();

  const app: BuiltApp = {
    agentId,
    folder,
    dataDir,
    model,
    pid: () => host.child.pid as number,
    events: () => events,
    async call(method, params) {
      const answer = await client.call(method, params);
      if (!answer.ok) throw new Error(`${method}: ${answer.error.code} ${answer.error.message}`);
      return answer.value;
    },
    event: (type, from) =>
      new Promise((resolve) => {
        let at = from;
        const look = (): void => {
          for (; at < events.length; at++) {
            const event = events[at]?.event;
            if (event?.type !== type) continue;
            wakers.delete(look);
            resolve(event as ConversationEvent & { type: typeof type });
            return;
          }
        };
        wakers.add(look);
        look();
      }),
    async finished(conversationId) {
      const run = async (): Promise<unknown> => {
        const answer = await client.call('conversation.open', { conversationId, tail: 1 });
        if (answer.ok) return answer.value.run;
        // The host closes the connection of a client that is too slow.
        await connect();
        return answer.error.code;
      };
      await expect.poll(run, { timeout: 150_000, interval: 100 }).toBeNull();
    },
    async start() {
      const { startProjectId } = await app.call('app.open', {});
      const { conversationId } = await app.call('conversation.create', { projectId: startProjectId });
      await app.call('conversation.open', { conversationId });
      return conversationId;
    },
    async killHost() {
      host.child.kill('SIGKILL');
      await host.finished;
    },
    startHost,
    async killAgent() {
      const started = `${sessions}.pids`;
      if (!existsSync(started)) return false;
      const pid = Number(readFileSync(started, 'utf8').trim().split('\n').at(-1));
      if (!isRunning(pid)) return false;
      process.kill(pid, 'SIGKILL');
      await reaped(pid);
      return true;
    },
    async stop() {
      host.child.kill('SIGTERM');
      await host.finished;
    },
  };
  return app;
}
