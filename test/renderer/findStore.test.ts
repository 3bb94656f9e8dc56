// Finding in a conversation: through the places of a record, then on to the next one.

import { describe, expect, test } from 'vitest';
import { createFindStore, type ShowPlace } from '../../renderer/search/findStore.ts';
import type { MarkedPlaces } from '../../renderer/search/openHit.ts';
import { strings } from '../../renderer/strings.ts';
import { ok } from '../../shared/errors.ts';
import { cite } from '../support/cite.ts';
import { manualTimers, settled } from '../support/scriptedHost.ts';

/** As the host answers: the newest first. */
const hits = (...ids: string[]) => ids.map((messageId) => ({ messageId }));

/** `counts`: how often the words are drawn in each record; none: it is not marked on the page. */
async function found(counts: Record<string, number>, show?: ShowPlace) {
  const timers = manualTimers();
  const gone: string[] = [];
  const drawn: ShowPlace = async ({ messageId }, _text, which) => {
    const count = counts[messageId ?? ''] ?? 0;
    const at = which === 'first' ? 0 : count - 1;
    gone.push(`${messageId} ${which}`);
    const places: MarkedPlaces = {
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
      call: async () => ok({ hits: hits('c', 'b', 'a'), more: false, cursor: null, complete: true, done: 1, total: 1 }),
    } as never,
    conversation: { store: { getState: () => ({ id: 'one' }), subscribe: () => () => {} } } as never,
    later: timers.later,
    show: show ?? drawn,
  });
  find.open();
  find.write('word');
  timers.run();
  await settled();
  const said = (): string => {
    const { at, places, more, within } = find.store.getState();
    return strings.search.find.count(at + 1, places.length, more, within);
  };
  const step = async (by: 1 | -1): Promise<string> => {
    find.step(by);
    await settled();
    return said();
  };
  return { find, gone, said, step };
}

describe('the find bar', () => {
  test(cite('UI-3', 'goes through every place of a record before the next one, and says which it is'), async () => {
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

  test('a record that is not marked on the page is one place', async () => {
    const { said, step } = await found({ b: 2 });
    expect(said()).toBe('Message 3 of 3');
    expect(await step(-1)).toBe('2 of 2 in message 2 of 3');
  });

  test('places that arrive after one has gone on are not those of what is shown', async () => {
    const waiting = new Map<string, (places: MarkedPlaces | null) => void>();
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
});
