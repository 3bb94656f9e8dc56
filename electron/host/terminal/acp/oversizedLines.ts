// Drops lines that are too long to hold in memory, and answers the requests in them with an error. Without an answer their
// sender would wait forever, and the library would end the connection.

import { Readable } from 'node:stream';

/** Where a request's ID is looked for, at both ends of the line. */
const endBytes = 4096;
const newline = 0x0a;

/** `answer`: writes a line to the client. */
export function withoutOversizedLines(input: Readable, maxBytes: number, answer: (line: string) => void): Readable {
  return Readable.from(keptPieces(input, maxBytes, answer), { objectMode: false });
}

async function* keptPieces(input: Readable, maxBytes: number, answer: (line: string) => void): AsyncGenerator<Buffer> {
  let line: Buffer[] = [];
  let bytes = 0;
  /** The start and the end so far of a line that is too long. */
  let dropped: { head: Buffer; tail: Buffer } | null = null;

  function drop(piece: Buffer): void {
    dropped ??= { head: startOf([...line, piece]), tail: Buffer.alloc(0) };
    line = [];
    dropped.tail = Buffer.concat([dropped.tail, piece.subarray(-endBytes)]).subarray(-endBytes);
  }

  function ended(): void {
    if (dropped) answer(refusal(dropped.head.toString('utf8'), dropped.tail.toString('utf8'), maxBytes));
    dropped = null;
    bytes = 0;
  }

  for await (const chunk of input) {
    let rest: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    while (rest.length > 0) {
      const end = rest.indexOf(newline);
      const piece = end < 0 ? rest : rest.subarray(0, end + 1);
      rest = rest.subarray(piece.length);
      bytes += piece.length;
      if (dropped || bytes > maxBytes) drop(piece);
      else line.push(piece);
      if (end < 0) continue;
      if (!dropped) yield Buffer.concat(line);
      line = [];
      ended();
    }
  }
  if (line.length > 0 && !dropped) yield Buffer.concat(line);
  ended();
}

function startOf(pieces: readonly Buffer[]): Buffer {
  let start: Buffer = Buffer.alloc(0);
  for (const piece of pieces) {
    if (start.length >= endBytes) break;
    start = Buffer.concat([start, piece.subarray(0, endBytes)]);
  }
  return start.subarray(0, endBytes);
}

function refusal(head: string, tail: string, maxBytes: number): string {
  const pattern = /"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.){0,200}")/g;
  // The ID is next to the method, before or after the parameters.
  const before = head.split('"params"', 1)[0] ?? '';
  const id = before.matchAll(pattern).next().value?.[1] ?? [...tail.matchAll(pattern)].at(-1)?.[1] ?? 'null';
  const megabytes = Math.floor(maxBytes / 1024 / 1024);
  const error = { code: -32600, message: `This message is larger than ${megabytes} MB, so it was not read.` };
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}\n`;
}
