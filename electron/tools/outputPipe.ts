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

export interface OutputReader {
  /** Begins to read. The command waits when nobody does. */
  read(onBytes: (bytes: Buffer) => void): void;
  /** When everything has been read and nobody holds the other end any more. */
  ended: Promise<void>;
  close(): void;
}

export async function openOutputPipe(): Promise<OutputPipe> {
  if (process.platform === 'win32') return twoPipes();
  return (await onePipe()) ?? twoPipes();
}

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
    const output = readerOf([new Socket({ fd: reader, readable: true, writable: false })]);
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

function twoPipes(): OutputPipe {
  return {
    stdio: ['pipe', 'pipe'],
    started: async (child) => readerOf([child?.stdout, child?.stderr].filter((stream) => stream != null)),
  };
}

function readerOf(streams: readonly Readable[]): OutputReader {
  const closed = streams.map(
    (stream) =>
      new Promise<void>((resolve) => {
        stream.pause();
        stream.on('error', () => {}); // followed by `close`
        // Comes early, even for a paused stream, when the command has printed nothing.
        stream.once('close', resolve);
      }),
  );
  return {
    ended: Promise.all(closed).then(() => {}),
    read(onBytes) {
      for (const stream of streams) stream.on('data', onBytes).resume();
    },
    close() {
      for (const stream of streams) stream.destroy();
    },
  };
}
