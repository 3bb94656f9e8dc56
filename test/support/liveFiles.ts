// The files of a folder in use by an app: files that disappear meanwhile, like a database journal, are ignored.

import { readdirSync, readFileSync } from 'node:fs';
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

/** Paths of the files that contain a text, in UTF-8 or UTF-16. */
export function filesWith(folder: string, text: string): string[] {
  const forms = [Buffer.from(text), Buffer.from(text, 'utf16le')];
  return liveFiles(folder).flatMap(({ path, bytes }) => (forms.some((form) => bytes.includes(form)) ? [path] : []));
}

function orGone<T>(read: () => T): T | null {
  try {
    return read();
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw thrown;
  }
}
