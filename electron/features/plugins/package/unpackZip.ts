// Unpacks a ZIP archive. Sizes are those of the bytes that arrive, not those that the archive states.

import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { visibleText } from '../../../../shared/core/visibleText.ts';
import type { PackageLimits } from './entryPath.ts';
import { type PackageWriter, refused, tooLarge } from './packageWriter.ts';

/** Text compresses to a tenth, repetitive text to a fiftieth. */
const maxRatio = 200;
const smallBytes = 4 * 1024 * 1024;
const fileTypes = 0o170000;
const [plainFile, folderType] = [0o100000, 0o040000];

export async function unpackZip(file: string, writer: PackageWriter, limits: PackageLimits): Promise<Result<void>> {
  let zip: ZipFile;
  try {
    zip = await openPromise(file, { autoClose: false, lazyEntries: true, decodeStrings: false });
  } catch {
    return refused(say`It is not a valid ZIP archive.`);
  }
  // An unhandled stream error would crash the process.
  zip.on('error', () => {});
  try {
    return await unpackEntries(zip, writer, limits);
  } catch {
    return refused(say`The archive is damaged.`);
  } finally {
    zip.close();
  }
}

async function unpackEntries(zip: ZipFile, writer: PackageWriter, limits: PackageLimits): Promise<Result<void>> {
  if (zip.entryCount > limits.files * 2) return refused(say`It has more than ${limits.files} files.`);
  let [packed, unpacked] = [0, 0];
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    const type = typeOf(entry);
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    // Overlapping entries: only a zip bomb has more packed bytes than the file.
    if (packed > zip.fileSize || unpacked > limits.totalBytes) return refused(tooLarge(limits));
    if (entry.uncompressedSize > smallBytes && entry.uncompressedSize > entry.compressedSize * maxRatio)
      return refused(tooLarge(limits));
    if (type !== 0 && type !== plainFile && type !== folderType) return refused(notAFile(name));
    if (entry.isEncrypted() || !entry.canDecodeFileData())
      return refused(say`“${visibleText(name)}” in the archive is encrypted or packed in an unknown way.`);
    if (name.endsWith('/') || type === folderType) continue;
    const written = await writer.write(name, checkedChunks(zip, entry), isExecutable(entry));
    if (!written.ok) return written;
  }
  return ok(undefined);
}

async function* checkedChunks(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  let sum = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    sum = crc32(chunk as Buffer, sum);
    yield chunk as Buffer;
  }
  if (sum !== entry.crc32 >>> 0) throw new Error('wrong checksum');
}

export function notAFile(name: string) {
  return say`“${visibleText(name.slice(0, 200))}” is a link, a device or something else that is no file.`;
}

/** Only archives made on Unix have a file type. */
function modeOf({ versionMadeBy, externalFileAttributes }: Entry): number {
  const system = versionMadeBy >>> 8;
  return system === 3 || system === 19 ? externalFileAttributes >>> 16 : 0;
}

function typeOf(entry: Entry): number {
  return modeOf(entry) & fileTypes;
}

function isExecutable(entry: Entry): boolean {
  return (modeOf(entry) & 0o100) !== 0;
}

/** Many tools write UTF-8 without the flag; anything else is in a DOS code page. */
function nameOf(entry: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(entry.fileNameRaw);
  } catch {
    return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
  }
}
