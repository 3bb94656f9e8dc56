import { describe, expect, test } from 'vitest';
import { fail, ok } from '../../shared/core/errors.ts';
import { cite } from '../support/cite.ts';
import { conversationFixture, joinSession, script, settled, snapshotFixture } from '../support/scriptedHost.ts';

const talk = script().user('Hello').says('Good day.');
const conversation = () => conversationFixture({ messages: talk.messages, draft: 'a draft' });

async function opened(
  options: Parameters<typeof joinSession>[0] = { snapshot: snapshotFixture(), conversations: [conversation()] },
) {
  const joined = joinSession(options);
  joined.session.connection.start();
  await settled();
  joined.session.actions.show('current');
  await settled();
  return joined;
}

const asked = (joined: Awaited<ReturnType<typeof opened>>, method: string): unknown[] =>
  joined.host.calls.filter((call) => call.method === method).map((call) => call.params);

describe("the window's copies of the host's state", () => {
  test('a snapshot, then the events after it', async () => {
    const { host, session } = await opened();
    expect(session.conversation.store.getState().state).toEqual(host.conversation('current'));
    host.publishTo('current', { type: 'run.started', runId: 'r', startedAt: '2026-03-03T09:00:00Z' });
    host.publishTo('current', { type: 'reply.started', messageId: 'x' });
    for (const text of ['One ', 'two ', 'three']) host.publishTo('current', { type: 'reply.delta', text });
    await settled();
    expect(session.conversation.store.getState().state).toEqual(host.conversation('current'));
    expect(session.conversation.store.getState().state?.reply?.text).toBe('One two three');
    host.publish({ type: 'settings.changed', settings: { ...snapshotFixture().settings, theme: 'dark' } });
    await settled();
    expect(session.app.store.getState().snapshot).toEqual(host.snapshot());
  });

  test(cite('UI-4', 'events that arrive together render once'), async () => {
    const { host, session } = await opened();
    let drawn = 0;
    session.conversation.store.subscribe(() => drawn++);
    host.publishTo('current', { type: 'reply.started', messageId: 'x' });
    for (let i = 0; i < 100; i++) host.publishTo('current', { type: 'reply.delta', text: `${i} ` });
    await settled();
    expect(session.conversation.store.getState().state).toEqual(host.conversation('current'));
    expect(drawn).toBeLessThanOrEqual(2);
  });

  test('a missed event brings a fresh snapshot, and nothing is lost or duplicated', async () => {
    const joined = await opened();
    const { host, session } = joined;
    const [first, second] = script('n').user('lost').says('heard').messages;
    if (!first || !second) throw new Error('no messages');
    host.lose('current', { type: 'message.appended', message: first });
    host.publishTo('current', { type: 'message.appended', message: second });
    await settled();
    expect(asked(joined, 'conversation.open')).toHaveLength(2);
    expect(session.conversation.store.getState().state).toEqual(host.conversation('current'));
    expect(session.conversation.store.getState().state?.messages).toHaveLength(4);
  });

  test('events that arrive while a snapshot is pending are applied to it', async () => {
    const host = joinSession({
      snapshot: snapshotFixture(),
      conversations: [conversation()],
      handlers: {},
    });
    host.session.connection.start();
    await settled();
    host.session.actions.show('current');
    // The request has been sent and the answer has not arrived.
    await Promise.resolve();
    await Promise.resolve();
    host.host.publishTo('current', { type: 'queue.changed', queue: [{ id: 'q', text: 'later' }] });
    await settled();
    expect(host.session.conversation.store.getState().state).toEqual(host.host.conversation('current'));
  });

  test('a host that permanently skips a number does not send the window into a loop', async () => {
    const joined = await opened();
    const state = joined.host.conversation('current');
    if (!state) throw new Error('no state');
    joined.host.lose('current', { type: 'queue.changed', queue: [] });
    joined.host.publishTo('current', { type: 'queue.changed', queue: [{ id: 'q', text: 'x' }] });
    joined.host.place(state);
    await settled();
    expect(asked(joined, 'conversation.open').length).toBeLessThan(5);
  });

  test(
    cite(
      'RESUME-5',
      'a lost connection is restored automatically: the content stays, then it is updated from the host',
    ),
    async () => {
      const joined = await opened();
      const { host, session, timers, outcomes } = joined;
      outcomes.push('unreachable', 'unreachable');
      host.drop();
      await settled();
      expect(session.connection.status.getState()).toEqual({ kind: 'reconnecting', attempt: 1 });
      expect(session.conversation.store.getState().state?.messages).toHaveLength(2);
      const answer = await session.connection.call('run.stop', { conversationId: 'current' });
      expect(answer).toMatchObject({ ok: false, error: { code: 'CONNECTION_CLOSED' } });
      const [message] = script('n').user('meanwhile').messages;
      if (message) host.lose('current', { type: 'message.appended', message });
      for (const attempt of [2, 3]) {
        timers.run();
        await settled();
        expect(session.connection.status.getState()).toEqual({ kind: 'reconnecting', attempt });
      }
      timers.run();
      await settled();
      expect(session.connection.status.getState()).toEqual({ kind: 'open' });
      expect(session.conversation.store.getState().state).toEqual(host.conversation('current'));
      host.publishTo('current', { type: 'queue.changed', queue: [{ id: 'q', text: 'again' }] });
      await settled();
      expect(session.conversation.store.getState().state?.queue).toHaveLength(1);
    },
  );

  test(cite('UI-10', 'if the connection is lost after a confirmation, that is reported'), async () => {
    const details = { confirmation: 'c', by: 'code' };
    const { host, session, timers } = await opened({
      snapshot: snapshotFixture(),
      conversations: [conversation()],
      handlers: { 'settings.update': async () => fail('CONFIRMATION_NEEDED', 'It was not confirmed.', details) },
    });
    const answer = session.connection.call('settings.update', { patch: { approvalMode: 'all' } });
    await settled();
    host.drop();
    await settled();
    session.confirming.store.getState().pending?.end(true);
    expect(await answer).toMatchObject({ ok: false, error: { code: 'CONNECTION_CLOSED' } });
    // Once it is back, the confirmed action is requested again.
    timers.run();
    await settled();
    const next = session.connection.call('settings.update', { patch: { approvalMode: 'all' } });
    await settled();
    session.confirming.store.getState().pending?.end(true);
    expect(await next).toMatchObject({ ok: false, error: { code: 'CONFIRMATION_NEEDED' } });
    expect(host.calls.filter(({ method }) => method === 'settings.update')).toHaveLength(3);
  });

  test('earlier messages are prepended to the displayed ones, once', async () => {
    const older = script('o').user('Before').says('Long ago.').messages;
    const joined = await opened({
      snapshot: snapshotFixture(),
      conversations: [{ ...conversation(), hasEarlier: true }],
      handlers: { 'conversation.earlier': async () => ok({ messages: older, hasEarlier: false }) },
    });
    const { session } = joined;
    await Promise.all([session.conversation.loadEarlier(), session.conversation.loadEarlier()]);
    const { messageWindow } = session.conversation.store.getState();
    expect(messageWindow.messages.map((message) => message.id)).toEqual(['o0', 'o1', 'm0', 'm1']);
    expect(messageWindow).toMatchObject({ hasEarlier: false, hasLater: false });
    expect(asked(joined, 'conversation.earlier')).toEqual([{ conversationId: 'current', before: 'm0', limit: 200 }]);
    await session.conversation.loadEarlier();
    expect(asked(joined, 'conversation.earlier')).toHaveLength(1);
  });

  test('the conversation that is left is closed, and its events no longer arrive', async () => {
    const joined = await opened({
      snapshot: snapshotFixture(),
      conversations: [conversation(), { ...conversation(), conversationId: 'other', messages: [] }],
    });
    joined.session.actions.show('other');
    await settled();
    expect(asked(joined, 'conversation.close')).toEqual([{ conversationId: 'current' }]);
    joined.host.publishTo('current', { type: 'queue.changed', queue: [{ id: 'q', text: 'x' }] });
    await settled();
    expect(joined.session.conversation.store.getState().state?.queue).toEqual([]);
  });

  test(cite('UI-10', 'a run that could not store its own error still reports it'), async () => {
    const { host, session } = await opened();
    const error = { code: 'STORE_WRITE_FAILED', message: 'The disk is full. What was stored is kept.' };
    host.publishTo('current', { type: 'run.started', runId: 'r', startedAt: '' });
    host.publishTo('current', { type: 'run.ended', end: 'error', error });
    await settled();
    expect(session.conversation.store.getState().runError).toEqual(error);
    host.publishTo('current', { type: 'run.started', runId: 's', startedAt: '' });
    await settled();
    expect(session.conversation.store.getState().runError).toBeNull();
  });
});

