// When a message is removed for good, also removes the command lines and output of background commands that it started.
// A stub stays so that the ID is not reused.

import { join } from 'node:path';
import type { Message } from '../../../shared/conversation/message.ts';
import { atomicWrite, syncFolder } from '../files/atomicWrite.ts';
import { type Disk, listNames, readWholeFile } from '../files/disk.ts';
import { parseRecord, serializeRecord } from './backgroundRecord.ts';
import { listOutputParts } from './outputParts.ts';

/** `conversation` is its folder. Throws file system errors. Idempotent. */
export async function forgetBackground(disk: Disk, conversation: string, message: Message): Promise<void> {
  const folder = join(conversation, 'background');
  const names = await listNames(disk, folder);
  let isCutOff = false;
  for (const name of names) {
    const id = /^(bg_\d{1,9})\.json$/.exec(name)?.[1];
    if (id === undefined) continue;
    const content = await readWholeFile(disk, join(folder, name));
    const record = content.kind === 'content' ? parseRecord(content.bytes) : null;
    if (record?.messageId !== message.id && startedBy(message) !== id) continue;
    for (const part of await listOutputParts(disk, folder, id)) await disk.unlink(part.path);
    if (record) await atomicWrite(disk, join(folder, name), serializeRecord({ ...record, command: '', cwd: '' }));
    isCutOff = true;
  }
  if (isCutOff) await syncFolder(disk, folder);
}

/** Returns the ID of the background command that this message is the start result of. */
function startedBy(message: Message): string | null {
  if (message.role !== 'tool' || message.toolName !== 'run_command') return null;
  const started = message.details?.background as { id?: unknown } | undefined;
  return typeof started?.id === 'string' ? started.id : null;
}
