// The window's knowledge of calls when the host answers in pieces, late or not at all.

import { Tooltip } from 'radix-ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Connection } from '../../../renderer/core/connection/connection.ts';
import { StaleNotice } from '../../../renderer/features/chains/ChainView.tsx';
import { createChainStore } from '../../../renderer/features/chains/chainStore.ts';
import { createChainsStore } from '../../../renderer/features/chains/chainsStore.ts';
import { TimeAxis } from '../../../renderer/features/chains/TimeAxis.tsx';
import { createTimeScale } from '../../../renderer/features/chains/timeScale.ts';
import { findCalls } from '../../../renderer/features/chains/useCallMatches.ts';
import { FilterMenu, FilterRow, FilterSwitch } from '../../../renderer/ui/FilterRow.tsx';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';
import { script } from '../../support/scriptedHost.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const tick = (times = 8): Promise<void> => (times === 0 ? turn() : turn().then(() => tick(times - 1)));

function host() {
  const asked: { params: Record<string, unknown>; answer: (given: Result<object>) => void }[] = [];
  let tell: (event: object) => void = () => {};
  const connection = {
    call: (method: string, params: Record<string, unknown>) =>
      method === 'chain.facets'
        ? Promise.resolve(ok({ tools: [] }))
        : new Promise((answer) => asked.push({ params, answer })),
    onEvent(listener: (event: object) => void) {
      tell = listener;
      return () => {};
    },
    onOpen: () => () => {},
  } as unknown as Connection;
  const next = async (given: Result<object>): Promise<void> => {
    asked.shift()?.answer(given);
    await tick();
  };
  return { asked, connection, next, tell: (event: object) => tell({ conversationId: 'c', event }) };
}

const [, one, , two] = script()
  .user('a')
  .asks(null, ['list_files', {}])
  .user('b')
  .asks(null, ['read_file', {}]).messages;
const piece = (cursor: string | null = null) => ok({ calls: [], turns: [], cursor });

describe("a conversation's chain", () => {
  test(cite('UI-2', 'keeps growing if it could not be reloaded, and can be loaded later'), async () => {
    const { connection, next, tell } = host();
    const { store, reload } = createChainStore(connection, 'c');
    await next(piece());
    reload();
    tell({ type: 'message.appended', message: one });
    await next(fail('INTERNAL', 'No.'));
    expect(store.getState()).toMatchObject({ phase: 'failed', error: { message: 'No.' } });
    expect(store.getState().calls.map(({ name }) => name)).toEqual(['list_files']);
    tell({ type: 'message.appended', message: two });
    expect(store.getState().calls.map(({ name }) => name)).toEqual(['list_files', 'read_file']);
    reload();
    expect(store.getState().phase).toBe('loading');
    await next(piece());
    expect(store.getState()).toMatchObject({ phase: 'ready', error: null });
  });

  test('keeps growing if loading its pieces was always too slow', async () => {
    const { connection, asked, next, tell } = host();
    const { store } = createChainStore(connection, 'c');
    tell({ type: 'message.appended', message: one });
    for (let tries = 0; tries < 3; tries++) {
      await next(piece('x'));
      await next(fail('PARAMS_INVALID', 'Too late.'));
    }
    expect(asked).toEqual([]);
    expect(store.getState()).toMatchObject({ phase: 'failed', error: { message: 'Too late.' } });
    tell({ type: 'message.appended', message: two });
    expect(store.getState().calls).toHaveLength(2);
  });

  test('can also be reloaded where calls are shown', () => {
    expect(renderToStaticMarkup(<StaleNotice why="No." onAgain={() => {}} />)).toMatch(/role="alert".*No\..*<button/s);
  });
});

