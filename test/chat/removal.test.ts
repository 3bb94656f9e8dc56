import { expect, test } from 'vitest';
import { removedText } from '../../shared/conversation/removed.ts';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { filesWith } from '../support/liveFiles.ts';

const secret = 'hunter2-9f8e7d6c5b4a';

test(
  cite('STORE-10', 'a run is stopped before its conversation is deleted, and undo restores what it had stored'),
  async () => {
    const app = await startTestApp({ otherwise: [{ hang: true }] });
    const id = await app.start();
    await app.call('run.send', { conversationId: id, text: 'hi' });
    const ended = app.event('run.ended');
    await app.call('conversation.delete', { conversationId: id });
    expect((await ended).end).toBe('stopped');
    expect(await app.client.call('conversation.open', { conversationId: id })).toMatchObject({ ok: false });
    const { restorable } = await app.call('data.space', {});
    expect(restorable.map(({ conversationId }) => conversationId)).toEqual([id]);
    await app.call('conversation.restore', { conversationId: id });
    const again = await app.call('conversation.open', { conversationId: id });
    expect(again.messages.filter(({ role }) => role === 'user')).toMatchObject([{ content: 'hi' }]);
    expect(app.rows(id)).toEqual(again.messages);
  },
);

test('after an undo the conversation is listed again in every view', async () => {
  const app = await startTestApp({ otherwise: { text: 'hello' } });
  const id = await app.start();
  await app.turn(id, 'hi');
  await app.call('conversation.delete', { conversationId: id });
  await expect.poll(async () => (await app.call('app.open', {})).conversations.length).toBe(0);
  const from = app.events.length;
  await app.call('conversation.restore', { conversationId: id });
  const listed = () =>
    app.events.slice(from).some(({ event }) => event.type === 'conversation.listed' && event.row.id === id);
  await expect.poll(listed).toBe(true);
  expect(await app.turn(id, 'on')).toBe('done');
});

test(
  cite(
    'STORE-10',
    'a message permanently removed in the window disappears from the view, the disk and the next request',
  ),
  async () => {
    const app = await startTestApp({ otherwise: { text: 'I see.' } });
    const id = await app.start();
    await app.turn(id, `the password is ${secret}`);
    const row = app.rows(id).find(({ content }) => String(content).includes(secret));
    const replaced = app.event('message.replaced');
    const said = await app.call('conversation.forgetMessage', { conversationId: id, messageId: row?.id ?? '' });
    expect(said).toEqual({
      messageId: row?.id,
      resultFile: false,
      attachments: 0,
      copies: { changed: 0, removed: 0 },
      alsoIn: [],
    });
    expect((await replaced).message).toMatchObject({ id: row?.id, content: removedText });
    expect(JSON.stringify(await app.call('conversation.open', { conversationId: id }))).not.toContain(secret);
    expect(JSON.stringify(await app.call('conversation.request', { conversationId: id }))).not.toContain(secret);
    await app.turn(id, 'on');
    await app.close();
    expect(filesWith(app.dataDir, secret)).toEqual([]);
  },
);
