// Runs one turn in its own process and kills itself with SIGKILL at a step: before a call that the store makes to the
// file system, or just before or after a tool acts. Arguments: data folder, project folder, model URL, step (0: none).
// Prints the conversation's ID, and the number of steps at the end.

import { writeSync } from 'node:fs';
import { createCore } from '../../electron/core.ts';
import { silentLog } from '../../electron/lib/log.ts';
import type { Tool } from '../../electron/ports/tool.ts';
import { faultDisk } from './faultDisk.ts';

const [dataDir = '', folder = '', model = '', killAt = '0'] = process.argv.slice(2);
let steps = 0;
let counting = false;

function step(): void {
  if (!counting) return;
  steps++;
  if (steps === Number(killAt)) process.kill(process.pid, 'SIGKILL');
}

const disk = faultDisk();
disk.onCall = () => {
  step();
  return null;
};
const core = createCore({
  dataDir,
  env: { OPENAI_BASE_URL: model, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' },
  log: silentLog,
  person: false,
  disk,
});
const tool = core.tools.find(({ name }) => name === 'run_command') as { run: Tool['run'] };
const run = tool.run.bind(tool);
tool.run = async (args, context) => {
  step();
  const output = await run(args, context);
  step();
  return output;
};

const project = await core.store.openProject(folder);
if (!project.ok) throw new Error(project.error.message);
const made = await core.store.createConversation(project.value.id);
if (!made.ok) throw new Error(made.error.message);
writeSync(1, `${made.value.conversationId}\n`);
counting = true;
const sent = await core.chat.send(made.value.conversationId, 'count', { approvalMode: 'all' });
if (!sent.ok) throw new Error(sent.error.message);
const { end } = await sent.value.ended;
counting = false;
writeSync(1, `${end} ${steps}\n`);
await core.close();
process.exit(0);
