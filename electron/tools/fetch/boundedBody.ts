// Reads a response body up to a limit, decompressed: neither received nor decompressed bytes ever exceed it in memory.

import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';

export interface BoundedBody {
  bytes: Buffer;
  cut: boolean;
}

export const acceptedEncodings = 'gzip, deflate, br';

/** Throws when the connection breaks or the signal aborts. Undecodable content is a failure. */
export async function readBoundedBody(
  body: Readable,
  encoding: string,
  max: number,
  signal: AbortSignal,
): Promise<Result<BoundedBody>> {
  const unpack = unpacker(encoding.trim().toLowerCase());
  if (unpack === undefined) {
    // Ending it early emits an error.
    body.on('error', () => {}).destroy();
    return fail(
      'TOOL_EXEC_FAILED',
      `the response is compressed as "${encoding.slice(0, 60)}", which is not supported.`,
    );
  }
  const pieces: Buffer[] = [];
  let size = 0;
  const take = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of chunks) {
      pieces.push(chunk);
      size += chunk.length;
      if (size > max) throw new Full();
    }
  };
  try {
    if (unpack === null) await pipeline(counted(body, max), take, { signal });
    else await pipeline(counted(body, max), unpack, take, { signal });
  } catch (thrown) {
    if (!(thrown instanceof Full)) {
      if (isBadPacking(thrown))
        return fail('TOOL_EXEC_FAILED', 'the response could not be decompressed: it is damaged.');
      throw thrown;
    }
  }
  const whole = Buffer.concat(pieces);
  return ok({ bytes: whole.subarray(0, max), cut: whole.length > max });
}

class Full extends Error {}

/** Compressed data larger than its content is no page. */
async function* counted(body: Readable, max: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    yield chunk;
    if (size > max) return;
  }
}

/** Null for identity; undefined for unknown or multiple encodings. */
function unpacker(encoding: string) {
  // Small chunks, so that a zip bomb is noticed after the first.
  const options = { chunkSize: 64 * 1024 };
  if (encoding === '' || encoding === 'identity') return null;
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip(options);
  if (encoding === 'deflate') return createInflate(options);
  if (encoding === 'br') return createBrotliDecompress(options);
  return undefined;
}

function isBadPacking(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR');
}
