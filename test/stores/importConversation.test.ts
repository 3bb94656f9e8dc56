// Records from elsewhere are imported completely or not at all, once, with their branches, results and attachments.

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ImportedConversation } from '../../electron/ports/store.ts';
import { checkData } from '../../electron/stores/check/check.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { openConversation, openStore } from '../support/openStore.ts';
import { errorOf, okValue } from '../support/result.ts';
import { systemError } from '../support/systemError.ts';

const picture = Buffer.from('89504e470d0a1a0a', 'hex');
const hash = createHash('sha256').update(picture).digest('hex');
const conversationId = 'imported0';

function given(projectId: string, change: Partial<ImportedConversation> = {}): ImportedConversation {
  const messages = conversationOf([
    {
      ...userMessage('Look'),
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image', hash, mediaType: 'image/png' },
      ],
    },
    assistantMessage('', [call('a', 'read_file')]),
    toolMessage('a', 'x'.repeat(60_000)),
    assistantMessage('Done.'),
  ]);
  const [first] = messages as [Message];
  // Another reply to the same question, which was abandoned.
  const other: Message = { ...assistantMessage('No.'), id: 'other', parentId: first.id };
  return {
    conversationId,
    projectId,
    title: 'From elsewhere',
    messages: [...messages, other],
    headId: messages.at(-1)?.id ?? null,
    attachments: new Map([[hash, picture]]),
    ...change,
  };
}

test('it is imported with its branches, a large result and an attachment, and is there after a restart', async () => {
  const { store, dataDir, projectId } = await openConversation();
  okValue(await store.importConversation(given(projectId)));
  await store.close();
  const again = openStore({ dataDir }).store;
  const branch = okValue(await again.readBranch(conversationId));
  expect(branch.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  expect(branch.meta.title).toBe('From elsewhere');
  const result = branch.messages[2] as Message;
  expect(okValue(await again.readToolResult(conversationId, result.id, 59_000, 2_000)).text).toBe('x'.repeat(1_000));
  expect(okValue(await again.readAttachment(conversationId, hash))).toEqual(picture);
  const forks = okValue(await again.readForks(conversationId));
  expect(forks.forks).toHaveLength(1);
  const report = await checkData(dataDir, null, { repair: false });
  expect(report.problems).toEqual([]);
  okValue(await again.appendConversationMessage(conversationId, { role: 'user', content: 'Go on' }));
  expect(okValue(await again.readBranch(conversationId)).messages.at(-2)?.content).toBe('Done.');
});

test('it is imported once, and an invalid or duplicate ID is rejected completely', async () => {
  const { store, projectId } = await openConversation();
  okValue(await store.importConversation(given(projectId)));
  expect(errorOf(await store.importConversation(given(projectId))).code).toBe('CONVERSATION_EXISTS');
  const { messages } = given(projectId);
  const twice = given(projectId, { conversationId: 'two', messages: [...messages, messages[0] as Message] });
  expect(errorOf(await store.importConversation(twice)).code).toBe('ID_INVALID');
  const bad = given(projectId, { conversationId: 'three', messages: [{ ...(messages[0] as Message), id: '../x' }] });
  expect(errorOf(await store.importConversation(bad)).code).toBe('ID_INVALID');
  const outside = given(projectId, { conversationId: '../four' });
  expect(errorOf(await store.importConversation(outside)).code).toBe('ID_INVALID');
  expect((await store.conversationIds()).filter((id) => ['two', 'three'].includes(id))).toEqual([]);
});

test('wherever the disk fails, no trace of it is left; then it is imported', async () => {
  const made = await openConversation();
  await made.store.close();
  let [step, failAt, armed] = [0, 1, false];
  const disk = new Proxy(nodeDisk, {
    get(target, name) {
      const own = Reflect.get(target, name) as unknown;
      if (typeof own !== 'function' || !['open', 'rename', 'mkdir'].includes(String(name))) return own;
      return (...args: unknown[]) => {
        const writes = name !== 'open' || args[1] !== 'r';
        if (armed && writes && typeof args[1] !== 'number' && ++step === failAt) throw systemError('ENOSPC');
        return (own as (...all: unknown[]) => unknown).apply(target, args);
      };
    },
  });
  const { store } = openStore({ dataDir: made.dataDir, disk });
  let isIn = false;
  for (; !isIn && failAt < 60; failAt++) {
    [step, armed] = [0, true];
    const answer = await store.importConversation(given(made.projectId));
    armed = false;
    isIn = answer.ok;
    if (!answer.ok) expect(answer.error.code).toBe('STORE_WRITE_FAILED');
    expect((await store.conversationIds()).includes(conversationId)).toBe(isIn);
  }
  expect(isIn).toBe(true);
  expect(failAt).toBeGreaterThan(6);
  expect((await checkData(made.dataDir, null, { repair: false })).problems).toEqual([]);
});

test('a record from elsewhere cannot refer to our files, and offers no undo', async () => {
  const { store, projectId } = await openConversation();
  const hostile = conversationOf([
    userMessage('Look'),
    assistantMessage('', [call('a', 'write_file')]),
    toolMessage('a', 'done', {
      fullOutputPath: '@state/logs/tool-results/other/secret.json',
      details: { bytes: 4, changes: { files: [{ path: '../x', kind: 'added' }] } },
    }),
  ]);
  okValue(await store.importConversation(given(projectId, { messages: hostile, headId: null })));
  const result = okValue(await store.readBranch(conversationId)).messages.at(-1) as Message;
  expect(result).not.toHaveProperty('fullOutputPath');
  expect(result).toMatchObject({ details: { changes: { copied: true } } });
  expect(errorOf(await store.readToolResult(conversationId, 'secret', 0, 10)).code).toBe('MESSAGE_NOT_FOUND');
});
