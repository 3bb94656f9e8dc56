import { describe, expect, test } from 'vitest';
import { jsonPath, jsonRows, jsonValueText } from '../../../renderer/features/results/jsonRows.ts';
import { findJson } from '../../../renderer/features/results/jsonText.ts';
import { cite } from '../../support/cite.ts';

const folds = (open: [string, boolean][] = [], shown: [string, number][] = []) => ({
  open: new Map(open),
  shownCounts: new Map(shown),
});

describe('a JSON result as a tree', () => {
  test(cite('UI-1', 'shows small values at once, and a large list in parts'), () => {
    const value = {
      name: 'a',
      list: Array.from({ length: 1000 }, (_, at) => at),
      inner: { deep: { deeper: { x: 1 } } },
    };
    const ids = (rows = jsonRows(value, folds())) => rows.map(({ id }) => id);
    expect(ids()).toEqual(['', '/name', '/list', '/inner', '/inner/deep', '/inner/deep/deeper']);
    const open = jsonRows(value, folds([['/list', true]]));
    expect(open).toHaveLength(6 + 101);
    expect(open.find(({ left }) => left !== null)).toMatchObject({ left: 900, value: '/list', depth: 2 });
    const more = jsonRows(value, folds([['/list', true]], [['/list', 1000]]));
    expect(more).toHaveLength(6 + 1000);
    expect(jsonRows(value, folds([['', false]]))).toHaveLength(1);
  });

  test('a million collapsed parts cost nothing', () => {
    let reads = 0;
    const all = new Proxy(
      Array.from({ length: 1_000_000 }, () => 1),
      {
        get(target, key) {
          reads++;
          return Reflect.get(target, key);
        },
      },
    );
    expect(jsonRows({ all }, folds([['/all', true]])).length).toBeGreaterThan(100);
    expect(reads).toBeLessThan(2_000);
  });

  test(cite('UI-1', 'paths are valid code, whatever the keys'), () => {
    const value = { days: [{ low: 1 }], 'a b': { '~/': 1 }, __proto__x: 2 };
    expect(jsonPath('/days/0/low', value)).toBe('days[0].low');
    expect(jsonPath('/a b/~0~1', value)).toBe('["a b"]["~/"]');
    expect(jsonPath('', value)).toBe('');
  });

  test('a number that JavaScript cannot represent keeps its digits, even when copied', () => {
    const found = findJson('{"id": 12345678901234567890, "low": 1.10, "n": 3}');
    const { id, low, n } = (found?.value ?? {}) as Record<string, unknown>;
    expect(jsonValueText(id)).toBe('12345678901234567890');
    expect([low, n]).toEqual([1.1, 3]);
    expect(jsonValueText({ id })).toBe('{\n  "id": 12345678901234567890\n}');
  });

  test('hostile JSON is a tree or a text, and changes nothing', () => {
    expect(Object.keys(findJson('{"__proto__": {"polluted": 1}}')?.value ?? {})).toEqual(['__proto__']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const found = findJson(deep);
    if (found) expect(jsonRows(found.value, folds()).length).toBeLessThan(10);
    expect(findJson(`${'\n\n{'.repeat(5000)}}`)).toBeNull();
  });
});
