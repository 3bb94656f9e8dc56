// Unsent drafts, edits and attachments, as the window keeps them: across switching conversations, reloads, and a new
// chat becoming a conversation, until their owner is deleted.

import type { KeyboardEvent } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { Handlers } from '../../electron/lib/protocolServer.ts';
import { lateStrings } from '../../renderer/core/lateStrings.ts';
import { handleChipKey } from '../../renderer/features/attachments/AttachmentChips.tsx';
import { cancelEdit } from '../../renderer/features/branches/MessageEdit.tsx';
import { editMessage, quoteMessage } from '../../renderer/features/branches/messageSteps.ts';
import { fail, ok } from '../../shared/core/errors.ts';
import { cite } from '../support/cite.ts';
import { conversationFixture, joinSession, script, settled, snapshotFixture } from '../support/scriptedHost.ts';

const ref = (letter: string) => ({ hash: letter.repeat(64), name: `${letter}.txt`, mediaType: 'text/plain', bytes: 5 });
const talk = script().user('Hello').says('Good day.');

async function joined(handlers: Partial<Handlers> = {}, kept = new Map<string, string>()) {
  const draft = { draft: 'half a thought', draftAttachments: [ref('e')] };
  const made = joinSession(
    {
      snapshot: snapshotFixture(),
      conversations: [
        conversationFixture({ messages: talk.messages, ...draft }),
        conversationFixture({ conversationId: 'other', ...draft }),
      ],
      handlers: {
        'conversation.create': async () => ok({ conversationId: 'made' }),
        'conversation.delete': async () => ok({}),
        'run.send': async () => ok({ queued: false, messageId: 'm' }),
        'attachment.add': async ({ name }) => ok({ attachment: { ...ref(name.charAt(0)), problem: null } }),
        ...handlers,
      },
    },
    kept,
  );
  made.session.connection.start();
  await settled();
  const { session, host } = made;
  const show = async (id: string): Promise<void> => {
    session.actions.show(id);
    await settled();
  };
  const asked = (method: string): unknown[] =>
    host.calls
      .filter((call) => call.method === method)
      .map(({ params }) => ({ ...(params as Record<string, unknown>), writer: undefined }));
  return { ...made, show, asked };
}

const file = (name: string): File => new File([new Uint8Array(5)], name);
const until = async (fits: () => boolean): Promise<void> => {
  for (let tries = 0; !fits(); tries++) {
    if (tries > 200) throw new Error('it never came');
    // Reading a file takes more than promises.
    await new Promise((resolve) => setImmediate(resolve));
  }
};
/** A gate that the test opens. */
const gate = () => Promise.withResolvers<void>();

describe('a draft that only the host has', () => {
  test(cite('WORK-2', 'keeps its text and files when a file arrives after another one is shown'), async () => {
    const door = gate();
    const { session, show, asked } = await joined({
      'attachment.add': async ({ name }) => {
        await door.promise;
        return ok({ attachment: { ...ref(name.charAt(0)), problem: null } });
      },
    });
    await show('current');
    session.uploads.add('current', [file('a.txt')]);
    await settled();
    await show('other');
    door.resolve();
    await until(() => asked('conversation.saveDraft').length > 0);
    expect(asked('conversation.saveDraft')).toEqual([{ conversationId: 'current', attachments: [ref('e'), ref('a')] }]);
    expect(session.drafts.textOf('current')).toBe('half a thought');
  });

  test(cite('WORK-2', 'is loaded first when a file arrives for one that was never loaded'), async () => {
    const { session, asked } = await joined();
    session.uploads.add('current', [file('a.txt')]);
    await until(() => asked('conversation.saveDraft').length > 0);
    expect(asked('conversation.saveDraft')).toEqual([{ conversationId: 'current', attachments: [ref('e'), ref('a')] }]);
    expect(asked('conversation.close')).toEqual([{ conversationId: 'current' }]);
  });

  test('stays before a queued message that is withdrawn, even after a switch', async () => {
    const door = gate();
    const { session, show } = await joined({
      'run.withdraw': async () => {
        await door.promise;
        return ok({ text: 'taken back', attachments: [] });
      },
    });
    await show('current');
    const back = session.actions.withdraw('q');
    await show('other');
    door.resolve();
    await back;
    expect(session.drafts.textOf('current')).toBe('half a thought\n\ntaken back');
    expect(session.drafts.textOf('other')).toBe('half a thought');
  });

  test('stays after the text of a rewind that ends after a switch', async () => {
    const door = gate();
    const { session, show } = await joined({
      'conversation.rewind': async () => {
        await door.promise;
        return ok({ text: 'said', attachments: [], files: null });
      },
    });
    await show('current');
    const rewound = session.changes.rewind('m0', false);
    await show('other');
    session.drafts.write('other', 'of the other');
    door.resolve();
    expect(await rewound).toBe(true);
    expect(session.drafts.textOf('current')).toBe('said\n\nhalf a thought');
  });

  test('stays before a quote', async () => {
    const { session, show } = await joined();
    await show('current');
    vi.stubGlobal('getSelection', () => null);
    vi.stubGlobal('document', { querySelector: () => null });
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    quoteMessage(session, 'Good day.', null);
    vi.unstubAllGlobals();
    expect(session.drafts.textOf('current')).toBe('half a thought\n\n> Good day.\n\n');
  });
});

