// The paths of a folder, and the search in them for what was typed. A hundred thousand are searched in some milliseconds; no
// step of it holds up others for long.

import { go, type Prepared, prepare } from 'fuzzysort';
import type { PathCompletion } from '../../../shared/features/files/mentionMethods.ts';

export interface PathList {
  /** Files from the folder on, with `/`; the folders on their way come with them. */
  add(paths: readonly string[]): Promise<void>;
  /** No more come. */
  end(): void;
  isWhole(): boolean;
  size(): number;
  /** The best first. Names that begin with a dot only where one was typed. */
  find(typed: string, limit: number): Promise<PathCompletion[]>;
  prepared(path: string): Prepared | undefined;
}

const sliceLength = 2000;
/** Milliseconds after which others get their turn. */
const turn = 8;
/** Milliseconds of searching after which the matches that were found are enough, when they are plenty. */
const budget = 15;

interface Slice {
  entries: Prepared[];
  /** In small letters. */
  lower: string[];
  /** Where the name begins in each, and how deep each is. */
  nameAt: number[];
  depth: number[];
}

/** `before`: an earlier list of the folder, whose work is used again. */
export function createPathList(before: PathList | null): PathList {
  const known = new Map<string, Prepared>();
  const plain: Slice[] = [];
  const hidden: Slice[] = [];
  /** For each folder the names directly in it, folders with `/` at the end. */
  const children = new Map<string, string[]>([['', []]]);
  let whole = false;
  let earlier = before;

  function put(path: string): void {
    if (known.has(path)) return;
    const entry = earlier?.prepared(path) ?? prepare(path);
    known.set(path, entry);
    const slices = isHidden(path) ? hidden : plain;
    let last = slices.at(-1);
    if (!last || last.entries.length >= sliceLength) {
      // The first search should be as fast as the later ones: its code is run while nobody waits for it.
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
    if (parent !== '' && !known.has(parent)) put(parent);
    const siblings = children.get(parent);
    if (siblings) siblings.push(path);
    else children.set(parent, [path]);
  }

  /** A folder whose name has another Unicode form than what was typed. */
  function folderByForm(typed: string): string | undefined {
    if (!typed.endsWith('/') || !/[^\0-\x7f]/.test(typed)) return undefined;
    const wanted = typed.normalize('NFC');
    return [...children.keys()].find((folder) => folder.normalize('NFC') === wanted);
  }

  function inFolder(folder: string, withHidden: boolean): PathCompletion[] {
    return (children.get(folder) ?? [])
      .filter((path) => withHidden || !isHidden(path.slice(folder.length)))
      .toSorted((a, b) => Number(b.endsWith('/')) - Number(a.endsWith('/')) || (a < b ? -1 : 1))
      .map(completion);
  }

  /** Paths in which it stands as it was typed; when these are too few, those that have its letters in their order. */
  async function search(typed: string, slices: readonly Slice[], limit: number): Promise<PathCompletion[]> {
    const turns = createTurns();
    const wanted = foldName(typed);
    const top = createTop(limit);
    for (const { entries, lower, nameAt, depth } of slices) {
      for (let at = 0; at < lower.length; at++) {
        const path = lower[at] as string;
        const place = path.indexOf(wanted);
        if (place < 0) continue;
        const score = closeness(path, wanted, place, nameAt[at] as number) - (depth[at] as number) * 0.01;
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
    size: () => known.size,
    prepared: (path) => known.get(path),
    async find(typed, limit) {
      const withHidden = /(?:^|\/)\./.test(typed);
      const asked = typed.replace(/^\.\//, '');
      const folder = asked === '' || children.has(asked) ? asked : folderByForm(asked);
      if (folder === '' || folder?.endsWith('/')) return inFolder(folder, withHidden).slice(0, limit);
      // A folder is found by its path without the slash too.
      return search(asked, withHidden ? [...hidden, ...plain] : plain, limit);
    },
  };
}

function completion(path: string): PathCompletion {
  return { path, kind: path.endsWith('/') ? 'folder' : 'file' };
}

interface Found {
  path: string;
  score: number;
}

/** The `limit` best, the best first. */
function createTop(limit: number) {
  const found: Found[] = [];
  const isBetter = (a: Found, b: Found): boolean => {
    if (a.score !== b.score) return a.score > b.score;
    return a.path.length !== b.path.length ? a.path.length < b.path.length : a.path < b.path;
  };
  return {
    found,
    /** False when one of this score is certainly not among them: nearly all are not. */
    takes: (score: number): boolean => found.length < limit || score >= (found.at(-1) as Found).score,
    add(path: string, score: number): void {
      const one = { path, score };
      let at = found.length;
      while (at > 0 && isBetter(one, found[at - 1] as Found)) at--;
      if (at >= limit) return;
      found.splice(at, 0, one);
      if (found.length > limit) found.pop();
    },
  };
}

/** What a person most likely means: the name itself, then a name that begins so, then a path that does. In small letters. */
function closeness(path: string, wanted: string, place: number, nameAt: number): number {
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  if (place + wanted.length >= end && (place === 0 || place === nameAt)) return 6;
  const last = place < nameAt ? path.indexOf(wanted, nameAt) : place;
  if (last === nameAt) return 5;
  return place === 0 ? 4 : last > 0 ? 3 : 2;
}

/** Case and Unicode form do not matter to what is typed. */
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

/** Waits for the others now and then. */
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
