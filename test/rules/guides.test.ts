// The guides against the repository: a path that docs/ or a page at the top level names is there. Text in blocks (what is on a person's
// disk, commands) is not looked at, nor is what stands for another name, such as `<id>`.

import path from 'node:path';
import { expect, test } from 'vitest';
import { readText, repositoryFiles } from '../../scripts/house/tree.ts';

const files = repositoryFiles();
const folders = new Set(files.flatMap((file) => ancestors(file)));
const guides = files.filter((file) => /^(?:docs\/.*|[\w]+)\.md$/.test(file));

/** What only the repository has; a data folder has none of these. */
const sourceFile = /\.(?:[cm]?[jt]sx?|css|html|md|ya?ml)$/;
/** Some have a name like a file's. */
const packages = new Set(Object.keys({ ...JSON.parse(readText('package.json')).devDependencies }));
const topFolders = [
  '.ci',
  '.github',
  'bin',
  'docs',
  'e2e',
  'electron',
  'renderer',
  'scripts',
  'shared',
  'test',
  'types',
];

test('every path that a guide names is there', () => {
  const named = guides.flatMap((guide) => [...linksOf(guide), ...codeOf(guide)]);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ there }) => !there).map(({ guide, name }) => `${guide}: ${name}`)).toEqual([]);
});

interface Named {
  guide: string;
  name: string;
  there: boolean;
}

function linksOf(guide: string): Named[] {
  return [...prose(guide).matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => (match[1] ?? '').split('#', 1)[0] ?? '')
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .map((target) => ({ guide, name: target, there: exists(path.posix.join(path.posix.dirname(guide), target)) }));
}

function codeOf(guide: string): Named[] {
  return [...prose(guide).matchAll(/`([^`]+)`/g)]
    .flatMap((match) => (match[1] ?? '').split(/[\s,;()]+/))
    .filter(isRepositoryPath)
    .map((name) => ({ guide, name, there: isThere(name, guide) }));
}

function isRepositoryPath(word: string): boolean {
  if (/[<>{}*…$'"=:]/.test(word) || /^[@~/]/.test(word) || packages.has(word)) return false;
  if (topFolders.some((folder) => word.startsWith(`${folder}/`))) return true;
  return sourceFile.test(word) && /^[\w./-]+$/.test(word);
}

/** From the root on, from the guide on, or, for the name of a file alone or with the end of its path, anywhere. */
function isThere(name: string, guide: string): boolean {
  const besides = path.posix.join(path.posix.dirname(guide), name);
  return exists(name) || exists(besides) || files.some((file) => file.endsWith(`/${name}`));
}

function exists(name: string): boolean {
  const plain = path.posix.normalize(name).replace(/\/$/, '');
  return files.includes(plain) || folders.has(plain);
}

/** The text without its blocks of code. */
function prose(guide: string): string {
  return readText(guide)
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/^ {4,}(?!\s*(?:[-*]|\d+\.) ).*$/gm, '');
}

function ancestors(file: string): string[] {
  const folder = path.posix.dirname(file);
  return folder === '.' ? [] : [folder, ...ancestors(folder)];
}