test("is not affected by another conversation's new message", async () => {
  const door = gate();
  const { session, show, timers, asked } = await joined({
    'run.send': async () => {
      await door.promise;
      return ok({ queued: false, messageId: 'm' });
    },
  });
  await show('current');
  const sending = session.actions.send('go');
  await show('other');
  session.drafts.write('other', 'meanwhile');
  door.resolve();
  await sending;
  timers.run();
  await settled();
  expect(asked('conversation.saveDraft')).toContainEqual({ conversationId: 'other', draft: 'meanwhile' });
});

test('keeps its attachments while a key is held down', () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('document', { activeElement: null, querySelector: () => null });
  let gone = 0;
  const press = (key: string, repeat: boolean): void => {
    const event = { key, repeat, currentTarget: null, preventDefault() {} };
    handleChipKey(event as unknown as KeyboardEvent, { current: null }, () => gone++);
  };
  press('Backspace', true);
  press('Delete', true);
  expect(gone).toBe(0);
  press('Backspace', false);
  expect(gone).toBe(1);
  vi.unstubAllGlobals();
});

describe('a message edit', () => {
  const edits = (session: Awaited<ReturnType<typeof joined>>['session']) => session.view.getState().edits;

  test('survives a reload, and an open one keeps its changes', async () => {
    const { session, show, kept } = await joined();
    await show('current');
    const [message] = talk.messages;
    if (!message) throw new Error('no message');
    editMessage(session, message);
    session.view.setState({ edits: { [message.id]: 'Hello, all' } });
    editMessage(session, message);
    expect(edits(session)).toEqual({ [message.id]: 'Hello, all' });
    const again = await joined({}, kept);
    await again.show('current');
    expect(edits(again.session)).toEqual({ [message.id]: 'Hello, all' });
    again.session.view.setState({ edits: {} });
    expect(kept.has('edits')).toBe(false);
  });

  test('that was canceled can be restored, if something was changed', async () => {
    const { session, show } = await joined();
    await show('current');
    const [message] = talk.messages;
    if (!message) throw new Error('no message');
    editMessage(session, message);
    cancelEdit(session, message);
    expect(session.toasts.store.getState().visibleToasts).toEqual([]);
    session.view.setState({ edits: { [message.id]: 'Hello, all' } });
    cancelEdit(session, message);
    expect(edits(session)).toEqual({});
    const [toast] = session.toasts.store.getState().visibleToasts;
    expect(toast).toMatchObject({ message: lateStrings.branching.edit.dropped, action: { isUndo: true } });
    toast?.action?.run();
    expect(edits(session)).toEqual({ [message.id]: 'Hello, all' });
  });
});

