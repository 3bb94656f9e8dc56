// execution/<conversationId>.jsonl: which calls were started and which have ended. One line an entry, synced before it is
// acknowledged; what a crash left of the last line is skipped and stays in the file.

import { dirname } from 'node:path';
import { fail, ok, type Result } from '../../shared/errors.ts';
import { type ExecutionEntry, executionEntrySchema } from '../../shared/formats.ts';
import { makeFolder, syncFolder, writeAll } from './atomicWrite.ts';
import { type Disk, diskReason, fileMode, readWhole } from './disk.ts';

const lineFeed = 0x0a;

/** The caller writes one entry of a conversation at a time. */
export async function appendExecution(disk: Disk, path: string, entry: ExecutionEntry): Promise<Result<void>> {
  try {
    await makeFolder(disk, dirname(path));
    const handle = await disk.open(path, 'a+', fileMode);
    try {
      const { size } = await handle.stat();
      const separator = size > 0 && !(await endsLine(handle, size)) ? '\n' : '';
      await writeAll(handle, Buffer.from(`${separator}${JSON.stringify(entry)}\n`, 'utf8'), size);
      await handle.datasync();
      if (size === 0) await syncFolder(disk, dirname(path));
    } finally {
      await handle.close();
    }
    return ok(undefined);
  } catch (thrown) {
    return fail(
      'STORE_WRITE_FAILED',
      `The start or end of a tool call could not be noted: ${diskReason(thrown)}. What was noted before is unharmed.`,
    );
  }
}

async function endsLine(handle: Awaited<ReturnType<Disk['open']>>, size: number): Promise<boolean> {
  const last = Buffer.alloc(1);
  await handle.read(last, 0, 1, size - 1);
  return last[0] === lineFeed;
}

/** Every sound line, in the order of the file. An absent or unreadable log is empty. */
export async function readExecution(disk: Disk, path: string): Promise<ExecutionEntry[]> {
  const content = await readWhole(disk, path);
  if (content.kind !== 'content') return [];
  return content.bytes
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const parsed = executionEntrySchema.safeParse(JSON.parse(line));
        return parsed.success ? [parsed.data] : [];
      } catch {
        return [];
      }
    });
}
