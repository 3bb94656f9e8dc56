// Finds the file for an address of the window. Both hosts use it; nothing outside the built folder is ever found.

import { realpathSync, statSync } from 'node:fs';
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path';

export interface RendererFile {
  path: string;
  /** Bytes. */
  size: number;
  /** The value of Content-Type. */
  type: string;
  /** Its name carries a hash of its content, so that it may be kept for ever. */
  immutable: boolean;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * `urlPath` is the path of the address, still percent-encoded, beginning with `/`. Null when it means no file of
 * `folder`: a bad encoding, a way out of the folder (also through a link), a folder, or nothing at all.
 *
 * Not through the thread pool: each of its answers waits for a turn of the event loop, and while an app starts on ten
 * thousand conversations the page's first file waited for a third of a second.
 */
export function findRendererFile(folder: string, urlPath: string): RendererFile | null {
  const inside = insidePath(folder, urlPath);
  if (inside === null) return null;
  try {
    const path = realpathSync.native(join(folder, inside));
    if (!isInside(realpathSync.native(folder), path)) return null;
    const stats = statSync(path);
    if (!stats.isFile()) return null;
    const type = types[extname(path)] ?? 'application/octet-stream';
    return { path, size: stats.size, type, immutable: inside.startsWith(`assets${sep}`) };
  } catch {
    return null;
  }
}

function insidePath(folder: string, urlPath: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return null;
  }
  if (!decoded.startsWith('/') || decoded.includes('\0') || decoded.includes('\\')) return null;
  // Without its first slash the path cannot begin at the root of the disk.
  const name = decoded === '/' ? 'index.html' : decoded.slice(1);
  if (isAbsolute(name)) return null;
  const full = resolve(folder, name);
  return isInside(resolve(folder), full) ? relative(resolve(folder), full) : null;
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
