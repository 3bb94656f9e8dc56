// server.json in the data folder: address and token of the running browser host, for later starts by the same user.
// Readable only by their account; removed when the host ends.

import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface RunningServer {
  /** `http://127.0.0.1:PORT/` */
  address: string;
  token: string;
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, 'server.json');
}

/** Rejects with the system's error and leaves the previous file untouched. */
export async function writeServerFile(dataFolder: string, server: RunningServer): Promise<void> {
  const temporary = `${fileIn(dataFolder)}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify({ v: 1, ...server, pid: process.pid })}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, fileIn(dataFolder));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Reads the file, even of a host that has died; null if missing or not ours. */
export async function readServerFile(dataFolder: string): Promise<RunningServer | null> {
  try {
    const { address, token } = JSON.parse(await readFile(fileIn(dataFolder), 'utf8'));
    const isOurs = typeof token === 'string' && /^http:\/\/127\.0\.0\.1:\d{1,5}\/$/.test(address);
    return isOurs ? { address, token } : null;
  } catch {
    return null;
  }
}

export async function removeServerFile(dataFolder: string): Promise<void> {
  await rm(fileIn(dataFolder), { force: true }).catch(() => {});
}

/** Puts the token in the fragment, which browsers never send. */
export function addressWithToken(server: RunningServer): string {
  return `${server.address}#token=${server.token}`;
}
