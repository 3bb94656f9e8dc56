// Notifications about runs that are out of view: when, how often, and with what text.

import { expect, test, vi } from 'vitest';
import { lateStrings } from '../../../renderer/core/lateStrings.ts';
import type { Memory } from '../../../renderer/core/memory.ts';
import { type SystemNotice, startAttention } from '../../../renderer/features/notifications/attention.ts';
import { followLastWindow, type LastWindowDeps } from '../../../renderer/features/notifications/lastWindow.ts';
import type { Attention, ConversationRow } from '../../../shared/features/conversations/methods.ts';
import { cite } from '../../support/cite.ts';
import { joinSession, settled, snapshotFixture } from '../../support/scriptedHost.ts';

// There is no page in which to look for the question.
vi.stubGlobal('requestAnimationFrame', () => 0);

const row = (id: string, activity: ConversationRow['activity'], title = `About ${id}`): ConversationRow => ({
  id,
  projectId: 'p1',
  title,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  messageCount: 1,
  activity,
  pinned: false,
  archived: false,
  unread: false,
});

const words = lateStrings.notifications;

async function opened(rows: ConversationRow[], options: { front?: boolean; notifications?: boolean } = {}) {
  const fixture = snapshotFixture({ conversations: rows });
  const settings = { ...fixture.settings, notifications: options.notifications ?? true };
  const { host, session } = joinSession({ snapshot: { ...fixture, settings } });
  session.connection.start();
  await settled();
  const timers: (() => void)[] = [];
  const notices: SystemNotice[] = [];
  const badges: number[] = [];
  const state = { front: options.front ?? false, announces: true };
  const end = startAttention({
    session,
    later: (_ms, run) => {
      timers.push(run);
      return () => {};
    },
    isInFront: () => state.front,
    isAnnouncer: async () => state.announces,
    notify: (notice) => notices.push(notice),
    badge: (count) => badges.push(count),
  });
  return {
    host,
    session,
    notices,
    badges,
    state,
    end,
    toasts: () => session.toasts.store.getState().visibleToasts.map(({ message }) => message),
    async happens(id: string, what: Attention) {
      host.publish({ type: 'conversation.attention', conversationId: id, what });
      await settled();
    },
    async lists(listed: ConversationRow) {
      host.publish({ type: 'conversation.listed', row: listed });
      await settled();
    },
    async pass() {
      for (const run of timers.splice(0)) run();
      await settled();
    },
  };
}

test(
  cite(
    'UI-11',
    'a run that waits or ended while the window is in the background is announced, with its title and what it needs',
  ),
  async () => {
    const { happens, pass, notices } = await opened([row('a', 'waiting'), row('b', 'idle')]);
    await happens('a', 'approval');
    await pass();
    await happens('b', 'failed');
    await pass();
    expect(notices).toEqual([
      { title: 'About a', body: words.what.approval, conversationId: 'a', labels: words.answer },
      { title: 'About b', body: words.what.failed, conversationId: 'b', labels: words.answer },
    ]);
  },
);

test('simultaneous events are announced together; outdated or unlisted ones are not', async () => {
  const { happens, lists, pass, notices } = await opened([
    row('a', 'waiting'),
    row('b', 'idle'),
    row('c', 'waiting'),
    row('d', 'running'),
  ]);
  await happens('a', 'approval');
  await happens('a', 'approval');
  await happens('b', 'done');
  await happens('c', 'question');
  await happens('d', 'retrying');
  await happens('an-agent', 'done');
  await lists(row('c', 'running'));
  await pass();
  // Without names of answers: it shows no single prompt.
  expect(notices).toEqual([{ title: words.several(3), body: words.severalBody(1, 1, 1), conversationId: 'a' }]);
  await happens('c', 'question');
  await pass();
  expect(notices).toHaveLength(1);
});

