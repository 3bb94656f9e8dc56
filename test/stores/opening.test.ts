import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../electron/lib/clock.ts';
import type { Clock } from '../../electron/ports/clock.ts';
import { checkData } from '../../electron/stores/check/check.ts';
import { createSettingsFile } from '../../electron/stores/settingsFile.ts';
import { cite } from '../support/cite.ts';
import { hashTree } from '../support/hashTree.ts';
import { asNew, assistantMessage, call, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { openConversation, openStore } from '../support/openStore.ts';
import { okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';

const derived = (path: string) => path.startsWith('index.db') || path.startsWith('locks');

test(cite('RESUME-7', 'opening, listing, reading and checking change no file, even with damage'), async () => {
  const { dataDir, store, conversationId, folder, messagesPath, metaPath, projectId } = await openConversation();
  const messages = [
    userMessage('hi'),
    assistantMessage('', [call('c1', 'read_file')]),
    toolMessage('c1', 'x'.repeat(60_000)),
  ];
  const ids: string[] = [];
  for (const message of messages) {
    ids.push(okValue(await store.appendConversationMessage(conversationId, asNew(message))).id);
  }
  const damaged = okValue(await store.createConversation(projectId)).conversationId;
  writeFileSync(
    join(folder, '..', damaged, 'messages.json'),
    '[\n{"id":"a","role":"user","content":"x"}\nbad\n,{"torn":',
  );
  writeFileSync(metaPath, 'not json');
  writeFileSync(join(folder, 'pending.json'), '[]');
  writeFileSync(join(folder, 'partial.json'), '\0\0');
  writeFileSync(join(dataDir, 'settings.json'), '{"theme":"mauve"}');
  await store.close();

  const before = hashTree(dataDir, derived);
  const { store: again } = openStore({ dataDir });
  for (const id of [conversationId, damaged]) {
    const branch = okValue(await again.readBranch(id));
    expect(branch.notices.length).toBeGreaterThan(0);
    await again.readPage(id, null, 2);
    await again.readPending(id);
    await again.readPartial(id);
    await again.readExecution(id);
  }
  await again.readMessage(conversationId, ids[0] as string);
  await again.readToolResult(conversationId, ids[2] as string, 0, 100);
  await again.searchToolResult(conversationId, ids[2] as string, 'x', 3);
  await again.listConversations();
  await again.listProjects();
  await again.conversationIds();
  await createSettingsFile(dataDir).read();
  await checkData(dataDir, null, { repair: false });
  await again.close();
  expect(hashTree(dataDir, derived)).toEqual(before);
  expect(existsSync(messagesPath)).toBe(true);
});

test('reading a data folder that does not exist creates nothing', async () => {
  const dataDir = join(tempFolder(), 'nowhere', 'data');
  const { store } = openStore({ dataDir });
  expect(okValue(await store.listConversations())).toEqual([]);
  expect(await store.listProjects()).toEqual([]);
  expect(await store.conversationIds()).toEqual([]);
  expect((await createSettingsFile(dataDir).read()).notices).toEqual([]);
  expect(await checkData(dataDir, null, { repair: false })).toEqual({ problems: [], notes: [], repaired: [] });
  await store.close();
  expect(existsSync(dirname(dataDir))).toBe(false);
});

test('deleting removes every trace of a conversation and nothing of another', async () => {
  const { dataDir, store, conversationId, projectId, folder, resultsFolder } = await openConversation();
  const entry = { v: 1, type: 'tool_started', at: 't', messageId: 'm', toolCallId: 'c', index: 0, name: 'n' } as const;
  const other = okValue(await store.createConversation(projectId)).conversationId;
  for (const id of [conversationId, other]) {
    okValue(await store.appendConversationMessage(id, asNew(userMessage('hi'))));
    okValue(await store.appendConversationMessage(id, asNew(toolMessage('c', 'x'.repeat(60_000)))));
    okValue(await store.updateMeta(id, (meta) => ({ ...meta, title: 't' })));
    okValue(await store.logExecution(id, entry));
  }
  await store.listConversations();
  okValue(await store.deleteConversation(conversationId));
  expect(existsSync(folder)).toBe(false);
  expect(okValue(await store.listConversations()).map((row) => row.id)).toEqual([other]);
  expect(okValue(await store.readBranch(other)).messages).toHaveLength(2);
  expect(await store.readExecution(other)).toEqual([entry]);
  // One with neither results nor logs.
  const bare = okValue(await store.createConversation(projectId)).conversationId;
  okValue(await store.deleteConversation(bare));
  await store.close();
  for (const id of [conversationId, bare]) {
    expect(Object.keys(hashTree(dataDir, derived)).filter((path) => path.includes(id))).toEqual([]);
  }
  expect(existsSync(resultsFolder)).toBe(false);
});

test('a conversation in use by a run is not deleted', async () => {
  // Compresses five seconds of waiting into a tenth of one.
  const clock: Clock = {
    now: systemClock.now,
    elapsed: () => systemClock.elapsed() * 50,
    wait: (ms) => systemClock.wait(ms / 50),
  };
  const { store, conversationId, folder } = await openConversation({ clock });
  const lease = okValue(await store.lease(conversationId, 'a run'));
  const result = await store.deleteConversation(conversationId);
  expect(result).toMatchObject({ ok: false, error: { code: 'CONVERSATION_BUSY' } });
  expect(existsSync(folder)).toBe(true);
  lease.release();
});

test(cite('START-8', "a conversation moves to a folder's project with everything that belongs to it"), async () => {
  const { dataDir, store, conversationId, projectId } = await openConversation();
  const entry = { v: 1, type: 'tool_ended', at: 't', messageId: 'm', toolCallId: 'c', index: 0, name: 'n' } as const;
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('hi'))));
  okValue(await store.appendConversationMessage(conversationId, asNew(assistantMessage('', [call('c', 'read_file')]))));
  const result = okValue(
    await store.appendConversationMessage(conversationId, asNew(toolMessage('c', 'é'.repeat(30_000)))),
  );
  okValue(await store.logExecution(conversationId, entry));
  okValue(await store.savePending(conversationId, { v: 1, draft: 'half a thought', queue: [] }));
  const folder = join(dataDir, '..', 'work');
  mkdirSync(folder);
  const project = okValue(await store.openProject(folder));
  const before = okValue(await store.readBranch(conversationId));
  okValue(await store.moveConversation(conversationId, project.id));
  expect(okValue(await store.readBranch(conversationId))).toEqual({ ...before, projectId: project.id });
  expect(okValue(await store.readToolResult(conversationId, result.id, 0, 4)).totalBytes).toBe(60_000);
  expect(await store.readExecution(conversationId)).toEqual([entry]);
  expect((await store.readPending(conversationId)).draft).toBe('half a thought');
  expect(okValue(await store.listConversations())).toMatchObject([{ id: conversationId, projectId: project.id }]);
  const left = Object.keys(hashTree(join(dataDir, 'projects', projectId))).filter((path) =>
    path.includes(conversationId),
  );
  expect(left).toEqual([]);
  expect((await checkData(dataDir, null, { repair: false })).problems).toEqual([]);
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('on'))));
});

