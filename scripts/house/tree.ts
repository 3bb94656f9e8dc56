// Lists the repository's files as git would track them: everything not excluded by .gitignore. Works without git, so
// that a plain copy of the sources gives the same result.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ignore, { type Ignore } from 'ignore';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Returns root-relative paths with `/`, sorted. Omits links. */
export function repositoryFiles(): string[] {
  return filesUnder('', ignore().add(readText('.gitignore'))).sort();
}

/** Returns the files below the named folders. */
export function filesIn(folders: readonly string[]): string[] {
  return repositoryFiles().filter((file) => folders.some((folder) => file.startsWith(`${folder}/`)));
}

export function readText(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

export function readBytes(file: string): Buffer {
  return readFileSync(path.join(root, file));
}

function filesUnder(folder: string, rules: Ignore): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const isFolder = entry.isDirectory();
    if (entry.name === '.git' || rules.ignores(isFolder ? `${path}/` : path)) return [];
    if (isFolder) return filesUnder(path, rules);
    return entry.isFile() ? [path] : [];
  });
}
