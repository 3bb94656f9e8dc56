// Maps URL paths to the window's built files, for both hosts. Never leaves the built folder.

import { realpathSync, statSync } from 'node:fs';
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path';

export interface RendererFile {
  path: string;
  /** In bytes. */
  size: number;
  /** Content-Type header. */
  type: string;
  /** The file name contains a content hash, so it can be cached forever. */
  immutable: boolean;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
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
 * `urlPath`: percent-encoded, with a leading `/`. Returns null for bad encodings, paths that leave `folder` (also
 * through a link), folders and missing files.
 *
 * Synchronous on purpose: while an app starts with ten thousand conversations, thread-pool results waited a third of a
 * second for the event loop.
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
  // Without the slash, the path cannot be absolute.
  const name = decoded === '/' ? 'index.html' : decoded.slice(1);
  if (isAbsolute(name)) return null;
  const full = resolve(folder, name);
  return isInside(resolve(folder), full) ? relative(resolve(folder), full) : null;
}

function isInside(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  return (
    relativePath !== '' && relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath)
  );
}
