// Stores a conversation that is complete elsewhere and new here in one step, with its metadata. A merge has the same result, but writes and
// reads every record several times.

import { dirname } from 'node:path';
import type { Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { type ConversationMeta, metaSchema } from '../../conversation/formats.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { maskDeep } from '../../lib/maskDeep.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import { atomicWrite, makeFolder } from '../files/atomicWrite.ts';
import type { Disk } from '../files/disk.ts';
import { buildConversation, WriteFailure } from '../fork/buildConversation.ts';
import type { Leases } from '../locks/leases.ts';
import { compactJson } from '../log/logRewrite.ts';
import type { Sidecars } from '../sidecars.ts';

export interface WholeCopy {
  conversationId: string;
  /** An existing project. */
  projectId: string;
  /** Parents first, each ID once, with their lines in messages.json. */
  records: readonly { line: Buffer }[];
  /** Lines of the record of started and ended calls. */
  calls: readonly Buffer[];
  /** Returns the metadata of a new conversation with its own. */
  meta(empty: ConversationMeta): ConversationMeta;
  /** Called when all is written, before the conversation appears. The files keep their identities. Throws file system errors. */
  written(buildPlace: ConversationPaths): Promise<void>;
}

interface WholeCopyDeps {
  disk: Disk;
  leases: Pick<Leases, 'lease'>;
  sidecars: Sidecars;
  mask: SecretMask;
}

const pieceBytes = 1024 * 1024;
const newline = Buffer.from('\n');

/** CONVERSATION_EXISTS: it is to be merged instead. On STORE_WRITE_FAILED there is no new conversation. */
export function storeWholeCopy(deps: WholeCopyDeps, to: ConversationPaths, copy: WholeCopy): Promise<Result<void>> {
  return buildConversation(deps, {
    to,
    doing: say`merging another copy`,
    unmade: (reason) => say`The conversation could not be stored: ${reason}. Nothing was saved.`,
    write: (buildPlace) => writeCopy(deps, to, buildPlace, copy),
  });
}

async function writeCopy(
  { disk, sidecars, mask }: WholeCopyDeps,
  to: ConversationPaths,
  buildPlace: ConversationPaths,
  { records, calls, meta, written }: WholeCopy,
): Promise<void> {
  if (calls.length > 0) {
    await makeFolder(disk, dirname(to.execution), to.project);
    await atomicWrite(disk, to.execution, Buffer.concat(calls.flatMap((line) => [line, newline])));
  }
  await atomicWrite(disk, buildPlace.messages, logOf(records, mask));
  const saved = await sidecars.updateMeta(buildPlace, () => meta(metaSchema.parse({})));
  if (!saved.ok) throw new WriteFailure(saved);
  await written(buildPlace);
}

async function* logOf(records: WholeCopy['records'], mask: SecretMask): AsyncGenerator<Uint8Array> {
  const slice = createTimeSlice();
  let waiting: Buffer[] = [Buffer.from('[\n')];
  let bytes = 0;
  for (const [at, { line }] of records.entries()) {
    await slice();
    const value: unknown = JSON.parse(line.toString('utf8'));
    const masked = maskDeep(mask, value);
    const stored = masked === value ? compactJson(line) : Buffer.from(JSON.stringify(masked), 'utf8');
    if (at > 0) waiting.push(Buffer.from(','));
    waiting.push(stored, newline);
    bytes += stored.length;
    if (bytes < pieceBytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
  }
  yield Buffer.concat([...waiting, Buffer.from(']\n')]);
}
