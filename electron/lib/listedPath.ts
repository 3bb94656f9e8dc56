// A path as it appears in a list, for people and models: as it is, or quoted as JSON where it could be misread. A name may have line
// breaks, blanks at its ends, marks that reverse the reading direction, and characters that cannot be seen. Pure.

import { visibleText } from '../../shared/core/visibleText.ts';

export function listedPath(path: string): string {
  const isOdd = visibleText(path) !== path || /[\n\t]|(?:^|\/) | (?:\/|$)|^"| -> |:\d+:/.test(path);
  return isOdd ? quoted(path, /[^ -~\p{L}\p{N}\p{P}\p{S}\p{M}]/gu) : path;
}

/** Quoted with an escape for everything that is not ASCII, to tell forms apart that look the same. */
export function escapedPath(path: string): string {
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

/** The same for several in one list: those that differ only in their Unicode form are escaped, but for the composed one. */
export function listedPaths(paths: readonly string[]): string[] {
  const forms = new Map<string, number>();
  for (const path of paths) forms.set(path.normalize('NFC'), (forms.get(path.normalize('NFC')) ?? 0) + 1);
  return paths.map((path) => {
    const composed = path.normalize('NFC');
    return composed !== path && (forms.get(composed) ?? 0) > 1 ? escapedPath(path) : listedPath(path);
  });
}
