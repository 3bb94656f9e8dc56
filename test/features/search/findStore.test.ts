// Finding in a conversation: through a record's matches, then on to the next one.

import { describe, expect, test } from 'vitest';
import { lateStrings } from '../../../renderer/core/lateStrings.ts';
import { createFindStore, type MatchMarks, type RevealMatch } from '../../../renderer/features/search/findStore.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';
import { manualTimers, settled } from '../../support/scriptedHost.ts';

/** The host's answer: newest first. */
const hits = (...ids: string[]) => ids.map((messageId) => ({ messageId, createdAt: messageId }));

interface Branch {
  /** The open branch's records in the window, and whether it starts before them. */
  end?: { id: string; createdAt: string }[];
  hasEarlier?: boolean;
  /** The open branch's records as the host knows them; by default all are on it. */
  all?: string[];
  /** The host's matches, newest first; it is complete on the second request. */
  answers?: string[][];
}

/** `counts`: how often each record renders the words; none: it has no marks on the page. */
async function found(counts: Record<string, number>, show?: RevealMatch, branch: Branch = {}) {
  const timers = manualTimers();
  const gone: string[] = [];
  const asked: string[] = [];
  let answered = false;
  const state = branch.end && { messages: branch.end, hasEarlier: branch.hasEarlier ?? false };
  const drawn: RevealMatch = async ({ messageId }, _text, which) => {
    const count = counts[messageId ?? ''] ?? 0;
    const at = which === 'first' ? 0 : count - 1;
    gone.push(`${messageId} ${which}`);
    const places: MatchMarks = {
      count,
      at,
      go(to) {
        gone.push(`${messageId} ${to}`);
        return true;
      },
    };
    return count === 0 ? null : places;
  };
  const find = createFindStore({
    connection: {
      async call(method: string, { messageId }: { messageId?: string }) {
        if (method === 'search.query') {
          const [first, second] = branch.answers ?? [];
          const names = (answered ? second : first) ?? ['c', 'b', 'a'];
          const complete = answered || !second;
          answered = true;
          return ok({ hits: hits(...names), more: false, cursor: null, complete, done: 1, total: 1 });
        }
        asked.push(messageId ?? '');
        const isThere = branch.all?.includes(messageId ?? '') ?? true;
        return isThere ? ok({}) : fail('MESSAGE_NOT_FOUND', 'On another branch.', { branch: true });
      },
    } as never,
    conversation: { store: { getState: () => ({ id: 'one', state }), subscribe: () => () => {} } } as never,
    later: timers.later,
    show: show ?? drawn,
  });
  find.open();
  find.write('word');
  timers.run();
  await settled();
  const said = (): string => {
    const { at, places, more, within } = find.store.getState();
    return lateStrings.search.find.count(at + 1, places.length, more, within);
  };
  const step = async (by: 1 | -1): Promise<string> => {
    find.step(by);
    await settled();
    return said();
  };
  return { find, gone, asked, said, step };
}

describe('the find bar', () => {
  test(cite('UI-3', 'goes through every match in a record before the next one, and shows its number'), async () => {
    const { said, step, gone } = await found({ a: 1, b: 3, c: 2 });
    expect(said()).toBe('2 of 2 in message 3 of 3');
    expect(await step(-1)).toBe('1 of 2 in message 3 of 3');
    expect(await step(-1)).toBe('3 of 3 in message 2 of 3');
    expect(await step(-1)).toBe('2 of 3 in message 2 of 3');
    expect(await step(1)).toBe('3 of 3 in message 2 of 3');
    expect(await step(1)).toBe('1 of 2 in message 3 of 3');
    expect(await step(1)).toBe('2 of 2 in message 3 of 3');
    expect(await step(1)).toBe('Message 1 of 3');
    expect(gone.slice(0, 3)).toEqual(['c last', 'c 0', 'b last']);
  });

  test(cite('UI-3', 'repeated while the index was behind starts over, unless the user has stepped'), async () => {
    const counts = { a: 1, b: 1, c: 1 };
    const answers = [
      ['b', 'a'],
      ['c', 'b', 'a'],
    ];
    const still = await found(counts, undefined, { answers });
    expect([still.said(), still.find.store.getState().behind]).toEqual(['Message 2 of 2', true]);
    await still.find.renew();
    await settled();
    expect([still.said(), still.find.store.getState().behind]).toEqual(['Message 3 of 3', false]);
    const gone = await found(counts, undefined, { answers });
    expect(await gone.step(-1)).toBe('Message 1 of 2');
    await gone.find.renew();
    await settled();
    expect(gone.said()).toBe('Message 1 of 3');
    expect(gone.gone).toEqual(['b last', 'a last']);
  });

  test('a record without marks on the page is one match', async () => {
    const { said, step } = await found({ b: 2 });
    expect(said()).toBe('Message 3 of 3');
    expect(await step(-1)).toBe('2 of 2 in message 2 of 3');
  });

  test('matches that arrive after the user moved on do not apply to the current one', async () => {
    const waiting = new Map<string, (places: MatchMarks | null) => void>();
    const { find, said } = await found(
      {},
      ({ messageId }) => new Promise((done) => waiting.set(messageId ?? '', done)),
    );
    find.step(-1);
    await settled();
    waiting.get('c')?.({ count: 9, at: 8, go: () => true });
    await settled();
    expect(said()).toBe('Message 2 of 3');
    waiting.get('b')?.({ count: 4, at: 3, go: () => true });
    await settled();
    expect(said()).toBe('4 of 4 in message 2 of 3');
  });

  test(cite('UI-3', 'starts at the newest match on the open branch; only a step goes to another branch'), async () => {
    const end = [{ id: 'b', createdAt: 'b' }];
    const known = await found({}, undefined, { end });
    expect(known.gone).toEqual(['b last']);
    expect(known.said()).toBe('Message 2 of 3');
    expect(known.asked).toEqual([]);
    expect(await known.step(1)).toBe('Message 3 of 3');
    expect(known.gone).toEqual(['b last', 'c first']);
    // The host is asked only about what is before the window's records.
    const earlier = await found({}, undefined, { end: [{ id: 'x', createdAt: 'b2' }], hasEarlier: true, all: ['a'] });
    expect(earlier.asked).toEqual(['b', 'a']);
    expect(earlier.gone).toEqual(['a last']);
  });

  test(cite('UI-3', 'if all matches are on other branches nothing is opened before a step'), async () => {
    const { find, gone, step } = await found({}, undefined, { end: [{ id: 'x', createdAt: 'x' }] });
    expect(gone).toEqual([]);
    expect(find.store.getState()).toMatchObject({ at: -1, phase: 'done' });
    expect(await step(1)).toBe('Message 3 of 3');
    expect(gone).toEqual(['c last']);
  });
});
