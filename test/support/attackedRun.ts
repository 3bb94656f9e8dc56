// Does everything at once with a data folder until it is killed: runs with parallel calls, large outputs, background
// commands, agents, unanswered approvals, edits; forks, titles, stops. Arguments: data folder, project folder, model
// URL, seed; with `end` it only starts, sends one message to every conversation, and exits. Prints a line at the start
// and one per action.

import { writeSync } from 'node:fs';
import { createCore } from '../../electron/core.ts';
import { silentLog } from '../../electron/lib/log.ts';
import { createDice } from './powerLoss.ts';
import { okValue } from './result.ts';

const [dataDir = '', folder = '', model = '', seed = '1', end] = process.argv.slice(2);
const dice = createDice(Number(seed));
const core = createCore({
  dataDir,
  env: { OPENAI_BASE_URL: model, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' },
  log: silentLog,
  person: end === undefined,
});
await core.endLeftovers();
await core.store.finishRemovals();
const project = okValue(await core.store.openProject(folder));
const say = (what: string): void => void writeSync(1, `${what}\n`);
const words = ['parallel', 'large', 'background', 'agent', 'ask', 'edit', 'plain'];

async function pick(): Promise<string> {
  const ids = await core.store.conversationIds();
  if (ids.length === 0 || dice(4) === 0) return okValue(await core.store.createConversation(project.id)).conversationId;
  return ids[dice(ids.length)] as string;
}

/** One action at a time; an action that is impossible in the conversation's state is not a failure. */
async function work(): Promise<void> {
  for (;;) {
    const id = await pick();
    const word = words[dice(words.length)] as string;
    say(word);
    const approvalMode = word === 'ask' ? 'reads' : 'all';
    const sent = await core.chat.send(id, `${word} ${dice(1_000_000)}`, { approvalMode });
    const ended = sent.ok ? sent.value.ended : null;
    const titled = core.store.updateMeta(id, (meta) => ({ ...meta, title: `Title ${dice(1_000_000)}` }));
    if (dice(3) === 0) {
      const branch = await core.store.readBranch(id, { tail: 1 });
      const last = branch.ok ? branch.value.headId : null;
      if (last) await core.store.forkConversation(id, last, 'A copy');
    }
    if (word === 'ask' || dice(6) === 0) {
      await new Promise((resolve) => setTimeout(resolve, dice(200)));
      await core.chat.stop(id);
    }
    await ended;
    await titled;
    await core.store.listConversations();
  }
}

say('begun');
if (end === undefined) await Promise.all([work(), work()]);
for (const id of await core.store.conversationIds()) {
  const sent = await core.chat.send(id, 'plain', { approvalMode: 'all' });
  if (sent.ok) await sent.value.ended;
  else say(`not sent: ${sent.error.message}`);
}
await core.close();
process.exit(0);
