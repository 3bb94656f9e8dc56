// What the window keeps of a long conversation: the live end, and the pages being read away from it.

import { describe, expect, test } from 'vitest';
import { maxRecords } from '../../renderer/core/state/messagePages.ts';
import { revealMessage } from '../../renderer/core/state/revealMessage.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { fail, ok } from '../../shared/core/errors.ts';
import { cite } from '../support/cite.ts';
import { conversationFixture, joinSession, script, settled, snapshotFixture } from '../support/scriptedHost.ts';

/** Turns of four records: a question, a call, its result, a reply. */
function turns(count: number, prefix = 'm'): Message[] {
  const talk = script(prefix);
  for (let turn = 0; turn < count; turn++) {
    talk
      .user(`question ${turn}`)
      .asks(null, ['read_file', { path: `part${turn}` }])
      .result(`text ${turn}`)
      .says(`reply ${turn}`);
  }
  return talk.messages;
}

async function opened(messages: Message[], handlers: NonNullable<Parameters<typeof joinSession>[0]['handlers']> = {}) {
  const conversations = [conversationFixture({ messages })];
  const joined = joinSession({ snapshot: snapshotFixture(), conversations, handlers });
  joined.session.connection.start();
  await settled();
  joined.session.actions.show('current');
  await settled();
  const { conversation } = joined.session;
  const view = () => conversation.store.getState();
  const ids = () => view().messageWindow.messages.map(({ id }) => id);
  const kept = () => (view().pages?.messages.length ?? 0) + (view().state?.messages.length ?? 0);
  const asked = (method: string) => joined.host.calls.filter((call) => call.method === method).length;
  const see = (first: string, last = first) => conversation.noteSeen({ first, last }, null);
  return { ...joined, conversation, view, ids, kept, asked, see };
}

const idsFrom = (messages: readonly Message[], from: number, to: number): string[] =>
  messages.slice(from, to).map(({ id }) => id);