describe('the calls of all conversations', () => {
  const found = (names: string[], cursor: string | null, complete = true) =>
    ok({ calls: names.map((name) => ({ name, messageId: name })), cursor, complete, done: 1, total: 1 });

  test(
    cite(
      'UI-2',
      'when reloaded while the index is behind, the list grows; the selected call and the scroll position stay',
    ),
    async () => {
      const { connection, asked, next } = host();
      const chains = createChainsStore(connection, () => () => {});
      const names = () => chains.store.getState().calls.map(({ name }) => name);
      chains.ask();
      await next(found([], null, false));
      void chains.renew();
      expect(chains.store.getState().phase).toBe('done');
      await next(found(['a'], null, false));
      expect(names()).toEqual(['a']);
      chains.note({ chosen: 0 });
      void chains.renew();
      await next(found(['b', 'a'], null, false));
      expect(names()).toEqual(['b', 'a']);
      expect(chains.store.getState()).toMatchObject({ chosen: 1, complete: false });
      chains.note({ scroll: 300 });
      void chains.renew();
      await next(found(['c', 'b', 'a'], null, true));
      expect(names()).toEqual(['b', 'a']);
      expect(chains.store.getState()).toMatchObject({ chosen: 1, complete: true });
      expect(asked).toEqual([]);
    },
  );

  test(
    cite('UI-2', 'a page that fails to load is not the end: earlier results stay, and loading continues'),
    async () => {
      const { connection, asked, next } = host();
      const chains = createChainsStore(connection, () => () => {});
      chains.ask();
      await next(found(['a'], 'x'));
      chains.more();
      await next(fail('INTERNAL', 'No.'));
      expect(chains.store.getState()).toMatchObject({ phase: 'failed', cursor: 'x', calls: [{ name: 'a' }] });
      chains.more();
      expect(asked).toEqual([]);
      chains.again();
      expect(asked[0]?.params.cursor).toBe('x');
      await next(found(['b'], null));
      expect(chains.store.getState()).toMatchObject({ phase: 'done', calls: [{ name: 'a' }, { name: 'b' }] });
    },
  );

  test('an unknown position is resolved by loading again', async () => {
    const { connection, asked, next } = host();
    const chains = createChainsStore(connection, () => () => {});
    chains.ask();
    await next(found(['a'], 'x'));
    chains.more();
    await next(fail('PARAMS_INVALID', 'No.'));
    chains.again();
    expect(asked[0]?.params.cursor).toBeNull();
  });

  test('a first page that fails shows no results of another filter', async () => {
    const { connection, next } = host();
    const chains = createChainsStore(connection, () => () => {});
    chains.ask();
    await next(found(['a'], null));
    chains.filter({ days: 1 });
    await next(fail('INTERNAL', 'No.'));
    expect(chains.store.getState()).toMatchObject({ phase: 'failed', cursor: null, calls: [] });
  });
});

test(
  cite('UI-2', 'the calls that contain a text stay listed if they could not be reloaded; a first failure is reported'),
  async () => {
    const { connection, asked, next } = host();
    const ask = (isRenewal: boolean) =>
      findCalls(
        connection.call,
        { text: 'rain', conversationId: 'c' },
        { isRenewal, signal: new AbortController().signal },
      );
    const page = (messageId: string, cursor: string | null) =>
      ok({ calls: [{ messageId, index: 0 }], cursor, complete: cursor !== null });
    const first = ask(false);
    await next(page('a', 'x'));
    expect(asked[0]?.params).toMatchObject({ text: 'rain', conversationId: 'c', cursor: 'x' });
    await next(page('b', null));
    expect(await first).toEqual({ keys: new Set(['a:0', 'b:0']), phase: 'done', complete: false });
    const renewal = ask(true);
    await next(fail('INTERNAL', 'No.'));
    expect(await renewal).toBeNull();
    const half = ask(true);
    await next(page('a', 'x'));
    await next(fail('INTERNAL', 'No.'));
    expect(await half).toBeNull();
    const failed = ask(false);
    await next(fail('INTERNAL', 'No.'));
    expect(await failed).toEqual({ keys: new Set(), phase: 'done', complete: false });
  },
);

test(cite('UI-2', "a waterfall's axis starts at zero, each figure with its unit"), () => {
  const [from, step] = [Date.parse('2026-01-01T10:00:00.250Z'), 92];
  const axis = (ms: number) => {
    const scale = createTimeScale([{ from, to: from + 10 * ms }], { width: 10 * step, zoom: 1, compress: true });
    const markup = renderToStaticMarkup(<TimeAxis scale={scale} pan={0} width={10 * step} />);
    return [...markup.matchAll(/>([^<>]+)</g)].map(([, text]) => text).slice(0, 3);
  };
  expect(axis(100)).toEqual(['0 s', '100 ms', '200 ms']);
  expect(axis(2000)).toEqual(['0 s', '2 s', '4 s']);
  expect(axis(30_000)).toEqual(['0 s', '30 s', '1 min']);
});

test(cite('UI-18', "a filter menu's accessible name includes its selection"), () => {
  const options = ['read_file', 'edit_file'].map((value) => ({ value, label: value }));
  const menu = (...chosen: string[]) =>
    renderToStaticMarkup(
      <FilterMenu label="Tools" all="All tools" options={options} chosen={chosen} onChange={() => {}} />,
    );
  expect(menu()).toContain('aria-label="Tools: All tools"');
  expect(menu('read_file')).toContain('aria-label="Tools: read_file"');
  expect(menu('read_file')).toMatch(/>read_file<\/span>/);
  expect(menu('read_file', 'edit_file')).toMatch(/>Tools: 2<\/span>/);
  const turned = renderToStaticMarkup(<FilterSwitch label="Changed files" on onChange={() => {}} />);
  expect(turned).toContain('aria-pressed="true"');
});

test(cite('UI-18', 'a filter shows how many are left, and can be cleared, only while it filters'), () => {
  const row = (isFiltered: boolean) =>
    renderToStaticMarkup(
      <Tooltip.Provider>
        <FilterRow label="Find" text="" isFiltered={isFiltered} left={{ shown: 3, of: 1200 }} onClear={() => {}} />
      </Tooltip.Provider>,
    );
  expect(row(true)).toMatch(/role="status">3 of 1,200</);
  expect(row(true)).toContain('aria-label="Clear filter"');
  expect(row(false)).toMatch(/role="status"><\/span>/);
  expect(row(false)).not.toContain('Clear filter');
});
