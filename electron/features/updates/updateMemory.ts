// Memory of earlier checks and answers, in a file next to the downloads. Without it, a declined version is offered again.

import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { atomicWrite, makeFolder } from '../../stores/files/atomicWrite.ts';
import { type Disk, readWholeFile } from '../../stores/files/disk.ts';

const memorySchema = z.object({
  /** 0 to 99: versions that are offered to a share of users come to those below it. Random, and never sent. */
  stage: z.number().int().min(0).max(99).optional(),
  /** When the newest manifest was published that was ever accepted. */
  newestSeen: z.iso.datetime().optional(),
  checkedAt: z.iso.datetime().optional(),
  declined: z.array(z.string().max(100)).max(200).optional(),
  /** Versions that did not start here. */
  failed: z.array(z.string().max(100)).max(200).optional(),
});

type UpdateMemory = z.infer<typeof memorySchema>;

export interface UpdateMemoryFile {
  read(): Promise<UpdateMemory>;
  /** Failures are ignored: the answer then only counts for this start. */
  change(patch: Partial<UpdateMemory>): Promise<void>;
  stage(): Promise<number>;
}

export function createUpdateMemory(disk: Disk, folder: string): UpdateMemoryFile {
  const path = join(folder, 'updates.json');
  let memory: Promise<UpdateMemory> | null = null;
  const read = (): Promise<UpdateMemory> => {
    memory ??= readFile(disk, path);
    return memory;
  };
  const change = async (patch: Partial<UpdateMemory>): Promise<void> => {
    const next = { ...(await read()), ...patch };
    memory = Promise.resolve(next);
    try {
      await makeFolder(disk, folder);
      await atomicWrite(disk, path, `${JSON.stringify(next, null, 2)}\n`);
    } catch {}
  };
  return {
    read,
    change,
    async stage() {
      const { stage = randomInt(100) } = await read();
      await change({ stage });
      return stage;
    },
  };
}

async function readFile(disk: Disk, path: string): Promise<UpdateMemory> {
  const content = await readWholeFile(disk, path);
  if (content.kind !== 'content') return {};
  try {
    return memorySchema.catch({}).parse(JSON.parse(content.bytes.toString('utf8')));
  } catch {
    return {};
  }
}
