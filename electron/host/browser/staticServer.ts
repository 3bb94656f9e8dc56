// Serves the window's files. They contain no user data and need no session; sets the page's security headers.

import { createReadStream, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { findRendererFile, type RendererFile } from '../rendererFiles.ts';

/** Size of synchronous reads, one per turn of the event loop, which is busy while a window loads. */
const atOnceBytes = 1024 * 1024;

/** Answers GET and HEAD for `urlPath`; 404 for anything but a file in `folder`. */
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
  // A client that disconnects is not an error.
  await pipeline(createReadStream(file.path), response).catch(() => response.destroy());
}

function bytesOf({ path }: RendererFile): Buffer | 'gone' {
  try {
    return readFileSync(path);
  } catch {
    return 'gone';
  }
}
