// Serves the built gallery like each of the hosts, without an app behind it.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createBrowserServer } from '../../electron/host/browser/server.ts';
import { serveAppScheme } from '../../electron/host/desktop/appProtocol.ts';

const galleryFolder = fileURLToPath(new URL('../../out/gallery/', import.meta.url));

export interface Served {
  origin: string;
  close(): Promise<unknown>;
}

export async function serveGallery(): Promise<Served> {
  const sessions = { accepts: () => false, exchange: () => null } as never;
  const server = createBrowserServer({ rendererFolder: galleryFolder, sessions, attach: () => undefined });
  const port = await server.listen(0);
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** The desktop host's responses to its window, including headers, over HTTP. */
export async function serveGalleryAsDesktop(): Promise<Served> {
  let answer: ((request: Request) => Promise<Response>) | undefined;
  const protocol = {
    handle: (_scheme: string, handler: typeof answer) => {
      answer = handler;
    },
  };
  serveAppScheme(protocol as never, galleryFolder);
  const server: Server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname;
    const found = await answer?.({ url: `throughline://app${path}`, method: request.method } as Request);
    response.writeHead(found?.status ?? 500, Object.fromEntries(found?.headers ?? []));
    response.end(Buffer.from((await found?.arrayBuffer()) ?? new ArrayBuffer(0)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => new Promise((done) => server.close(done)) };
}
