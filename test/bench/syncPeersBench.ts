// SYNC-6: the first copy and one more message next to restic, rclone and Syncthing, on the same data folder. Those that are not installed
// are named. They do less: restic and rclone copy one way, Syncthing keeps conflicting files next to each other, and nobody merges.

import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeLongConversation } from '../support/longConversation.ts';
import { count, type Figure, megabytes, milliseconds, type Section } from './figures.ts';
import { randomTexts } from './randomTexts.ts';
import { syncDeviceProcess } from './syncBench.ts';
import { openSyncthing } from './syncthingPair.ts';

interface Copied {
  /** Milliseconds. */
  ms: number;
  /** Bytes that it added to the store, or sent. */
  bytes: number;
}

type Copy = () => Promise<Copied> | Copied;

interface Peer {
  program: string;
  /** Returns a function that copies what is new, and one that ends it. */
  open(folder: string, data: string): Promise<{ copy: Copy; close(): void }>;
}

export const messagesEach = 50;

const peers: Peer[] = [
  {
    program: 'restic',
    async open(folder, data) {
      const store = join(folder, 'restic');
      const options = ['--repo', store, '--cache-dir', join(folder, 'restic-cache'), '--quiet'];
      const env = { ...process.env, RESTIC_PASSWORD: 'secret' };
      execFileSync('restic', ['init', ...options], { env, stdio: 'ignore' });
      return { copy: grown(store, () => execFileSync('restic', ['backup', ...options, data], { env })), close() {} };
    },
  },
  {
    program: 'rclone',
    async open(folder, data) {
      const store = join(folder, 'rclone');
      const password = String(execFileSync('rclone', ['obscure', 'secret'])).trim();
      const remote = { TYPE: 'crypt', REMOTE: store, PASSWORD: password };
      const entries = Object.entries(remote).map(([name, value]) => [`RCLONE_CONFIG_STORE_${name}`, value]);
      const env = { ...process.env, ...Object.fromEntries(entries), RCLONE_CONFIG: join(folder, 'none.conf') };
      return { copy: grown(store, () => execFileSync('rclone', ['sync', data, 'store:'], { env })), close() {} };
    },
  },
  { program: 'syncthing', open: openSyncthing },
];

export async function syncPeersBench(folder: string, conversations: number): Promise<Section> {
  const data = join(folder, 'first');
  const lastLog = writeConversations(data, conversations);
  const figures: Figure[] = [];
  for (const { program, open } of peers) {
    if (!isInstalled(program)) {
      figures.push({ name: program, value: 'not installed' });
      continue;
    }
    const { copy, close } = await open(folder, data);
    try {
      figures.push(figure(`${program}, first copy`, await copy()));
      // A message of about 900 bytes at the end of one log; the file is no conversation any more, which they don't know.
      appendFileSync(lastLog, 'x'.repeat(900));
      figures.push(figure(`${program}, one more message`, await copy()));
      figures.push(figure(`${program}, nothing new`, await copy()));
    } finally {
      close();
    }
  }
  const ours = join(folder, 'ours');
  writeConversations(join(ours, 'first'), conversations);
  const first = syncDeviceProcess(ours, 'first', 'append');
  const again = syncDeviceProcess(ours, 'first');
  figures.push(
    figure('Throughline, first copy', first),
    figure('Throughline, one more message', { ms: first.nextMs, bytes: first.nextBytes }),
    figure('Throughline, nothing new, after a start', again),
  );
  return {
    title: 'Sync beside other programs',
    how: `The first copy of ${count(conversations)} conversations with ${count(conversations * messagesEach)} messages to a folder, encrypted except by Syncthing, and what one more message costs. Times of restic and rclone include their start; Throughline and Syncthing run already.`,
    figures,
  };
}

/** With different texts. Returns the log of the last one. */
export function writeConversations(dataDir: string, conversations: number): string {
  const textOf = randomTexts(1);
  let path = '';
  for (let index = 0; index < conversations; index++) {
    const conversationId = conversationIdAt(index);
    ({ path } = writeLongConversation(dataDir, {
      ...{ messages: messagesEach, conversationId, textOf },
      // The ledger has each message once.
      firstId: index * messagesEach,
    }));
  }
  return path;
}

export function conversationIdAt(index: number): string {
  return `01J9ZX${String(index).padStart(20, '0')}`;
}

function figure(name: string, { ms, bytes }: Copied): Figure {
  return { name, value: milliseconds(ms), note: bytes < 1024 * 1024 ? `${count(bytes)} bytes` : megabytes(bytes) };
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/** `bytes` is the growth of the store. */
function grown(store: string, run: () => unknown): Copy {
  return () => {
    const before = sizeOf(store);
    const began = performance.now();
    run();
    return { ms: performance.now() - began, bytes: sizeOf(store) - before };
  };
}

function sizeOf(folder: string): number {
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
  } catch {
    return 0;
  }
}
