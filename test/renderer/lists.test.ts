import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { formatBytes } from '../../renderer/core/format/amounts.ts';
import { formatDuration, formatElapsed, formatRowDuration } from '../../renderer/core/format/duration.ts';
import { formatFullTime, formatShortTime, formatTime } from '../../renderer/core/format/time.ts';
import { applyAppEvent } from '../../renderer/core/state/appStore.ts';
import { defaultModel, defaultProject, isFirstRun } from '../../renderer/core/state/choices.ts';
import { strings } from '../../renderer/core/strings.ts';
import { createPaletteIndex } from '../../renderer/features/palette/paletteItems.ts';
import { timeGroups } from '../../renderer/features/sidebar/timeGroups.ts';
import type { ConversationRow } from '../../shared/features/conversations/methods.ts';
import { cite } from '../support/cite.ts';
import { snapshotFixture } from '../support/scriptedHost.ts';

const row = (id: string, updatedAt: string, title = id): ConversationRow => ({
  id,
  projectId: 'p1',
  title,
  createdAt: updatedAt,
  updatedAt,
  messageCount: 1,
  activity: 'idle',
  pinned: false,
  archived: false,
  unread: false,
});

describe('the list of conversations', () => {
  test('is grouped by days of this calendar', () => {
    const now = new Date(2026, 2, 15, 14, 0).getTime();
    const at = (...parts: [number, number, number, number?]): string =>
      new Date(parts[0], parts[1], parts[2], parts[3] ?? 12).toISOString();
    const rows = [
      row('a', at(2026, 2, 15, 0)),
      row('b', at(2026, 2, 14, 23)),
      row('c', at(2026, 2, 13)),
      row('d', at(2026, 2, 1)),
      row('e', at(2026, 0, 20)),
      row('f', at(2026, 0, 2)),
      row('g', at(2024, 10, 2)),
      row('h', 'not a time'),
    ];
    const groups = timeGroups(rows, now, 'en', strings.sidebar.groups);
    expect(groups.map((group) => [group.label, group.rows.map(({ id }) => id).join('')])).toEqual([
      ['Today', 'a'],
      ['Yesterday', 'b'],
      ['Last 7 days', 'c'],
      ['Last 30 days', 'd'],
      ['January', 'ef'],
      ['November 2024', 'g'],
      ['Today', 'h'],
    ]);
  });

  test(cite('UI-12', 'ten thousand conversations of many months are grouped in a moment'), () => {
    const now = new Date(2026, 2, 15, 14, 0).getTime();
    const rows = Array.from({ length: 10_000 }, (_, n) => row(`c${n}`, new Date(now - n * 3_600_000).toISOString()));
    const formatters = vi.spyOn(Intl, 'DateTimeFormat');
    onTestFinished(() => formatters.mockRestore());
    const groups = timeGroups(rows, now, 'en', strings.sidebar.groups);
    expect(groups.length).toBeGreaterThan(12);
    // A formatter for each row takes half a second.
    expect(formatters.mock.calls.length).toBeLessThanOrEqual(groups.length);
    expect(groups.flatMap((group) => group.rows)).toEqual(rows);
  });

  test('an event inserts a conversation at its time, and once', () => {
    const start = snapshotFixture({ seq: 4, conversations: [row('b', '2026-02-02'), row('a', '2026-01-01')] });
    const ids = (seq: number, listed: ConversationRow): string =>
      applyAppEvent(start, seq, { type: 'conversation.listed', row: listed })
        .conversations.map(({ id }) => id)
        .join('');
    expect(ids(5, row('c', '2026-03-03'))).toBe('cba');
    expect(ids(5, row('a', '2026-03-03'))).toBe('ab');
    expect(ids(5, row('c', '2026-01-15'))).toBe('bca');
    expect(ids(5, row('c', '2025-01-01'))).toBe('bac');
    expect(ids(4, row('c', '2026-03-03'))).toBe('ba');
    expect(applyAppEvent(start, 5, { type: 'conversation.unlisted', conversationId: 'b' }).conversations).toHaveLength(
      1,
    );
  });

  test('the palette finds titles that contain every word', () => {
    const rows = [row('1', '', 'Fix the slow Health check'), row('2', '', '修复 health'), row('3', '', 'Other')];
    const commands = [
      { id: 'n', title: 'New chat' },
      { id: 'h', title: 'Health settings' },
    ];
    const index = createPaletteIndex(commands, rows);
    const found = (typed: string) => {
      const { commands: offered, conversations } = index.find(typed);
      return [...offered, ...conversations].map(({ item }) => item.id).toSorted();
    };
    expect(found('health')).toEqual(['1', '2', 'h']);
    expect(found('check  slow')).toEqual(['1']);
    expect(found('')).toEqual(['1', '2', '3', 'h', 'n']);
  });
});

