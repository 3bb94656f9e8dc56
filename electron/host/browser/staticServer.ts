// Serves the window's files. They hold no one's data, so that they need no session; they carry the page's rules.

import { createReadStream, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { findRendererFile, type RendererFile } from '../rendererFiles.ts';

/** Bytes that are read at once: in one turn of the event loop, which has much to do while a window loads. */
const atOnceBytes = 1024 * 1024;

/** Answers a GET or HEAD for `urlPath`; 404 for whatever is not a file of `folder`. */
export async function serveStatic(
  folder: string,
  urlPath: string,
  response: ServerResponse,
  withBody: boolean,
): Promise<void> {
  const file = findRendererFile(folder, urlPath);
  const body = file && withBody && file.size <= atOnceBytes ? bytesOf(file) : null;
  if (!file || body === 'gone') {
    response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
    response.end(withBody ? 'Page not found.\n' : undefined);
    return;
  }
  response.writeHead(200, {
    'Content-Type': file.type,
    'Content-Length': body?.length ?? file.size,
    'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-store',
  });
  if (body || !withBody) {
    response.end(body ?? undefined);
    return;
  }
  // A browser that goes away in the middle is not a failure.
  await pipeline(createReadStream(file.path), response).catch(() => response.destroy());
}

function bytesOf({ path }: RendererFile): Buffer | 'gone' {
  try {
    return readFileSync(path);
  } catch {
    return 'gone';
  }
}
