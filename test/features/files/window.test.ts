// Code spans that may name files are asked about together.

import { expect, test } from 'vitest';
import { createFileLookup } from '../../../renderer/features/markdown/fileLinks/fileLookup.ts';

test('spans of a moment share a request; files are remembered, missing ones asked about again', async () => {
  const requests: string[][] = [];
  const lookup = createFileLookup(async (conversationId, paths) => {
    requests.push([conversationId, ...paths]);
    return paths.map((path) => (path.endsWith('.ts') ? `src/${path}` : null));
  });
  const find = (...paths: string[]) => Promise.all(paths.map((path) => lookup.find('c', path)));
  expect(await find('a.ts', 'b.md', 'a.ts')).toEqual(['src/a.ts', null, 'src/a.ts']);
  expect(lookup.known('c', 'a.ts')).toBe('src/a.ts');
  expect(lookup.known('d', 'a.ts')).toBeNull();
  expect(await find('a.ts', 'b.md')).toEqual(['src/a.ts', null]);
  expect(requests).toEqual([
    ['c', 'a.ts', 'b.md'],
    ['c', 'b.md'],
  ]);
});

test('many spans are split into requests of the allowed size; a failed request finds nothing', async () => {
  const sizes: number[] = [];
  const lookup = createFileLookup(async (_, paths) => {
    sizes.push(paths.length);
    if (sizes.length === 2) throw new Error('gone');
    return paths;
  });
  const paths = Array.from({ length: 450 }, (__, at) => `${at}.ts`);
  const answers = await Promise.all(paths.map((path) => lookup.find('c', path)));
  expect(sizes).toEqual([200, 200, 50]);
  expect(answers.filter((path) => path === null)).toHaveLength(200);
});
