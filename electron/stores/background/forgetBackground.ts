// A message that is removed for good takes along what the background commands that it started have printed, and their command
// lines. That there was one stays, so that its id is not given again.

import { join } from 'node:path';
import type { Message } from '../../../shared/conversation/message.ts';
import { atomicWrite, syncFolder } from '../files/atomicWrite.ts';
import { type Disk, readWhole } from '../files/disk.ts';
import { namesIn } from '../files/folderEntries.ts';
import { parseRecord, recordText } from './backgroundRecord.ts';
import { outputParts } from './outputParts.ts';

/** `conversation`: its folder. Throws what the file system throws. Done again it does nothing more. */
export async function forgetBackground(disk: Disk, conversation: string, message: Message): Promise<void> {
  const folder = join(conversation, 'background');
  const names = await namesIn(disk, folder);
  let found = false;
  for (const name of names) {
    const id = /^(bg_\d{1,9})\.json$/.exec(name)?.[1];
    if (id === undefined) continue;
    const content = await readWhole(disk, join(folder, name));
    const record = content.kind === 'content' ? parseRecord(content.bytes) : null;
    if (record?.messageId !== message.id && startedBy(message) !== id) continue;
    for (const part of await outputParts(disk, folder, id)) await disk.unlink(part.path);
    if (record) await atomicWrite(disk, join(folder, name), recordText({ ...record, command: '', cwd: '' }));
    found = true;
  }
  if (found) await syncFolder(disk, folder);
}

/** The command of which this message is the result that was given when it started. */
function startedBy(message: Message): string | null {
  if (message.role !== 'tool' || message.toolName !== 'run_command') return null;
  const started = message.details?.background as { id?: unknown } | undefined;
  return typeof started?.id === 'string' ? started.id : null;
}
