// Search in the window: what is requested and when, what is kept, and where words are in a text.

import type { ReactElement } from 'react';
import { describe, expect, test } from 'vitest';
import { createMemory } from '../../../renderer/core/memory.ts';
import { createPaletteIndex } from '../../../renderer/features/palette/paletteItems.ts';
import { initialRow, type PaletteRow } from '../../../renderer/features/palette/paletteRows.ts';
import { addRecentCommand, recentCommands } from '../../../renderer/features/palette/recentCommands.ts';
import { settingsFields } from '../../../renderer/features/palette/settingsFields.ts';
import { hitGroups, hitIndexOf, hitKey } from '../../../renderer/features/search/hitGroups.ts';
import { createHitSearch } from '../../../renderer/features/search/hitSearch.ts';
import { queryTerms } from '../../../renderer/features/search/queryTerms.ts';
import { MoreResults } from '../../../renderer/features/search/Results.tsx';
import { findTerms } from '../../../renderer/features/search/textMarks.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { SearchAnswer, SearchHit } from '../../../shared/features/search/methods.ts';
import { cite } from '../../support/cite.ts';

const hit = (name: string, conversationId = 'c'): SearchHit => ({
  conversationId,
  projectId: 'p',
  title: '',
  messageId: name,
  role: 'user',
  part: 'content',
  callIndex: null,
  toolName: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  place: 0,
  snippet: name,
  ranges: [],
});

interface Asked {
  params: { text: string; limit: number; cursor: string | null };
  signal: AbortSignal;
  answer(hits: string[], cursor?: string | null, complete?: boolean): void;
  refuse(details?: Record<string, unknown>): void;
}

function scripted(page = 2) {
  const asked: Asked[] = [];
  const timers: { ms: number; run: () => void; over: boolean }[] = [];
  const call = (_method: string, params: unknown, signal: AbortSignal) =>
    new Promise<Result<SearchAnswer>>((resolve) => {
      asked.push({
        params: params as Asked['params'],
        signal,
        answer: (hits, cursor = null, complete = true) =>
          resolve(
            ok({
              hits: hits.map((name) => hit(name)),
              more: cursor !== null,
              cursor,
              complete,
              done: 1,
              total: 1,
            }),
          ),
        refuse: (details) => resolve(fail('PARAMS_INVALID', 'No.', details)),
      });
    });
  const later = (ms: number, run: () => void) => {
    const timer = { ms, run, over: false };
    timers.push(timer);
    return () => {
      timer.over = true;
    };
  };
  const search = createHitSearch({ call: call as never, later, page });
  const pass = (): void => {
    for (const timer of timers.splice(0)) if (!timer.over) timer.run();
  };
  const shown = (): string =>
    search.store
      .getState()
      .hits.map(({ messageId }) => messageId)
      .join('');
  return { asked, pass, search, shown, settle: () => new Promise((resolve) => setImmediate(resolve)) };
}