describe('pages of a long conversation', () => {
  const all = turns(1000);

  test(
    cite('UI-5', 'opening loads only the end; scrolling up to the beginning keeps at most a thousand records'),
    async () => {
      const { conversation, view, ids, kept, see } = await opened(all);
      expect(ids()).toEqual(idsFrom(all, 3800, 4000));
      let max = 0;
      while (view().messageWindow.hasEarlier) {
        see(ids()[0] as string, ids()[20] as string);
        await conversation.loadEarlier();
        max = Math.max(max, kept());
        const first = all.findIndex(({ id }) => id === ids()[0]);
        expect(ids()).toEqual(idsFrom(all, first, first + ids().length));
      }
      expect(ids()[0]).toBe('m0');
      expect(view().messageWindow.hasLater).toBe(true);
      expect(max).toBeLessThanOrEqual(maxRecords);
    },
  );

  test(
    cite('UI-5', 'and down again to the end, where the pages meet the live part; nothing is missing or duplicated'),
    async () => {
      const { conversation, view, ids, kept, see } = await opened(all);
      await conversation.goTo('m2000');
      let max = 0;
      for (let pages = 0; view().messageWindow.hasLater && pages < 30; pages++) {
        see(ids().at(-20) as string, ids().at(-1) as string);
        await conversation.loadLater();
        max = Math.max(max, kept());
        const first = all.findIndex(({ id }) => id === ids()[0]);
        expect(ids()).toEqual(idsFrom(all, first, first + ids().length));
      }
      expect(ids().at(-1)).toBe('m3999');
      expect(max).toBeLessThanOrEqual(maxRecords);
    },
  );

  test(cite('UI-5', 'a jump to any record is one request, without what lies between'), async () => {
    const { session, ids, asked, view } = await opened(all);
    expect(await revealMessage(session, 'm1237')).toBe(true);
    expect(asked('conversation.around')).toBe(1);
    expect(asked('conversation.earlier')).toBe(0);
    expect(ids()).toContain('m1237');
    expect(view().messageWindow).toMatchObject({ hasEarlier: true, hasLater: true });
    expect(session.view.getState().reveal?.key).toBe('m1237:0');
    expect(await revealMessage(session, 'm3990')).toBe(true);
    expect(asked('conversation.around')).toBe(1);
    expect(ids()).toEqual(idsFrom(all, 3800, 4000));
  });

  test('new messages go to the end, and are there when the pages meet it', async () => {
    const { host, conversation, view, ids, see } = await opened(all);
    await conversation.goTo('m100');
    see('m100');
    const [said] = script('n').user('meanwhile').messages as [Message];
    host.publishTo('current', { type: 'message.appended', message: said });
    await settled();
    expect(ids()).not.toContain('n0');
    expect(view().state?.messages.at(-1)?.id).toBe('n0');
    conversation.goToEnd();
    expect(ids()).toEqual([...idsFrom(all, 3800, 4000), 'n0']);
  });

  test('pages being read stay while the answer to an older request arrives late', async () => {
    const { conversation, ids } = await opened(all);
    const first = conversation.goTo('m100');
    const second = conversation.goTo('m3000');
    expect(await Promise.all([first, second])).toMatchObject([
      { ok: false, error: { code: 'CANCELLED' } },
      { ok: true },
    ]);
    expect(ids()).toContain('m3000');
    expect(ids()).not.toContain('m100');
  });

  test('a page requested before a failed jump does not prevent the next request', async () => {
    const { conversation, view } = await opened(all);
    const page = conversation.loadEarlier();
    const jump = conversation.goTo('nowhere');
    expect(await jump).toMatchObject({ ok: false });
    await page;
    expect(view()).toMatchObject({ loadingEarlier: false, loadingLater: false });
    const before = view().messageWindow.messages.length;
    await conversation.loadEarlier();
    expect(view().messageWindow.messages.length).toBeGreaterThan(before);
  });

  test(cite('RESUME-1', 'a permanently removed record disappears from the pages too'), async () => {
    const { host, conversation, view } = await opened(all);
    await conversation.goTo('m100');
    const before = all[100] as Message;
    const message = { ...before, content: '', removed: { at: '2026-03-03T09:00:00Z' } } as Message;
    host.publishTo('current', { type: 'message.replaced', message });
    await settled();
    expect(view().messageWindow.messages.find(({ id }) => id === 'm100')).toEqual(message);
  });
});

test(
  cite('UI-5', 'the records that the end of the page shows are kept, however many, and not reloaded repeatedly'),
  async () => {
    const { conversation, view, ids } = await opened(turns(1000));
    for (let page = 1; page <= 8; page++) {
      await conversation.loadEarlier();
      conversation.noteSeen(null, null, ids()[0]);
      expect(ids()).toHaveLength(200 + page * 200);
    }
    expect(view().messageWindow.hasEarlier).toBe(true);
    // Less is near now: the rest is dropped.
    conversation.noteSeen(null, null, 'm3990');
    expect(ids().length).toBeLessThan(600);
    expect(ids().at(-1)).toBe('m3999');
  },
);

describe('an active run', () => {
  test(
    cite('UI-5', 'of thousands of records keeps only the end, cut between turns, while the reader is there'),
    async () => {
      const { host, view, kept, conversation } = await opened(turns(50));
      conversation.noteSeen(null, null);
      for (const message of turns(600, 'n')) host.publishTo('current', { type: 'message.appended', message });
      await settled();
      expect(kept()).toBeLessThanOrEqual(maxRecords);
      expect(view().state).toMatchObject({ hasEarlier: true });
      expect(view().state?.messages[0]?.role).toBe('user');
      expect(view().messageWindow.messages.at(-1)?.id).toBe('n2399');
      await conversation.loadEarlier();
      expect(view().messageWindow.messages.map(({ id }) => id)).toEqual(
        host
          .conversation('current')
          ?.messages.slice(-view().messageWindow.messages.length)
          .map(({ id }) => id),
      );
    },
  );

  test(cite('UI-4', 'removes nothing that a reader further up is reading'), async () => {
    const { host, ids, kept, see } = await opened(turns(50));
    see('m100', 'm110');
    for (const message of turns(600, 'n')) {
      host.publishTo('current', { type: 'message.appended', message });
      await settled();
    }
    expect(ids()).toEqual(expect.arrayContaining(idsFrom(turns(50), 0, 200)));
    expect(kept()).toBeLessThanOrEqual(maxRecords);
  });

  test('an active turn is not cut', async () => {
    const { host, view } = await opened(turns(1));
    const long = script('n').user('much to do');
    for (let call = 0; call < 400; call++) long.asks(null, ['read_file', {}]).result('x');
    for (const message of long.messages) host.publishTo('current', { type: 'message.appended', message });
    await settled();
    expect(view().state?.messages[0]?.id).toBe('n0');
    expect(view().state?.messages).toHaveLength(801);
  });
});

