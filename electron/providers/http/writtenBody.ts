// The body of a request as the bytes that go out: those of `JSON.stringify`, made once, in pieces, with pauses between them. One
// text of all of it would be there three times (as a text, as bytes, as the connection's copy) and would hold up everybody
// while it is made. The pieces are kept until the request is done with, so that it can be sent again.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';

export interface WrittenBody {
  body: unknown;
  bytes: number;
  pieces: readonly Uint8Array[];
}

/** Bytes of a piece; the first is smaller, which is enough for most requests. */
const [firstBytes, pieceBytes] = [64 * 1024, 512 * 1024];
/** In UTF-8 a character of a text has at most so many bytes. */
const maxBytes = 3;

/** `body`: plain data, as for JSON. */
export async function writeBody(body: unknown): Promise<WrittenBody> {
  const slice = createTimeSlice();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  let piece = Buffer.allocUnsafe(firstBytes);
  let at = 0;
  const keep = (made: Uint8Array): void => {
    if (made.byteLength === 0) return;
    pieces.push(made);
    bytes += made.byteLength;
  };
  for (const text of textsOf(body)) {
    const most = text.length * maxBytes;
    if (at + most > piece.length) {
      keep(piece.subarray(0, at));
      [piece, at] = [most > pieceBytes ? Buffer.from(text) : Buffer.allocUnsafe(pieceBytes), 0];
      if (most > pieceBytes) at = piece.length;
      const turn = slice();
      if (turn) await turn;
    }
    if (at < piece.length) at += piece.write(text, at, 'utf8');
  }
  keep(piece.subarray(0, at));
  return { body, bytes, pieces };
}

/** What `fetch` takes. The length is told beforehand: not every server takes a body that comes in chunks. */
export function sendable({ pieces, bytes }: WrittenBody): {
  body: NonNullable<RequestInit['body']>;
  headers: Record<string, string>;
} {
  const [only] = pieces;
  if (only && pieces.length === 1) return { body: only as NonNullable<RequestInit['body']>, headers: {} };
  let at = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[at++];
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { body: stream, headers: { 'content-length': String(bytes) } };
}

/** The text of its JSON, in parts: an entry of a list at a time. */
function* textsOf(body: unknown): Generator<string> {
  if (!isPlainObject(body)) {
    yield JSON.stringify(body);
    return;
  }
  let mark = '{';
  for (const [key, value] of Object.entries(body)) {
    const list = Array.isArray(value) ? value : null;
    const text = list ? '[' : (JSON.stringify(value) as string | undefined);
    // As JSON does: what has no text has no key either.
    if (text === undefined) continue;
    yield `${mark}${JSON.stringify(key)}:${text}`;
    mark = ',';
    if (!list) continue;
    // By their places: a list may have gaps.
    for (let at = 0; at < list.length; at++) {
      yield `${at === 0 ? '' : ','}${(JSON.stringify(list[at]) as string | undefined) ?? 'null'}`;
    }
    yield ']';
  }
  yield mark === '{' ? '{}' : '}';
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value);
}
