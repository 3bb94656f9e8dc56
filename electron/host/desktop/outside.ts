// Links (`throughline:`) and opened files that the system passes to the app. Links are untrusted: other arguments of
// their start are ignored, and too many in a row are dropped.

import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { extname, isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLink, linkFragment, openedFragment } from '../../../shared/features/links/link.ts';

export interface Outside {
  links: readonly string[];
  /** Absolute paths. */
  files: readonly string[];
}

export const nothingFromOutside: Outside = { links: [], files: [] };

/** The app is registered for these, on Linux only for the first (electron-builder.yml, docs/decisions/packaging.md). */
const openedExtensions = new Set(['.jsonl', '.json', '.zip']);
const maxFiles = 100;
const maxCharacters = 20_000;

/**
 * Returns the links and files among the arguments of a start; null: they are options. An argument next to a link is never an
 * option, since the link's author may have written it, too.
 */
export function outsideOf(args: readonly string[]): Outside | null {
  const link = args.find(isLink);
  if (link !== undefined) return { links: [link], files: [] };
  const paths = args.map(pathOf);
  return args.length > 0 && paths.every((path) => path !== null) ? { links: [], files: paths } : null;
}

/** Launchers pass files as paths or as `file:` URLs. */
function pathOf(argument: string): string | null {
  if (isAbsolute(argument)) return argument;
  const url = /^file:\/\//i.test(argument) ? URL.parse(argument) : null;
  if (url === null || (url.host !== '' && url.host !== 'localhost')) return null;
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}

/** Checks what another process sent. */
export function readOutside(data: unknown): Outside {
  const { links, files } = (data ?? {}) as { links?: unknown; files?: unknown };
  return { links: texts(links).filter(isLink).slice(0, 1), files: texts(files).slice(0, maxFiles) };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string' && each.length <= maxCharacters) : [];
}

const maxArrivals = 5;
const arrivalsMs = 10_000;

export interface Arrivals {
  /** Returns the fragment of the page's URL for them; null: there is nothing to open; `tooMany`: drop it. */
  fragmentFor(outside: Outside): `#${string}` | null | 'tooMany';
  /** Once: later calls with the same key return nothing. */
  takeOpened(key: string): readonly string[];
}

/** `now`: in milliseconds, never going back. */
export function createArrivals(now: () => number = () => performance.now()): Arrivals {
  const opened = new Map<string, readonly string[]>();
  let times: number[] = [];
  return {
    fragmentFor({ links, files }) {
      const [link] = links;
      const readable = files.filter(isOpenable);
      if (link === undefined && readable.length === 0) return null;
      times = times.filter((time) => now() - time < arrivalsMs);
      if (times.length >= maxArrivals) return 'tooMany';
      times.push(now());
      if (link !== undefined) return linkFragment(link);
      const key = randomUUID();
      opened.set(key, readable);
      return openedFragment(key);
    },
    takeOpened(key) {
      const paths = opened.get(key) ?? [];
      opened.delete(key);
      return paths;
    },
  };
}

function isOpenable(path: string): boolean {
  if (!isAbsolute(path) || !openedExtensions.has(extname(path).toLowerCase())) return false;
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