describe('user actions', () => {
  test('the first message creates the conversation with the chosen options, then sends', async () => {
    const joined = joinSession({
      snapshot: snapshotFixture(),
      conversations: [conversation()],
      handlers: {
        'conversation.create': async () => ok({ conversationId: 'current' }),
        'run.send': async () => ok({ queued: false, messageId: 'x' }),
      },
    });
    const { session, host } = joined;
    session.connection.start();
    await settled();
    session.actions.newChat('p2');
    await session.actions.chooseModel({ provider: 'team', model: 'large' });
    await session.actions.chooseApprovalMode('reads');
    expect(await session.actions.send('Hello')).toBe(true);
    const order = host.calls.map((call) => call.method).filter((name) => name !== 'app.open');
    expect(order.slice(0, 3)).toEqual(['conversation.create', 'conversation.configure', 'run.send']);
    expect(host.calls.find((call) => call.method === 'conversation.create')?.params).toEqual({ projectId: 'p2' });
    await settled();
    expect(session.conversation.store.getState().id).toBe('current');
  });

  test(cite('UI-10', 'a message that could not be sent returns to the composer, before text typed since'), async () => {
    const { session } = await opened();
    const sending = session.actions.send('Hello');
    session.drafts.write('current', 'and more');
    expect(await sending).toBe(false);
    expect(session.drafts.store.getState().texts.current).toBe('Hello\n\nand more');
    expect(session.toasts.store.getState().visibleToasts).toHaveLength(1);
  });

  test(
    cite('LOOP-12', 'a queued message is withdrawn into the composer; one sent meanwhile is not duplicated'),
    async () => {
      const texts: (string | null)[] = ['take me back', null];
      const { session } = await opened({
        snapshot: snapshotFixture(),
        conversations: [conversation()],
        handlers: { 'run.withdraw': async () => ok({ text: texts.shift() ?? null, attachments: [] }) },
      });
      session.drafts.write('current', 'written');
      await session.actions.withdraw('q1');
      expect(session.drafts.store.getState().texts.current).toBe('written\n\ntake me back');
      await session.actions.withdraw('q2');
      expect(session.drafts.store.getState().texts.current).toBe('written\n\ntake me back');
      expect(session.toasts.store.getState().visibleToasts).toHaveLength(1);
    },
  );

  test('the host rejects: the user reads its sentence, once', async () => {
    const { session } = await opened();
    await session.actions.rename('current', 'New title');
    await session.actions.rename('current', 'New title');
    expect(session.toasts.store.getState().visibleToasts.map((toast) => toast.message)).toEqual([
      'The script has no answer to conversation.rename.',
    ]);
  });
});

