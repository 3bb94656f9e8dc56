import { describe, expect, test } from 'vitest';
import { spillThresholdBytes } from '../../electron/conversation/formats.ts';
import { fail, ok } from '../../shared/core/errors.ts';
import { cite } from '../support/cite.ts';
import { createToolCaller } from '../support/toolCaller.ts';

const caller = createToolCaller(null);

describe('todo_write', () => {
  test(cite('TOOL-1', 'replaces the list and returns the previous one'), async () => {
    const before = [{ content: 'look', status: 'in_progress' as const }];
    const after = [
      { content: 'look', status: 'completed' },
      { content: 'think', status: 'in_progress' },
      { content: 'write', status: 'pending' },
    ];
    const result = await caller.call('todo_write', { todos: after }, { todos: before });
    expect(result.text).toBe('The to-do list has 3 items, 1 completed.\n[x] look\n[>] think\n[ ] write');
    expect(result.details).toEqual({ todos: { before, after } });
  });

  test('accepts at most 100 items', () => {
    const todos = Array.from({ length: 101 }, (_, at) => ({ content: `${at}`, status: 'pending' }));
    expect(caller.tool('todo_write').check({ todos })).toMatchObject({ ok: false });
    expect(caller.tool('todo_write').check({ todos: todos.slice(1) })).toMatchObject({ ok: true });
  });
});

describe('read_tool_result', () => {
  const whole = 'é'.repeat(60_000);

  test(cite('TOOL-1', 'returns pages that never spill, each with the offset of the next'), async () => {
    const asked: unknown[][] = [];
    const readResult = async (reference: string, offset: number, limit: number) => {
      asked.push([reference, offset, limit]);
      const text = Buffer.from(whole)
        .subarray(offset, offset + limit)
        .toString();
      const next = offset + Buffer.byteLength(text);
      return ok({ text, offset, nextOffset: next < 120_000 ? next : null, totalBytes: 120_000, toolName: 'fetch_url' });
    };
    const first = await caller.call('read_tool_result', { result: '@state/x' }, { readResult });
    expect(first.text.endsWith('\n[From byte 0 of 120,000. Use offset 40000 to continue.]')).toBe(true);
    expect(Buffer.byteLength(first.text)).toBeLessThan(spillThresholdBytes);
    const last = await caller.call(
      'read_tool_result',
      { result: 'call_1', offset: 80_000, limit: 40_000 },
      { readResult },
    );
    expect(last.text).toBe(`${'é'.repeat(20_000)}\n[From byte 80000 of 120,000. This is the end.]`);
    expect(asked).toEqual([
      ['@state/x', 0, 40_000],
      ['call_1', 80_000, 40_000],
    ]);
    expect(caller.tool('read_tool_result').check({ result: 'x', limit: 40_001 })).toMatchObject({ ok: false });
  });

  test('an unknown result, an empty one and an offset past the end are explained', async () => {
    const call = (page: Parameters<typeof ok>[0] | null, offset = 0) =>
      caller.call(
        'read_tool_result',
        { result: 'x', offset },
        {
          readResult: async () =>
            page === null ? fail('MESSAGE_NOT_FOUND', 'There is no such result.') : ok(page as never),
        },
      );
    expect(await call(null)).toMatchObject({ outcome: 'error', text: 'Error: There is no such result.' });
    expect((await call({ text: '', offset: 0, nextOffset: null, totalBytes: 0 })).text).toBe('The result is empty.');
    expect((await call({ text: '', offset: 9, nextOffset: null, totalBytes: 9 }, 20)).text).toBe(
      'Error: the result has 9 bytes; byte 20 is past its end. Use a smaller offset.',
    );
  });
});