describe('a search while typing', () => {
  test(cite('UI-3', 'is sent when typing pauses, and only for the text so far'), () => {
    const { asked, pass, search } = scripted();
    for (const text of ['w', 'wa', 'wal']) search.ask({ text });
    expect(asked).toHaveLength(0);
    pass();
    expect(asked.map(({ params }) => params.text)).toEqual(['wal']);
  });

  test('an answer to an outdated query is dropped, and the host is told to stop', async () => {
    const { asked, pass, search, shown, settle } = scripted();
    search.ask({ text: 'one' }, true);
    search.ask({ text: 'two' });
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[0]?.answer(['a']);
    await settle();
    expect(shown()).toBe('');
    pass();
    asked[1]?.answer(['b']);
    await settle();
    expect(shown()).toBe('b');
    expect(search.store.getState().phase).toBe('done');
  });

  test('results cut short by the time limit are continued until a page is full', async () => {
    const { asked, search, shown, settle } = scripted(3);
    search.ask({ text: 'one' }, true);
    asked[0]?.answer([], 'x');
    await settle();
    expect(asked[1]?.params).toMatchObject({ cursor: 'x', limit: 3 });
    asked[1]?.answer(['a'], 'y');
    await settle();
    expect(shown()).toBe('a');
    expect(search.store.getState().phase).toBe('searching');
    expect(asked[2]?.params).toMatchObject({ cursor: 'y', limit: 2 });
    asked[2]?.answer(['b', 'c'], 'z');
    await settle();
    expect(search.store.getState()).toMatchObject({ phase: 'done', cursor: 'z' });
    void search.more();
    asked[3]?.answer(['d']);
    await settle();
    expect(shown()).toBe('abcd');
    await search.more();
    expect(asked).toHaveLength(4);
  });

  test('earlier results stay until there are newer ones; a query that is too short says so and shows nothing', async () => {
    const { asked, search, shown, settle } = scripted();
    search.ask({ text: 'one' }, true);
    asked[0]?.answer(['a']);
    await settle();
    search.ask({ text: 'on' }, true);
    expect(shown()).toBe('a');
    asked[1]?.refuse({ reason: 'too_short' });
    await settle();
    expect([shown(), search.store.getState().phase]).toEqual(['', 'tooShort']);
    search.ask({ text: 'two' }, true);
    asked[2]?.refuse();
    await settle();
    expect(search.store.getState().phase).toBe('failed');
    search.again();
    asked[3]?.answer(['b']);
    await settle();
    expect(shown()).toBe('b');
  });

  test(
    cite('UI-3', 'nothing is reported as absent while the index is behind, and repeating shows no spinner'),
    async () => {
      const { asked, search, shown, settle } = scripted();
      const phase = () => search.store.getState().phase;
      search.ask({ text: 'one' }, true);
      asked[0]?.answer([], null, false);
      await settle();
      expect(phase()).toBe('searching');
      const renewed = search.renew(() => true);
      asked[1]?.answer(['a'], 'x', false);
      await settle();
      expect([phase(), shown()]).toEqual(['searching', '']);
      // Cut by time: the page is not full yet.
      asked[2]?.answer(['b'], null, false);
      await renewed;
      expect([phase(), shown()]).toEqual(['done', 'ab']);
      const kept = search.renew(() => false);
      asked[3]?.answer(['c']);
      await kept;
      expect([shown(), search.store.getState().status?.complete]).toEqual(['ab', true]);
      search.ask({ text: 'two' });
      await search.renew(() => true);
      expect(asked).toHaveLength(4);
    },
  );
});

test('hits are grouped by conversation, and the keyboard goes through them in that order', () => {
  const groups = hitGroups([hit('a', 'x'), hit('b', 'y'), hit('c', 'x')]);
  expect(groups.map((group) => group.hits.map(({ hit: own, at }) => `${own.messageId}${at}`))).toEqual([
    ['a0', 'c1'],
    ['b2'],
  ]);
});

test(cite('UI-3', 'the selected hit stays selected when a further page inserts others before it'), () => {
  const flat = (hits: SearchHit[]) => hitGroups(hits).flatMap((group) => group.hits);
  const first = [hit('a', 'x'), hit('b', 'y')];
  const chosen = hitKey(first[1] as SearchHit);
  expect(hitIndexOf(flat(first), chosen)).toBe(1);
  const longer = flat([...first, hit('c', 'x'), hit('d', 'y')]);
  expect(longer[hitIndexOf(longer, chosen)]?.hit.messageId).toBe('b');
  expect([hitIndexOf(longer, null), hitIndexOf(longer, 'gone')]).toEqual([0, 0]);
});

test(cite('UI-9', 'more results are requested with the button, however it is pressed'), () => {
  let asked = 0;
  const drawn = MoreResults({ results: { phase: 'done', cursor: 'x' }, onMore: () => asked++ });
  const button = (drawn.props as { children: ReactElement<{ onClick: () => void }> }).children;
  button.props.onClick();
  expect(asked).toBe(1);
  expect(Object.keys(button.props).sort()).toEqual(['children', 'onClick']);
});

