// processes/<marker>.jsonl: one small file per started process that may still exist, so that parallel runs of the app
// do not interfere. The first line is written before the start, the second once its PID is known; the file is removed
// when the process ends. Not synced: it covers a crash of the app, and processes do not survive the machine.

import { constants } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from '../lib/log.ts';
import type { Clock } from '../ports/clock.ts';
import type { ProcessRecord, ProcessRecords } from '../ports/processes.ts';
import { makeFolder, writeAll } from './files/atomicWrite.ts';
import { type Disk, diskReason, fileMode, isNotFoundError, readWholeFile } from './files/disk.ts';

const processSchema = z.object({ pid: z.number().int().min(2), startedAt: z.string().nullable() });

const firstLine = z.object({
  v: z.literal(1),
  marker: z.string(),
  owner: z.object({ pid: z.number().int().min(1), startedAt: z.string().nullable() }),
  purpose: z.object({
    kind: z.enum(['command', 'background', 'mcp', 'agent', 'hook', 'terminal', 'languageServer']),
    name: z.string(),
    conversationId: z.string().exactOptional(),
  }),
  at: z.string(),
});

const fileName = /^([a-z0-9]{16,64})\.jsonl$/;
/** A file without a valid first line is being written, or is a crash leftover. */
const unfinishedMs = 60_000;

export function createProcessRecords(dataDir: string, deps: { disk: Disk; clock: Clock; log: Log }): ProcessRecords {
  const { disk, clock, log } = deps;
  const folder = join(dataDir, 'processes');
  const pathOf = (marker: string): string => join(folder, `${marker}.jsonl`);

  async function append(marker: string, line: unknown, isNew: boolean): Promise<void> {
    const flags = isNew ? 'wx' : constants.O_WRONLY;
    const handle = await disk.open(pathOf(marker), flags, fileMode);
    try {
      const { size } = await handle.stat();
      await writeAll(handle, Buffer.from(`${JSON.stringify(line)}\n`, 'utf8'), size);
    } finally {
      await handle.close();
    }
  }

  async function read(name: string): Promise<ProcessRecord | null> {
    const path = join(folder, name);
    const content = await readWholeFile(disk, path);
    if (content.kind !== 'content') return null;
    const record = parse(content.bytes.toString('utf8'));
    if (record !== null && `${record.marker}.jsonl` === name) return record;
    const changed = Number((content.identity.mtime ?? 0n) / 1_000_000n);
    if (clock.now().getTime() - changed > unfinishedMs) await disk.unlink(path).catch(() => {});
    return null;
  }

  return {
    async add(record) {
      try {
        await makeFolder(disk, folder);
        await append(record.marker, { v: 1, ...record }, true);
      } catch (thrown) {
        log(
          'warning',
          `A process could not be recorded: ${diskReason(thrown)}. After a crash it would not be ended.`,
          'PROCESS_UNRECORDED',
          { reason: thrown },
        );
      }
    },

    async started(marker, process) {
      // If there is no file, that was already reported.
      await append(marker, process, false).catch(() => {});
    },

    async remove(marker) {
      await disk.unlink(pathOf(marker)).catch((thrown: unknown) => {
        if (!isNotFoundError(thrown))
          log(
            'warning',
            `The record of a process could not be removed: ${diskReason(thrown)}.`,
            'PROCESS_RECORD_LEFT',
            { reason: thrown },
          );
      });
    },

    async list() {
      const names = (await disk.readdir(folder).catch(() => [] as string[])).filter((name) => fileName.test(name));
      const records = await Promise.all(names.map(read));
      return records.filter((record) => record !== null);
    },
  };
}

function parse(text: string): ProcessRecord | null {
  const [first, ...rest] = text.split('\n').map(value);
  const firstEntry = firstLine.safeParse(first);
  if (!firstEntry.success) return null;
  const { v: _v, ...record } = firstEntry.data;
  const started = rest.map((line) => processSchema.safeParse(line)).find(({ success }) => success);
  return { ...record, process: started?.data ?? null };
}

function value(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
