import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkData } from '../../electron/stores/check/check.ts';
import { cite } from '../support/cite.ts';
import { asNew, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { openConversation } from '../support/openStore.ts';
import { errorOf, okValue } from '../support/result.ts';

const hostile = [
  '..',
  '.',
  '',
  '../../escape',
  'a/b',
  'a\\b',
  'nul\0',
  'x'.repeat(300),
  '-a',
  '.hidden',
  'a b',
  'a.b',
  'é',
];

const tree = (folder: string) => (readdirSync(folder, { recursive: true }) as string[]).sort();

test(cite('STORE-9', 'an invalid ID is rejected everywhere, and nothing is created'), async () => {
  const { dataDir, store, conversationId } = await openConversation();
  const parent = join(dataDir, '..');
  const before = tree(parent);
  const entry = { v: 1, type: 'tool_started', at: '', messageId: 'm', toolCallId: 'c', index: 0, name: 'n' } as const;
  for (const id of hostile) {
    const refused = [
      await store.createConversation(id),
      await store.readBranch(id),
      await store.readPage(id, null, 10),
      await store.readMessage(id, 'm'),
      await store.lease(id, 'a run'),
      await store.appendConversationMessage(id, asNew(userMessage('x'))),
      await store.appendConversationMessage(conversationId, { ...asNew(userMessage('x')), id }),
      await store.appendConversationMessage(conversationId, { ...asNew(toolMessage('c', 'x'.repeat(60_000))), id }),
      await store.updateMeta(id, (meta) => meta),
      await store.savePending(id, { v: 1, draft: 'x', queue: [] }),
      await store.savePartial(id, null),
      await store.logExecution(id, entry),
      await store.readToolResult(id, 'm', 0, 10),
      await store.searchToolResult(id, 'm', 'x', 10),
      await store.deleteConversation(id),
      await store.moveConversation(id, 'p'),
      await store.moveConversation(conversationId, id),
      await store.getProject(id),
    ];
    const codes = new Set(refused.map((result) => errorOf(result).code));
    codes.delete('PROJECT_NOT_FOUND');
    expect([...codes], JSON.stringify(id)).toEqual(['ID_INVALID']);
    expect(await store.readPending(id)).toEqual({ v: 1, draft: '', queue: [] });
    expect(await store.readPartial(id)).toBe(null);
    expect(await store.readExecution(id)).toEqual([]);
    expect((await checkData(dataDir, id, { repair: true })).problems).toHaveLength(1);
  }
  const made = tree(parent).filter((name) => !before.includes(name));
  expect(made.filter((name) => !/^data\/(locks|index\.db)/.test(name))).toEqual([]);
  expect(existsSync(join(parent, 'escape'))).toBe(false);
});

test(cite('STORE-9', 'an unknown conversation is not found, and nothing is created for it'), async () => {
  const { dataDir, store } = await openConversation();
  const before = tree(dataDir);
  const unknown = 'abcdefghjkmnpqrstvwxyz0123';
  expect(errorOf(await store.readBranch(unknown)).code).toBe('CONVERSATION_NOT_FOUND');
  expect(errorOf(await store.appendConversationMessage(unknown, asNew(userMessage('x')))).code).toBe(
    'CONVERSATION_NOT_FOUND',
  );
  expect(errorOf(await store.updateMeta(unknown, (meta) => meta)).code).toBe('CONVERSATION_NOT_FOUND');
  expect(errorOf(await store.deleteConversation(unknown)).code).toBe('CONVERSATION_NOT_FOUND');
  expect(errorOf(await store.createConversation(unknown)).code).toBe('PROJECT_NOT_FOUND');
  expect(tree(dataDir)).toEqual(before);
});

test('folders whose names are not IDs are left alone', async () => {
  const { dataDir, store, projectId, conversationId } = await openConversation();
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('hi'))));
  const odd = join(dataDir, 'projects', projectId, 'conversations', 'not an id');
  mkdirSync(odd);
  writeFileSync(join(odd, 'messages.json'), '[]');
  writeFileSync(join(dataDir, 'projects', 'a file'), '');
  expect(await store.conversationIds()).toEqual([conversationId]);
  expect(okValue(await store.listConversations()).map((row) => row.id)).toEqual([conversationId]);
});

test(cite('STORE-9', 'conversations of two projects, and of two folders, never mix'), async () => {
  const { store, dataDir } = await openConversation();
  const folders = ['one', 'two'].map((name) => join(dataDir, '..', name));
  for (const folder of folders) mkdirSync(folder);
  const projects = await Promise.all(folders.map(async (folder) => okValue(await store.openProject(folder))));
  expect(new Set(projects.map((project) => project.id)).size).toBe(2);
  const ids: string[] = [];
  for (const project of projects) {
    const { conversationId } = okValue(await store.createConversation(project.id));
    okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(project.name))));
    ids.push(conversationId);
  }
  for (const [index, id] of ids.entries()) {
    const branch = okValue(await store.readBranch(id));
    expect(branch.projectId).toBe(projects[index]?.id);
    expect(branch.messages.map((message) => message.content)).toEqual([projects[index]?.name]);
  }
});
