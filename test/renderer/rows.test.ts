// The transcript as rows: what collapses, what keeps its name while pages and calls arrive, and where a record is
// found.

import { describe, expect, test } from 'vitest';
import { reuseItems, transcriptItems } from '../../renderer/core/calls/items.ts';
import { rangeToDraw, rowAt, rowOffsets, rowsBetween } from '../../renderer/features/chat/transcript/list/rowSpan.ts';
import { reuseRows, rowIndexOf, rowsOf, unmarkedKeys } from '../../renderer/features/chat/transcript/rows.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { script } from '../support/scriptedHost.ts';
import { rows, shape, stateOf } from '../support/transcriptRows.ts';

function calls(count: number): Message[] {
  const talk = script().user('go');
  for (let at = 0; at < count; at++) talk.asks(null, ['read_file', { at }]).result('x');
  return talk.says('done').messages;
}

describe('rows of the transcript', () => {
  test(cite('UI-5', 'a group of two thousand calls is one row, and expanded a row for each'), () => {
    const messages = calls(2000);
    // The last turn keeps its last two calls in view.
    expect(shape(rows(messages))).toEqual(['user', 'fold 1998', 'm3997:0', 'm3999:0', 'assistant']);
    const open = rows(messages, { openFolds: { 'turn:m1:0': true } });
    expect(open).toHaveLength(2003);
    expect(shape(open).slice(0, 4)).toEqual(['user', 'fold 2000', 'm1:0', 'm3:0']);
  });

  test(
    cite(
      'UI-5',
      'a collapsed group keeps its name, and an expanded one stays so, when a page is inserted before it or dropped',
    ),
    () => {
      const messages = calls(10);
      const part = rows(messages.slice(9));
      const whole = reuseRows(part, rows(messages));
      expect(part.find(({ type }) => type === 'fold')?.key).toBe(whole.find(({ type }) => type === 'fold')?.key);
      const openFolds: Record<string, boolean> = { 'turn:m9:0': true };
      for (const key of unmarkedKeys(transcriptItems(messages), openFolds)) openFolds[key] = true;
      expect(shape(rows(messages.slice(13), { openFolds }))).toContain('m13:0');
      expect(shape(rows(messages.slice(0, 8), { openFolds, hasLater: true }))).toContain('m1:0');
    },
  );

  test(
    cite('UI-4', 'an equal row stays the same object: one more call changes only the group and the last ones'),
    () => {
      const messages = calls(8);
      const items = transcriptItems(messages.slice(0, 15));
      const input = { stateOf, openCalls: {}, openFolds: { 'm1:0': true }, running: true };
      const before = rowsOf({ items, ...input });
      const next = rowsOf({ items: reuseItems(items, transcriptItems(messages.slice(0, 17))), ...input });
      const kept = reuseRows(before, next);
      const same = kept.map((row) => before.includes(row));
      expect(shape(kept).filter((_row, at) => !same[at])).toEqual(['fold 6', 'm11:0', 'm13:0', 'm15:0']);
    },
  );

  test('a pending approval is rendered wherever the reader is', () => {
    const asked = script().user('go').asks(null, ['run_command', {}]).messages;
    expect(rows(asked, { stateOf: () => 'waiting' }).map(({ waits }) => waits)).toEqual([false, true]);
  });

  test(cite('UI-3', 'a record is found in its row, a call in its box or in the group that hides it'), () => {
    const talk = script().user('go').asks('reading', ['read_file', {}]).result('x');
    for (let at = 0; at < 5; at++) talk.asks(null, ['read_file', { at }]).result('x');
    const folded = rows(talk.messages);
    expect(shape(folded)).toEqual(['user', 'assistant', 'fold 4', 'm9:0', 'm11:0']);
    expect(rowIndexOf(folded, 'm1')).toBe(1);
    expect(rowIndexOf(folded, 'm5')).toBe(2);
    expect(rowIndexOf(folded, 'm5:0')).toBe(2);
    expect(rowIndexOf(rows(talk.messages, { openFolds: { 'm1:0': true } }), 'm5:0')).toBe(5);
    expect(rowIndexOf(folded, 'elsewhere')).toBe(-1);
    const byHand = script().user('go').result('x', { partType: 'tool_run' }).messages;
    expect(rowIndexOf(rows(byHand), 'm1:0')).toBe(1);
  });
});

describe('which rows are rendered', () => {
  const offsets = rowOffsets([10, 20, 0, 30, 40]);

  test('those that touch the view, even if rows have no height', () => {
    expect(offsets).toEqual([0, 10, 30, 30, 60, 100]);
    expect([-5, 0, 9, 10, 29, 30, 59, 60, 1000].map((place) => rowAt(offsets, place))).toEqual([
      0, 0, 0, 1, 1, 3, 3, 4, 4,
    ]);
    expect(rowsBetween(offsets, 15, 35)).toEqual({ from: 1, to: 4 });
    expect(rowsBetween(offsets, -100, 1000)).toEqual({ from: 0, to: 5 });
    expect(rowsBetween([0], 0, 100)).toEqual({ from: 0, to: 0 });
  });

  test(
    cite('PERF-6', 'a view that follows the end renders nothing that rushes past, unless a request waits there'),
    () => {
      const view = { total: 10_000, height: 1000, at: 5000, atEnd: false, waits: false, idle: false };
      expect(rangeToDraw(view)).toEqual({ top: 4000, bottom: 7000 });
      expect(rangeToDraw({ ...view, atEnd: true })).toEqual({ top: 8600, bottom: 11_000 });
      expect(rangeToDraw({ ...view, atEnd: true, idle: true })).toEqual({ top: 8000, bottom: 11_000 });
      expect(rangeToDraw({ ...view, atEnd: true, at: 8500 })).toEqual({ top: 8000, bottom: 11_000 });
      expect(rangeToDraw({ ...view, atEnd: true, waits: true })).toEqual({ top: 4000, bottom: 11_000 });
      expect(rangeToDraw({ ...view, atEnd: true, waits: true, at: 100 })).toEqual({ top: 8600, bottom: 11_000 });
    },
  );
});
