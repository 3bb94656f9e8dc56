// Attachments and full results in the store: once each by hash, in parts, below the prefix of the first device that had them.

import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Message } from '../../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { referencedHashes } from '../../../stores/attachments/removedAttachments.ts';
import type { ConversationPaths } from '../../../stores/dataFolder.ts';
import { atomicWrite, makeFolder } from '../../../stores/files/atomicWrite.ts';
import { type Disk, diskReason, isNotFoundError } from '../../../stores/files/disk.ts';
import type { LogSource } from '../../../stores/files/fileWindow.ts';
import { withSource } from '../../../stores/files/logSources.ts';
import { resultFilePath } from '../../../stores/results/spill.ts';
import { notLeftOut } from './leftOut.ts';
import { needed, PassFailure, type SyncContext } from './syncContext.ts';
import type { SyncState } from './syncState.ts';

export const partBytes = 8 * 1024 * 1024;
const pieceBytes = 1024 * 1024;

interface FileRow {
  device: string;
  hash: string;
  bytes: number;
  parts: number;
}

/** Notes the files of a message that is being uploaded, and uploads those that no device has stored. */
export async function collectFiles(context: SyncContext, paths: ConversationPaths, message: Message): Promise<void> {
  const { state } = context;
  const hashes = referencedHashes(message);
  noteHashes(context, paths.conversationId, message.id, hashes);
  for (const hash of hashes) {
    await upload(context, join(paths.attachments, hash), hash);
  }
  if (message.role !== 'tool' || message.fullOutputPath === undefined) return;
  const path = resultFilePath(paths, message.id);
  const hash = await hashOf(context.disk, path);
  if (hash === null) return;
  await upload(context, path, hash);
  state.run('INSERT OR IGNORE INTO results VALUES (?, ?, ?, 0)', paths.conversationId, message.id, hash);
  state.run('INSERT OR IGNORE INTO refs VALUES (?, ?, ?)', hash, paths.conversationId, message.id);
}

/** The message refers to these attachments. */
export function noteHashes(
  { state }: Pick<SyncContext, 'state'>,
  conversation: string,
  messageId: string,
  hashes: readonly string[],
): void {
  for (const hash of hashes) state.run('INSERT OR IGNORE INTO refs VALUES (?, ?, ?)', hash, conversation, messageId);
}

async function upload(
  { state, disk, names, sealer, remote, maxFileBytes, signal }: SyncContext,
  path: string,
  hash: string,
): Promise<void> {
  if (state.get('SELECT 1 FROM files WHERE hash = ?', hash)) return;
  const stored = await withSource(disk, path, async (source) => {
    if (maxFileBytes !== null && source.size > maxFileBytes) return null;
    let parts = 0;
    let bytes = 0;
    do {
      const body = await source.read(parts * partBytes, partBytes);
      const name = names.filePart(sealer.device, hash, parts);
      needed(await remote.put(name, await sealer.seal(name, body), signal));
      parts++;
      bytes += body.length;
    } while (parts * partBytes < source.size);
    return { parts, bytes };
  }).catch((thrown) => {
    // It may not have been fetched yet, or was lost here; another device may have it.
    if (isNotFoundError(thrown)) return null;
    throw thrown;
  });
  if (stored) noteFile(state, sealer.device, hash, stored);
}

function noteFile(
  state: SyncState,
  device: string,
  hash: string,
  { bytes, parts }: { bytes: number; parts: number },
): void {
  state.transaction(() => {
    state.run('INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, 0)', device, hash, bytes, parts);
    // It was to be removed, as nothing needed it for a while.
    state.run('DELETE FROM garbage WHERE file = ?', hash);
  });
}

/** Stores bytes under their hash, unless this device has stored them already. */
export async function putFile(
  { state, names, sealer, remote, signal }: SyncContext,
  hash: string,
  body: Buffer,
): Promise<void> {
  if (state.get('SELECT 1 FROM files WHERE hash = ? AND device = ?', hash, sealer.device)) return;
  const parts = Math.max(1, Math.ceil(body.length / partBytes));
  for (let part = 0; part < parts; part++) {
    const name = names.filePart(sealer.device, hash, part);
    const piece = body.subarray(part * partBytes, (part + 1) * partBytes);
    needed(await remote.put(name, await sealer.seal(name, piece), signal));
  }
  noteFile(state, sealer.device, hash, { bytes: body.length, parts });
}

/** The bytes that a device has stored under a hash. */
export async function readStored(
  { state, names, sealer, remote, signal }: SyncContext,
  device: string,
  hash: string,
): Promise<Result<Buffer>> {
  const row = state.get<FileRow>('SELECT * FROM files WHERE device = ? AND hash = ?', device, hash);
  if (!row) return fail('MESSAGE_NOT_FOUND', say`The file is not in the store yet.`);
  const bodies: Uint8Array[] = [];
  try {
    for await (const body of storedParts({ state, names, sealer, remote, signal }, row)) bodies.push(body);
  } catch (thrown) {
    if (thrown instanceof Unfetched) return thrown.result;
    throw thrown;
  }
  return ok(Buffer.concat(bodies));
}

