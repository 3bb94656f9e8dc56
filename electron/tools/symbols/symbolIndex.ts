// The declarations in a folder's files, in memory. Reads a file again only when its time or size changed. Works on one
// folder at a time: the one asked about last.

import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SymbolCompletion } from '../../../shared/features/files/mentionMethods.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FoundSymbols } from '../../ports/symbols.ts';
import { openFile } from '../paths/openInside.ts';
import { listFolderPaths } from '../search/folderPaths.ts';
import { decodeText } from '../text/textFile.ts';
import { grammarOf } from './languages.ts';
import type { ParsedSymbol, SymbolParser } from './parseSymbols.ts';
import { parseSymbolQuery, rankSymbol } from './rankSymbols.ts';

export interface SymbolIndexDeps {
  parser: SymbolParser;
  clock: Clock;
  /** Path of ripgrep; null: not available. */
  ripgrep: string | null;
  /** Milliseconds until files are checked for changes. */
  freshMs: number;
  /** Absolute paths that are not read. */
  skip: ReadonlySet<string>;
  /** Called with the absolute path before a file is parsed, and with an empty one after. */
  onFile(path: string): void;
  /** The parser failed for good. */
  onFailure(thrown: unknown): void;
}

export interface SymbolIndex {
  /** `folder`: absolute, with links resolved. Waits up to `patienceMs` for files that are still being read. */
  find(folder: string, typed: string, limit: number, patienceMs: number): Promise<FoundSymbols>;
}

interface FileSymbols {
  mtimeMs: number;
  size: number;
  symbols: readonly ParsedSymbol[];
  /** In lower case. */
  lowerNames: readonly string[];
}

interface FolderSymbols {
  files: Map<string, FileSymbols>;
  count: number;
  /** Milliseconds; when files are checked for changes again. */
  nextCheck: number;
  reading: Promise<void> | null;
}

const listTimeoutMs = 30_000;
const maxFolders = 2;
const maxFiles = 30_000;
const maxSymbols = 400_000;
const maxFileBytes = 1024 * 1024;
/** Bytes per line on average; more is minified or data. */
const maxLineBytes = 400;
const never = Number.NEGATIVE_INFINITY;

export function createSymbolIndex({
  parser,
  clock,
  ripgrep,
  freshMs,
  skip,
  onFile,
  onFailure,
}: SymbolIndexDeps): SymbolIndex {
  const folders = new Map<string, FolderSymbols>();
  let working: { folder: string; abort: AbortController } | null = null;

  async function read(root: string, into: FolderSymbols, signal: AbortSignal): Promise<void> {
    const paths: string[] = [];
    await listFolderPaths({
      ...{ binary: ripgrep, folder: root, timeoutMs: listTimeoutMs, clock },
      async onPaths(batch) {
        for (const path of batch) if (!isHidden(path) && grammarOf(path) !== null) paths.push(path);
        return paths.length < maxFiles && !signal.aborted;
      },
    }).catch(() => {}); // an unreadable folder has no symbols
    if (signal.aborted) return;
    const listed = new Set(paths.slice(0, maxFiles));
    for (const [path, { symbols }] of into.files) {
      if (listed.has(path)) continue;
      into.files.delete(path);
      into.count -= symbols.length;
    }
    const changed = await changedFiles(root, listed, into.files, signal);
    // The files changed last are most likely to be mentioned.
    changed.sort((a, b) => b.mtimeMs - a.mtimeMs);
    for (const { path, mtimeMs, size } of changed) {
      if (signal.aborted) return;
      const before = into.files.get(path)?.symbols.length ?? 0;
      const room = maxSymbols - (into.count - before);
      const symbols = (await symbolsIn(root, path, size)).slice(0, room);
      into.count += symbols.length - before;
      into.files.set(path, { mtimeMs, size, symbols, lowerNames: symbols.map(({ name }) => name.toLowerCase()) });
    }
  }

  async function symbolsIn(root: string, path: string, size: number): Promise<ParsedSymbol[]> {
    const grammar = grammarOf(path);
    const whole = join(root, path);
    if (grammar === null || size === 0 || size > maxFileBytes || skip.has(whole)) return [];
    const text = await textOf(root, path).catch(() => null);
    if (text === null) return [];
    onFile(whole);
    const symbols = await parser.parse(grammar, text);
    onFile('');
    return symbols;
  }

  function folderOf(root: string): FolderSymbols {
    const entry = folders.get(root) ?? { files: new Map(), count: 0, nextCheck: never, reading: null };
    // Keep the most recently used one longest.
    folders.delete(root);
    folders.set(root, entry);
    for (const [old] of folders) if (folders.size > maxFolders) folders.delete(old);
    return entry;
  }

  function refresh(root: string, entry: FolderSymbols): void {
    if (working !== null && working.folder !== root) working.abort.abort();
    const began = clock.elapsed();
    if (entry.reading !== null || began < entry.nextCheck) return;
    const abort = new AbortController();
    const work = { folder: root, abort };
    working = work;
    entry.reading = read(root, entry, abort.signal)
      .catch((thrown) => {
        onFailure(thrown);
        // There is no answer from here any more.
        return new Promise<void>(() => {});
      })
      .then(() => {
        entry.reading = null;
        const now = clock.elapsed();
        // A check of a large folder takes long, so it is repeated less often.
        entry.nextCheck = abort.signal.aborted
          ? never
          : now + Math.min(Math.max(freshMs, (now - began) * 5), freshMs * 12);
        if (working === work) working = null;
      });
  }

  return {
    async find(root, typed, limit, patienceMs) {
      const entry = folderOf(root);
      refresh(root, entry);
      if (entry.reading !== null && patienceMs > 0) {
        const patience = new AbortController();
        await Promise.race([entry.reading, clock.wait(patienceMs, patience.signal)]);
        patience.abort();
      }
      return { symbols: await search(entry.files, typed, limit), complete: entry.reading === null };
    },
  };
}

