// Serves the built page of naiveWindow with a conversation's records as its rows.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { build } from 'vite';

export interface NaivePage {
  address: string;
  stop(): Promise<void>;
}

/** `log` is a messages.json. */
export async function serveNaivePage(folder: string, log: string): Promise<NaivePage> {
  const outDir = join(folder, 'naive');
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'naiveWindow'),
    base: './',
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, target: 'chrome125', chunkSizeWarningLimit: 2000 },
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    const file = pathname === '/rows.json' ? log : join(outDir, pathname === '/' ? 'index.html' : pathname);
    readFile(file).then(
      (bytes) => response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/json' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };
