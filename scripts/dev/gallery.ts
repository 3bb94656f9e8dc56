// Serves the window's scenes from source, on this machine only.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createServer, type Plugin } from 'vite';
import { runScript, Stop, say } from '../say.mjs';

const root = join(import.meta.dirname, '../..');
const defaultPort = 5174;

const galleryFirst: Plugin = {
  name: 'gallery-first',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      if (request.url !== '/') return next();
      response.writeHead(302, { Location: '/gallery.html' }).end();
    });
  },
};

await runScript(async () => {
  const { port } = readPort();
  const server = await createServer({
    configFile: join(root, 'e2e/gallery/vite.config.ts'),
    root: join(root, 'e2e/gallery'),
    logLevel: 'warn',
    // Separate from `npm run dev`'s: each would overwrite the other's cache.
    cacheDir: join(root, 'node_modules/.vite/gallery'),
    optimizeDeps: { entries: ['gallery.html'] },
    plugins: [galleryFirst],
    server: { host: '127.0.0.1', port: port ?? defaultPort, strictPort: port !== null, cors: false },
  });
  await server.listen();
  say(`The gallery is at ${server.resolvedUrls?.local[0]}`);
  await new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, done);
  });
  await server.close();
  return 0;
});

function readPort(): { port: number | null } {
  try {
    const { port } = parseArgs({ options: { port: { type: 'string' } } }).values;
    if (port === undefined) return { port: null };
    if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return { port: Number(port) };
  } catch {
    // The same message for any cause.
  }
  throw new Stop('Usage: npm run gallery -- [--port N]', 2);
}
