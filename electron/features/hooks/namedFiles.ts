// Finds project files that a hook's command names, and those that its runners read: `./check.sh`, `cd tools &&
// ./check.sh`, `python3 -m check`, `make lint`. Their content runs, so approval covers it too. A missing file counts as
// missing; creating it changes the hook. Files they load in turn are not followed; the sandbox covers that.

import { stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { runnerFiles } from '../../tools/process/runnerFiles.ts';
import type { HookFiles } from './hookFiles.ts';

/** More than any command names; each costs a disk lookup. */
const maxWords = 200;
const maxPaths = 4_000;
/** Shell expressions for the working folder. */
const theFolder =
  /\$(?:\{(?:CLAUDE_PROJECT_DIR|THROUGHLINE_PROJECT_DIR|PWD)\}|(?:CLAUDE_PROJECT_DIR|THROUGHLINE_PROJECT_DIR|PWD)\b|\(\s*(?:pwd(?:\s+-[LP])?|git\s+rev-parse\s+--show-toplevel)\s*\))|`\s*(?:pwd(?:\s+-[LP])?|git\s+rev-parse\s+--show-toplevel)\s*`/g;
/** Extensions that interpreters or systems add. */
const endings = ['.js', '.cjs', '.mjs', '.ts', '.json', '.py', '.rb', '.sh', '.ps1', '.cmd', '.bat', '.exe', '.mk'];
/** Entry files that interpreters run in a given folder or package. */
const entries: readonly (readonly [interpreter: RegExp, files: readonly string[]])[] = [
  [/^(?:node|nodejs|bun|deno|tsx|ts-node)$/, ['package.json', 'index.js', 'index.mjs', 'index.cjs', 'index.ts']],
  [/^(?:python[\d.]*|pypy[\d.]*|py|-m)$/, ['__main__.py', '__init__.py']],
];

/** Sorted hashes by path. Null if there are too many names to check. */
export async function hashNamedFiles(
  command: string,
  folder: string,
  contentHash: HookFiles['contentHash'],
): Promise<Record<string, string> | null> {
  const commandWords = wordsOf(command.replaceAll(theFolder, '.'));
  if (commandWords.length > maxWords) return null;
  const names = new Set([
    ...commandWords.flatMap(namesIn),
    ...commandWords.flatMap(runnerFiles),
    ...entriesOf(commandWords),
  ]);
  names.delete('');
  const within = (path: string): boolean => path.startsWith(`${folder}${sep}`);
  // `cd tools && ./check.sh`, `make -C tools`: names may be relative to a named folder.
  const folders = [folder];
  for (const path of new Set([...names].map((name) => resolve(folder, name)))) {
    if (within(path) && (await isFolder(path))) folders.push(path);
  }
  const paths = new Set(folders.flatMap((at) => [...names].map((name) => resolve(at, name)).filter(within)));
  if (paths.size > maxPaths) return null;
  const hashesByPath: [string, string][] = [];
  for (const path of paths) {
    const hash = await contentHash(path);
    if (hash !== null) hashesByPath.push([relative(folder, path).split(sep).join('/'), hash]);
  }
  return Object.fromEntries(hashesByPath.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Unquoted words of a command line; quoted text also split into words, since it may be a script. */
function wordsOf(line: string): string[] {
  const unquotedWords = new Set<string>();
  const quoted: string[] = [];
  let word = '';
  const end = (): void => {
    unquotedWords.add(word);
    word = '';
  };
  for (let at = 0; at < line.length; at++) {
    const char = line[at] as string;
    if (char === '\\') word += line[++at] ?? '';
    else if (char === "'" || char === '"') {
      const close = closing(line, at);
      const text = line.slice(at + 1, close);
      quoted.push(text);
      word += char === '"' ? text.replaceAll(/\\(["\\$`])/g, '$1') : text;
      at = close;
    } else if (/[\s;&|<>()`]/.test(char)) end();
    else word += char;
  }
  end();
  const inner = quoted.flatMap((text) => text.split(/[\s;&|<>()`"'=$]+/));
  return [...new Set([...unquotedWords, ...inner])].filter((each) => each !== '');
}

function closing(line: string, from: number): number {
  const quote = line[from];
  for (let at = from + 1; at < line.length; at++) {
    if (quote === '"' && line[at] === '\\') at++;
    else if (line[at] === quote) return at;
  }
  return line.length;
}

/** File names that a word may mean: verbatim, after `=` or an option letter, as a module, or with an implied extension. */
function namesIn(word: string): string[] {
  const parts = [word, ...word.split(/[=$:,]/), ...(/^-[A-Za-z]./.test(word) ? [word.slice(2)] : [])];
  return parts.flatMap((part) => {
    const modules = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(part) ? [part.replaceAll('.', '/')] : [];
    return [part, ...modules].flatMap((name) => [name, ...endings.map((ending) => name + ending)]);
  });
}

/** Entry files for the first non-option word after each interpreter. */
function entriesOf(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const name = word.replace(/^.*[\\/]/, '').replace(/\.exe$/i, '');
    const files = entries.find(([interpreter]) => interpreter.test(name))?.[1];
    const target = words.slice(at + 1).find((each) => !each.startsWith('-'));
    if (files === undefined || target === undefined) return [];
    return [target, target.replaceAll('.', '/')].flatMap((folder) => files.map((file) => `${folder}/${file}`));
  });
}

async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats?.isDirectory() ?? false;
}