test(cite('RESUME-2', 'the palette finds a conversation by its ID, or at least its first 4 characters'), () => {
  const rows = [row('abcd1', '', '三月'), row('abcd2', '', ''), row('efgh1', '', 'about abcd')];
  const found = (typed: string) =>
    createPaletteIndex([], rows)
      .find(typed)
      .conversations.map(({ item }) => item.id);
  expect(found('abcd2')).toEqual(['abcd2']);
  expect(found(' efgh ')).toEqual(['efgh1']);
  expect(found('abcd')).toEqual(['abcd1', 'abcd2', 'efgh1']);
  expect(found('efg')).toEqual([]);
});

describe('defaults', () => {
  test("a model: the settings', else the environment's, else the demo's", () => {
    const snapshot = snapshotFixture();
    expect(defaultModel(snapshot)).toEqual({ provider: 'environment', model: 'atlas-large' });
    const chosen = { provider: 'team', model: 'x' };
    expect(defaultModel({ ...snapshot, settings: { ...snapshot.settings, model: chosen } })).toEqual(chosen);
    const demo = snapshot.providers.filter((provider) => provider.origin === 'demo');
    expect(defaultModel({ ...snapshot, providers: demo })).toEqual({ provider: 'demo', model: 'demo-script' });
    expect(defaultModel({ ...snapshot, providers: [] })).toBeNull();
  });

  test("a folder: the one at the start, else the newest conversation's if it still exists", () => {
    expect(defaultProject(snapshotFixture())).toBe('p1');
    const later = snapshotFixture({ startProjectId: null });
    expect(defaultProject({ ...later, conversations: [{ ...row('a', ''), projectId: 'p2' }] })).toBe('p2');
    expect(defaultProject({ ...later, conversations: [{ ...row('a', ''), projectId: 'p3' }] })).toBeNull();
    expect(defaultProject({ ...later, conversations: [{ ...row('a', ''), projectId: 'p0' }] })).toBeNull();
  });

  test(cite('UI-7', 'the first run ends with the first conversation or the first server'), () => {
    const demo = snapshotFixture().providers.filter((provider) => provider.origin === 'demo');
    expect(isFirstRun({ conversations: [], providers: demo })).toBe(true);
    expect(isFirstRun({ conversations: [row('a', '')], providers: demo })).toBe(false);
    expect(isFirstRun(snapshotFixture({ conversations: [] }))).toBe(false);
  });
});

describe('figures for people', () => {
  test('sizes', () => {
    expect([0, 512, 999, 1000, 9949, 14_200, 999_499, 999_500, 12_400_000, 3e12].map(formatBytes)).toEqual([
      '0 B',
      '512 B',
      '999 B',
      '1.0 kB',
      '9.9 kB',
      '14 kB',
      '999 kB',
      '1.0 MB',
      '12 MB',
      '3.0 TB',
    ]);
  });

  test('durations', () => {
    expect([0, 40, 949, 1000, 3400, 9949, 12_000, 59_499, 59_600, 125_000, 3_780_000].map(formatDuration)).toEqual([
      '< 1 ms',
      '40 ms',
      '949 ms',
      '1.0 s',
      '3.4 s',
      '9.9 s',
      '12 s',
      '59 s',
      '1 min 0 s',
      '2 min 5 s',
      '1 h 3 min',
    ]);
    expect([0, 999, 1000, 3400].map(formatRowDuration)).toEqual(['', '', '1.0 s', '3.4 s']);
    expect([-5, 999, 64_000, 3_780_000].map(formatElapsed)).toEqual(['0 s', '0 s', '1 min 4 s', '1 h 3 min']);
  });

  test('times are relative up to a day, then dates', () => {
    const now = Date.parse('2026-03-15T12:00:00Z');
    const shown = (iso: string): string => formatTime(iso, now, 'en', strings.ui.time);
    expect(shown('2026-03-15T11:59:30Z')).toBe('now');
    expect(shown('2026-03-15T11:15:00Z')).toBe('45 min ago');
    expect(shown('2026-03-14T13:00:00Z')).toBe('23 h ago');
    expect(shown('2026-03-01T12:00:00Z')).toBe('Mar 1');
    expect(shown('2024-11-01T12:00:00Z')).toBe('Nov 1, 2024');
    expect([shown('?'), formatFullTime('?', 'en')]).toEqual(['', '']);
  });

  test(cite('UI-12', 'times in the sidebar are short and relative up to a week, without a clock'), () => {
    const now = Date.parse('2026-03-15T12:00:00Z');
    const ago = ['2026-03-15T11:59:30Z', '2026-03-15T11:15:00Z', '2026-03-14T13:00:00Z', '2026-03-08T12:30:00Z'];
    const dates = ['2026-03-08T12:00:00Z', '2024-11-01T12:00:00Z', '?'];
    expect([...ago, ...dates].map((iso) => formatShortTime(iso, now, 'en', strings.ui.time))).toEqual([
      ...['now', '45m', '23h', '6d'],
      ...['Mar 8', 'Nov 1, 2024', ''],
    ]);
  });
});
