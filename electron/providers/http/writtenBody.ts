// Serializes a request body to bytes, identical to `JSON.stringify` but in chunks with pauses. A single string would
// exist three times (string, bytes, socket buffer) and block the event loop. Keeps the chunks until the request is
// done, for retries.

import { isJsonObject } from '../../../shared/core/json.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';

export interface SerializedBody {
  body: unknown;
  bytes: number;
  pieces: readonly Uint8Array[];
}

/** Chunk sizes; the smaller first chunk is enough for most requests. */
const [firstBytes, pieceBytes] = [64 * 1024, 512 * 1024];
/** Maximum UTF-8 bytes per UTF-16 unit. */
const maxBytes = 3;

/** `body`: JSON data. */
export async function serializeBody(body: unknown): Promise<SerializedBody> {
  const slice = createTimeSlice();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  let piece = Buffer.allocUnsafe(firstBytes);
  let at = 0;
  const keep = (chunk: Uint8Array): void => {
    if (chunk.byteLength === 0) return;
    pieces.push(chunk);
    bytes += chunk.byteLength;
  };
  for (const text of textsOf(body)) {
    const max = text.length * maxBytes;
    if (at + max > piece.length) {
      keep(piece.subarray(0, at));
      [piece, at] = [max > pieceBytes ? Buffer.from(text) : Buffer.allocUnsafe(pieceBytes), 0];
      if (max > pieceBytes) at = piece.length;
      const turn = slice();
      if (turn) await turn;
    }
    if (at < piece.length) at += piece.write(text, at, 'utf8');
  }
  keep(piece.subarray(0, at));
  return { body, bytes, pieces };
}

/** The body for `fetch`, with a content length: not every server accepts chunked requests. */
export function toFetchBody({ pieces, bytes }: SerializedBody): {
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

/** Yields the JSON in parts, one list entry at a time. */
function* textsOf(body: unknown): Generator<string> {
  if (!isPlainObject(body)) {
    yield JSON.stringify(body);
    return;
  }
  let mark = '{';
  for (const [key, value] of Object.entries(body)) {
    const list = Array.isArray(value) ? value : null;
    const text = list ? '[' : (JSON.stringify(value) as string | undefined);
    // Like JSON.stringify, omit undefined values.
    if (text === undefined) continue;
    yield `${mark}${JSON.stringify(key)}:${text}`;
    mark = ',';
    if (!list) continue;
    // By index: the list may be sparse.
    for (let at = 0; at < list.length; at++) {
      yield `${at === 0 ? '' : ','}${(JSON.stringify(list[at]) as string | undefined) ?? 'null'}`;
    }
    yield ']';
  }
  yield mark === '{' ? '{}' : '}';
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return isJsonObject(value) && !('toJSON' in value);
}