test('nothing is announced about the conversation in view', async () => {
  const { session, happens, pass, notices, state, toasts } = await opened([row('a', 'waiting')], { front: true });
  session.actions.show('a');
  await happens('a', 'approval');
  await pass();
  expect([notices, toasts()]).toEqual([[], []]);
  state.front = false;
  await happens('a', 'approval');
  await pass();
  expect(notices).toHaveLength(1);
});

test(
  cite('UI-11', 'in the window, another waiting conversation is a quiet line, which disappears with the wait'),
  async () => {
    const { happens, lists, pass, toasts } = await opened([row('a', 'waiting')], { front: true });
    await happens('a', 'question');
    await pass();
    expect(toasts()).toEqual([words.waits('About a')]);
    await lists(row('a', 'running'));
    expect(toasts()).toEqual([]);
  },
);

test('when disabled, nothing is announced; the number of pending approvals is still shown', async () => {
  const { happens, lists, pass, notices, badges } = await opened([row('a', 'waiting')], { notifications: false });
  await happens('a', 'approval');
  await pass();
  expect(notices).toEqual([]);
  await lists(row('b', 'waiting'));
  await lists(row('a', 'idle'));
  await lists(row('b', 'idle'));
  expect(badges).toEqual([1, 2, 1, 0]);
});

test("a notification's title is short, and direction characters in it are made visible", async () => {
  const { happens, pass, notices } = await opened([row('a', 'idle', `\u202etxt.exe ${'x'.repeat(300)}`)]);
  await happens('a', 'done');
  await pass();
  expect(notices[0]?.title).not.toContain('\u202e');
  expect(notices[0]?.title.length).toBeLessThanOrEqual(80);
});

test('clicking a notification opens its conversation', async () => {
  const { host, session, end } = await opened([row('a', 'idle')]);
  session.view.setState({ page: 'search' });
  host.publish({ type: 'window.show', conversationId: 'a' });
  await settled();
  expect([session.conversation.store.getState().id, session.view.getState().page]).toEqual(['a', 'chat']);
  end();
});

test(
  cite(['UI-11', 'UI-24'], 'of several windows, the last one that had the focus and still exists announces and opens'),
  async () => {
    const { happens, pass, notices, state, host, session } = await opened([row('a', 'waiting')]);
    state.announces = false;
    await happens('a', 'approval');
    await pass();
    host.publish({ type: 'window.show', conversationId: 'a' });
    await settled();
    expect(notices).toEqual([]);
    expect(session.conversation.store.getState().id).toBeNull();
    state.announces = true;
    host.publish({ type: 'window.show', conversationId: 'a' });
    await settled();
    expect(session.conversation.store.getState().id).toBe('a');

    const storage = new Map<string, string>();
    const memory: Memory = {
      get: (name) => storage.get(name) ?? null,
      set: (name, value) => void (value === null ? storage.delete(name) : storage.set(name, value)),
    };
    const locked = new Set<string>();
    const window = (focused: boolean, locks: LastWindowDeps['locks'] = undefined) => {
      const listeners: (() => void)[] = [];
      const last = followLastWindow({
        memory,
        locks,
        hasFocus: () => focused,
        onFocus: (listener) => {
          listeners.push(listener);
          return () => {};
        },
      });
      return { ...last, focus: () => listeners.forEach((listener) => void listener()) };
    };
    const locks = {
      async request(name: string, until: () => Promise<void>) {
        locked.add(name);
        await until();
        locked.delete(name);
      },
      query: async () => ({ held: [...locked].map((name) => ({ name })), pending: [] }),
    } as unknown as LockManager;
    const [one, two] = [window(false, locks), window(true, locks)];
    const which = () => Promise.all([one.isThis(), two.isThis()]);
    expect(await which()).toEqual([false, true]);
    one.focus();
    expect(await which()).toEqual([true, false]);
    const three = window(false, locks);
    one.stop();
    await settled();
    const others = await Promise.all([two.isThis(), three.isThis()]);
    expect(others.toSorted()).toEqual([false, true]);
    // Without locks, each is on its own.
    expect(await window(false).isThis()).toBe(true);
  },
);
