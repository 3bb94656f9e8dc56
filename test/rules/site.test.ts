// The site's pages: every link and anchor resolves, and every page is in the sidebar.

import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readText, repositoryFiles } from '../../scripts/house/tree.ts';
import { brokenLinks, sidebarOf, sitePages } from '../../scripts/site/pages.ts';
import { cite } from '../support/cite.ts';

const files = repositoryFiles();
const pages = sitePages(files, readText);
const images = new Set(
  files.filter((file) => file.startsWith('docs/images/')).map((file) => file.slice('docs/'.length)),
);

test(cite('SITE-1', 'every link and anchor between the pages of the site resolves'), () => {
  expect(pages.length).toBeGreaterThan(100);
  expect(brokenLinks(pages, images)).toEqual([]);
});

test(cite('SITE-1', 'a missing page, anchor or picture is found'), () => {
  const broken = {
    path: 'a.md',
    source: null,
    text: '# A\n\n[b](./b.md) [c](./a.md#c) [own](#a) ![d](images/d.png) `[e](./e.md)`\n',
  };
  expect(brokenLinks([broken], images)).toEqual(['a.md: ./b.md', 'a.md: ./a.md#c', 'a.md: images/d.png']);
});

test(cite('SITE-1', 'a video without its poster or its captions is found'), () => {
  const files = new Set(['images/a.webm', 'images/a.jpg', 'images/a.vtt', 'images/b.webm', 'images/b.jpg']);
  const page = (text: string) => [{ path: 'x/a.md', source: null, text }];
  expect(brokenLinks(page('[![It moves](../images/a.jpg)](../images/a.webm)'), files)).toEqual([]);
  const broken = '[![It moves](../images/c.jpg)](../images/b.webm)';
  expect(brokenLinks(page(broken), files)).toEqual(['x/a.md: ../images/c.jpg', 'x/a.md: ../images/b.vtt']);
  const light = new Set(['images/a.light.jpg']);
  expect(brokenLinks(page('![It](../images/a.light.jpg)'), light)).toEqual(['x/a.md: ../images/a.dark.jpg']);
});

test(cite('SITE-1', 'videos are short enough to be stored with the pages'), () => {
  const sizes = [...images].filter((name) => name.endsWith('.webm')).map((name) => statSync(`docs/${name}`).size);
  expect(sizes.length).toBeGreaterThanOrEqual(8);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(400_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2_000_000);
});

test(cite('SITE-1', 'the sidebar lists every page but the decisions, which have a page of their own'), () => {
  const listed = new Set(sidebarOf(pages).flatMap(({ items }) => items.map(({ link }) => link)));
  const missing = pages
    .map(({ path }) => `/${path.replace(/(?:index)?\.md$/, '')}`)
    .filter((link) => link !== '/' && !listed.has(link) && !/^\/decisions\/./.test(link));
  expect(missing).toEqual([]);
});

test(cite('SITE-1', 'the sidebar has the features in the groups of the overview'), () => {
  const groups = sidebarOf(pages);
  expect(groups.map(({ text }) => text)).not.toContain('More');
  const control = groups.find(({ text }) => text === 'Control');
  expect(control?.items[0]).toEqual({ text: 'Approvals', link: '/features/approvals' });
});

test(cite('SITE-2', 'every claim about Throughline in the comparison names a command that exists'), () => {
  const comparison = readText('docs/comparison.md');
  const commands = [...comparison.matchAll(/`npm run unit -- ([^`]+)`/g)].map(([, file]) => file ?? '');
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.filter((file) => !files.includes(file))).toEqual([]);
  const ours = comparisonTables(comparison).filter(({ head }) => head.includes('| Throughline |'));
  expect(ours.flatMap(({ rows }) => rows).filter((row) => !/`npm run (?:unit|bench) -- /.test(row))).toEqual([]);
});

/** The tables of the page, each with the text above it, from the page's beginning. */
function comparisonTables(page: string) {
  return [...page.matchAll(/^(\|.*\|)\n\| --- .*\n((?:\|.*\|\n)+)/gm)].map(({ index, 1: head = '', 2: rows = '' }) => ({
    above: page.slice(0, index),
    head,
    rows: rows.trim().split('\n'),
  }));
}

/** Rows without a source, and tables without the day on which their sources were read. */
function unsourced(page: string): string[] {
  return comparisonTables(page).flatMap(({ above, head, rows }) => [
    ...(/\bread on\s+\d+ [A-Z][a-z]+ 20\d\d\b/.test(above) ? [] : [head]),
    ...rows.filter((row) => !/\]\(https:\/\/[^)]+\)[^|]*\|$/.test(row)),
  ]);
}

test(cite('SITE-2', 'every row of the comparison has its source, and the day on which it was read'), () => {
  const comparison = readText('docs/comparison.md');
  expect(comparisonTables(comparison).map(({ rows }) => rows.length >= 5)).toEqual([true, true]);
  expect(unsourced(comparison)).toEqual([]);
  const bare = '| theirs | by |\n| --- | --- |\n| voice | some |\n| tabs [x](https://a.example) | others |\n';
  expect(unsourced(bare)).toEqual(['| theirs | by |', '| voice | some |', '| tabs [x](https://a.example) | others |']);
});
