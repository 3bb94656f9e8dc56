// What a command prints, from both of its outputs, in the order in which it was printed. Where the system has named pipes
// both outputs are one real pipe: Node's own are two sockets, which lose the order and make `> /dev/stderr` fail.

import { type ChildProcess, execFile } from 'node:child_process';
import { close, constants, open } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

export interface OutputPipe {
  /** For `spawn`: standard output and standard error. */
  stdio: ['pipe' | number, 'pipe' | number];
  /** Call it once after `spawn`, whether it worked or not: from then on only the command holds the other end. */
  started(child: ChildProcess | null): Promise<OutputReader>;
}

interface OutputReader {
  /**
   * Begins to read, one piece after the other. Where `onBytes` returns a promise the command waits for it; once it is done
   * with the bytes they are used for the next ones.
   */
  read(onBytes: (bytes: Buffer) => Promise<void> | null): void;
  /** When everything has been read and taken, and nobody holds the other end any more. */
  ended: Promise<void>;
  close(): void;
}

/** `of`: of both outputs, or of one of them, which has its place in `stdio`. */
export async function openOutputPipe(of: 'both' | 'stdout' | 'stderr' = 'both'): Promise<OutputPipe> {
  if (process.platform === 'win32') return nodesPipes(of);
  return (await onePipe()) ?? nodesPipes(of);
}

/** What a pipe holds by default. */
const pieceBytes = 64 * 1024;

// Plain descriptors: a FileHandle would close itself a second time after the socket or the command has done so.
const openDescriptor = promisify<string, number, number>(open);
const closeDescriptor = promisify(close);

/** Null when it cannot be made: no `mkfifo`, no temporary folder. */
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

/** Reads into one buffer: a new one for each piece of a gigabyte leaves memory behind that is not given back. */
function readerOfPipe(descriptor: number): OutputReader {
  let take: (bytes: Buffer) => Promise<void> | null = () => null;
  let taken: Promise<void> = Promise.resolve();
  const buffer = Buffer.alloc(pieceBytes);
  const callback = (length: number): boolean => {
    const taking = take(buffer.subarray(0, length));
    if (taking === null) return true;
    taken = taking.catch(() => {}).then(() => void socket.resume());
    return false;
  };
  const socket = new Socket({ fd: descriptor, readable: true, writable: false, onread: { buffer, callback } });
  const closed = closeOf(socket);
  return {
    ended: closed.then(() => taken),
    read(onBytes) {
      take = onBytes;
      socket.resume();
    },
    close: () => void socket.destroy(),
  };
}

function readerOf(streams: readonly Readable[]): OutputReader {
  const closed = streams.map(closeOf);
  /** Pieces of two streams do not overtake each other. */
  let taken: Promise<void> = Promise.resolve();
  return {
    ended: Promise.all(closed).then(() => taken),
    read(onBytes) {
      for (const stream of streams) {
        stream.on('data', (bytes: Buffer) => {
          stream.pause();
          taken = taken
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

/** Comes early, even for a paused stream, when the command has printed nothing. */
function closeOf(stream: Readable): Promise<void> {
  stream.pause();
  stream.on('error', () => {}); // followed by `close`
  return new Promise((resolve) => void stream.once('close', () => resolve()));
}
