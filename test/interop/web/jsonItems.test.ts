// A file of many conversations is read one at a time, however its bytes arrive, and damage in it is named.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJsonItems } from '../../../electron/interop/web/jsonItems.ts';
import { readJson } from '../../../electron/interop/web/readJson.ts';
import { volume } from '../../support/volume.ts';
import { memoryFile } from './files.ts';

async function items(text: string, chunk?: number): Promise<{ values: unknown[]; problems: string[] }> {
  const values: unknown[] = [];
  const problems: string[] = [];
  for await (const { item, problem } of readJsonItems(
    memoryFile(text, chunk === undefined ? {} : { chunk }),
    new AbortController().signal,
  )) {
    if (problem) problems.push(`${problem.line}: ${problem.message.text}`);
    else values.push(item.value);
  }
  return { values, problems };
}

test('each value of an array is read, wherever the bytes are split', async () => {
  const value = fc.json({ maxDepth: 3 }).map((text): unknown => JSON.parse(text));
  await fc.assert(
    fc.asyncProperty(
      fc.array(value, { maxLength: 6 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(0, 1, 2),
      async (values, chunk, indent) => {
        expect(await items(JSON.stringify(values, null, indent), chunk)).toEqual({ values, problems: [] });
      },
    ),
    { numRuns: volume({ short: 40, all: 200 }) },
  );
});

test('an object is read as one value', async () => {
  expect(await items('\ufeff{"a":[1,"]}"]}\n', 3)).toEqual({ values: [{ a: [1, ']}'] }], problems: [] });
});

test('a torn tail is reported by the line where it starts, and everything before it is imported', async () => {
  expect(await items('[\n{"a":1},\n{"b":"x\\"', 5)).toEqual({
    values: [{ a: 1 }],
    problems: ['3: The file is cut off: the entry that starts here is incomplete.'],
  });
});

test('a broken value in the middle is reported, and what follows is imported', async () => {
  expect(await items('[\n{"a":1},\n{"b":oops},\n{"c":3}\n]')).toEqual({
    values: [{ a: 1 }, { c: 3 }],
    problems: ['3: The entry that starts here is not valid JSON.'],
  });
});

test('a value nested too deep is reported and not parsed', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(await items(`[1,\n${deep},\n2]`)).toEqual({
    values: [1, 2],
    problems: ['2: The entry that starts here is nested too deeply to be read.'],
  });
});

test('a file without JSON is reported', async () => {
  expect(await items('hello')).toEqual({ values: [], problems: ['null: It contains no JSON.'] });
});

test('a conversation of megabytes is parsed in slices with the same result', async () => {
  const value = {
    list: Array.from({ length: 4000 }, (_, at) => ({ at, text: `"${'x'.repeat(700)}]` })),
    ['__proto__']: { a: 1 },
  };
  const text = `{"__proto__":{"a":1},${JSON.stringify(value).slice(1)}`;
  let turns = 0;
  const read = await readJson(new TextEncoder().encode(text), () => {
    turns++;
    return null;
  });
  expect(read).toEqual(JSON.parse(text));
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(turns).toBeGreaterThan(5);
});
