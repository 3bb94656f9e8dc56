// The gallery's built files from the browser host's own server, without an app behind it.

import { fileURLToPath } from 'node:url';
import { createBrowserServer } from '../../electron/host/browser/server.ts';

export const galleryFolder = fileURLToPath(new URL('../../out/gallery/', import.meta.url));

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
