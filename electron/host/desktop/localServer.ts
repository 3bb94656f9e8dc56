// The desktop app's local server, for paired devices and other apps. It starts when a feature needs it, on the port of the
// browser host, and has no session for a window of its own: the desktop's windows do not use it.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { App } from '../../app.ts';
import type { LocalServer } from '../../lib/localServer.ts';
import { createRoutes } from '../browser/routes.ts';
import type { BrowserServer } from '../browser/server.ts';

export interface DesktopServer extends LocalServer {
  close(): Promise<void>;
}

export function createDesktopServer(rendererFolder: string, attach: App['attach']): DesktopServer {
  const routes = createRoutes();
  let running: Promise<Result<{ server: BrowserServer; address: string }>> | null = null;

  async function listen(): Promise<Result<{ server: BrowserServer; address: string }>> {
    const { createBrowserServer, listenOnDefaultPort } = await import('../browser/server.ts');
    const { createSessions, generateSecret } = await import('../browser/session.ts');
    // Nobody learns the token, so no window can open through it.
    const server = createBrowserServer({ rendererFolder, sessions: createSessions(generateSecret()), attach, routes });
    try {
      return ok({ server, address: `http://127.0.0.1:${await listenOnDefaultPort(server)}` });
    } catch (thrown) {
      return fail('NOT_SUPPORTED', say`The local server could not start: ${(thrown as Error).message}.`);
    }
  }

  return {
    serve: routes.serve,
    admitDevices: routes.admitDevices,
    async start() {
      running ??= listen();
      const started = await running;
      if (started.ok) return ok(started.value.address);
      running = null;
      return started;
    },
    async close() {
      const started = await running;
      if (started?.ok) await started.value.server.close();
    },
  };
}
