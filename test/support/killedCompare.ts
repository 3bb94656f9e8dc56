// Compares in its own process and continues with the first answer; kills itself with SIGKILL at a step, before a call
// that the store makes to the file system. Arguments: data folder, project folder, model URL, step (0: none). Prints the
// conversation's ID, and the number of steps at the end.

import { writeSync } from 'node:fs';
import { createCore } from '../../electron/core.ts';
import { silentLog } from '../../electron/lib/log.ts';
import type { Result } from '../../shared/core/errors.ts';
import { faultDisk } from './faultDisk.ts';

const [dataDir = '', folder = '', model = '', killAt = '0'] = process.argv.slice(2);
let steps = 0;
let isCounting = false;
const disk = faultDisk();
disk.onCall = () => {
  if (isCounting && ++steps === Number(killAt)) process.kill(process.pid, 'SIGKILL');
  return null;
};
const { PATH = '', HOME = '' } = process.env;
const core = createCore({
  dataDir,
  env: { PATH, HOME, OPENAI_BASE_URL: model, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' },
  log: silentLog,
  person: false,
  disk,
});

const { id: projectId } = resolved(await core.store.openProject(folder));
resolved(await core.store.trustProject(projectId, true));
resolved(await core.store.chooseProjectMode(projectId, 'all'));
const { conversationId } = resolved(await core.store.createConversation(projectId));
writeSync(1, `${conversationId}\n`);
isCounting = true;
const contestants = ['alpha', 'beta'].map((name) => ({
  model: { provider: 'environment', model: name },
  modelOptions: {},
}));
const wish = { text: 'write it', attachments: [], contestants, edits: true, bring: false, overLimit: false };
const { compare, started } = resolved(await core.compares.start(conversationId, wish));
await started;
await Promise.all(compare.contestants.map((each) => idle(each.conversationId)));
const chosen = compare.contestants[0]?.conversationId ?? '';
const { hasChanges } = resolved(await core.compares.adopt(conversationId, compare.id, chosen));
isCounting = false;
writeSync(1, `${hasChanges} ${steps}\n`);
await core.close();
process.exit(0);

function idle(id: string): Promise<void> {
  if (!core.chat.isRunning(id)) return Promise.resolve();
  return new Promise((resolve) => {
    const end = core.hub.subscribe(id, (_id, _seq, event) => {
      if (event.type !== 'run.ended') return;
      end();
      resolve();
    });
  });
}

function resolved<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
