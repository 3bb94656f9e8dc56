// The window's built files from the browser host's own server, without an app behind it: for the gallery's scenes.

import { fileURLToPath } from 'node:url';
import { createBrowserServer } from '../../electron/host/browser/server.ts';

export const rendererFolder = fileURLToPath(new URL('../../out/renderer/', import.meta.url));

export interface Served {
  origin: string;
  close(): Promise<unknown>;
}

export async function serveRenderer(): Promise<Served> {
  const sessions = { accepts: () => false, exchange: () => null } as never;
  const server = createBrowserServer({ rendererFolder, sessions, attach: () => undefined });
  const port = await server.listen(0);
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}
