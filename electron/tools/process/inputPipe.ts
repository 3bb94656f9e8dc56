// What a program reads from its standard input, whole. Where the system has named pipes it is a real one: Node's own is a socket,
// which a program cannot open again as /dev/stdin. A program that reads none of it holds nobody up.

import { type ChildProcess, execFile } from 'node:child_process';
import { close, constants, open } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';

export interface InputPipe {
  /** For `spawn`. */
  stdio: 'pipe' | number;
  /** Call it once after `spawn`, whether it worked or not: the text is written now. */
  started(child: ChildProcess | null): Promise<void>;
  close(): void;
}

const openDescriptor = promisify<string, number, number>(open);
const closeDescriptor = promisify(close);

export async function openInputPipe(text: string): Promise<InputPipe> {
  return (process.platform === 'win32' ? null : await onePipe(text)) ?? socket(text);
}

async function onePipe(text: string): Promise<InputPipe | null> {
  let folder: string | null = null;
  const held: number[] = [];
  try {
    folder = await mkdtemp(join(tmpdir(), 'throughline-'));
    const path = join(folder, 'input');
    await promisify(execFile)('mkfifo', ['-m', '600', path]);
    // For both: with it there is always a reader, so that neither of the two waits for the other, or fails without it.
    held.push(await openDescriptor(path, constants.O_RDWR | constants.O_NONBLOCK));
    held.push(await openDescriptor(path, constants.O_RDONLY));
    const [writer, reader] = held as [number, number];
    const output = new Socket({ fd: writer, readable: false, writable: true });
    return {
      stdio: reader,
      async started(child) {
        await closeDescriptor(reader);
        if (child === null) output.destroy();
        else write(output, text);
      },
      close: () => void output.destroy(),
    };
  } catch {
    for (const descriptor of held) await closeDescriptor(descriptor).catch(() => {});
    return null;
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }
}

function socket(text: string): InputPipe {
  let input: Writable | null = null;
  return {
    stdio: 'pipe',
    async started(child) {
      input = child?.stdin ?? null;
      if (input) write(input, text);
    },
    close: () => void input?.destroy(),
  };
}

function write(output: Writable, text: string): void {
  // Whoever was to read it has ended.
  output.on('error', () => {});
  output.end(text, () => output.destroy());
}
