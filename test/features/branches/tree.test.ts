// Steering a conversation's tree through the contract: other branches, a message resent, a reply regenerated, a fork.
// The request always matches the branch, and nothing ever becomes unreachable.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Message } from '../../../shared/conversation/message.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { conversationFolder, sidecar } from '../../support/storedConversation.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { treeState } from '../../support/treeState.ts';
import { placesOf, startUndoApp } from '../../support/undoTurns.ts';

const said = (messages: readonly Message[]) =>
  messages.flatMap(({ role, content }) => (role === 'system' ? [] : [content]));

async function shown(app: TestApp, conversationId: string): Promise<unknown[]> {
  return said((await app.call('conversation.open', { conversationId })).messages);
}

/** Waits for the end of the run that `begin` starts. */
async function ended<T>(app: TestApp, begin: () => Promise<T>): Promise<T> {
  const from = app.events.length;
  const begun = await begin();
  await app.event('run.ended', () => true, from);
  return begun;
}

/** Replies that contain their number. */
async function countingApp(options: Parameters<typeof startTestApp>[0] = {}): Promise<TestApp> {
  let replies = 0;
  return startTestApp({ otherwise: () => ({ text: `reply ${++replies}` }), ...options });
}

test(
  cite('UI-6', 'a regenerated reply is next to the old one; both stay reachable, even after a restart'),
  async () => {
    const app = await countingApp();
    const id = await app.start();
    await app.turn(id, 'one');
    await app.turn(id, 'two');
    const messageId = placesOf(app, id).message('one');
    await ended(app, () => app.call('run.regenerate', { conversationId: id, messageId }));
    // The same request that was answered first.
    expect(app.model.requests.at(-1)?.text).toBe(app.model.requests[0]?.text);
    expect(await shown(app, id)).toEqual(['one', 'reply 3']);
    const { forks } = await app.call('conversation.forks', { conversationId: id });
    expect(forks).toMatchObject([
      { parentId: messageId, active: 1, branches: [{ label: 'reply 1' }, { label: 'reply 3' }] },
    ]);

    const old = forks[0]?.branches[0]?.messageId as string;
    const changed = app.event('branch.changed');
    const { before } = await app.call('conversation.switchBranch', { conversationId: id, messageId: old });
    await changed;
    expect(before).toBe(forks[0]?.branches[1]?.leafId);
    expect(await shown(app, id)).toEqual(['one', 'reply 1', 'two', 'reply 2']);
    const stored = readFileSync(app.messagesFile(id), 'utf8');
    await app.close();

    const later = await countingApp({ dataDir: app.dataDir, folder: app.folder });
    expect(await shown(later, id)).toEqual(['one', 'reply 1', 'two', 'reply 2']);
    const body = await later.call('conversation.request', { conversationId: id, text: 'three' });
    await later.turn(id, 'three');
    expect(later.model.requests.at(-1)?.body).toEqual(body.body);
    expect(await shown(later, id)).toEqual(['one', 'reply 1', 'two', 'reply 2', 'three', 'reply 1']);
    // Not a byte of the existing data differs.
    expect(readFileSync(later.messagesFile(id), 'utf8').startsWith(stored.slice(0, -2))).toBe(true);
    await later.call('conversation.switchBranch', { conversationId: id, messageId: before as string });
    expect(await shown(later, id)).toEqual(['one', 'reply 3']);
  },
);

