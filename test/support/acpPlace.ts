// A project, a data folder and a scripted model, and editors that are opened there.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { methods, type PromptResponse } from '@agentclientprotocol/sdk';
import { onTestFinished } from 'vitest';
import { type Editor, type EditorOptions, startEditor } from './acpClient.ts';
import { type FakeModelServer, type Reply, startFakeModelServer } from './fakeModelServer.ts';
import { tempFolder } from './tempFolder.ts';

export interface AcpPlace {
  project: string;
  data: string;
  model: FakeModelServer;
  env: Record<string, string>;
  open(options?: EditorOptions): Promise<Editor>;
}

export async function acpPlace(replies: readonly Reply[] = []): Promise<AcpPlace> {
  const root = tempFolder();
  const [project, data] = [path.join(root, 'project'), path.join(root, 'data')];
  mkdirSync(project);
  writeFileSync(path.join(project, 'notes.txt'), 'one\ntwo\n');
  const model = await startFakeModelServer({ replies });
  onTestFinished(() => model.close());
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
  return { project, data, model, env, open: (options = {}) => startEditor(data, { env, ...options }) };
}

/** Sends a prompt of text alone. */
export function send({ agent }: Editor, sessionId: string, text: string): Promise<PromptResponse> {
  return agent.request<PromptResponse>(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] });
}

/** A reply that calls one tool. */
export function callReply(name: string, args: unknown, id = 'call_1'): Reply {
  return [{ calls: [{ id, name, arguments: JSON.stringify(args) }] }];
}

export async function newSession({ agent }: Editor, cwd: string): Promise<string> {
  return (await agent.request(methods.agent.session.new, { cwd, mcpServers: [] })).sessionId;
}
