// Rewinding to before a message, with or without the files, and forward again.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { treeState } from '../../support/treeState.ts';
import { placesOf, startUndoApp } from '../../support/undoTurns.ts';

const turns = {
  one: ['echo 1 > a.txt; mkdir sub; echo s > sub/s.txt'],
  two: ['echo 2 > a.txt; rm -r sub'],
  three: ['echo 3 > b.txt'],
};

function project(): string {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'a.txt'), '0\n');
  return folder;
}

const said = (messages: readonly { role: string; content: unknown }[]) =>
  messages.flatMap((message) => (message.role === 'user' ? [message.content] : []));

async function shown(app: TestApp, conversationId: string): Promise<unknown[]> {
  return said((await app.call('conversation.open', { conversationId })).messages);
}

test(cite(
  'AGENT-4',
  'conversation and files rewind together to before a message, and forward again, across restarts',
), {
  tags: ['all'],
}, async () => {
  const folder = project();
  const app = await startUndoApp(turns, { folder });
  const id = await app.start();
  await app.turn(id, 'one');
  const afterOne = treeState(folder);
  await app.turn(id, 'two');
  await app.turn(id, 'three');
  const afterThree = treeState(folder);
  const stored = readFileSync(app.messagesFile(id), 'utf8');

  const changed = app.event('branch.changed');
  const back = await app.call('conversation.rewind', {
    conversationId: id,
    messageId: placesOf(app, id).message('two'),
    files: true,
  });
  await changed;
  expect(back).toEqual({ text: 'two', attachments: [], files: { done: 3, skipped: [] } });
  expect(treeState(folder)).toEqual(afterOne);
  expect(await shown(app, id)).toEqual(['one']);
  expect(readFileSync(app.messagesFile(id), 'utf8')).toBe(stored);
  await app.close();

  const later = await startUndoApp(turns, { folder, dataDir: app.dataDir });
  expect(await shown(later, id)).toEqual(['one']);
  expect((await later.call('conversation.open', { conversationId: id })).rewound).toBe(true);
  expect(await later.call('conversation.unrewind', { conversationId: id })).toEqual({
    files: { done: 3, skipped: [] },
  });
  expect(treeState(folder)).toEqual(afterThree);
  expect(await shown(later, id)).toEqual(['one', 'two', 'three']);
  expect((await later.call('conversation.open', { conversationId: id })).rewound).toBe(false);
  const none = await later.client.call('conversation.unrewind', { conversationId: id });
  expect(none).toMatchObject({ ok: false, error: { code: 'NOT_SUPPORTED' } });
});

test('after rewinding, the next message starts a branch there, and its request contains nothing from the other', async () => {
  const folder = project();
  const app = await startUndoApp({ ...turns, other: ['echo other > c.txt'] }, { folder });
  const id = await app.start();
  await app.turn(id, 'one');
  await app.turn(id, 'two');
  const before =
    app.model.requests.filter(({ body }) => JSON.stringify(body).includes('one')).at(-3)?.body.messages ?? [];
  await app.call('conversation.rewind', {
    conversationId: id,
    messageId: placesOf(app, id).message('two'),
    files: false,
  });
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('2\n');
  expect((await app.call('conversation.open', { conversationId: id })).rewound).toBe(true);
  await app.call('conversation.rename', { conversationId: id, title: 'Another' });
  expect((await app.call('conversation.open', { conversationId: id })).rewound).toBe(true);
  await app.turn(id, 'other');
  expect((await app.call('conversation.open', { conversationId: id })).rewound).toBe(false);
  expect(await shown(app, id)).toEqual(['one', 'other']);
  expect(said(app.rows(id))).toEqual(['one', 'two', 'other']);
  const request = app.model.requests.at(-1)?.body.messages ?? [];
  expect(JSON.stringify(request)).not.toContain('"two"');
  expect(request.slice(0, before.length)).toEqual(before);
  const refused = await app.client.call('conversation.unrewind', { conversationId: id });
  expect(refused).toMatchObject({ ok: false, error: { code: 'NOT_SUPPORTED' } });
});

test('rewinding to before the very first record leaves an empty conversation that can be continued', {
  tags: ['all'],
}, async () => {
  const folder = project();
  const app = await startUndoApp(turns, { folder });
  const id = await app.start();
  await app.turn(id, 'one');
  const file = app.messagesFile(id);
  // As from an import: the user's message is the first record.
  const rows = app.rows(id).slice(1);
  await app.close();
  writeFileSync(file, JSON.stringify([{ ...rows[0], parentId: null }, ...rows.slice(1)]));
  const later = await startUndoApp(turns, { folder, dataDir: app.dataDir });
  expect(await shown(later, id)).toEqual(['one']);
  const first = placesOf(later, id).message('one');
  await later.call('conversation.rewind', { conversationId: id, messageId: first, files: true });
  expect(treeState(folder)).toEqual({ 'a.txt': expect.any(String) });
  expect((await later.call('conversation.open', { conversationId: id })).messages).toEqual([]);
  await later.close();

  const again = await startUndoApp(turns, { folder, dataDir: app.dataDir });
  expect((await again.call('conversation.open', { conversationId: id })).messages).toEqual([]);
  await again.turn(id, 'three');
  expect(await shown(again, id)).toEqual(['three']);
  expect(JSON.stringify(again.model.requests.at(-1)?.body.messages)).not.toContain('"one"');
  expect(again.rows(id).filter((row) => row.parentId === null)).toHaveLength(2);
});

test('two steps back are two steps forward', { tags: ['all'] }, async () => {
  const folder = project();
  const app = await startUndoApp(turns, { folder });
  const id = await app.start();
  for (const text of ['one', 'two', 'three']) await app.turn(id, text);
  const places = placesOf(app, id);
  const end = treeState(folder);
  await app.call('conversation.rewind', { conversationId: id, messageId: places.message('three'), files: true });
  await app.call('conversation.rewind', { conversationId: id, messageId: places.message('one'), files: true });
  expect(treeState(folder)).toEqual({ 'a.txt': expect.any(String) });
  await app.call('conversation.unrewind', { conversationId: id });
  expect(await shown(app, id)).toEqual(['one', 'two']);
  await app.call('conversation.unrewind', { conversationId: id });
  expect(await shown(app, id)).toEqual(['one', 'two', 'three']);
  expect(treeState(folder)).toEqual(end);
});

test('rewinding is only possible to before a user message on the open branch', async () => {
  const app = await startUndoApp(turns, { folder: project() });
  const id = await app.start();
  await app.turn(id, 'one');
  const reply = app.rows(id).at(-1)?.id as string;
  const rewind = (messageId: string) =>
    app.client.call('conversation.rewind', { conversationId: id, messageId, files: false });
  expect(await rewind(reply)).toMatchObject({ ok: false, error: { code: 'PARAMS_INVALID' } });
  expect(await rewind('01K00000000000000000000000')).toMatchObject({ ok: false, error: { code: 'MESSAGE_NOT_FOUND' } });
});
