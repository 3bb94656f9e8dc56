// Normalizes what differs between any two sessions: ids, times and paths.

const id =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b(?:msg|toolu|req|ses|prt|call|rs|fc|run)_[A-Za-z0-9_-]+|\b[0-9a-f]{64}\b|\b[0-9a-f]{40}\b|\ba[0-9a-f]{16}\b/gi;
const isoTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?/g;
const timeName = /time|created|completed|updated|(?:^|[a-z])At$|Ms$|duration|^start$|^end$/i;
const home = /(?:\/home\/|\/Users\/|[A-Z]:\\Users\\)[^\\/"\s]+|\/root(?=\/)/g;

export interface PlainText {
  text: string;
  ids: string[];
}

/** `folders`: the session's working folders, longest first. */
export function plainText(text: string, folders: readonly string[]): PlainText {
  const ids: string[] = [];
  let plain = text.replace(isoTime, '<time>').replace(id, (match) => {
    ids.push(match);
    return '<id>';
  });
  for (const folder of folders) {
    plain = plain.replaceAll(folder, '<folder>').replaceAll(folder.replace(/[^a-zA-Z0-9]/g, '-'), '<slug>');
  }
  return { text: plain.replace(home, '<home>'), ids };
}

export function isTime(name: string, value: unknown): boolean {
  return typeof value === 'number' && (timeName.test(name) || value > 1e12);
}

/** Returns the folders that a session names as its own. */
export function foldersOf(values: readonly unknown[]): string[] {
  const folders = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      const isPlace = name === 'cwd' || name === 'directory' || name === 'workingDirectory';
      if (isPlace && typeof inner === 'string' && inner.length > 1) folders.add(inner);
      else look(inner);
    }
  };
  for (const value of values) look(value);
  return [...folders].sort((one, other) => other.length - one.length);
}