describe('while a new chat becomes a conversation', () => {
  test('a second message goes to the same one, after the first, with the text typed since', async () => {
    const door = gate();
    const { session, asked, kept } = await joined({
      'conversation.create': async () => {
        await door.promise;
        return ok({ conversationId: 'made' });
      },
    });
    const first = session.actions.send('one');
    const second = session.actions.send('two');
    session.drafts.write(null, 'three');
    door.resolve();
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect(asked('conversation.create')).toHaveLength(1);
    expect(asked('run.send')).toEqual([
      { conversationId: 'made', text: 'one', attachments: [] },
      { conversationId: 'made', text: 'two', attachments: [] },
    ]);
    expect(session.conversation.store.getState().id).toBe('made');
    expect(session.drafts.textOf('made')).toBe('three');
    expect(session.drafts.textOf(null)).toBe('');
    expect(kept.has('draft')).toBe(false);
  });

  test('unsent text comes back once, in its original order', async () => {
    const { session } = await joined({ 'run.send': async () => fail('STORE_WRITE_FAILED', 'The disk is full.') });
    const both = [session.actions.send('one'), session.actions.send('two')];
    expect(await Promise.all(both)).toEqual([false, false]);
    expect(session.drafts.textOf(null).split('\n\n').toSorted()).toEqual(['one', 'two']);
    expect(session.conversation.store.getState().id).toBeNull();
  });

  test(cite('WORK-2', 'a file added and removed does not delete the chat being sent'), async () => {
    const door = gate();
    const { session, asked } = await joined({
      'run.send': async () => {
        await door.promise;
        return ok({ queued: false, messageId: 'm' });
      },
    });
    session.uploads.add(null, [file('a.txt')]);
    await until(() => session.drafts.attachmentsOf(null).length === 1);
    const sending = session.actions.send('look', session.drafts.attachmentsOf(null));
    await settled();
    session.uploads.add(null, [file('b.txt')]);
    await until(() => session.drafts.attachmentsOf(null).length === 1);
    session.uploads.detach(null, ref('b').hash);
    session.uploads.add(null, [file('c.txt')]);
    await until(() => session.drafts.attachmentsOf(null).length === 1);
    door.resolve();
    expect(await sending).toBe(true);
    expect(asked('conversation.delete')).toEqual([]);
    expect(asked('conversation.create')).toHaveLength(1);
    expect(session.drafts.attachmentsOf('made')).toEqual([ref('c')]);
    expect(session.drafts.attachmentsOf(null)).toEqual([]);
    expect(session.uploads.home(null)).toBeNull();
  });

  test('another new chat started meanwhile is separate', async () => {
    const door = gate();
    let count = 0;
    const { session, asked } = await joined({
      'conversation.create': async () => {
        const conversationId = `made${++count}`;
        await door.promise;
        return ok({ conversationId });
      },
    });
    const first = session.actions.send('one');
    session.actions.newChat();
    const second = session.actions.send('two');
    door.resolve();
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect(asked('run.send')).toEqual([
      { conversationId: 'made1', text: 'one', attachments: [] },
      { conversationId: 'made2', text: 'two', attachments: [] },
    ]);
    expect(session.conversation.store.getState().id).toBe('made2');
  });
});

describe("a conversation's stored drafts", () => {
  test('are deleted with it; those of the open one when another is opened', async () => {
    const { session, host, show, kept } = await joined();
    await show('current');
    session.drafts.write('current', 'words');
    session.view.setState({
      edits: { m0: 'edited' },
      openCalls: { 'm1:0': true },
      openFolds: { 'm1:0': true },
      openParts: { m1: true },
    });
    host.publish({ type: 'conversation.unlisted', conversationId: 'current' });
    await settled();
    expect(session.drafts.textOf('current')).toBe('words');
    await show('other');
    expect(session.drafts.store.getState().texts).not.toHaveProperty('current');
    expect(session.view.getState()).toMatchObject({ edits: {}, openCalls: {}, openFolds: {}, openParts: {} });
    expect([...kept.keys()].filter((name) => name === 'edits' || name === 'draft.current')).toEqual([]);
  });

  test('recent text is saved before the deletion, so that undo restores it', async () => {
    const { session, host, show } = await joined();
    await show('current');
    session.drafts.write('current', 'words');
    await session.actions.remove('current');
    const order = host.calls.map(({ method }) => method);
    expect(order).toContain('conversation.saveDraft');
    expect(order.indexOf('conversation.saveDraft')).toBeLessThan(order.indexOf('conversation.delete'));
  });

  test('are limited for recently viewed conversations', async () => {
    const ids = Array.from({ length: 12 }, (_, at) => `agent${at}`);
    const made = joinSession({
      snapshot: snapshotFixture(),
      conversations: ids.map((conversationId) => conversationFixture({ conversationId })),
    });
    made.session.connection.start();
    await settled();
    const { side } = made.session;
    for (const id of ids) {
      const stop = side.watch(id);
      await settled();
      stop();
    }
    const left = ids.filter((id) => side.of(id).getState().state !== null);
    expect(left).toEqual(ids.slice(4));
    const stop = side.watch('agent11');
    await settled();
    let long = script('n');
    for (let at = 0; at < 300; at++) long = long.user(`say ${at}`).says('yes');
    for (const message of long.messages) made.host.publishTo('agent11', { type: 'message.appended', message });
    await settled();
    expect(side.of('agent11').getState().state?.messages.length).toBeLessThanOrEqual(400);
    stop();
  });
});