test('a conversation moved or removed by another process is found or missed without a restart', async () => {
  const { dataDir, store, conversationId } = await openConversation();
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('hi'))));
  const other = openStore({ dataDir }).store;
  mkdirSync(join(dataDir, '..', 'work'));
  const project = okValue(await other.openProject(join(dataDir, '..', 'work')));
  okValue(await other.moveConversation(conversationId, project.id));
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('still here'))));
  expect(okValue(await other.readBranch(conversationId)).messages).toHaveLength(2);
  okValue(await other.deleteConversation(conversationId));
  expect(await store.readBranch(conversationId)).toMatchObject({ error: { code: 'CONVERSATION_NOT_FOUND' } });
  const append = await store.appendConversationMessage(conversationId, asNew(userMessage('too late')));
  expect(append).toMatchObject({ error: { code: 'CONVERSATION_NOT_FOUND' } });
});

test('the whole projects folder may disappear under a running store', async () => {
  const { dataDir, store, conversationId } = await openConversation();
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('hi'))));
  rmSync(join(dataDir, 'projects'), { recursive: true });
  expect(await store.readBranch(conversationId)).toMatchObject({ error: { code: 'CONVERSATION_NOT_FOUND' } });
  expect(okValue(await store.listConversations())).toEqual([]);
});
