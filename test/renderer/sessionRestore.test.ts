// A tab's location in the app, across a reload of its page.

import { describe, expect, test } from 'vitest';
import { noFilters } from '../../renderer/features/search/searchStore.ts';
import { ok } from '../../shared/core/errors.ts';
import { cite } from '../support/cite.ts';
import { conversationFixture, joinSession, script, settled, snapshotFixture } from '../support/scriptedHost.ts';

const talk = script().user('Hello').says('Good day.');
const far = script('far').user('Long ago').says('It was.');
const [farRecord] = far.messages;
const answered: string[] = [];

/** A page of the tab: it has what the previous one stored. */
async function pageOf(tab: Map<string, string>, kept = new Map<string, string>()) {
  const joined = joinSession(
    {
      snapshot: snapshotFixture(),
      conversations: [conversationFixture({ messages: talk.messages, hasEarlier: true })],
      handlers: {
        'conversation.around': async ({ messageId }: { messageId: string }) => {
          answered.push(messageId);
          return ok({ messages: far.messages, hasEarlier: true, hasLater: true });
        },
        'conversation.startedBy': async ({ conversationId }: { conversationId: string }) => {
          const call = { conversationId: 'current', messageId: 'm', index: 0, title: 'Above' };
          return ok({ calls: conversationId === 'agent' ? [call] : [] });
        },
        'search.query': async () => ok({ hits: [], more: false, cursor: null, complete: true, done: 1, total: 1 }),
      } as never,
    },
    kept,
    tab,
  );
  joined.session.connection.start();
  await settled();
  joined.session.place.restore();
  await settled();
  return joined;
}

describe('after a reload', () => {
  test(cite('UI-2', 'the page, its search, and the panel are unchanged'), async () => {
    const tab = new Map<string, string>();
    const before = (await pageOf(tab)).session;
    before.actions.show('current');
    before.search.write('garden', true);
    before.search.store.setState({ chosen: 'current/1', scroll: 240 });
    before.chains.store.setState({ chosen: 3, scroll: 90 });
    const file = { path: 'src/water.ts', line: 3, count: 1 };
    before.view.setState({ page: 'search', panel: 'file', panelOpen: true, file, dialog: { type: 'shortcuts' } });
    before.place.keep();

    const { session, host } = await pageOf(tab);
    expect(session.view.getState()).toMatchObject({
      page: 'search',
      panel: 'file',
      panelOpen: true,
      file,
      dialog: null,
    });
    expect(session.conversation.store.getState().id).toBe('current');
    expect(session.search.store.getState()).toMatchObject({
      text: 'garden',
      filters: noFilters,
      chosen: 'current/1',
      scroll: 240,
    });
    expect(host.calls.some(({ method }) => method === 'search.query')).toBe(true);
    expect(session.chains.store.getState()).toMatchObject({ chosen: 3, scroll: 90 });
  });

  test('filters of an earlier version, which had fewer, are completed', async () => {
    const tab = new Map<string, string>();
    const before = (await pageOf(tab)).session;
    before.search.write('garden', true);
    before.place.keep();
    const { tag: _newer, ...older } = noFilters;
    const stored = JSON.parse(tab.get('place') ?? '');
    tab.set('place', JSON.stringify({ ...stored, search: { ...stored.search, filters: older } }));
    expect((await pageOf(tab)).session.search.store.getState().filters).toEqual(noFilters);
  });

  test(cite('UI-2', 'a row far before the end that was being read is in the first content shown'), async () => {
    const tab = new Map<string, string>();
    const before = (await pageOf(tab)).session;
    before.actions.show('current');
    await settled();
    const record = farRecord?.id ?? '';
    before.conversation.noteSeen({ first: record, last: record }, { key: record, inset: 12 });
    before.place.keep();

    const { session } = await pageOf(tab);
    expect(session.conversation.lastPlace()).toEqual({ key: record, inset: 12, record });
    const { messageWindow } = session.conversation.store.getState();
    expect(messageWindow.messages.map(({ id }) => id)).toEqual(far.messages.map(({ id }) => id));
    expect(messageWindow.hasLater).toBe(true);
  });

  test('a user who leaves while it loads, and returns, is where they last navigated', async () => {
    const asked: (() => void)[] = [];
    const { session } = joinSession({
      snapshot: snapshotFixture(),
      conversations: [conversationFixture({ messages: talk.messages, hasEarlier: true })],
      handlers: {
        'conversation.around': () =>
          new Promise((resolve) => {
            asked.push(() => resolve(ok({ messages: far.messages, hasEarlier: true, hasLater: true })));
          }),
      },
    });
    session.connection.start();
    await settled();
    const record = farRecord?.id ?? '';
    session.conversation.show('current', { key: record, inset: 12, record });
    await settled();
    session.conversation.show(null);
    session.conversation.show('current');
    asked.shift()?.();
    await settled();
    expect(session.conversation.store.getState().messageWindow.hasLater).toBe(false);
  });

  test('a new tab starts with the last shown conversation, on the chat page', async () => {
    const kept = new Map<string, string>();
    const before = (await pageOf(new Map(), kept)).session;
    before.actions.show('current');
    before.view.setState({ page: 'search' });
    before.place.keep();
    const { session } = await pageOf(new Map(), kept);
    expect(session.view.getState().page).toBe('chat');
    expect(session.conversation.store.getState().id).toBe('current');
  });

  test('a page that closes before the app has loaded keeps what the previous one stored', async () => {
    const tab = new Map<string, string>();
    const before = (await pageOf(tab)).session;
    before.actions.show('current');
    before.view.setState({ page: 'search' });
    before.place.keep();
    joinSession({ snapshot: snapshotFixture() }, new Map(), tab).session.place.keep();
    const { session } = await pageOf(tab);
    expect(session.view.getState().page).toBe('search');
    expect(session.conversation.store.getState().id).toBe('current');
  });

  test("an agent's page, which is never listed, is restored; a missing one is not", async () => {
    for (const [id, shown] of [
      ['agent', 'agent'],
      ['gone', null],
    ] as const) {
      const tab = new Map<string, string>();
      const before = (await pageOf(tab)).session;
      before.actions.show(id);
      before.view.setState({ page: 'search' });
      before.place.keep();
      const { session } = await pageOf(tab);
      expect(session.conversation.store.getState().id).toBe(shown);
      expect(session.view.getState().page).toBe('search');
    }
  });

  test('the settings reopen if they caused the reload, and only then', async () => {
    const tab = new Map<string, string>();
    const before = (await pageOf(tab)).session;
    before.view.setState({ dialog: { type: 'settings', section: 'appearance' } });
    before.place.keep('withSettings');
    const { session } = await pageOf(tab);
    expect(session.view.getState().dialog).toEqual({ type: 'settings', section: 'appearance' });
    session.place.keep();
    expect((await pageOf(tab)).session.view.getState().dialog).toBeNull();
  });

  test.each(['{', 'null', '{"v":0}', '7', '{"v":1}', '{"v":1,"conversationId":7,"view":{"page":"x"}}'])(
    "another version's stored data is ignored: %s",
    async (text) => {
      const { session } = await pageOf(new Map([['place', text]]), new Map([['conversation', 'current']]));
      expect(session.conversation.store.getState().id).toBe('current');
      expect(session.view.getState().page).toBe('chat');
    },
  );
});
