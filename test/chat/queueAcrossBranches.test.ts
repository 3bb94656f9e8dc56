// The queue and a conversation's branches: a message is sent once wherever the user goes, and the queue does not follow
// them to another branch.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { conversationFolder, sidecar, userTexts } from '../support/storedConversation.ts';
import { placesOf } from '../support/undoTurns.ts';

async function shownTexts(app: TestApp, id: string): Promise<unknown[]> {
  const { messages, queue } = await app.call('conversation.open', { conversationId: id });
  return [...userTexts(messages), ...queue.map(({ text }) => `queued ${text}`)];
}

function writeQueue(app: TestApp, id: string, queue: readonly { id: string; text: string }[]): void {
  const file = path.join(conversationFolder(app.dataDir, id), 'pending.json');
  writeFileSync(file, JSON.stringify({ v: 1, draft: '', queue }));
}

/** As a crash leaves it between storing a queued message and removing it from the queue. */
async function crashedAfterStoring(): Promise<{ app: TestApp; id: string; last: string; first: string }> {
  const before = await startTestApp({ otherwise: { text: 'reply' } });
  const id = await before.start();
  await before.turn(id, 'one');
  await before.turn(id, 'two');
  const { message } = placesOf(before, id);
  const [first, last] = [message('one'), message('two')];
  await before.close();
  writeQueue(before, id, [{ id: last, text: 'two' }]);
  const app = await startTestApp({
    dataDir: before.dataDir,
    folder: before.folder,
    otherwise: { text: 'reply' },
  });
  return { app, id, first, last };
}

test('a queued message stored before a crash is not queued again when the user rewinds to before it', async () => {
  const { app, id, last } = await crashedAfterStoring();
  await app.call('conversation.open', { conversationId: id });
  await app.call('conversation.rewind', { conversationId: id, messageId: last, files: false });
  expect(await shownTexts(app, id)).toEqual(['one']);
  const shown = await app.call('conversation.request', { conversationId: id, text: 'other' });
  await app.turn(id, 'other');
  expect(app.model.requests.at(-1)?.body).toEqual(shown.body);
  expect(await shownTexts(app, id)).toEqual(['one', 'other']);
  expect(sidecar(app, id, 'pending.json')).toMatchObject({ queue: [] });
});

test('nor when another branch is opened, a reply regenerated, or a message edited and resent', async () => {
  const { app, id, first } = await crashedAfterStoring();
  await app.call('conversation.open', { conversationId: id });
  const from = app.events.length;
  await app.call('run.regenerate', { conversationId: id, messageId: first });
  await app.event('run.ended', () => true, from);
  expect(await shownTexts(app, id)).toEqual(['one']);
  await app.turn(id, 'other');
  const again = app.events.length;
  await app.call('run.resend', { conversationId: id, messageId: first, text: 'anew' });
  await app.event('run.ended', () => true, again);
  expect(await shownTexts(app, id)).toEqual(['anew']);
  expect(userTexts(app.rows(id))).toEqual(['one', 'two', 'other', 'anew']);
});

test('a queued message with an invalid record ID is sent under another', async () => {
  const app = await startTestApp({ otherwise: { text: 'reply' } });
  const id = await app.start();
  await app.turn(id, 'one');
  writeQueue(app, id, [{ id: '../outside', text: 'queued' }]);
  await app.turn(id, 'two');
  expect(userTexts(app.rows(id))).toEqual(['one', 'queued', 'two']);
});

test('resending a message, or regenerating a reply, leaves the queue until it is answered', async () => {
  for (const method of ['run.resend', 'run.regenerate'] as const) {
    let goOn = (): void => {};
    const until = new Promise<void>((resolve) => (goOn = resolve));
    const app = await startTestApp({ replies: [{ text: 'a' }, { text: 'b' }] });
    const id = await app.start();
    await app.turn(id, 'one');
    await app.turn(id, 'two');
    await app.close();
    writeQueue(app, id, [{ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', text: 'waiting' }]);
    const later = await startTestApp({
      dataDir: app.dataDir,
      folder: app.folder,
      replies: [[{ until }, { text: 'c' }], { text: 'd' }],
    });
    expect(await shownTexts(later, id)).toEqual(['one', 'two', 'queued waiting']);
    const from = later.events.length;
    const messageId = placesOf(later, id).message('two');
    const begun =
      method === 'run.resend'
        ? later.call(method, { conversationId: id, messageId, text: 'better' })
        : later.call(method, { conversationId: id, messageId });
    await begun;
    const asked = method === 'run.resend' ? 'better' : 'two';
    expect(await shownTexts(later, id)).toEqual(['one', asked, 'queued waiting']);
    goOn();
    await later.event('run.ended', () => true, from);
    expect(await shownTexts(later, id)).toEqual(['one', asked, 'waiting']);
    const sent = later.model.requests.map((request) => JSON.stringify(request.body.messages).includes('waiting'));
    expect(sent).toEqual([false, true]);
  }
});
