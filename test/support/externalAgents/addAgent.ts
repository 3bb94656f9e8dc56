// Adds an agent to a data folder, approves its command and trusts the project's folder, as a user would, in an app that
// ends afterwards. Without Vitest, for the bench too.

import { createApp } from '../../../electron/app.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import { noNative } from '../../../electron/ports/native.ts';
import type { MethodName, ParamsOf, ResultOf } from '../../../shared/contract.ts';
import { ok } from '../../../shared/core/errors.ts';
import { createClient } from '../../../shared/protocol/client.ts';
import { memoryTransport } from '../memoryTransport.ts';

interface AddedAgent {
  dataDir: string;
  /** A project folder; it exists. */
  folder: string;
  name: string;
  command: string[];
}

/** Returns the agent's ID. */
export async function addAgent({ dataDir, folder, name, command }: AddedAgent): Promise<string> {
  const created = await createApp({
    dataDir,
    projectFolder: folder,
    host: 'browser',
    native: noNative,
    confirm: { require: () => ok(undefined), answer: async () => ok(undefined) },
    env: { HOME: folder },
    version: 'test',
    log: silentLog,
  });
  if (!created.ok) throw new Error(created.error.message);
  const ends = memoryTransport();
  created.value.attach(ends.server);
  const client = createClient(ends.client);
  const call = async <M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M>> => {
    const answer = await client.call(method, params);
    if (!answer.ok) throw new Error(`${method}: ${answer.error.message}`);
    return answer.value;
  };
  try {
    const saved = await call('agent.save', {
      id: null,
      name,
      command,
      variables: [],
      sandboxed: false,
      receivesServers: false,
    });
    await call('agent.approve', { agent: saved.id, fingerprint: saved.fingerprint, allow: true });
    const { startProjectId } = await call('app.open', {});
    if (startProjectId !== null) await call('project.trust', { projectId: startProjectId, trusted: true });
    return saved.id;
  } finally {
    client.close();
    await created.value.close();
  }
}
