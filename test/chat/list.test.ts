import { expect, test } from 'vitest';
import type { AppEvent, ContractEvent } from '../../shared/contract.ts';
import type { ConversationRow } from '../../shared/features/conversations/methods.ts';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { askFor } from '../support/storedConversation.ts';

/** The rows reported for one conversation, in order. */
function told(events: readonly ContractEvent[], id: string): ConversationRow[] {
  return events.flatMap(({ event }) =>
    event.type === 'conversation.listed' && event.row.id === id ? [event.row] : [],
  );
}

/** Bounded: the list settles within a moment. */
const soon = { interval: 10 };

test('a new conversation with a message appears in the list through an event, with its title', async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  const id = await app.start();
  await app.turn(id, 'Why is the sky blue?');
  await expect
    .poll(() => told(app.events, id).at(-1), soon)
    .toMatchObject({
      title: expect.stringContaining('Why is the sky blue'),
      activity: 'idle',
      messageCount: app.rows(id).length,
    });
  await app.call('conversation.rename', { conversationId: id, title: 'Sky' });
  await expect.poll(() => told(app.events, id).at(-1)?.title, soon).toBe('Sky');
});

test('the list reports what runs, what waits for the user, and what is idle again', { tags: ['all'] }, async () => {
  const app = await startTestApp();
  let open: () => void = () => {};
  const until = new Promise<void>((resolve) => {
    open = resolve;
  });
  app.model.push([{ text: 'I ' }, { until }, { calls: [askFor('1', 'run_command', { command: 'echo' })] }]);
  const id = await app.start();
  const activity = () => told(app.events, id).at(-1)?.activity;
  await app.call('run.send', { conversationId: id, text: 'go' });
  await expect.poll(activity, soon).toBe('running');
  open();
  await expect.poll(activity, soon).toBe('waiting');
  const { conversations } = await app.call('app.open', {});
  expect(conversations.find((row) => row.id === id)?.activity).toBe('waiting');
  await app.call('run.stop', { conversationId: id });
  await expect.poll(activity, soon).toBe('idle');
});

test('a second client opening the app does not make the first one miss a change', { tags: ['all'] }, async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  const id = await app.start();
  await app.turn(id, 'one');
  await expect.poll(() => told(app.events, id).at(-1)?.activity, soon).toBe('idle');
  const other = app.connect();
  const heard: ContractEvent[] = [];
  other.onEvent((event) => heard.push(event));
  const from = app.events.length;
  // The second client reads the list between the change and its event.
  await app.call('conversation.rename', { conversationId: id, title: 'Renamed' });
  const snapshot = await other.call('app.open', {});
  expect(snapshot.ok && snapshot.value.conversations.find((row) => row.id === id)?.title).toBe('Renamed');
  await expect.poll(() => told(app.events.slice(from), id).at(-1)?.title, soon).toBe('Renamed');
  await app.call('conversation.rename', { conversationId: id, title: 'Once more' });
  await expect.poll(() => told(heard, id).at(-1)?.title, soon).toBe('Once more');
  await expect.poll(() => told(app.events, id).at(-1)?.title, soon).toBe('Once more');
});

test(cite('STORE-10', "a deleted conversation leaves every client's list through an event"), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  const id = await app.start();
  await app.turn(id, 'one');
  await expect.poll(() => told(app.events, id).length, soon).toBeGreaterThan(0);
  const other = app.connect();
  const heard: AppEvent[] = [];
  other.onEvent((entry) => entry.conversationId === null && heard.push(entry.event));
  await other.call('app.open', {});
  await app.call('conversation.delete', { conversationId: id });
  const gone = { type: 'conversation.unlisted', conversationId: id };
  await expect.poll(() => heard, soon).toContainEqual(gone);
  await expect.poll(() => app.events.map((entry) => entry.event), soon).toContainEqual(gone);
});

test(cite('PERF-7', 'the first list comes from the snapshot alone, however long it is'), async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  for (const text of ['one', 'two', 'three']) await app.turn(await app.start(), text);
  await app.close();
  const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder });
  const { conversations } = await again.call('app.open', {});
  expect(conversations).toHaveLength(3);
  await again.call('app.open', {});
  expect(again.events.filter(({ event }) => event.type === 'conversation.listed')).toEqual([]);
});

test(cite('UI-16', 'the list reports failures and interruptions until the conversation continues'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ replies: [{ status: 400, body: { error: { message: 'no' } } }, { text: 'ok' }] });
  const id = await app.start();
  const ending = () => told(app.events, id).at(-1)?.ending;
  expect(await app.turn(id, 'one')).toBe('error');
  await expect.poll(ending, soon).toBe('failed');
  expect(await app.turn(id, 'two')).toBe('done');
  await expect.poll(() => told(app.events, id).at(-1)?.activity, soon).toBe('idle');
  await expect.poll(ending, soon).toBeUndefined();
  // Stopped before a reply: the question is unanswered.
  app.model.push([{ hang: true }]);
  await app.call('run.send', { conversationId: id, text: 'three' });
  await app.model.request(3);
  expect(ending()).toBeUndefined();
  await app.call('run.stop', { conversationId: id });
  await expect.poll(ending, soon).toBe('interrupted');
});