describe('drafts', () => {
  test('are saved after a pause, and the last text wins', async () => {
    const joined = await opened();
    const { session, timers } = joined;
    session.drafts.write('current', 'one');
    session.drafts.write('current', 'one two');
    expect(timers.waiting()).toEqual([400]);
    timers.run();
    await settled();
    expect(asked(joined, 'conversation.saveDraft')).toEqual([
      { conversationId: 'current', draft: 'one two', writer: expect.any(String) },
    ]);
    expect(joined.kept.has('draft.current')).toBe(false);
  });

  test(cite('UI-24', 'follow another window, and lose no text that both have written'), async () => {
    const joined = await opened();
    const { host, session, timers } = joined;
    const theirs = (draft: string, writer?: string) =>
      host.publishTo('current', { type: 'draft.changed', draft, attachments: [], ...(writer ? { writer } : {}) });
    const draftText = (): string =>
      session.drafts.store.getState().texts.current ?? session.conversation.store.getState().state?.draft ?? '';
    const save = async (text: string): Promise<void> => {
      session.drafts.write('current', text);
      timers.run();
      await settled();
    };
    // Saved here, continued there.
    await save('one');
    theirs('one two', 'another');
    await settled();
    expect([draftText(), session.drafts.textOf('current')]).toEqual(['one two', 'one two']);
    theirs('', 'another');
    await settled();
    expect(draftText()).toBe('');
    // The host's report of this window's own draft comes while more is typed: it changes nothing.
    await save('three');
    const [saved] = asked(joined, 'conversation.saveDraft').slice(-1) as { writer: string }[];
    session.drafts.write('current', 'three and');
    theirs('three', saved?.writer);
    await settled();
    expect(draftText()).toBe('three and');
    // Neither is saved: both texts stay, once, and are saved.
    theirs('something else', 'another');
    await settled();
    expect(draftText()).toBe('three and\n\nsomething else');
    timers.run();
    await settled();
    expect(asked(joined, 'conversation.saveDraft').at(-1)).toMatchObject({ draft: 'three and\n\nsomething else' });
    session.drafts.write('current', 'half');
    theirs('half a thought', 'another');
    await settled();
    expect(draftText()).toBe('half a thought');
  });

  test(
    cite('UI-24', 'belong to the conversation: what another window wrote meanwhile is shown on return'),
    async () => {
      const other = conversationFixture({ conversationId: 'other' });
      const joined = await opened({ snapshot: snapshotFixture(), conversations: [conversation(), other] });
      const { host, session, timers } = joined;
      session.drafts.write('current', 'mine');
      timers.run();
      await settled();
      session.actions.show('other');
      await settled();
      host.place({ ...conversation(), draft: 'theirs' });
      session.actions.show('current');
      await settled();
      expect(session.drafts.store.getState().texts.current).toBeUndefined();
      expect(session.drafts.textOf('current')).toBe('theirs');
    },
  );

  test(cite(['UI-24', 'STORE-16'], 'keep what was typed as long as the host has it, without its secrets'), async () => {
    const other = conversationFixture({ conversationId: 'other' });
    const typed = 'use sk-secret here';
    const stored = 'use [key removed] here';
    const publish = (draft: string, writer: string) =>
      host.publishTo('current', { type: 'draft.changed', draft, attachments: [], writer });
    const joined = await opened({
      snapshot: snapshotFixture(),
      conversations: [conversation(), other],
      handlers: {
        async 'conversation.saveDraft'({ draft = '', writer = '' }) {
          const masked = draft.replace('sk-secret', '[key removed]');
          publish(masked, writer);
          return ok({ draft: masked });
        },
      },
    });
    const { host, session, timers } = joined;
    const draftText = (): string => session.drafts.textOf('current');
    const leave = async (): Promise<void> => {
      session.actions.show('other');
      await settled();
    };
    const back = async (): Promise<void> => {
      session.actions.show('current');
      await settled();
    };
    session.drafts.write('current', typed);
    timers.run();
    await settled();
    await leave();
    await back();
    expect(draftText()).toBe(typed);
    host.drop();
    await settled();
    session.connection.retryNow();
    await settled();
    expect(draftText()).toBe(typed);
    // Another window attached a file, while this one has typed on and while it has not.
    publish(stored, 'another');
    await settled();
    expect(draftText()).toBe(typed);
    session.drafts.write('current', `${typed} now`);
    publish(stored, 'another');
    await settled();
    expect(draftText()).toBe(`${typed} now`);
    timers.run();
    await settled();
    // Another text is displayed, also one written while this conversation was not open.
    await leave();
    host.place({ ...conversation(), draft: 'theirs' });
    await back();
    expect(draftText()).toBe('theirs');
    expect(session.drafts.store.getState().texts).not.toHaveProperty('current');
  });

  test(cite('UI-24', 'of a new chat belong to their window, also after a reload'), async () => {
    const storage = new Map<string, string>();
    const window = (tab: Map<string, string>, named: string | null) =>
      joinSession({ snapshot: snapshotFixture(), conversations: [conversation()] }, storage, tab, named).session.drafts;
    const [tabs, others] = [new Map<string, string>(), new Map<string, string>()];
    const first = window(tabs, null);
    first.write(null, 'in the first');
    const second = window(others, 'current');
    expect(second.textOf(null)).toBe('');
    second.write(null, 'in the second');
    expect(window(tabs, null).textOf(null)).toBe('in the first');
    expect(window(others, null).textOf(null)).toBe('in the second');
    // The next start has the last one; clearing one removes only its own.
    expect(window(new Map(), null).textOf(null)).toBe('in the second');
    first.write(null, '');
    expect(window(new Map(), null).textOf(null)).toBe('in the second');
    second.write(null, '');
    expect(window(new Map(), null).textOf(null)).toBe('');
  });

  test(cite('UI-24', 'have both texts after a lost connection, and are saved by themselves'), async () => {
    const joined = await opened();
    const { host, session, timers } = joined;
    const saves = () => asked(joined, 'conversation.saveDraft').map((params) => (params as { draft: string }).draft);
    const offline = async (text: string, theirs: string | null): Promise<void> => {
      joined.outcomes.push('unreachable');
      host.drop();
      await settled();
      session.drafts.write('current', text);
      session.drafts.flush();
      await settled();
      if (theirs !== null) host.place({ ...conversation(), draft: theirs });
      // Tries again, connects, then saves.
      for (let round = 0; round < 3; round++) {
        timers.run();
        await settled();
      }
    };
    await offline('mine', null);
    expect([session.drafts.textOf('current'), saves()]).toEqual(['mine', ['mine']]);
    host.place({ ...conversation(), draft: 'mine' });
    await offline('min', 'theirs');
    expect([session.drafts.textOf('current'), saves().at(-1)]).toEqual(['min\n\ntheirs', 'min\n\ntheirs']);
  });

  test('survive a page closed while the host is away', async () => {
    const joined = await opened();
    joined.outcomes.push('unreachable');
    joined.host.drop();
    await settled();
    joined.session.drafts.write('current', 'written while away');
    joined.session.drafts.flush();
    await settled();
    const again = joinSession({ snapshot: snapshotFixture(), conversations: [conversation()] }, joined.kept);
    again.session.connection.start();
    await settled();
    again.session.actions.show('current');
    await settled();
    expect(again.session.drafts.store.getState().texts.current).toBe('written while away');
    expect(again.host.calls.filter((call) => call.method === 'conversation.saveDraft')).toHaveLength(1);
    expect(again.kept.has('draft.current')).toBe(false);
  });

  test("a new chat's draft is kept until it is sent", async () => {
    const joined = joinSession({ snapshot: snapshotFixture() });
    joined.session.connection.start();
    await settled();
    joined.session.drafts.write(null, 'to be');
    expect(joinSession({ snapshot: snapshotFixture() }, joined.kept).session.drafts.store.getState().texts['']).toBe(
      'to be',
    );
    expect(await joined.session.actions.send('to be')).toBe(false);
    expect(joined.kept.get('draft')).toBe('to be');
  });
});
