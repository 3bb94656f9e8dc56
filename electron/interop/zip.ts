// Presents a ZIP archive as files for readers. Writes nothing to disk, stays within the archive, and limits the
// unpacked size regardless of the headers.

import { posix } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl';
import { type Sentence, say } from '../../shared/core/sentence.ts';
import { createTimeSlice } from '../lib/cooperativeYield.ts';
import type { HistoryFile, HistoryProblem } from './history.ts';
import { linesOf } from './web/lines.ts';

/** Limit per unpacked file. */
const maxEntryBytes = 4 * 1024 * 1024 * 1024;

/** Text compresses to a tenth, repetitive text to a fiftieth; a higher ratio indicates a zip bomb. */
const maxRatio = 200;
const smallEnough = 64 * 1024 * 1024;
const maxNameLength = 1024;
const fileTypes = 0o170000;
const plainFile = 0o100000;
const folder = 0o040000;

const maxEntries = 100_000;
/** Limit for all unpacked files. */
const maxTotal = 32 * 1024 * 1024 * 1024;

export interface ZipArchive {
  /** Readable files, in archive order. */
  names: readonly string[];
  /** Grows while files are read, since damage may only show then. */
  problems: HistoryProblem[];
  file(name: string): HistoryFile | null;
  close(): void;
}

/** Returns a problem for an invalid or untrustworthy archive. `name`: for display. */
export async function openZip(path: string, name: string): Promise<ZipArchive | HistoryProblem> {
  const problem = (message: Sentence): HistoryProblem => ({ file: name, line: null, message });
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { autoClose: false, lazyEntries: true, decodeStrings: false });
  } catch {
    return problem(say`Not a valid ZIP archive.`);
  }
  // An unhandled stream error would crash the process.
  zip.on('error', () => {});
  const entries = new Map<string, Entry>();
  const problems: HistoryProblem[] = [];
  const refuse = (message: Sentence): HistoryProblem => {
    zip.close();
    return problem(message);
  };
  if (zip.entryCount > maxEntries) return refuse(say`The archive has too many files.`);
  let packed = 0;
  let unpacked = 0;
  const slice = createTimeSlice();
  try {
    for await (const entry of zip.eachEntry()) {
      packed += entry.compressedSize;
      // Overlapping entries: only a zip bomb has more packed bytes than the file.
      if (packed > zip.fileSize) return refuse(say`The archive would be too large when unpacked.`);
      const verdict = judgeEntry(entry);
      if (verdict?.refused) problems.push(problem(verdict.refused));
      else if (verdict && entries.has(verdict.name))
        problems.push(problem(say`“${verdict.name}” is in the archive twice. Only the first was read.`));
      else if (verdict) {
        unpacked += entry.uncompressedSize;
        if (unpacked > maxTotal) return refuse(say`The archive would be too large when unpacked.`);
        entries.set(verdict.name, entry);
      }
      const turn = slice();
      if (turn) await turn;
    }
  } catch {
    problems.push(problem(say`The archive is damaged: some of its files cannot be found.`));
  }

  async function* chunksOf(entryName: string, entry: Entry): AsyncGenerator<Uint8Array> {
    let check = 0;
    try {
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        check = crc32(chunk as Buffer, check);
        yield chunk as Buffer;
      }
    } catch {
      problems.push(problem(say`“${entryName}” in the archive is damaged and was only partly read.`));
      return;
    }
    if (check !== entry.crc32 >>> 0)
      problems.push(problem(say`“${entryName}” in the archive is damaged: its content does not match its checksum.`));
  }

  function fileOf(entryName: string, entry: Entry): HistoryFile {
    const folder = posix.dirname(entryName);
    const bytes = async (max: number): Promise<Uint8Array | null> => {
      if (entry.uncompressedSize > max) return null;
      const pieces: Uint8Array[] = [];
      for await (const chunk of chunksOf(entryName, entry)) pieces.push(chunk);
      return Buffer.concat(pieces);
    };
    return {
      name: `${name}/${entryName}`,
      lines: () => linesOf(chunksOf(entryName, entry)),
      chunks: () => chunksOf(entryName, entry),
      bytes,
      async text(max) {
        const content = await bytes(max);
        return content && new TextDecoder().decode(content);
      },
      resolve: async (relative) => find(posix.join(folder, relative)),
      async namesIn(relative) {
        const target = posix.join(folder, relative);
        const inside = [...entries.keys()].filter(
          (each) => posix.dirname(each) === posix.normalize(target).replace(/(?<=.)\/$/, ''),
        );
        return inside.map((each) => posix.basename(each)).toSorted();
      },
    };
  }

  function find(name: string): HistoryFile | null {
    const entry = entries.get(name);
    return entry ? fileOf(name, entry) : null;
  }

  return { names: [...entries.keys()], problems, file: find, close: () => zip.close() };
}

// Decides whether to extract an archive entry, and under which name.

/** `name` null: unusable. Folders are null. */
type JudgedEntry = { name: string; refused: null } | { name: string | null; refused: Sentence } | null;

function judgeEntry(entry: Entry): JudgedEntry {
  const name = nameOf(entry);
  const problem = validateFileName(name);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  if (problem !== null || name === '' || name.length > maxNameLength || /[\u0000-\u001f\u007f]/.test(name)) {
    return {
      name: null,
      refused: say`A file in the archive has a name that is invalid or points outside the archive.`,
    };
  }
  const type = typeOf(entry);
  if (name.endsWith('/') || type === folder) return null;
  if (type !== 0 && type !== plainFile) {
    return { name, refused: say`“${name}” in the archive is a link or not a file, so it was skipped.` };
  }
  if (entry.isEncrypted()) return { name, refused: say`“${name}” in the archive is encrypted. Unpack it first.` };
  if (!entry.canDecodeFileData())
    return { name, refused: say`“${name}” in the archive uses an unknown compression method.` };
  if (entry.uncompressedSize > maxEntryBytes)
    return { name, refused: say`“${name}” in the archive is too large to be read.` };
  const isBomb = entry.uncompressedSize > smallEnough && entry.uncompressedSize > entry.compressedSize * maxRatio;
  if (isBomb) return { name, refused: say`“${name}” in the archive would be too large when unpacked.` };
  return { name, refused: null };
}

/** The Unix file type; only archives made on Unix have one. */
function typeOf({ versionMadeBy, externalFileAttributes }: Entry): number {
  const system = versionMadeBy >>> 8;
  return system === 3 || system === 19 ? (externalFileAttributes >>> 16) & fileTypes : 0;
}

/** Many tools write UTF-8 without the flag; anything else is in a DOS code page. */
function nameOf(entry: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(entry.fileNameRaw).replaceAll('\\', '/');
  } catch {
    return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
  }
}
