// execution/<conversationId>.jsonl: which calls have started and ended. One line per entry, synced before it is
// acknowledged; a line truncated by a crash is skipped and stays in the file.

import { dirname } from 'node:path';
import { fail, ok, type Result, SentenceError } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import { type ExecutionEntry, executionEntrySchema } from '../conversation/formats.ts';
import type { ConversationPaths } from './dataFolder.ts';
import { atomicWrite, makeFolder, syncFolder, writeAll } from './files/atomicWrite.ts';
import { type Disk, diskReason, fileMode, readWholeFile } from './files/disk.ts';

export interface ExecutionLog {
  /** The caller must serialize appends per conversation. */
  append(paths: ConversationPaths, entry: ExecutionEntry): Promise<Result<void>>;
  /** Every valid line, in file order. An absent or unreadable log is empty. */
  read(paths: ConversationPaths): Promise<ExecutionEntry[] | null>;
}

const lineFeed = 0x0a;

export function createExecutionLog(disk: Disk): ExecutionLog {
  /** Logs whose names and bytes this process has synced. */
  const durable = new Set<string>();
  /** Logs with a failed write: a later successful sync proves nothing about their bytes. */
  const doubtful = new Set<string>();

  async function appendLine(path: string, line: string): Promise<void> {
    const handle = await disk.open(path, 'a+', fileMode);
    try {
      const { size } = await handle.stat();
      const separator = size > 0 && !(await endsLine(handle, size)) ? '\n' : '';
      await writeAll(handle, Buffer.from(`${separator}${line}`, 'utf8'), size);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    // Sync even if the file existed: the process that created it may have ended before its sync.
    if (!durable.has(path)) await syncFolder(disk, dirname(path));
  }

  async function writeAnew(path: string, line: string): Promise<void> {
    const before = await readWholeFile(disk, path);
    if (before.kind === 'unreadable') throw new SentenceError(before.reason);
    const bytes = before.kind === 'content' ? before.bytes : Buffer.alloc(0);
    const separator = bytes.length > 0 && bytes.at(-1) !== lineFeed ? '\n' : '';
    await atomicWrite(disk, path, Buffer.concat([bytes, Buffer.from(`${separator}${line}`, 'utf8')]));
  }

  return {
    async append({ execution: path, project }, entry) {
      const line = `${JSON.stringify(entry)}\n`;
      try {
        if (!durable.has(path)) await makeFolder(disk, dirname(path), project);
        await (doubtful.has(path) ? writeAnew : appendLine)(path, line);
        doubtful.delete(path);
        durable.add(path);
        return ok(undefined);
      } catch (thrown) {
        doubtful.add(path);
        durable.delete(path);
        return fail(
          'STORE_WRITE_FAILED',
          say`The start or end of a tool call could not be recorded: ${diskReason(thrown)}. Earlier records are intact.`,
        );
      }
    },

    read: async ({ execution }) => {
      const content = await readWholeFile(disk, execution);
      if (content.kind !== 'content') return content.kind === 'absent' ? [] : null;
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
    },
  };
}

async function endsLine(handle: Awaited<ReturnType<Disk['open']>>, size: number): Promise<boolean> {
  const last = Buffer.alloc(1);
  await handle.read(last, 0, 1, size - 1);
  return last[0] === lineFeed;
}
