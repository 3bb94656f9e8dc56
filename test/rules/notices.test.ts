// The notices that ship with the packages in the product. Needs `npm run build`, which `npm test` runs.

import { expect, test } from 'vitest';
import { built } from '../../scripts/house/bundle.ts';
import { readProduct } from '../../scripts/house/graph.ts';
import { root } from '../../scripts/house/tree.ts';
import { packageOf } from '../../scripts/house/walls.ts';
import { noticesFile, noticesText, readNotices } from '../../scripts/notices.ts';

/**
 * A package with another license must be reviewed before it ships. EPL requires its text and the location of the
 * source.
 */
const shippable =
  /^\(?(?:MIT|MIT-0|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0|OFL-1\.1|Unlicense|CC0-1\.0|MPL-2\.0 OR Apache-2\.0|EPL-2\.0 OR GPL-3\.0-or-later)\)?$/;

test('the notices match the packages that were built and are installed now', () => {
  expect(built(noticesFile)).toBe(noticesText(root));
});

test('each package that the product imports has its notice', { tags: ['all'] }, () => {
  const named = new Set(readNotices(root).map(({ name }) => name));
  const imports = [...readProduct().values()].flatMap((file) => file.named);
  const packages = new Set(
    imports.flatMap(({ specifier }) => (specifier === null ? [] : (packageOf(specifier) ?? []))),
  );
  packages.delete('electron');
  expect(packages.size).toBeGreaterThan(20);
  expect([...packages].filter((name) => !named.has(name))).toEqual([]);
});

test('each notice has a text, under a license that permits shipping it', () => {
  const notices = readNotices(root);
  expect(notices.length).toBeGreaterThan(200);
  const wrong = notices.filter(({ license, source, text }) => {
    return !shippable.test(license) || text.length < 200 || (license.startsWith('EPL') && source === null);
  });
  expect(wrong.map(({ name, license }) => `${name} (${license})`)).toEqual([]);
});
