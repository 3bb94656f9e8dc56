// Reads a definition folder, bounded in entries, depth and bytes. A link out of its root, a pipe or a binary file is a
// problem of that file alone. Unchanged files are not read again.

import type { Dirent, Stats } from 'node:fs';
import { lstat, opendir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { describeThrown } from '../../../shared/core/errors.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { visibleText } from '../../../shared/core/visibleText.ts';
import { decodePlainText } from '../../lib/plainText.ts';
import { PathMovedError } from '../../tools/paths/fileErrors.ts';
import { openFile } from '../../tools/paths/openInside.ts';
import { errorCodeOf, segmentsBelow } from '../../tools/paths/realLocation.ts';
import type { DefinitionFolder } from './definitionFolders.ts';

export interface DefinitionShape {
  /** Levels below the folder to search. */
  depth: number;
  /** Whether these path segments name a definition file. */
  isFile(names: readonly string[]): boolean;
}

export interface DefinitionFile {
  folder: DefinitionFolder;
  /** Path segments, such as `git`, `commit.md`. */
  names: readonly string[];
  /** For display. */
  label: string;
  /** Absolute, within the folder; the file may be a link to another one below the same root. */
  path: string;
  text: string;
}

export interface DefinitionProblem {
  /** The file or folder, for display. */
  label: string;
  line?: number;
  message: UserText;
}

interface ReadDefinitions {
  files: DefinitionFile[];
  problems: DefinitionProblem[];
}

export interface DefinitionReader {
  /** Never fails. Files are sorted by name. */
  read(folder: DefinitionFolder, shape: DefinitionShape): Promise<ReadDefinitions>;
  /** Names of what would be read, up to a limit; opens no file. */
  names(folder: DefinitionFolder, shape: DefinitionShape): Promise<string[][]>;
}

export const maxDefinitionBytes = 256 * 1024;
const maxFiles = 500;
const maxEntries = 5_000;
const maxProblems = 50;
/** Cached bytes, over all folders. */
const maxKept = 64 * 1024 * 1024;

interface Found {
  names: string[];
  /** Null if it is a link, which may lead anywhere. */
  path: string | null;
}

export function createDefinitionReader(isUnchecked = async (_path: string) => false): DefinitionReader {
  const cachedTexts = new Map<string, { state: string; text: string }>();
  let bytesKept = 0;

  function keep(path: string, state: string, text: string): void {
    bytesKept += text.length - (cachedTexts.get(path)?.text.length ?? 0);
    if (bytesKept > maxKept) {
      cachedTexts.clear();
      bytesKept = text.length;
    }
    cachedTexts.set(path, { state, text });
  }

  async function readOne(root: string, path: string): Promise<string | UserText[]> {
    const segments = segmentsBelow(root, path, sep);
    if (segments === null) return [leadsOut];
    const stats = await lstat(path);
    if (!stats.isFile()) return [notAFile];
    const before = cachedTexts.get(path);
    if (before?.state === stateOf(stats)) return before.text;
    if (stats.size > maxDefinitionBytes) return [tooLarge(stats.size)];
    const file = await openFile({ root, segments, displayPath: path, exists: true });
    try {
      // The reported size may be stale or meaningless.
      const buffer = Buffer.alloc(maxDefinitionBytes + 1);
      let length = 0;
      while (length < buffer.length) {
        const { bytesRead } = await file.handle.read(buffer, length, buffer.length - length, length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      if (length > maxDefinitionBytes) return [tooLarge(length)];
      const bytes = buffer.subarray(0, length);
      const text = decodePlainText(bytes);
      if (text === null) return [say`It is not text in UTF-8 or UTF-16.`];
      keep(path, stateOf(file.stats), text);
      return text;
    } finally {
      await file.handle.close();
    }
  }

  return {
    async read(folder, shape) {
      const problems: DefinitionProblem[] = [];
      const files: DefinitionFile[] = [];
      const add = (names: readonly string[], message: UserText): void => {
        if (problems.length < maxProblems) problems.push({ label: labelOf(folder, names), message });
      };
      const walked = await walk(folder, shape, add);
      if (walked === null) return { files, problems };
      for (const { names, path } of walked.found) {
        try {
          const place = join(walked.start, ...names);
          const real = path ?? (await realpath(place));
          const text = await readOne(walked.root, real);
          // Checked after reading, so that changes until then count as new.
          if ((await isUnchecked(place)) || (await isUnchecked(real))) add(names, unchecked);
          else if (typeof text === 'string') {
            files.push({ folder, names, label: labelOf(folder, names), path: place, text });
          } else add(names, text[0] as UserText);
        } catch (thrown) {
          // Deleted since it was listed.
          if (errorCodeOf(thrown) !== 'ENOENT' || path === null) add(names, reasonOf(thrown));
        }
      }
      return { files, problems };
    },

    async names(folder, shape) {
      const walked = await walk(folder, shape, () => {});
      return walked?.found.map(({ names }) => names) ?? [];
    },
  };
}

type Problem = (names: readonly string[], message: UserText) => void;

/** Null if the folder is missing or leads out of its root. */
async function walk(
  folder: DefinitionFolder,
  shape: DefinitionShape,
  problem: Problem,
): Promise<{ root: string; start: string; found: Found[] } | null> {
  let entries = 0;
  const definitionFiles: Found[] = [];
  let root: string;
  let start: string;
  try {
    root = await realpath(folder.root);
    start = await realpath(join(root, ...folder.path.split('/')));
  } catch (thrown) {
    if (!['ENOENT', 'ENOTDIR'].includes(errorCodeOf(thrown) ?? '')) problem([], reasonOf(thrown));
    return null;
  }
  if (segmentsBelow(root, start, sep) === null) {
    problem([], leadsOut);
    return null;
  }

  async function look(at: string, names: readonly string[], isLinked: boolean): Promise<void> {
    const inside: Dirent[] = [];
    try {
      for await (const entry of await opendir(at)) {
        if (++entries > maxEntries) break;
        inside.push(entry);
      }
    } catch (thrown) {
      if (errorCodeOf(thrown) !== 'ENOENT') problem(names, reasonOf(thrown));
      return;
    }
    inside.sort((one, other) => (one.name < other.name ? -1 : 1));
    for (const entry of inside) {
      const below = [...names, entry.name];
      const path = join(at, entry.name);
      if (entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(path)))) {
        if (names.length >= shape.depth || entry.name.startsWith('.') || entry.name === 'node_modules') continue;
        // Folder links are followed once, and only within the root, so there are no cycles.
        if (entry.isDirectory()) await look(path, below, isLinked);
        else if (!isLinked) await followed(path, below);
      } else if (shape.isFile(below)) {
        if (definitionFiles.length < maxFiles)
          definitionFiles.push({ names: below, path: entry.isSymbolicLink() ? null : path });
        else if (definitionFiles.length === maxFiles) entries = maxEntries + 1;
      }
    }
  }

  async function followed(path: string, names: readonly string[]): Promise<void> {
    const real = await realpath(path).catch(() => null);
    if (real === null || segmentsBelow(root, real, sep) === null) problem(names, leadsOut);
    else if (segmentsBelow(real, start, sep) !== null) problem(names, circular);
    else await look(real, names, true);
  }

  await look(start, [], false);
  if (entries > maxEntries)
    problem([], say`The folder has too many files. Only the first ${definitionFiles.length} are used.`);
  return { root, start, found: definitionFiles };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

function stateOf(stats: Stats): string {
  return [stats.dev, stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ');
}

export function labelOf(folder: Pick<DefinitionFolder, 'label' | 'team'>, names: readonly string[]): string {
  return visibleText(folder.team ? `${folder.label}: ${names.join('/')}` : [folder.label, ...names].join('/'));
}

const leadsOut = say`It is a link that points outside the folder, so it is not read.`;
const circular = say`It is a circular link.`;
const unchecked = say`A command still running in the sandbox may have written it, so it is not used yet.`;
const notAFile = say`It is a pipe, a socket or a device, not a file.`;

function tooLarge(bytes: number): UserText {
  return say`It is too large: ${bytes.toLocaleString('en-US')} bytes, and at most ${maxDefinitionBytes.toLocaleString('en-US')} can be read.`;
}

function reasonOf(thrown: unknown): UserText {
  if (thrown instanceof PathMovedError) return leadsOut;
  const code = errorCodeOf(thrown);
  if (code === 'NOT_A_FILE') return notAFile;
  if (code === 'ENOENT') return say`It is a broken link.`;
  if (code === 'ELOOP') return circular;
  if (code === 'EACCES' || code === 'EPERM')
    return say`It cannot be read because of its permissions or those of its folder.`;
  return say`It cannot be read: ${code ?? describeThrown(thrown)}.`;
}
