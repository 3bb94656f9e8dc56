// The guides against the repository: every path named in docs/ or a top-level page exists. Code blocks (the user's
// disk, commands) are not checked, nor are placeholders such as `<id>`.

import path from 'node:path';
import { expect, test } from 'vitest';
import { catalog } from '../../renderer/features/settings/words/en.ts';
import { readText, repositoryFiles } from '../../scripts/house/tree.ts';

const files = repositoryFiles();
const folders = new Set(files.flatMap((file) => ancestors(file)));
const guides = files.filter((file) => /^(?:docs\/.*|[\w]+)\.md$/.test(file));

/** Only the repository has these; a data folder has none of them. */
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

test('every path that a guide names exists', () => {
  const named = guides.flatMap((guide) => [...linksOf(guide), ...codeOf(guide)]);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ there }) => !there).map(({ guide, name }) => `${guide}: ${name}`)).toEqual([]);
});

test('every page of the settings that a guide names exists', () => {
  const sections = Object.values(catalog.sections);
  const named = guides
    .filter((guide) => !guide.startsWith('docs/decisions/'))
    .flatMap((guide) =>
      [...prose(guide).matchAll(/Settings\s(?:→|›)\s([^→]{0,30})/g)].map(([, page = '']) => ({ guide, page })),
    );
  expect(named.length).toBeGreaterThan(30);
  const unknown = named.filter(({ page }) => !sections.some((section) => page.replace('\n', ' ').startsWith(section)));
  expect(unknown).toEqual([]);
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

/** Relative to the root or the guide; a file name alone, or the end of its path, matches anywhere. */
function isThere(name: string, guide: string): boolean {
  const besides = path.posix.join(path.posix.dirname(guide), name);
  return exists(name) || exists(besides) || files.some((file) => file.endsWith(`/${name}`));
}

function exists(name: string): boolean {
  const plain = path.posix.normalize(name).replace(/\/$/, '');
  return files.includes(plain) || folders.has(plain);
}

/** The text without its code blocks. */
function prose(guide: string): string {
  return readText(guide)
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/^ {4,}(?!\s*(?:[-*]|\d+\.) ).*$/gm, '');
}

function ancestors(file: string): string[] {
  const folder = path.posix.dirname(file);
  return folder === '.' ? [] : [folder, ...ancestors(folder)];
}
