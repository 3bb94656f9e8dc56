// Bodies of requests to the local server, up to a limit.

import type { IncomingMessage } from 'node:http';

/** Null: it is larger. Rejects if it does not arrive whole. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not close the connection: the answer is still to be sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A form of another page could send every other type. */
export function isJson(request: IncomingMessage): boolean {
  return request.headers['content-type']?.split(';')[0]?.trim() === 'application/json';
}

/** Null for anything but a small JSON body. */
export async function readSmallJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  if (!isJson(request)) return null;
  try {
    const body = await readBody(request, maxBytes);
    return body === null ? null : JSON.parse(body.toString());
  } catch {
    return null;
  }
}
