// An entry of an archive: whether it is taken, and under which name.

import { type Entry, getFileNameLowLevel, validateFileName } from 'yauzl';
import { type Sentence, say } from '../../shared/core/sentence.ts';

/** Bytes of one file when it is unpacked. */
const maxEntryBytes = 4 * 1024 * 1024 * 1024;
/** Text packs to a tenth, and to a fiftieth where it repeats itself; what packs to less is made to fill a disk. */
const maxRatio = 200;
const smallEnough = 64 * 1024 * 1024;
const maxNameLength = 1024;

const fileTypes = 0o170000;
const plainFile = 0o100000;
const folder = 0o040000;

/** `name` null: its name cannot be used. A folder is taken as none. */
export type JudgedEntry = { name: string; refused: null } | { name: string | null; refused: Sentence } | null;

export function judgeEntry(entry: Entry): JudgedEntry {
  const name = nameOf(entry);
  const problem = validateFileName(name);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  if (problem !== null || name === '' || name.length > maxNameLength || /[\u0000-\u001f\u007f]/.test(name)) {
    return { name: null, refused: say`A file in the archive has a name that leads out of it or cannot be used.` };
  }
  const type = typeOf(entry);
  if (name.endsWith('/') || type === folder) return null;
  if (type !== 0 && type !== plainFile) {
    return { name, refused: say`“${name}” in the archive is a link or no file, and was not followed.` };
  }
  if (entry.isEncrypted()) return { name, refused: say`“${name}” in the archive is encrypted. Unpack it first.` };
  if (!entry.canDecodeFileData())
    return { name, refused: say`“${name}” in the archive is packed in a way that is not known.` };
  if (entry.uncompressedSize > maxEntryBytes)
    return { name, refused: say`“${name}” in the archive is too large to be read.` };
  const isBomb = entry.uncompressedSize > smallEnough && entry.uncompressedSize > entry.compressedSize * maxRatio;
  if (isBomb) return { name, refused: say`“${name}” in the archive would be far too large when unpacked.` };
  return { name, refused: null };
}

/** Files of Unix say what they are; of others there is nothing to say. */
function typeOf({ versionMadeBy, externalFileAttributes }: Entry): number {
  const system = versionMadeBy >>> 8;
  return system === 3 || system === 19 ? (externalFileAttributes >>> 16) & fileTypes : 0;
}

/** Many programs write UTF-8 and do not say so; what is no UTF-8 is in the letters of DOS. */
function nameOf(entry: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(entry.fileNameRaw).replaceAll('\\', '/');
  } catch {
    return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
  }
}
