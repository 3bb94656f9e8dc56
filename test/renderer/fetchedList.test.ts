// A list loaded from the host: whether the cached one is stale.

import { expect, test } from 'vitest';
import { createFetchedList } from '../../renderer/core/state/fetchedList.ts';
import type { AppEvent, ContractEvent } from '../../shared/contract.ts';
import { ok, type Result } from '../../shared/core/errors.ts';
import { cite } from '../support/cite.ts';

function open() {
  const answers: ((answer: Result<number>) => void)[] = [];
  let tell: (event: ContractEvent) => void = () => {};
  const list = createFetchedList<number>({
    connection: {
      onEvent(listener) {
        tell = listener;
        return () => {};
      },
      onOpen: () => () => {},
    },
    load: () => new Promise((resolve) => answers.push(resolve)),
    isStale: ({ type }) => type === 'slash.changed',
  });
  const change: AppEvent = { type: 'slash.changed' };
  return {
    list,
    view: () => list.store.getState(),
    changed: () => tell({ conversationId: null, seq: 1, event: change }),
    async answer(value: number) {
      answers.shift()?.(ok(value));
      await new Promise(setImmediate);
    },
  };
}

test(cite('WORK-3', 'a cached list is shown, and is stale until the host has answered again'), async () => {
  const { list, view, changed, answer } = open();
  const leave = list.want();
  expect(view()).toMatchObject({ value: null, isFresh: false });
  await answer(1);
  expect(view()).toMatchObject({ value: 1, isFresh: true });
  changed();
  expect(view()).toMatchObject({ value: 1, isFresh: false });
  await answer(2);
  expect(view()).toMatchObject({ value: 2, isFresh: true });
  // Nobody follows it anymore; the next view does not consider it current.
  leave();
  expect(view().isFresh).toBe(false);
  list.want();
  expect(view()).toMatchObject({ value: 2, isFresh: false });
  await answer(3);
  expect(view()).toMatchObject({ value: 3, isFresh: true });
});
