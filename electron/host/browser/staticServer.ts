// Serves the window's files. They hold no one's data, so that they need no session; they carry the page's rules.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { findRendererFile } from '../rendererFiles.ts';

/** Answers a GET or HEAD for `urlPath`; 404 for whatever is not a file of `folder`. */
export async function serveStatic(
  folder: string,
  urlPath: string,
  response: ServerResponse,
  withBody: boolean,
): Promise<void> {
  const file = await findRendererFile(folder, urlPath);
  const found = file && (await stat(file.path).catch(() => null));
  if (!file || !found) {
    response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
    response.end(withBody ? 'There is no such page.\n' : undefined);
    return;
  }
  response.writeHead(200, {
    'Content-Type': file.type,
    'Content-Length': found.size,
    'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-store',
  });
  if (!withBody) {
    response.end();
    return;
  }
  // A browser that goes away in the middle is not a failure.
  await pipeline(createReadStream(file.path), response).catch(() => response.destroy());
}
