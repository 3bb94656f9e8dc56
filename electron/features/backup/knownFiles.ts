// A list of the files in the last backup to a folder, kept next to the data (backups/<name>.jsonl), so that the next one holds only what was
// appended. Derived: without it, the next backup is complete.

import { join } from 'node:path';
import { z } from 'zod';
import { atomicWrite, makeFolder } from '../../stores/files/atomicWrite.ts';
import { type Disk, readWholeFile } from '../../stores/files/disk.ts';

export interface KnownFile {
  size: number;
  /** Identifies an unchanged file; null: compare its content. */
  stamp: string | null;
  sha256: string;
  bodySize: number;
  bodySha256: string;
}

const headSchema = z.object({
  v: z.literal(1),
  id: z.string(),
  file: z.string(),
  fileBytes: z.number(),
  createdAt: z.string(),
  parents: z.array(z.object({ id: z.string(), file: z.string(), createdAt: z.string() })),
  /** How it is encrypted: `none`, `passphrase`, or its recipients. */
  encryption: z.string(),
  /** Size of the increments since the last complete backup, and of that. */
  incrementBytes: z.number(),
  completeBytes: z.number(),
});

const rowSchema = z.tuple([z.string(), z.number(), z.string().nullable(), z.string(), z.number(), z.string()]);

type LastBackup = z.infer<typeof headSchema>;

export interface KnownBackup {
  last: LastBackup;
  files: Map<string, KnownFile>;
}

const folderName = 'backups';

/** `key` names the series of backups. */
export async function readKnown(disk: Disk, dataDir: string, key: string): Promise<KnownBackup | null> {
  const read = await readWholeFile(disk, pathOf(dataDir, key));
  if (read.kind !== 'content') return null;
  try {
    const [head = '', ...rows] = read.bytes.toString('utf8').trimEnd().split('\n');
    const last = headSchema.parse(JSON.parse(head));
    const files = rows.map((row): [string, KnownFile] => {
      const [path, size, stamp, sha256, bodySize, bodySha256] = rowSchema.parse(JSON.parse(row));
      return [path, { size, stamp, sha256, bodySize, bodySha256 }];
    });
    return { last, files: new Map(files) };
  } catch {
    return null;
  }
}

export async function writeKnown(
  disk: Disk,
  dataDir: string,
  key: string,
  { last, files }: KnownBackup,
): Promise<void> {
  await makeFolder(disk, join(dataDir, folderName));
  await atomicWrite(disk, pathOf(dataDir, key), lines(last, files));
}

async function* lines(last: LastBackup, files: ReadonlyMap<string, KnownFile>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(last)}\n`);
  for (const [path, { size, stamp, sha256, bodySize, bodySha256 }] of files) {
    yield Buffer.from(`${JSON.stringify([path, size, stamp, sha256, bodySize, bodySha256])}\n`);
  }
}

function pathOf(dataDir: string, key: string): string {
  return join(dataDir, folderName, `${key}.jsonl`);
}
