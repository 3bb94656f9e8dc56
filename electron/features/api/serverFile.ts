// api-server.json in the data folder: where the app's API answers, and a secret for other processes of this user, such as the
// MCP server. Readable only by their account; removed when the app ends.

import { join } from 'node:path';
import { z } from 'zod';
import { atomicWrite } from '../../stores/files/atomicWrite.ts';
import { type Disk, readWholeFile } from '../../stores/files/disk.ts';

export interface RunningApi {
  /** Without a trailing slash. */
  address: string;
  secret: string;
}

const schema = z.object({ v: z.literal(1), address: z.string(), secret: z.string(), pid: z.number() });

function pathIn(dataDir: string): string {
  return join(dataDir, 'api-server.json');
}

export async function writeApiServerFile(disk: Disk, dataDir: string, running: RunningApi): Promise<void> {
  const text = `${JSON.stringify({ v: 1, ...running, pid: process.pid })}\n`;
  await atomicWrite(disk, pathIn(dataDir), text, { synced: false });
}

export async function removeApiServerFile(disk: Disk, dataDir: string): Promise<void> {
  await disk.rm(pathIn(dataDir), { force: true });
}

/** Null if no app runs. The file of an app that was killed stays: its address then refuses the connection. */
export async function readApiServerFile(disk: Disk, dataDir: string): Promise<RunningApi | null> {
  const content = await readWholeFile(disk, pathIn(dataDir));
  if (content.kind !== 'content') return null;
  try {
    const { address, secret } = schema.parse(JSON.parse(content.bytes.toString()));
    return /^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(address) ? { address, secret } : null;
  } catch {
    return null;
  }
}
