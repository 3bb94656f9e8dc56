// The app with a fake model behind the browser host's real loopback server, and a token for its API.

import { onTestFinished } from 'vitest';
import { createApp } from '../../electron/app.ts';
import { createRoutes } from '../../electron/host/browser/routes.ts';
import { createBrowserServer } from '../../electron/host/browser/server.ts';
import { createSessions, generateSecret } from '../../electron/host/browser/session.ts';
import { ok } from '../../shared/core/errors.ts';
import type { Scope } from '../../shared/features/api/operations.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './appHarness.ts';
import { tempFolder } from './tempFolder.ts';

export interface ApiHost {
  app: TestApp;
  address: string;
  port: number;
  /** The secret of a new token. */
  token(...scopes: Scope[]): Promise<string>;
}

export async function startApiHost(options: TestAppOptions = {}): Promise<ApiHost> {
  const routes = createRoutes();
  const server = createBrowserServer({
    rendererFolder: tempFolder(),
    sessions: createSessions(generateSecret()),
    attach: () => {},
    routes,
  });
  const port = await server.listen(0);
  onTestFinished(() => server.close());
  const address = `http://127.0.0.1:${port}`;
  const localServer = { serve: routes.serve, admitDevices: () => () => {}, start: async () => ok(address) };
  const app = await startTestApp({ ...options, open: (rest) => createApp({ ...rest, localServer }) });
  let count = 0;
  return {
    app,
    address,
    port,
    async token(...scopes) {
      const name = `app ${++count}`;
      return (await app.call('api.addToken', { name, scopes, days: null })).secret;
    },
  };
}