test(cite('UI-6', 'a resent message is a branch next to it, and the request is the previewed one'), async () => {
  const app = await countingApp();
  const id = await app.start();
  await app.turn(id, 'one');
  await app.turn(id, 'two');
  const first = placesOf(app, id).message('two');
  await app.call('conversation.rewind', { conversationId: id, messageId: first, files: false });
  const shownBody = await app.call('conversation.request', { conversationId: id, text: 'two, better' });
  await app.call('conversation.unrewind', { conversationId: id });
  const sent = await ended(app, () =>
    app.call('run.resend', { conversationId: id, messageId: first, text: 'two, better' }),
  );
  expect(app.model.requests.at(-1)?.body).toEqual(shownBody.body);
  expect(await shown(app, id)).toEqual(['one', 'reply 1', 'two, better', 'reply 3']);
  expect(app.rows(id).find((row) => row.id === sent.messageId)).toMatchObject({ content: 'two, better' });
  const { forks } = await app.call('conversation.forks', { conversationId: id });
  expect(forks).toMatchObject([{ active: 1, branches: [{ label: 'two', saidId: first }, { label: 'two, better' }] }]);
  // The first message too: then the conversation has two beginnings, or branches after the environment record.
  const one = placesOf(app, id).message('one');
  await ended(app, () => app.call('run.resend', { conversationId: id, messageId: one, text: 'another one' }));
  expect(await shown(app, id)).toEqual(['another one', 'reply 4']);
  const now = await app.call('conversation.forks', { conversationId: id });
  expect(now.forks).toMatchObject([{ active: 1, branches: [{ label: 'one' }, { label: 'another one' }] }]);
});

test(cite('UI-6', 'a message resent with files first undoes what its turn and later ones changed'), {
  tags: ['all'],
}, async () => {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'a.txt'), '0\n');
  const turns = { one: ['echo 1 > a.txt'], two: ['echo 2 > a.txt'], three: ['echo 3 > b.txt'], other: ['cat a.txt'] };
  const app = await startUndoApp(turns, { folder });
  const id = await app.start();
  await app.turn(id, 'one');
  const afterOne = treeState(folder);
  await app.turn(id, 'two');
  await app.turn(id, 'three');
  const messageId = placesOf(app, id).message('two');
  await ended(app, () => app.call('run.resend', { conversationId: id, messageId, text: 'other', files: true }));
  expect(treeState(folder)).toEqual(afterOne);
  expect(placesOf(app, id).results.at(-1)?.content).toContain('1\n');
});

test('an invalid resend or regeneration leaves the conversation as it was', async () => {
  const app = await countingApp();
  const id = await app.start();
  await app.turn(id, 'one');
  await app.turn(id, 'two');
  const messageId = placesOf(app, id).message('one');
  const before = await shown(app, id);
  const gone = { hash: 'a'.repeat(64), name: 'a.png', mediaType: 'image/png', bytes: 10 };
  const sent = await app.client.call('run.resend', { conversationId: id, messageId, text: 'x', attachments: [gone] });
  expect(sent).toMatchObject({ ok: false, error: { code: 'MESSAGE_NOT_FOUND' } });
  expect(await shown(app, id)).toEqual(before);
  await app.call('context.mark', { conversationId: id, messageId, hidden: true });
  const hidden = await app.client.call('run.regenerate', { conversationId: id, messageId });
  expect(hidden).toMatchObject({ ok: false, error: { code: 'NOTHING_TO_RESUME' } });
  expect(await shown(app, id)).toEqual(before);
  const reply = app.rows(id).find(({ role }) => role === 'assistant')?.id as string;
  const asked = await app.client.call('run.regenerate', { conversationId: id, messageId: reply });
  expect(asked).toMatchObject({ ok: false, error: { code: 'PARAMS_INVALID' } });
  expect(await shown(app, id)).toEqual(before);
  const nowhere = await app.client.call('conversation.switchBranch', { conversationId: id, messageId: 'nowhere' });
  expect(nowhere).toMatchObject({ ok: false, error: { code: 'MESSAGE_NOT_FOUND' } });
});

test('while a run is active no other branch is opened, and nothing is resent', async () => {
  let goOn = (): void => {};
  const until = new Promise<void>((resolve) => (goOn = resolve));
  const app = await startTestApp({ replies: [{ text: 'a' }, [{ until }, { text: 'b' }]] });
  const id = await app.start();
  await app.turn(id, 'one');
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'two' });
  const messageId = placesOf(app, id).message('one');
  for (const method of ['conversation.switchBranch', 'run.regenerate'] as const) {
    expect(await app.client.call(method, { conversationId: id, messageId })).toMatchObject({
      ok: false,
      error: { code: 'CONVERSATION_BUSY' },
    });
  }
  const resent = await app.client.call('run.resend', { conversationId: id, messageId, text: 'x' });
  expect(resent).toMatchObject({ ok: false, error: { code: 'CONVERSATION_BUSY' } });
  goOn();
  await app.event('run.ended', () => true, from);
  expect(await shown(app, id)).toEqual(['one', 'a', 'two', 'b']);
});

