// Formats a path for lists that users and models read: unchanged, or quoted as JSON if it could be misread. Names may
// contain line breaks, outer spaces, bidirectional marks and invisible characters.

import { visibleText } from '../../shared/core/visibleText.ts';

export function formatListedPath(path: string): string {
  const isOdd = visibleText(path) !== path || /[\n\t]|(?:^|\/) | (?:\/|$)|^"| -> |:\d+:/.test(path);
  return isOdd ? quoted(path, /[^ -~\p{L}\p{N}\p{P}\p{S}\p{M}]/gu) : path;
}

/** Quotes and escapes all non-ASCII characters, to distinguish forms that look alike. */
export function escapePath(path: string): string {
  return quoted(path, /[^ -~]/gu);
}

function quoted(path: string, escaped: RegExp): string {
  return JSON.stringify(path).replace(escaped, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** Formats several paths for one list: those that differ only in Unicode form are escaped, except the composed one. */
export function formatListedPaths(paths: readonly string[]): string[] {
  const forms = new Map<string, number>();
  for (const path of paths) forms.set(path.normalize('NFC'), (forms.get(path.normalize('NFC')) ?? 0) + 1);
  return paths.map((path) => {
    const composed = path.normalize('NFC');
    return composed !== path && (forms.get(composed) ?? 0) > 1 ? escapePath(path) : formatListedPath(path);
  });
}
