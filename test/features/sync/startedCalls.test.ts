// Which calls have started is known on each machine, so that none runs twice.

import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openCalls } from '../../../electron/chat/recovery/recover.ts';
import { dataKeyOf } from '../../../electron/stores/encryption/dataKey.ts';
import { cite } from '../../support/cite.ts';
import { asNew, assistantMessage, call, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { okValue } from '../../support/result.ts';
import { createMemoryRemote, type MemoryRemote } from '../../support/sync/memoryRemote.ts';
import { openDevice, type SyncDevice } from '../../support/sync/syncDevice.ts';

const sync = async (...devices: SyncDevice[]) => {
  for (const device of devices) okValue(await device.engine.syncNow());
};

/** A conversation whose last call is started, by a process of this machine. */
async function withStartedCall({ store }: SyncDevice) {
  const project = okValue(await store.openFolderlessProject());
  const { conversationId: id } = okValue(await store.createConversation(project.id));
  okValue(await store.appendConversationMessage(id, asNew(userMessage('do it'))));
  const reply = asNew(assistantMessage('', [call('c1', 'run_command')]));
  const { id: messageId } = okValue(await store.appendConversationMessage(id, reply));
  const entry = { v: 1, at: '2026-11-30T00:00:00.000Z', messageId, toolCallId: 'c1', index: 0, name: 'run_command' };
  return { id, messageId, entry };
}

async function openIn({ store }: SyncDevice, id: string) {
  const { messages } = okValue(await store.readBranch(id));
  return openCalls(messages, (await store.readExecution(id)) ?? []).map(({ state }) => state);
}

const segments = ({ objects }: MemoryRemote) => [...objects.keys()].filter((name) => name.includes('/c/'));

test(cite('SYNC-3', 'a call that a crash interrupted on one machine has started on the others, too'), async () => {
  const remote = createMemoryRemote();
  const a = openDevice('a', remote.connect(), { key: dataKeyOf(randomBytes(32)) });
  const [b, c] = [openDevice('b', remote.connect()), openDevice('c', remote.connect())];
  const { id, entry } = await withStartedCall(a);
  await sync(a, b);
  expect(await openIn(b, id)).toEqual(['not_started']);
  // The message was uploaded before the user allowed the call.
  okValue(await a.store.logExecution(id, { ...entry, type: 'tool_started' }));
  okValue(await a.store.logExecution(id, { ...entry, type: 'tool_started', pid: 4711, processStartedAt: '1' }));
  await sync(a, b, c);
  for (const device of [b, c]) {
    expect(await openIn(device, id)).toEqual(['unknown']);
    expect(await device.store.readExecution(id)).toEqual([{ ...entry, type: 'tool_started' }]);
  }
  okValue(await b.store.logExecution(id, { ...entry, type: 'tool_ended' }));
  okValue(await b.store.appendConversationMessage(id, asNew(toolMessage('c1', 'done'))));
  await sync(b, a, c);
  expect((await a.store.readExecution(id))?.map(({ type, pid }) => [type, pid])).toEqual([
    ['tool_started', undefined],
    ['tool_started', 4711],
    ['tool_ended', undefined],
  ]);
  const stored = segments(remote);
  await sync(a, b, c, a, b, c);
  expect(segments(remote)).toEqual(stored);
});

test('a started call is uploaded soon, not only with the next message', async () => {
  const a = openDevice('a', createMemoryRemote().connect());
  const { id, entry } = await withStartedCall(a);
  const changes: string[] = [];
  a.store.onChange((changed) => void changes.push(changed));
  okValue(await a.store.logExecution(id, { ...entry, type: 'tool_started' }));
  expect(changes).toEqual([id]);
});

test(cite('SYNC-4', 'with a removed message, what the store has of its calls goes, too'), async () => {
  const remote = createMemoryRemote();
  const [a, b] = [openDevice('a', remote.connect()), openDevice('b', remote.connect())];
  const { id, messageId, entry } = await withStartedCall(a);
  await sync(a);
  const allowed = { by: 'rule' as const, mode: 'ask', rules: ['rm secret-folder'] };
  okValue(await a.store.logExecution(id, { ...entry, type: 'tool_started', allowed }));
  await sync(a, b);
  expect(segments(remote)).toHaveLength(2);
  const [, ofCall = ''] = segments(remote);
  const before = remote.objects.get(ofCall);
  okValue(await b.store.forgetMessage(id, messageId));
  await sync(b, a);
  expect([...remote.objects.values()]).not.toContainEqual(before);
  const c = openDevice('c', remote.connect());
  await sync(c);
  expect(await c.store.readExecution(id)).toEqual([]);
});

test('a conversation that is lost here comes back with its started calls', async () => {
  const remote = createMemoryRemote();
  const a = openDevice('a', remote.connect());
  const { id, entry } = await withStartedCall(a);
  okValue(await a.store.logExecution(id, { ...entry, type: 'tool_started' }));
  await sync(a);
  const fresh = openDevice('a', remote.connect());
  await sync(fresh);
  expect(await openIn(fresh, id)).toEqual(['unknown']);
});
