// Splits a server's output into lines with a length limit. A line that is too long is dropped; if it was the reply to a
// request, that request gets an error instead of waiting forever.

export interface LineTaker {
  line(text: string): void;
  /** `head` and `tail`: both ends of the line. */
  tooLong(bytes: number, head: string, tail: string): void;
}

const edge = 400;

export function createLineSplitter(maxBytes: number, taker: LineTaker): (bytes: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  let head = '';
  let tail = '';

  function keep(piece: Buffer): void {
    if (size <= maxBytes && size + piece.length > maxBytes) {
      head = Buffer.concat(parts).toString('utf8', 0, edge);
      if (head === '') head = piece.toString('utf8', 0, edge);
      parts = [];
    }
    size += piece.length;
    if (size <= maxBytes) parts.push(Buffer.from(piece));
    else tail = (tail + piece.toString('utf8', Math.max(0, piece.length - edge))).slice(-edge);
  }

  function end(): void {
    if (size > maxBytes) taker.tooLong(size, head, tail);
    else if (size > 0) taker.line(Buffer.concat(parts).toString('utf8').replace(/\r$/, ''));
    parts = [];
    size = 0;
    head = '';
    tail = '';
  }

  return (bytes) => {
    let from = 0;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
      keep(bytes.subarray(from, at));
      end();
      from = at + 1;
    }
    if (from < bytes.length) keep(bytes.subarray(from));
  };
}

/** The id in a message of which only the ends are known: servers write it first or last. Null if unclear. */
export function responseIdIn(head: string, tail: string): number | null {
  const first = /^\s*\{(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*(\d{1,15})\s*,/.exec(head)?.[1];
  const last = /,\s*"id"\s*:\s*(\d{1,15})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(tail)?.[1];
  const id = first ?? last;
  return id === undefined ? null : Number(id);
}
