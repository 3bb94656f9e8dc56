// A folder's paths, searchable by typed text. Searches a hundred thousand in a few milliseconds without blocking others for long.

import { go, type Prepared, prepare } from 'fuzzysort';
import type { PathCompletion } from '../../../shared/features/files/mentionMethods.ts';

export interface PathList {
  /** Relative file paths with `/`; their parent folders are added too. */
  add(paths: readonly string[]): Promise<void>;
  /** Ends the list. */
  end(): void;
  isWhole(): boolean;
  size(): number;
  /** Best first. Dotfiles only if a dot was typed. */
  find(typed: string, limit: number): Promise<PathCompletion[]>;
  prepared(path: string): Prepared | undefined;
}

const sliceLength = 2000;
/** Milliseconds before yielding. */
const turn = 8;
/** After searching this long, plentiful matches are enough. */
const budget = 15;

interface Slice {
  entries: Prepared[];
  /** In lower case. */
  lower: string[];
  /** Start of the name in each path, and its depth. */
  nameAt: number[];
  depth: number[];
}

/** `before` is an earlier list of the folder whose work can be reused. */
export function createPathList(before: PathList | null): PathList {
  const preparedByText = new Map<string, Prepared>();
  const plain: Slice[] = [];
  const hidden: Slice[] = [];
  /** Direct children of each folder; folders end with `/`. */
  const children = new Map<string, string[]>([['', []]]);
  let whole = false;
  let earlier = before;

  function put(path: string): void {
    if (preparedByText.has(path)) return;
    const entry = earlier?.prepared(path) ?? prepare(path);
    preparedByText.set(path, entry);
    const slices = isHidden(path) ? hidden : plain;
    let last = slices.at(-1);
    if (!last || last.entries.length >= sliceLength) {
      // Warm up the search code while nobody waits for it.
      if (last && slices.length <= 20) go('ab c', last.entries, { limit: 20, threshold: 0 });
      last = { entries: [], lower: [], nameAt: [], depth: [] };
      slices.push(last);
    }
    last.entries.push(entry);
    const lower = foldName(path);
    last.lower.push(lower);
    last.nameAt.push(lower.lastIndexOf('/', lower.length - 2) + 1);
    last.depth.push(depthOf(path));
    const cut = path.lastIndexOf('/', path.length - 2) + 1;
    const parent = path.slice(0, cut);
    if (parent !== '' && !preparedByText.has(parent)) put(parent);
    const siblings = children.get(parent);
    if (siblings) siblings.push(path);
    else children.set(parent, [path]);
  }

  /** Finds a folder whose name differs from the typed one only in Unicode form. */
  function folderByForm(typed: string): string | undefined {
    if (!typed.endsWith('/') || !/[^\0-\x7f]/.test(typed)) return undefined;
    const composed = typed.normalize('NFC');
    return [...children.keys()].find((folder) => folder.normalize('NFC') === composed);
  }

  function inFolder(folder: string, withHidden: boolean): PathCompletion[] {
    return (children.get(folder) ?? [])
      .filter((path) => withHidden || !isHidden(path.slice(folder.length)))
      .toSorted((a, b) => Number(b.endsWith('/')) - Number(a.endsWith('/')) || (a < b ? -1 : 1))
      .map(completion);
  }

  /** Paths that contain the text; if there are too few, those with its letters in order. */
  async function search(typed: string, slices: readonly Slice[], limit: number): Promise<PathCompletion[]> {
    const turns = createTurns();
    const folded = foldName(typed);
    const top = createTop(limit);
    for (const { entries, lower, nameAt, depth } of slices) {
      for (let at = 0; at < lower.length; at++) {
        const path = lower[at] as string;
        const place = path.indexOf(folded);
        if (place < 0) continue;
        const score = rankOf(path, folded, place, nameAt[at] as number) - (depth[at] as number) * 0.01;
        if (top.takes(score)) top.add((entries[at] as Prepared).target, score);
      }
      await turns();
    }
    if (top.found.length < limit) {
      const literal = new Set(top.found.map(({ path }) => path));
      let spent = 0;
      let matches = literal.size;
      for (const { entries } of slices) {
        const began = performance.now();
        for (const { target, score } of go(typed, entries, { limit, threshold: 0 })) {
          matches++;
          if (!literal.has(target)) top.add(target, score - depthOf(target) * 0.01);
        }
        spent += performance.now() - began;
        if (spent > budget && matches > limit * 5) break;
        await turns();
      }
    }
    return top.found.map(({ path }) => completion(path));
  }

  return {
    async add(paths) {
      const turns = createTurns();
      for (const [at, path] of paths.entries()) {
        put(path);
        if (at % 200 === 0) await turns();
      }
    },
    end() {
      whole = true;
      earlier = null;
    },
    isWhole: () => whole,
    size: () => preparedByText.size,
    prepared: (path) => preparedByText.get(path),
    async find(typed, limit) {
      const withHidden = /(?:^|\/)\./.test(typed);
      const typedPath = typed.replace(/^\.\//, '');
      const folder = typedPath === '' || children.has(typedPath) ? typedPath : folderByForm(typedPath);
      if (folder === '' || folder?.endsWith('/')) return inFolder(folder, withHidden).slice(0, limit);
      // A folder also matches without the trailing slash.
      return search(typedPath, withHidden ? [...hidden, ...plain] : plain, limit);
    },
  };
}

function completion(path: string): PathCompletion {
  return { path, kind: path.endsWith('/') ? 'folder' : 'file' };
}

interface PathMatch {
  path: string;
  score: number;
}

/** Keeps the `limit` best, best first. */
function createTop(limit: number) {
  const best: PathMatch[] = [];
  const isBetter = (a: PathMatch, b: PathMatch): boolean => {
    if (a.score !== b.score) return a.score > b.score;
    return a.path.length !== b.path.length ? a.path.length < b.path.length : a.path < b.path;
  };
  return {
    found: best,
    /** False if this score certainly does not qualify, as for nearly all. */
    takes: (score: number): boolean => best.length < limit || score >= (best.at(-1) as PathMatch).score,
    add(path: string, score: number): void {
      const one = { path, score };
      let at = best.length;
      while (at > 0 && isBetter(one, best[at - 1] as PathMatch)) at--;
      if (at >= limit) return;
      best.splice(at, 0, one);
      if (best.length > limit) best.pop();
    },
  };
}

/** What the user most likely means: the exact name, then a name prefix, then a path prefix. Takes lower case. */
function rankOf(path: string, foldedText: string, place: number, nameAt: number): number {
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  if (place + foldedText.length >= end && (place === 0 || place === nameAt)) return 6;
  const last = place < nameAt ? path.indexOf(foldedText, nameAt) : place;
  if (last === nameAt) return 5;
  return place === 0 ? 4 : last > 0 ? 3 : 2;
}

/** Ignores case and Unicode form. */
function foldName(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function depthOf(path: string): number {
  let depth = 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) depth++;
  return depth;
}

function isHidden(path: string): boolean {
  return path.startsWith('.') || path.includes('/.');
}

/** Yields now and then. */
function createTurns(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < turn) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
}
