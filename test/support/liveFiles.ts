// The files of a folder in use by an app: files that disappear meanwhile, like a database journal, are ignored.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** All files, at any depth. */
export function livePaths(folder: string): string[] {
  return (orGone(() => readdirSync(folder, { withFileTypes: true })) ?? []).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? livePaths(path) : entry.isFile() ? [path] : [];
  });
}

export function liveFiles(folder: string): { path: string; bytes: Buffer }[] {
  return livePaths(folder).flatMap((path) => {
    const bytes = orGone(() => readFileSync(path));
    return bytes === null ? [] : [{ path, bytes }];
  });
}

/** Paths of the files that contain one of the texts, in UTF-8 or UTF-16. */
export function filesWith(folder: string, texts: string | readonly string[]): string[] {
  const forms = [texts].flat().flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')]);
  return liveFiles(folder).flatMap(({ path, bytes }) => (forms.some((form) => bytes.includes(form)) ? [path] : []));
}

/** Empty while there is no such file; git and editors replace a file by removing it first. */
export function liveText(path: string): string {
  return orGone(() => readFileSync(path, 'utf8')) ?? '';
}

/** In bytes; 0 while there is no such file. */
export function liveSize(path: string): number {
  return orGone(() => statSync(path).size) ?? 0;
}

/** Names of a folder's entries; none while there is no such folder. */
export function liveNames(folder: string): string[] {
  return orGone(() => readdirSync(folder)) ?? [];
}

function orGone<T>(read: () => T): T | null {
  try {
    return read();
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw thrown;
  }
}