/** After the limit has changed, or the projects that are left out: uploads what was too large before. */
export async function collectSkippedFiles(context: SyncContext): Promise<void> {
  const { state, data, maxFileBytes, leftOut, problems, signal } = context;
  const limit = [maxFileBytes ?? '', ...[...leftOut].sort()].join(' ');
  if ((state.fact('maxFileBytes') ?? '') === limit) return;
  let isComplete = true;
  const skipped = state.all<{ hash: string; conversation: string; message: string; isResult: number }>(
    `SELECT hash, conversation, message, EXISTS (SELECT 1 FROM results WHERE results.conversation = refs.conversation
       AND results.message = refs.message AND results.hash = refs.hash) AS isResult
     FROM refs WHERE NOT EXISTS (SELECT 1 FROM files WHERE files.hash = refs.hash) AND ${notLeftOut('refs.conversation')}`,
  );
  for (const { hash, conversation, message, isResult } of skipped) {
    if (signal.aborted) return;
    const place = await data.locate(conversation);
    if (!place.ok) continue;
    const path = isResult ? resultFilePath(place.value, message) : join(place.value.attachments, hash);
    try {
      await upload(context, path, hash);
    } catch (thrown) {
      if (thrown instanceof PassFailure) throw thrown;
      isComplete = false;
      problems.set(conversation, say`A file could not be uploaded: ${diskReason(thrown)}.`);
    }
  }
  if (isComplete) state.setFact('maxFileBytes', limit);
}

async function hashOf(disk: Disk, path: string): Promise<string | null> {
  return withSource(disk, path, digestOf).catch((thrown) => {
    if (isNotFoundError(thrown)) return null;
    throw thrown;
  });
}

async function digestOf(source: LogSource): Promise<string> {
  const digest = createHash('sha256');
  for (let at = 0; at < source.size; at += pieceBytes) digest.update(await source.read(at, pieceBytes));
  return digest.digest('hex');
}

/** Files of ours that no message refers to any more are removed from the store. */
export function discardUnusedFiles({ state, names, sealer }: SyncContext): void {
  const unused = state.all<FileRow>(
    'SELECT * FROM files WHERE device = ? AND NOT EXISTS (SELECT 1 FROM refs WHERE refs.hash = files.hash)',
    sealer.device,
  );
  state.transaction(() => {
    for (const { hash, parts } of unused) {
      for (let part = 0; part < parts; part++) {
        const name = names.filePart(sealer.device, hash, part);
        state.run("INSERT OR REPLACE INTO garbage VALUES (?, 0, '', 0, ?)", name, hash);
      }
      state.run('DELETE FROM files WHERE device = ? AND hash = ?', sealer.device, hash);
    }
  });
}

export async function fetchAttachment(
  context: SyncContext,
  paths: ConversationPaths,
  hash: string,
): Promise<Result<void>> {
  return fetchFile(context, paths, hash, join(paths.attachments, hash));
}

export async function fetchResult(
  context: SyncContext,
  paths: ConversationPaths,
  messageId: string,
): Promise<Result<void>> {
  const row = context.state.get<{ hash: string }>(
    'SELECT hash FROM results WHERE conversation = ? AND message = ?',
    ...[paths.conversationId, messageId],
  );
  if (!row) return fail('MESSAGE_NOT_FOUND', say`No synced device has stored the full result.`);
  return fetchFile(context, paths, row.hash, resultFilePath(paths, messageId));
}

/** Nothing is written unless the whole file has this hash. */
async function fetchFile(
  { state, names, sealer, remote, disk, signal }: SyncContext,
  paths: ConversationPaths,
  hash: string,
  path: string,
): Promise<Result<void>> {
  const rows = state.all<FileRow>('SELECT * FROM files WHERE hash = ? ORDER BY device', hash);
  let failure: Result<void> = fail(
    'MESSAGE_NOT_FOUND',
    say`No synced device has stored this file. It may be larger than the limit of its machine.`,
  );
  for (const row of rows) {
    try {
      await makeFolder(disk, dirname(path), paths.project);
      await atomicWrite(disk, path, async (put) => {
        for await (const body of storedParts({ state, names, sealer, remote, signal }, row)) await put(body);
      });
      return ok(undefined);
    } catch (thrown) {
      failure =
        thrown instanceof Unfetched
          ? thrown.result
          : fail('STORE_WRITE_FAILED', say`The file could not be stored here: ${diskReason(thrown)}.`);
    }
  }
  return failure;
}

/** Throws Unfetched, at the latest after the last part if the whole has another hash. */
async function* storedParts(
  { state, names, sealer, remote, signal }: Pick<SyncContext, 'state' | 'names' | 'sealer' | 'remote' | 'signal'>,
  { device, hash, parts }: FileRow,
): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  for (let part = 0; part < parts; part++) {
    const name = names.filePart(device, hash, part);
    const sealed = await remote.get(name, signal);
    if (!sealed.ok) throw new Unfetched(sealed);
    if (sealed.value === null) {
      // Its device stores it again.
      state.run("INSERT OR IGNORE INTO complaints VALUES (?, '', 0, ?)", device, hash);
      throw new Unfetched(fail('MESSAGE_NOT_FOUND', say`A part of the file is missing in the store.`));
    }
    const body = await sealer.open(device, name, sealed.value);
    if (!body.ok) throw new Unfetched(body);
    digest.update(body.value);
    yield body.value;
  }
  if (digest.digest('hex') !== hash) {
    throw new Unfetched(fail('STORE_READ_FAILED', say`The file in the store is not the one that the message names.`));
  }
}

class Unfetched extends Error {
  readonly result: ReturnType<typeof fail>;
  constructor(result: ReturnType<typeof fail>) {
    super(result.error.message);
    this.result = result;
  }
}
