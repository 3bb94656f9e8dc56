// A command's output from both streams, in order. Where named pipes exist, both share a single real pipe; Node's own
// are two sockets, which lose the order and break `> /dev/stderr`.

import { type ChildProcess, execFile } from 'node:child_process';
import { close, constants, open } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

export interface OutputPipe {
  /** The stdio entries for `spawn`: stdout and stderr. */
  stdio: ['pipe' | number, 'pipe' | number];
  /** Call once after `spawn`, even if it failed: from then on only the command holds the other end. */
  started(child: ChildProcess | null): Promise<OutputReader>;
}

interface OutputReader {
  /** Starts reading in order. If `onBytes` returns a promise, the command waits for it; the buffer is reused afterwards. */
  read(onBytes: (bytes: Buffer) => Promise<void> | null): void;
  /** Resolves when everything was read and handled, and nobody holds the other end. */
  ended: Promise<void>;
  close(): void;
}

/** `of`: both streams, or one in its `stdio` slot. */
export async function openOutputPipe(of: 'both' | 'stdout' | 'stderr' = 'both'): Promise<OutputPipe> {
  if (process.platform === 'win32') return nodesPipes(of);
  return (await onePipe()) ?? nodesPipes(of);
}

/** A pipe's default capacity. */
const pieceBytes = 64 * 1024;

// Plain descriptors: a FileHandle would be closed a second time, after the socket or the command did.
const openDescriptor = promisify<string, number, number>(open);
const closeDescriptor = promisify(close);

/** Null if impossible: no `mkfifo`, no temporary folder. */
async function onePipe(): Promise<OutputPipe | null> {
  let folder: string | null = null;
  let reader: number | null = null;
  try {
    folder = await mkdtemp(join(tmpdir(), 'throughline-'));
    const path = join(folder, 'output');
    await promisify(execFile)('mkfifo', ['-m', '600', path]);
    reader = await openDescriptor(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = await openDescriptor(path, constants.O_WRONLY);
    const output = readerOfPipe(reader);
    return {
      stdio: [writer, writer],
      async started() {
        await closeDescriptor(writer);
        return output;
      },
    };
  } catch {
    if (reader !== null) await closeDescriptor(reader);
    return null;
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }
}

function nodesPipes(of: 'both' | 'stdout' | 'stderr'): OutputPipe {
  const meant = (['stdout', 'stderr'] as const).filter((name) => of === 'both' || of === name);
  return {
    stdio: ['pipe', 'pipe'],
    started: async (child) => readerOf(meant.map((name) => child?.[name]).filter((stream) => stream != null)),
  };
}

/** Reads into a single buffer: new buffers for gigabytes of output would retain memory. */
function readerOfPipe(descriptor: number): OutputReader {
  let take: (bytes: Buffer) => Promise<void> | null = () => null;
  let handled: Promise<void> = Promise.resolve();
  const buffer = Buffer.alloc(pieceBytes);
  const callback = (length: number): boolean => {
    const taking = take(buffer.subarray(0, length));
    if (taking === null) return true;
    handled = taking.catch(() => {}).then(() => void socket.resume());
    return false;
  };
  const socket = new Socket({ fd: descriptor, readable: true, writable: false, onread: { buffer, callback } });
  const closed = closeOf(socket);
  return {
    ended: closed.then(() => handled),
    read(onBytes) {
      take = onBytes;
      socket.resume();
    },
    close: () => void socket.destroy(),
  };
}

function readerOf(streams: readonly Readable[]): OutputReader {
  const closed = streams.map(closeOf);
  /** Keeps chunks of the two streams in order. */
  let handled: Promise<void> = Promise.resolve();
  return {
    ended: Promise.all(closed).then(() => handled),
    read(onBytes) {
      for (const stream of streams) {
        stream.on('data', (bytes: Buffer) => {
          stream.pause();
          handled = handled
            .then(() => onBytes(bytes) ?? undefined)
            .catch(() => {})
            .then(() => void stream.resume());
        });
        stream.resume();
      }
    },
    close() {
      for (const stream of streams) stream.destroy();
    },
  };
}

/** Fires early, even for a paused stream, if the command printed nothing. */
function closeOf(stream: Readable): Promise<void> {
  stream.pause();
  stream.on('error', () => {}); // followed by `close`
  return new Promise((resolve) => void stream.once('close', () => resolve()));
}
