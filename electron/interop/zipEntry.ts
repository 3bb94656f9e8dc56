// Decides whether to extract an archive entry, and under which name.

import { type Entry, getFileNameLowLevel, validateFileName } from 'yauzl';
import { type Sentence, say } from '../../shared/core/sentence.ts';

/** Limit per unpacked file. */
const maxEntryBytes = 4 * 1024 * 1024 * 1024;
/** Text compresses to a tenth, repetitive text to a fiftieth; a higher ratio indicates a zip bomb. */
const maxRatio = 200;
const smallEnough = 64 * 1024 * 1024;
const maxNameLength = 1024;

const fileTypes = 0o170000;
const plainFile = 0o100000;
const folder = 0o040000;

/** `name` null: unusable. Folders are null. */
export type JudgedEntry = { name: string; refused: null } | { name: string | null; refused: Sentence } | null;

export function judgeEntry(entry: Entry): JudgedEntry {
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
