// What a window loads for its first screen with many conversations: the newest, without reading the others.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { longProjectId, writeLongConversation } from '../support/longConversation.ts';
import { tempFolder } from '../support/tempFolder.ts';

const idOf = (index: number): string => String(index).padStart(26, '0');

/** An app with conversations last used in sequence, oldest first; all are indexed. */
async function appWith(conversations: number): Promise<TestApp> {
  const dataDir = tempFolder();
  for (let index = 0; index < conversations; index++) {
    writeLongConversation(dataDir, { messages: index + 1, textLength: 1, conversationId: idOf(index) });
  }
  return startTestApp({ dataDir });
}

const firstOf = async (app: TestApp, also: string[] = []) => {
  const { conversations, more } = await app.call('app.open', { first: { also } });
  return { ids: conversations.map((row) => row.id), more: more ?? false };
};

test(cite('PERF-7', 'the first screen has the newest of many conversations, and loads the rest afterwards'), {
  tags: ['all'],
}, async () => {
  const app = await appWith(230);
  const newest = Array.from({ length: 200 }, (_, at) => idOf(229 - at));
  expect(await firstOf(app)).toEqual({ ids: newest, more: true });
  const whole = await app.call('app.open', {});
  expect(whole.conversations).toHaveLength(230);
  expect(whole.more).toBeUndefined();
});

test('pinned conversations and the one the window restores are included however old; archived ones are not', {
  tags: ['all'],
}, async () => {
  const app = await appWith(230);
  await app.call('conversation.organise', { conversationId: idOf(1), pinned: true });
  await app.call('conversation.organise', { conversationId: idOf(229), archived: true });
  const changed = async () => {
    const { ids } = await firstOf(app);
    return ids.includes(idOf(1)) && !ids.includes(idOf(229));
  };
  await expect.poll(changed).toBe(true);
  const { ids } = await firstOf(app, [idOf(0), idOf(228), 'unknown']);
  expect(ids).not.toContain(idOf(229));
  expect(ids.slice(-2)).toEqual([idOf(1), idOf(0)]);
  expect(ids.filter((id) => id === idOf(228))).toHaveLength(1);
  // Stored a moment before a crash: not in the index.
  const newcomer = 'newcomer'.padEnd(26, '0');
  writeLongConversation(app.dataDir, { messages: 2, textLength: 1, conversationId: newcomer });
  expect((await firstOf(app, [newcomer])).ids.filter((id) => id === newcomer)).toEqual([newcomer]);
});

test("an agent's conversation is never listed, even if the window shows it again", {
  tags: ['all'],
}, async () => {
  const app = await appWith(230);
  const id = 'agent'.padEnd(26, '0');
  writeLongConversation(app.dataDir, { messages: 2, textLength: 1, conversationId: id });
  const file = app.messagesFile(id);
  const [first, ...others] = JSON.parse(readFileSync(file, 'utf8')) as object[];
  const origin = { type: 'sub-agent', conversationId: idOf(3), messageId: 'm', index: 0 };
  writeFileSync(file, JSON.stringify([{ ...first, origin }, ...others]));
  await app.close();
  const again = await startTestApp({ dataDir: app.dataDir });
  const whole = await again.call('app.open', {});
  expect(whole.conversations.some((row) => row.id === id)).toBe(false);
  const { ids, more } = await firstOf(again, [id]);
  expect({ isListed: ids.includes(id), more }).toEqual({ isListed: false, more: true });
});

test('a conversation missing from disk is not shown first, and short lists come complete', {
  tags: ['all'],
}, async () => {
  const app = await appWith(230);
  rmSync(dirname(app.messagesFile(idOf(229))), { recursive: true });
  expect((await firstOf(app)).ids[0]).toBe(idOf(228));
  const few = await appWith(30);
  expect(await firstOf(few)).toEqual({ ids: Array.from({ length: 30 }, (_, at) => idOf(29 - at)), more: false });
});

test('without an index the whole list is read', async () => {
  const dataDir = tempFolder();
  for (let index = 0; index < 230; index++) {
    writeLongConversation(dataDir, { messages: 1, textLength: 1, conversationId: idOf(index) });
  }
  const app = await startTestApp({ dataDir });
  rmSync(`${dataDir}/index.db`);
  const { conversations, more } = await app.call('app.open', { first: { also: [] } });
  expect(conversations).toHaveLength(230);
  expect(conversations[0]?.projectId).toBe(longProjectId);
  expect(more).toBeUndefined();
});