test('after merging two copies, both continuations are branches that can be opened', async () => {
  const app = await countingApp();
  const id = await app.start();
  await app.turn(id, 'shared');
  await app.close();
  const copy = path.join(tempFolder(), 'copy');
  cpSync(app.dataDir, copy, { recursive: true });
  const there = await countingApp({ dataDir: copy, folder: app.folder });
  await there.call('conversation.open', { conversationId: id });
  await there.turn(id, 'there');
  await there.close();
  const here = await countingApp({ dataDir: app.dataDir, folder: app.folder });
  await here.call('conversation.open', { conversationId: id });
  await here.turn(id, 'here');
  cpSync(
    path.join(conversationFolder(copy, id), 'messages.json'),
    path.join(conversationFolder(app.dataDir, id), 'messages.sync-conflict-20260101-000000-ABCDEFG.json'),
  );
  await here.turn(id, 'here again');
  const { forks } = await here.call('conversation.forks', { conversationId: id });
  expect(forks).toMatchObject([{ branches: [{ label: 'here' }, { label: 'there' }], active: 0 }]);
  const messageId = forks[0]?.branches[1]?.messageId as string;
  await here.call('conversation.switchBranch', { conversationId: id, messageId });
  expect(await shown(here, id)).toEqual(['shared', 'reply 1', 'there', 'reply 1']);
  await here.turn(id, 'on');
  expect((await shown(here, id)).slice(2, 5)).toEqual(['there', 'reply 1', 'on']);
});

test(cite('UI-6', 'a fork has the branch up to the record, with results and marks, and sends the same'), {
  tags: ['all'],
}, async () => {
  const big = `${'0123456789'.repeat(9_000)}end`;
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'big.txt'), big);
  const turns = { one: ['cat big.txt', 'echo small'], two: ['echo two'] };
  const app = await startUndoApp(turns, { folder });
  const id = await app.start();
  await app.turn(id, 'one');
  const asked = app.rows(id).filter(({ role }) => role === 'assistant')[0]?.id as string;
  await app.turn(id, 'two');
  const user = placesOf(app, id).message('one');
  await app.call('conversation.organise', { conversationId: id, pinned: true });
  await app.call('context.mark', { conversationId: id, messageId: user, pinned: true });
  await app.call('context.mark', {
    conversationId: id,
    messageId: placesOf(app, id).message('two'),
    hidden: true,
  });

  // At the call: its result is included.
  const forked = await app.call('conversation.fork', { conversationId: id, messageId: asked });
  const rows = app.rows(forked.conversationId);
  const until = app.rows(id).findIndex((row) => row.id === asked) + 2;
  expect(rows.map((row) => row.id)).toEqual(
    app
      .rows(id)
      .slice(0, until)
      .map((row) => row.id),
  );
  expect(rows[0]?.origin).toEqual({ type: 'fork', conversationId: id, messageId: asked });
  const result = rows.at(-1) as Message & { role: 'tool' };
  expect(result.fullOutputPath).toBe(`@state/logs/tool-results/${forked.conversationId}/${result.id}.json`);
  expect(result.content).toContain(result.fullOutputPath);
  await app.call('conversation.delete', { conversationId: id });
  const page = await app.call('toolResult.read', {
    conversationId: forked.conversationId,
    messageId: result.id,
    offset: 0,
    limit: 200_000,
  });
  expect(page.text).toContain(big);
  await app.call('conversation.restore', { conversationId: id });
  expect(readFileSync(app.messagesFile(id), 'utf8')).not.toContain(forked.conversationId);

  // It sends what the original sent at that place, except for the name of the result's file.
  const ends = app.events.length;
  const before = app.model.requests.length;
  await app.call('conversation.open', { conversationId: forked.conversationId });
  await app.call('run.resume', { conversationId: forked.conversationId });
  await app.event('run.ended', () => true, ends);
  const own = app.model.requests[before]?.text.replaceAll(forked.conversationId, id);
  expect(own).toBe(app.model.requests[1]?.text);

  const marks = sidecar(app, forked.conversationId, 'meta.json')?.marks;
  expect(marks).toEqual({ [user]: expect.objectContaining({ pinned: true }) });
  const list = await app.call('app.open', {});
  const row = list.conversations.find((entry) => entry.id === forked.conversationId);
  expect(row).toMatchObject({ title: 'Copy of one', pinned: false });
  const again = await app.call('conversation.fork', { conversationId: forked.conversationId, messageId: user });
  expect((await app.call('conversation.open', { conversationId: again.conversationId })).title).toBe('Copy 2 of one');
  expect(said(app.rows(again.conversationId))).toEqual(['one']);
});

