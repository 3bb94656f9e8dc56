// Runs a store in its own process, for tests that kill it. Arguments: data folder, conversation ID, action. Prints one
// line per completed step, so that the test knows what was acknowledged.

import { writeSync } from 'node:fs';
import { systemClock } from '../../electron/lib/clock.ts';
import { createIdSource } from '../../electron/lib/ids.ts';
import { silentLog } from '../../electron/lib/log.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { claimDataFolder } from '../../electron/stores/locks/claimDataFolder.ts';
import { createRuntimeStore } from '../../electron/stores/runtimeStore.ts';

const [dataDir = '', conversationId = '', task = ''] = process.argv.slice(2);
const store = createRuntimeStore({ dataDir, clock: systemClock, ids: createIdSource(systemClock), log: silentLog });

/** Written synchronously, so that no output is lost with the process. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

async function append(content: string, role: 'user' | 'tool' = 'user'): Promise<void> {
  const common = { content, tool_call_id: 'c', toolName: 'read_file', outcome: 'ok' as const };
  const message = role === 'user' ? { role, content } : { role, ...common };
  const stored = await store.appendConversationMessage(conversationId, message);
  say(stored.ok ? `stored ${stored.value.id}` : `failed ${stored.error.code}`);
}

if (task === 'append for ever') {
  for (let n = 0; ; n++) {
    const size = [10, 300, 5000, 60_000][n % 4] as number;
    await append(`${n} ${'é'.repeat(size)}`, n % 4 === 3 ? 'tool' : 'user');
  }
} else if (task === 'print for ever') {
  await store.lease(conversationId, 'a run in a test');
  const output = store.openOutput(conversationId, { toolCallId: 'call/../1' }, () => {});
  for (let n = 0; n < 2_000; n++) {
    await output.add(`${n} ${'x'.repeat(20_000)}\n`);
    if (n % 100 === 99) say(`printed ${n}`);
  }
  // Killed late: more output would be shortened.
  setInterval(() => {}, 60_000);
} else if (task === 'stop in writes') {
  let waiting = 0;
  const rename = (): Promise<never> => {
    say(`waits ${++waiting}`);
    return new Promise(() => {});
  };
  const ids = createIdSource(systemClock);
  const stuck = createRuntimeStore({
    dataDir,
    clock: systemClock,
    ids,
    log: silentLog,
    disk: { ...nodeDisk, rename } as typeof nodeDisk,
  });
  const partial = { v: 1, messageId: 'm', parentId: null, text: 'half', reasoning: '', startedAt: '' } as const;
  void stuck.savePartial(conversationId, partial);
  void stuck.savePending(conversationId, { v: 1, draft: 'a draft', queue: [] });
  void stuck.updateMeta(conversationId, (meta) => ({ ...meta, title: 'a title' }));
  void stuck.openProject(dataDir);
  setInterval(() => {}, 1000);
} else if (task === 'append once') {
  await append('from another process');
  await store.close();
} else if (task === 'rename') {
  await store.updateMeta(conversationId, (meta) => ({ ...meta, title: 'named elsewhere' }));
  await store.close();
  say('renamed');
} else if (task === 'delete and stay') {
  const deleted = await store.deleteConversation(conversationId);
  say(deleted.ok ? 'deleted' : `failed ${deleted.error.code}`);
  setInterval(() => {}, 1000);
} else if (task === 'hold') {
  const lease = await store.lease(conversationId, 'a run in a test');
  say(lease.ok ? 'held' : `failed ${lease.error.code} ${lease.error.message}`);
  if (lease.ok) setInterval(() => {}, 1000);
} else if (task === 'claim') {
  const claim = await claimDataFolder(dataDir, 'a host in a test');
  say(claim.ok ? 'held' : `failed ${claim.error.code} ${claim.error.message}`);
  if (claim.ok) setInterval(() => {}, 1000);
}