test('words and phrases are parsed as the host parses them, and found separately', () => {
  expect(queryTerms('Fix "the slow" Check')).toEqual(['the slow', 'check', 'fix']);
  expect(queryTerms('  ')).toEqual([]);
  expect(findTerms('abcabcab', ['abc', 'ca'])).toEqual([
    [0, 3],
    [3, 6],
  ]);
  expect(findTerms('我们明天去北京', ['北京'])).toEqual([[5, 7]]);
});

test('a word is marked whatever its case, and next to letters that are longer in lower case', () => {
  const marked = (text: string, typed: string): string[] =>
    findTerms(text, queryTerms(typed)).map(([from, to]) => text.slice(from, to));
  expect(marked('İzmir and Ankara', 'ankara')).toEqual(['Ankara']);
  expect(marked('the Cafe\u0301 is open', 'caf\u00e9')).toEqual(['Cafe\u0301']);
  expect(marked('the Caf\u00e9 is open', 'cafe\u0301')).toEqual(['Caf\u00e9']);
  expect(marked('👍🏽 ΟΔΟΣ', 'οδος')).toEqual(['ΟΔΟΣ']);
});

describe('the palette', () => {
  const row = (id: string, title: string, archived = false): ConversationRow => ({
    id,
    projectId: 'p1',
    title,
    createdAt: '',
    updatedAt: '',
    messageCount: 1,
    activity: 'idle',
    pinned: false,
    archived,
    unread: false,
  });

  test(cite('UI-9', 'ten thousand conversations are searched, and the few best are shown'), () => {
    const rows = Array.from({ length: 10_000 }, (_, n) =>
      row(`id${n}`, `Fix number ${n} of the many slow things in module ${n % 97}`),
    );
    const index = createPaletteIndex([{ id: 'n', title: 'New chat' }], rows);
    const found = index.find('slow 9876');
    expect(found.conversations[0]?.item.id).toBe('id9876');
    expect(found.conversations.length).toBeLessThan(100);
  });

  test(cite('UI-9', 'the open conversation is not preselected, unless it is typed'), () => {
    const rowOf = (id: string): PaletteRow => ({
      id,
      kind: 'conversation',
      row: row(id, id),
      marks: [],
      run: () => {},
    });
    const rows = [rowOf('open'), rowOf('other')];
    expect(initialRow(rows, '', 'open')?.id).toBe('other');
    expect(initialRow(rows, '', 'other')?.id).toBe('open');
    expect(initialRow(rows, 'op', 'open')?.id).toBe('open');
    expect(initialRow([rowOf('open')], '', 'open')?.id).toBe('open');
  });

  test('archived ones are found after the others, and are not suggested', () => {
    const rows = [row('1', 'Health check', true), row('2', 'The health of the check')];
    const index = createPaletteIndex([], rows);
    expect(index.find('health').conversations.map(({ item }) => item.id)).toEqual(['2', '1']);
    expect(index.find('').conversations.map(({ item }) => item.id)).toEqual(['2']);
  });

  test('with the prefix there are only commands, all of them if nothing else is typed', () => {
    const commands = [
      { id: 'n', title: 'New chat' },
      { id: 'q', title: 'Settings: health', quiet: true },
    ];
    const index = createPaletteIndex(commands, [row('1', 'health')]);
    expect(index.find('>').commands).toHaveLength(2);
    expect(index.find('> heal').commands.map(({ item }) => item.id)).toEqual(['q']);
    expect(index.find('>').conversations).toEqual([]);
    expect(index.find('').commands.map(({ item }) => item.id)).toEqual(['n']);
  });

  describe('recently used commands', () => {
    const commands = ['Pin', 'Archive', 'Copy last reply', 'Copy message'].map((title, n) => ({ id: `c${n}`, title }));
    const ids = (found: readonly { item: { id: string } }[]): string[] => found.map(({ item }) => item.id);

    test(cite('UI-3', 'come first, once each, if nothing was typed'), () => {
      const found = createPaletteIndex(commands, [], { recent: ['c3', 'gone', 'c1'] }).find('');
      expect(ids(found.recent)).toEqual(['c3', 'c1']);
      expect(ids(found.commands)).toEqual(['c0', 'c2']);
      expect(ids(createPaletteIndex(commands, [], { recent: ['c3'] }).find('>').commands)).toEqual([
        'c3',
        'c0',
        'c1',
        'c2',
      ]);
    });

    test('come before equal matches, and not before better ones', () => {
      const recent = { recent: ['c3', 'c1'] };
      expect(ids(createPaletteIndex(commands, []).find('copy').commands)[0]).toBe('c3');
      expect(ids(createPaletteIndex(commands, [], { recent: ['c2'] }).find('copy').commands)[0]).toBe('c2');
      expect(ids(createPaletteIndex(commands, [], recent).find('pin').commands)[0]).toBe('c0');
      expect(createPaletteIndex(commands, [], recent).find('copy').recent).toEqual([]);
    });
  });

  test(cite('UI-3', 'a setting is found by its name and its description, in any language'), () => {
    const settings = [
      { label: 'Accent', hint: 'Selection and focus. Teal Blue' },
      { label: 'Zoom (%)', hint: 'From 50 to 200.' },
      { label: '文字大小（像素）', hint: '消息和你输入的内容。' },
    ];
    const index = createPaletteIndex([{ id: 'z', title: 'Zoom in' }], [row('1', 'Accents of Wales')], { settings });
    const labels = (typed: string) => index.find(typed).settings.map(({ item }) => item.label);
    expect(labels('accent')).toEqual(['Accent']);
    expect(index.find('accent').settings[0]?.marks).toEqual([0, 1, 2, 3, 4, 5]);
    expect(labels('blue')).toEqual(['Accent']);
    expect(labels('文字')).toEqual(['文字大小（像素）']);
    expect(labels('输入')).toEqual(['文字大小（像素）']);
    expect(labels('> zoom')).toEqual(['Zoom (%)']);
    expect(labels('')).toEqual([]);
    expect(labels('>')).toEqual([]);
    expect(index.find('accent').settingsFirst).toBe(true);
    expect(index.find('zoom in').settingsFirst).toBe(false);
  });

  test('the window remembers the chosen commands, the last first, up to a limit', () => {
    const memory = createMemory(() => {
      throw new Error('There is no storage.');
    });
    expect(recentCommands(memory)).toEqual([]);
    for (const id of ['a', 'b', 'a', 'c']) addRecentCommand(memory, id);
    expect(recentCommands(memory)).toEqual(['c', 'a', 'b']);
    for (let n = 0; n < 20; n++) addRecentCommand(memory, `x${n}`);
    expect(recentCommands(memory)).toHaveLength(8);
  });

  test('the typed letters are marked', () => {
    const index = createPaletteIndex([{ id: 'n', title: 'New chat' }], []);
    expect(index.find('nc').commands[0]?.marks).toEqual([0, 4]);
  });
});

test(cite('UI-9', 'the palette finds the settings of backups, encryption and the desktop app by their words'), () => {
  const labelsFor = (host: 'desktop' | 'browser', typed: string) =>
    createPaletteIndex([], [], { settings: settingsFields(host) })
      .find(typed)
      .settings.map(({ item }) => `${item.section}: ${item.label}`);
  expect(labelsFor('browser', 'passphrase')).toEqual(['data: Backups']);
  for (const word of ['encrypt', 'recovery']) expect(labelsFor('browser', word)).toContain('data: Encryption');
  expect(labelsFor('desktop', 'tray')).toContain('desktop: Show an icon in the tray');
  expect(labelsFor('desktop', 'spelling')).toContain('desktop: Check spelling in');
  expect(labelsFor('browser', 'tray')).toEqual([]);
});
