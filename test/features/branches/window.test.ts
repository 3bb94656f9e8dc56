// Where a conversation's branches are shown, and when they are loaded.

import { describe, expect, test } from 'vitest';
import { forksByMessage } from '../../../renderer/features/branches/messageForks.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { ok } from '../../../shared/core/errors.ts';
import type { Fork } from '../../../shared/features/branches/methods.ts';
import { cite } from '../../support/cite.ts';
import { conversationFixture, joinSession, script, settled, snapshotFixture } from '../../support/scriptedHost.ts';

const at = '2026-03-03T09:00:00Z';

function fork(parentId: string | null, ids: string[], active: number): Fork {
  const branches = ids.map((id) => ({ messageId: id, saidId: id, leafId: id, createdAt: at, label: id }));
  return { parentId, branches, active };
}

const talk = script().user('one').says('first').user('two').asks(null, ['list_files', {}]).result('a');
const { messages } = talk.says('second');
const [one = '', first = '', two = '', asks = ''] = messages.map(({ id }) => id);

describe("a conversation's branches", () => {
  test(cite('UI-6', "are shown at the user's message: its other versions, and the other replies to it"), () => {
    const versions = fork(first, ['other', two], 1);
    const replies = fork(two, [asks, 'again'], 0);
    const places = forksByMessage(messages, [versions, replies]);
    expect([...places.keys()]).toEqual([two]);
    expect(places.get(two)).toEqual({ versions, replies: [replies] });
  });

  test(cite('UI-6', 'a record before a message does not hide that it was sent in two versions'), () => {
    const note = {
      v: 1,
      id: 'note',
      parentId: first,
      createdAt: at,
      role: 'system',
      content: 'Date',
      partType: 'environment',
    };
    const all = messages.toSpliced(2, 0, note as Message);
    const versions = fork(first, ['other', 'note'], 1);
    expect(forksByMessage(all, [versions]).get(two)?.versions).toBe(versions);
    const [own] = versions.branches.slice(1);
    const said: Fork = { ...versions, branches: [versions.branches[0], { ...own, saidId: two }] as Fork['branches'] };
    expect(forksByMessage(all, [said]).get(two)?.versions).toBe(said);
  });

  test(cite('UI-6', 'are not shown if they are not loaded, or if none is open'), () => {
    expect(forksByMessage(messages, [fork('far', ['away', 'gone'], 0), fork(first, ['other', two], -1)]).size).toBe(0);
    expect(forksByMessage(messages.slice(3), [fork(two, [asks, 'again'], 0)]).size).toBe(0);
  });

  test(cite('UI-6', 'are loaded when it is opened, and again only when a new one is possible'), async () => {
    const open = fork(one, [first, 'again'], 0);
    const joined = joinSession({
      snapshot: snapshotFixture(),
      conversations: [conversationFixture({ messages })],
      handlers: { 'conversation.forks': async () => ok({ forks: [open], beside: 1, more: false }) },
    });
    const { host, session } = joined;
    const asked = (): number => host.calls.filter(({ method }) => method === 'conversation.forks').length;
    session.connection.start();
    await settled();
    session.actions.show('current');
    await settled();
    expect(session.forks.store.getState().forks).toEqual([open]);
    const place = session.forks.store.getState().places.get(one);
    expect(place).toEqual({ versions: null, replies: [open] });
    const before = asked();
    const more = script('n').user('three').says('third').messages;
    for (const message of more) host.publishTo('current', { type: 'message.appended', message });
    await settled();
    expect(asked()).toBe(before);
    // A message at the end re-renders no row without branches.
    expect(session.forks.store.getState().places.get(one)).toBe(place);
    host.publishTo('current', { type: 'branch.changed' });
    await settled();
    expect(asked()).toBe(before + 1);
    const [next, last] = script('m').user('four').says('fourth').messages;
    if (next && last)
      for (const message of [next, last]) host.publishTo('current', { type: 'message.appended', message });
    await settled();
    expect(asked()).toBe(before + 2);
    session.actions.newChat();
    await settled();
    expect(session.forks.store.getState().forks).toEqual([]);
  });

  test(cite(['UI-6', 'PERF-10'], 'are loaded in batches, and all of them are shown'), async () => {
    const places = [fork(one, [first, 'again'], 0), fork(first, ['other', two], 1), fork(two, [asks, 'more'], 0)];
    const joined = joinSession({
      snapshot: snapshotFixture(),
      conversations: [conversationFixture({ messages })],
      handlers: {
        'conversation.forks': async ({ from = 0 }) =>
          ok({ forks: places.slice(from, from + 1), beside: 3, more: from + 1 < places.length }),
      },
    });
    const { session, host } = joined;
    session.connection.start();
    await settled();
    session.actions.show('current');
    await settled();
    expect(session.forks.store.getState().forks).toEqual(places);
    // Reloading makes none of them disappear meanwhile.
    const seen: number[] = [];
    session.forks.store.subscribe(({ forks }) => seen.push(forks.length));
    host.publishTo('current', { type: 'branch.changed' });
    await settled();
    expect(new Set(seen)).toEqual(new Set([3]));
  });
});
