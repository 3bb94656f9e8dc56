// Brings a package into a folder of its own inside the data folder, unpacked and recognized. The caller removes the folder.

import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { PluginSource } from '../../../../shared/features/plugins/plugin.ts';
import { diskErrorReason } from '../../../lib/diskReason.ts';
import type { Environment } from '../../../lib/environment.ts';
import { isMarkAlive, ownMark } from '../../../lib/processStart.ts';
import { copyFolder } from '../package/copyFolder.ts';
import type { PackageLimits } from '../package/entryPath.ts';
import { type PackageContent, recognizePackage } from '../package/packageLayout.ts';
import { createPackageWriter, type PackageWriter, packedTooLarge, refused } from '../package/packageWriter.ts';
import { unsignedCopy, unsignedName } from '../package/signature.ts';
import { unpackTar } from '../package/unpackTar.ts';
import { unpackZip } from '../package/unpackZip.ts';
import { type DownloadGuards, download } from './download.ts';
import { readGitPackage } from './gitPackage.ts';

export interface FetchedPackage {
  content: PackageContent;
  /** With the commit that it was read from. */
  source: PluginSource;
  /** Whether the file has a signature, which is not checked. */
  isSigned: boolean;
  /** Everything that was made for it. */
  remove(): Promise<void>;
}

export interface FetchDeps {
  /** Where packages are prepared: on the same disk as the installed ones. */
  incoming: string;
  environment: Environment;
  limits: PackageLimits;
  guards: DownloadGuards;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Removes what processes that have ended left behind. */
async function clearIncoming(incoming: string): Promise<void> {
  for (const name of await readdir(incoming).catch(() => [])) {
    const mark = name.slice(name.indexOf('-') + 1);
    const isAlive = isMarkAlive(mark) ?? (await isRecent(join(incoming, name)));
    if (!isAlive) await rm(join(incoming, name), { recursive: true, force: true }).catch(() => {});
  }
}

async function isRecent(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats !== null && Date.now() - stats.mtimeMs < dayMs;
}

export async function fetchPackage(
  source: PluginSource,
  deps: FetchDeps,
  signal: AbortSignal,
): Promise<Result<FetchedPackage>> {
  const folder = join(deps.incoming, `${randomBytes(6).toString('hex')}-${ownMark}`);
  const remove = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
    // Fails while there is something in it.
    for (const empty of [deps.incoming, dirname(deps.incoming)]) await rmdir(empty).catch(() => {});
  };
  let isReady = false;
  try {
    await clearIncoming(deps.incoming);
    const unpacked = join(folder, 'unpacked');
    await mkdir(unpacked, { recursive: true, mode: 0o700 });
    const writer = createPackageWriter(unpacked, deps.limits);
    const brought = await bring(source, folder, writer, deps, signal);
    if (!brought.ok) return brought;
    if (writer.count() === 0) return refused(say`It is empty.`);
    // Git fetches only the folder that was named, with its path.
    const content = await recognizePackage(unpacked, source.path);
    if (!content.ok) return content;
    isReady = true;
    const isSigned = await isFile(join(folder, unsignedName));
    return ok({ content: content.value, source: brought.value, isSigned, remove });
  } catch (thrown) {
    return fail(
      'PLUGIN_FAILED',
      say`The package could not be prepared: ${diskErrorReason(thrown)}. Nothing was installed.`,
    );
  } finally {
    if (!isReady) await remove();
  }
}

async function bring(
  source: PluginSource,
  folder: string,
  writer: PackageWriter,
  deps: FetchDeps,
  signal: AbortSignal,
): Promise<Result<PluginSource>> {
  if (source.type === 'git') {
    const read = await readGitPackage(source, join(folder, 'repository'), writer, { ...deps, signal });
    return read.ok ? ok({ ...source, commit: read.value }) : read;
  }
  if (source.type === 'url') {
    const archive = join(folder, 'archive');
    const downloaded = await download(source.url, archive, deps.limits.packedBytes, deps.guards, signal);
    if (!downloaded.ok) return downloaded;
    const unpacked = await unpackFile(archive, folder, writer, deps.limits);
    return unpacked.ok ? ok(source) : unpacked;
  }
  if (!isAbsolute(source.file))
    return fail(
      'NOT_SUPPORTED',
      say`It was dropped on the window, so there is no place to look for an update. Drop a newer file.`,
    );
  const stats = await stat(source.file).catch(() => null);
  if (stats === null) return fail('PARAMS_INVALID', say`There is nothing at ${source.file}.`);
  if (stats.size > deps.limits.packedBytes) {
    return refused(packedTooLarge(deps.limits));
  }
  const copied = stats.isDirectory()
    ? await copyFolder(source.file, writer, deps.limits)
    : stats.isFile()
      ? await unpackFile(source.file, folder, writer, deps.limits)
      : refused(say`It is not a file or a folder.`);
  return copied.ok ? ok(source) : copied;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}

/** By its first bytes, whatever it is called. A text is the SKILL.md of a skill without other files. */
async function unpackFile(
  file: string,
  folder: string,
  writer: PackageWriter,
  limits: PackageLimits,
): Promise<Result<void>> {
  const handle = await open(file, 'r');
  const head = Buffer.alloc(262);
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  await handle.close();
  if (head.readUInt32BE() === 0x504b0304) return unpackZip((await unsignedCopy(file, folder)) ?? file, writer, limits);
  if (head[0] === 0x1f && head[1] === 0x8b) return unpackTar(file, true, writer, limits);
  if (head.subarray(257, 262).toString('latin1') === 'ustar') return unpackTar(file, false, writer, limits);
  const start = head
    .subarray(0, bytesRead)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  if (!/^---\r?\n/.test(start)) return refused(say`It is no ZIP or tar archive, and no SKILL.md.`);
  return writer.write('SKILL.md', createReadStream(file) as AsyncIterable<Buffer>, false);
}