test('a fork that cannot be written does not exist, and one of another branch is rejected', async () => {
  const app = await countingApp();
  const id = await app.start();
  await app.turn(id, 'one');
  const messageId = placesOf(app, id).message('one');
  const reply = app.rows(id).at(-1)?.id as string;
  await ended(app, () => app.call('run.regenerate', { conversationId: id, messageId }));
  const refused = await app.client.call('conversation.fork', { conversationId: id, messageId: reply });
  expect(refused).toMatchObject({ ok: false, error: { code: 'MESSAGE_NOT_FOUND', details: { branch: true } } });
  const folders = path.dirname(conversationFolder(app.dataDir, id));
  expect(readdirSync(folders)).toEqual([id]);
});

test(
  cite('UI-12', 'pinned and archived are in meta.json and in the list, even when another app changed the file'),
  async () => {
    const app = await countingApp();
    const id = await app.start();
    await app.turn(id, 'one');
    const changed = app.event('meta.changed', ({ meta }) => meta.pinned);
    await app.call('conversation.organise', { conversationId: id, pinned: true });
    await changed;
    const rowOf = async (of: TestApp) => (await of.call('app.open', {})).conversations.find((row) => row.id === id);
    expect(sidecar(app, id, 'meta.json')).toMatchObject({ pinned: true, archived: false });
    await app.call('conversation.organise', { conversationId: id, archived: true });
    expect(await app.call('conversation.open', { conversationId: id })).toMatchObject({ pinned: true, archived: true });
    await app.close();
    const meta = path.join(conversationFolder(app.dataDir, id), 'meta.json');
    const later = await countingApp({ dataDir: app.dataDir, folder: app.folder });
    expect(await rowOf(later)).toMatchObject({ pinned: true, archived: true });
    await later.close();
    writeFileSync(meta, JSON.stringify({ ...JSON.parse(readFileSync(meta, 'utf8')), archived: false, unread: true }));
    const last = await countingApp({ dataDir: app.dataDir, folder: app.folder });
    expect(await rowOf(last)).toMatchObject({ pinned: true, archived: false, unread: true });
  },
);

test(
  cite('RESUME-5', 'a reply that ended unseen is marked as unread until it was seen, across a restart'),
  async () => {
    const app = await countingApp();
    const id = await app.start();
    await app.turn(id, 'looked at');
    expect(sidecar(app, id, 'meta.json')).toMatchObject({ unread: false });
    await app.call('conversation.close', { conversationId: id });
    const listed = new Promise<void>((resolve) => {
      app.client.onEvent(({ event }) => {
        if (event.type === 'conversation.listed' && event.row.unread) resolve();
      });
    });
    await app.call('run.send', { conversationId: id, text: 'not looked at' });
    await listed;
    expect(sidecar(app, id, 'meta.json')).toMatchObject({ unread: true });
    await app.close();

    const later = await countingApp({ dataDir: app.dataDir, folder: app.folder });
    const { conversations } = await later.call('app.open', {});
    expect(conversations.find((row) => row.id === id)).toMatchObject({ unread: true });
    await later.call('conversation.open', { conversationId: id });
    await later.call('conversation.markRead', { conversationId: id });
    expect(sidecar(later, id, 'meta.json')).toMatchObject({ unread: false });
    const meta = path.join(conversationFolder(app.dataDir, id), 'meta.json');
    rmSync(meta);
    await later.call('conversation.markRead', { conversationId: id });
    // Reading something already read changes no file.
    expect(existsSync(meta)).toBe(false);
  },
);