interface ChangedFile {
  path: string;
  mtimeMs: number;
  size: number;
}

/** Files that are not listed as they are now. Links and others that are not files are left out. */
async function changedFiles(
  root: string,
  paths: ReadonlySet<string>,
  before: ReadonlyMap<string, FileSymbols>,
  signal: AbortSignal,
): Promise<ChangedFile[]> {
  const changed: ChangedFile[] = [];
  const all = [...paths];
  for (let at = 0; at < all.length && !signal.aborted; at += 64) {
    await Promise.all(
      all.slice(at, at + 64).map(async (path) => {
        const stats = await lstat(join(root, path)).catch(() => null);
        if (!stats?.isFile()) return;
        const { mtimeMs, size } = stats;
        const earlier = before.get(path);
        if (earlier?.mtimeMs !== mtimeMs || earlier.size !== size) changed.push({ path, mtimeMs, size });
      }),
    );
  }
  return changed;
}

/** Null: not source code. Throws if it cannot be read. */
async function textOf(root: string, path: string): Promise<string | null> {
  const { handle, stats } = await openFile({ root, segments: path.split('/'), displayPath: path, exists: true });
  try {
    if (stats.size > maxFileBytes) return null;
    const bytes = Buffer.alloc(stats.size);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    const text = (await decodeText(bytes.subarray(0, bytesRead)))?.text ?? null;
    return text !== null && text.length > maxLineBytes * 10 && hasLongLines(text) ? null : text;
  } finally {
    await handle.close();
  }
}

function hasLongLines(text: string): boolean {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return text.length / lines > maxLineBytes;
}

function isHidden(path: string): boolean {
  return path.startsWith('.') || path.includes('/.');
}

interface Ranked {
  score: number;
  path: string;
  symbol: ParsedSymbol;
}

async function search(
  files: ReadonlyMap<string, FileSymbols>,
  typed: string,
  limit: number,
): Promise<SymbolCompletion[]> {
  const query = parseSymbolQuery(typed);
  const best: Ranked[] = [];
  const slice = createTimeSlice();
  for (const [path, { symbols, lowerNames }] of files) {
    for (const [at, symbol] of symbols.entries()) {
      const score = rankSymbol(query, symbol.name, lowerNames[at] as string, symbol.container);
      if (score > 0) insert(best, { score, path, symbol }, limit);
    }
    const turn = slice();
    if (turn) await turn;
  }
  return best.map(({ path, symbol: { name, kind, container, start, end } }) => {
    return { path, range: { start, end }, kind, name, container };
  });
}

/** Keeps the `limit` best, best first. */
function insert(best: Ranked[], one: Ranked, limit: number): void {
  let at = best.length;
  while (at > 0 && isBetter(one, best[at - 1] as Ranked)) at--;
  if (at >= limit) return;
  best.splice(at, 0, one);
  if (best.length > limit) best.pop();
}

function isBetter(a: Ranked, b: Ranked): boolean {
  if (a.score !== b.score) return a.score > b.score;
  if (a.path === b.path) return a.symbol.start < b.symbol.start;
  return a.path.length !== b.path.length ? a.path.length < b.path.length : a.path < b.path;
}
