// The core with a disk that can fail and a scripted model; for the state that a crash leaves between two writes.

import { onTestFinished } from 'vitest';
import { type Core, createCore } from '../../electron/core.ts';
import { silentLog } from '../../electron/lib/log.ts';
import { startFakeModelServer } from './fakeModelServer.ts';
import { type FaultDisk, faultDisk } from './faultDisk.ts';
import { scriptedTurns, type Turns } from './undoTurns.ts';

export interface FaultyCore {
  core: Core;
  disk: FaultDisk;
  id: string;
  turn(text: string): Promise<void>;
}

export async function startFaultyCore(turns: Turns, folder: string, dataDir: string): Promise<FaultyCore> {
  const model = await startFakeModelServer({ window: 10_000_000, otherwise: scriptedTurns(turns) });
  onTestFinished(() => model.close());
  const disk = faultDisk();
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
  const core = createCore({ dataDir, env, log: silentLog, person: false, disk });
  onTestFinished(() => core.close());
  const project = await core.store.openProject(folder);
  if (!project.ok) throw new Error(project.error.message);
  const made = await core.store.createConversation(project.value.id);
  if (!made.ok) throw new Error(made.error.message);
  const id = made.value.conversationId;
  return {
    core,
    disk,
    id,
    async turn(text) {
      const sent = await core.chat.send(id, text, { approvalMode: 'all' });
      if (!sent.ok) throw new Error(sent.error.message);
      await sent.value.ended;
    },
  };
}