describe('another snapshot', () => {
  const all = turns(400);

  test(
    cite('RESUME-5', 'after a lost connection the content is loaded again, and the end has what was missed'),
    async () => {
      const { host, conversation, view, ids, timers, see } = await opened(all);
      await conversation.goTo('m400');
      see('m400', 'm410');
      host.drop();
      await settled();
      const [missed] = script('n').user('missed').messages as [Message];
      host.lose('current', { type: 'message.appended', message: missed });
      const gone = { ...(all[400] as Message), content: '', removed: { at: '2026-03-03T09:00:00Z' } } as Message;
      host.lose('current', { type: 'message.replaced', message: gone });
      timers.run();
      await settled();
      expect(ids()).toContain('m410');
      expect(view().messageWindow.messages.find(({ id }) => id === 'm400')).toEqual(gone);
      expect(view().state?.messages.at(-1)?.id).toBe('n0');
    },
  );

  test('another branch keeps the position if it is on both, and otherwise shows its end', async () => {
    const { host, conversation, ids, see } = await opened(all);
    const state = () => host.conversation('current') ?? conversationFixture();
    await conversation.goTo('m300');
    see('m300');
    host.place({ ...state(), messages: [...all.slice(0, 900), ...turns(100, 'b')] });
    host.publishTo('current', { type: 'branch.changed' });
    await settled();
    expect(ids()).toContain('m300');
    host.place({ ...state(), messages: turns(300, 'c') });
    host.publishTo('current', { type: 'branch.changed' });
    await settled();
    expect(ids().at(-1)).toBe('c1199');
    expect(ids()).not.toContain('m300');
  });

  test(cite('UI-6', 'a record of another branch opens that branch, and the way back is offered'), async () => {
    const other = [...all.slice(0, 800), ...turns(20, 'b')];
    const switched: string[] = [];
    const joined = await opened(all, {
      'conversation.around': async ({ conversationId, messageId }) => {
        const branch = joined.host.conversation(conversationId)?.messages ?? [];
        if (!branch.some(({ id }) => id === messageId)) return fail('MESSAGE_NOT_FOUND', 'elsewhere', { branch: true });
        return ok({ messages: branch.slice(-100), hasEarlier: true, hasLater: false });
      },
      'conversation.switchBranch': async ({ messageId }) => {
        switched.push(messageId);
        const state = joined.host.conversation('current') ?? conversationFixture();
        joined.host.place({ ...state, messages: messageId === 'm1599' ? all : other });
        joined.host.publishTo('current', { type: 'branch.changed' });
        return ok({ before: 'm1599' });
      },
    });
    const { session, ids } = joined;
    expect(await revealMessage(session, 'b10')).toBe(true);
    expect(ids()).toContain('b10');
    const [toast] = session.toasts.store.getState().visibleToasts;
    toast?.action?.run();
    await settled();
    expect(switched).toEqual(['b10', 'm1599']);
    expect(ids().at(-1)).toBe('m1599');
  });

  test('a missing record is reported, and the content stays', async () => {
    const { session, ids } = await opened(all);
    const before = ids();
    expect(await revealMessage(session, 'nobody')).toBe(false);
    expect(ids()).toEqual(before);
    expect(session.toasts.store.getState().visibleToasts[0]?.tone).toBe('error');
  });
});
