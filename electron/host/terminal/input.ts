// Reads text from standard input, and informs users who may not know that the command is waiting. Decodes piped text by
// its byte-order mark: Windows PowerShell writes UTF-16, or UTF-8 with a BOM.

import { Readable, type Writable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { decodePlainText, detectUtf16 } from '../../lib/plainText.ts';

/** Silence on standard input before the user is reminded of it. */
const tellWaitMs = 1500;

export type InputText = { text: string } | { problem: 'too-large' | 'not-text' };

/** What follows a problem is up to the caller. */
export const notText = 'Standard input is not UTF-8 or UTF-16 text, or its encoding is unknown.';

/** Reads to the end. When the signal aborts, returns what has arrived. */
export async function readInput(
  { stdin, stderr }: Pick<Streams, 'stdin' | 'stderr'>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<InputText> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const stop = (): void => void stdin.destroy();
  const reminder = setTimeout(() => {
    const how = stdin.isTTY ? 'press Ctrl+D on an empty line to finish' : 'waiting for the program that writes to it';
    stderr.write(`Reading standard input: ${how}.\n`);
  }, tellWaitMs);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const piece of stdin) {
      reminder.refresh();
      pieces.push(piece as Buffer);
      bytes += (piece as Buffer).length;
      if (bytes > maxBytes) return { problem: 'too-large' };
    }
  } catch {
    // Closed or aborted.
  } finally {
    clearTimeout(reminder);
    signal.removeEventListener('abort', stop);
  }
  const text = decodePlainText(Buffer.concat(pieces), { cut: signal.aborted });
  return text === null ? { problem: 'not-text' } : { text };
}

/** Piped text as it arrives. Ends at the first bytes that are not text, after `onNotText`. */
export function decodeInput(stdin: Readable, onNotText: () => void): Readable {
  return Readable.from(decodedPieces(stdin, onNotText));
}

async function* decodedPieces(stdin: Readable, onNotText: () => void): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let buffered = Buffer.alloc(0);
  try {
    for await (const piece of stdin) {
      buffered = Buffer.concat([buffered, piece as Buffer]);
      // The BOM, or the first two bytes.
      if (decoder === null && buffered.length < 2) continue;
      decoder ??= new TextDecoder(detectUtf16(buffered) ?? 'utf-8', { fatal: true });
      const text = decoder.decode(buffered, { stream: true });
      buffered = Buffer.alloc(0);
      if (text.includes('\0')) return onNotText();
      if (text !== '') yield text;
    }
    const rest = (decoder ?? new TextDecoder('utf-8', { fatal: true })).decode(buffered);
    if (rest !== '') yield rest;
  } catch (thrown) {
    // Otherwise the stream itself was closed.
    if (thrown instanceof TypeError) onNotText();
  }
}

export interface Streams {
  /** A terminal has both. */
  stdin: Readable & { isTTY?: boolean; setRawMode?(on: boolean): unknown };
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable & { isTTY?: boolean };
}
