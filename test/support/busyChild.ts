// Uses a store as fast as it can until it is killed. Prints a line before each action and one after its acknowledgment,
// so that a test knows both. Arguments: data folder, project, name, seed, and conversations to continue; without any it
// exits immediately.

import { writeSync } from 'node:fs';
import { systemClock } from '../../electron/lib/clock.ts';
import { createIdSource } from '../../electron/lib/ids.ts';
import { silentLog } from '../../electron/lib/log.ts';
import { createRuntimeStore } from '../../electron/stores/runtimeStore.ts';
import type { NewMessage } from '../../shared/conversation/message.ts';
import type { Result } from '../../shared/core/errors.ts';
import { type BusyWord, contentOf, toLine } from './busyWords.ts';
import { createDice } from './powerLoss.ts';

const [dataDir = '', projectId = '', name = '', seed = '1', ...known] = process.argv.slice(2);
if (dataDir === '') process.exit();
const store = createRuntimeStore({ dataDir, clock: systemClock, ids: createIdSource(systemClock), log: silentLog });
const dice = createDice(Number(seed));
const [common = '', ...own] = known;

/** Written synchronously, so that no output is lost with the process. */
function say(word: BusyWord): void {
  writeSync(1, toLine(word));
}

async function doing(word: Omit<BusyWord, 'done'>, act: () => Promise<Result<unknown>>): Promise<unknown> {
  say({ ...word, done: false });
  const result = await act();
  if (!result.ok) throw new Error(`${word.what} failed: ${result.error.message}`);
  const id = (result.value as { id?: string } | undefined)?.id;
  say({ ...word, done: true, ...(id === undefined ? {} : { id }) });
  return result.value;
}

for (let number = 0; ; number++) {
  const label = `${name}-${number}`;
  const chosen = dice(20);
  if (own.length === 0 || (chosen === 0 && own.length < 4)) {
    const made = await store.createConversation(projectId);
    if (!made.ok) throw new Error(made.error.message);
    own.push(made.value.conversationId);
    say({ what: 'made', conversation: made.value.conversationId, label, done: true });
  }
  const conversation = chosen < 4 ? common : (own[dice(own.length)] as string);
  if (chosen === 19 && own.length > 2) {
    await doing({ what: 'delete', conversation, label }, () => store.deleteConversation(conversation));
    own.splice(own.indexOf(conversation), 1);
  } else if (chosen > 16 && conversation !== common) {
    await doing({ what: 'title', conversation, label }, () =>
      store.updateMeta(conversation, (meta) => ({ ...meta, title: label })),
    );
  } else {
    const large = chosen > 13;
    const content = contentOf(label, large);
    const message: NewMessage = large
      ? { role: 'tool', tool_call_id: 'c1', toolName: 'read_file', outcome: 'ok', content }
      : { role: 'user', content };
    await doing({ what: 'append', conversation, label }, () => store.appendConversationMessage(conversation, message));
  }
}
