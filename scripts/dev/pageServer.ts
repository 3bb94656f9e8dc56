// The window in development: Vite serves it with hot reload under the shipped page's rules, and proxies the host's
// paths with unchanged headers. So the host's own guard still decides who may connect.

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative, sep } from 'node:path';
import { createLogger, createServer as createViteServer, type Logger, type Plugin } from 'vite';
import { headersOf } from '../../electron/host/securityHeaders.ts';

/** Paths that the host serves; the rest are the window's files. */
const hostPaths = '^/(?:contract|session|running|page)$';
/** A change in one of these restarts the host. */
const hostSources = ['electron', 'shared', 'scripts/dev/host.ts', 'package.json'];
const defaultPort = 5173;
const previewFrame = '/features/previews/previewFrame.html';

export interface PageServer {
  /** With a trailing slash. */
  address: string;
  onHostChange(listener: () => void): void;
  close(): Promise<void>;
}

/** `port` null: the default, or any free one if taken. */
export async function servePage(options: { root: string; port: number | null; hostPort: number }): Promise<PageServer> {
  const { root, port, hostPort } = options;
  const server = createHttpServer();
  const nonce = randomBytes(16).toString('base64url');
  const vite = await createViteServer({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'renderer'),
    customLogger: quietLogger(),
    plugins: [pageRules(join(root, 'renderer'), nonce)],
    html: { cspNonce: nonce },
    server: {
      middlewareMode: { server },
      ws: { server },
      cors: false,
      proxy: { [hostPaths]: { target: `http://127.0.0.1:${hostPort}`, ws: true, changeOrigin: false } },
    },
  });
  server.on('request', vite.middlewares);
  await listen(server, port ?? defaultPort).catch((error) => {
    if (port !== null) throw error;
    return listen(server, 0);
  });
  vite.watcher.add(hostSources.map((source) => join(root, source)));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    onHostChange(listener) {
      vite.watcher.on('all', (_event, path) => {
        const changed = relative(root, path).split(sep).join('/');
        if (hostSources.some((source) => changed === source || changed.startsWith(`${source}/`))) listener();
      });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await vite.close();
    },
  };
}

/** Suppresses the stack trace for each reconnect attempt while the host restarts. */
function quietLogger(): Logger {
  const logger = createLogger('warn');
  const { error } = logger;
  logger.error = (message, options) => {
    if (!message.includes('proxy error')) error(message, options);
  };
  return logger;
}

/** The shipped page's policy, plus a nonce for the scripts that Vite injects. */
function pageRules(folder: string, nonce: string): Plugin {
  return {
    name: 'page-rules',
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://page').pathname;
        const isPreview = path === previewFrame;
        const headers = headersOf(isPreview ? '/assets/previewFrame-dev.html' : path);
        for (const [name, value] of Object.entries(headers)) {
          response.setHeader(name, value.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`));
        }
        if (!isPreview) return next();
        // As built: Vite's scripts do not belong in a sealed frame.
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        readFile(join(folder, previewFrame)).then((page) => response.end(page), next);
      });
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', failed);
      done();
    });
  });
}

/** Returns a port that is currently free. */
export async function freePort(): Promise<number> {
  const probe = createHttpServer();
  await listen(probe, 0);
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}
