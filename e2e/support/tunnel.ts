// A tunnel with TLS in front of a host, as other machines see it: it passes on what a browser sends, unchanged.

import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';
import type { BrowserContextOptions, test } from '@playwright/test';
import { createAuthority } from '../../test/support/ownAuthority.ts';

export interface Tunnel {
  /** `https://box.example:PORT`. */
  origin: string;
  /** `box.example:PORT` */
  name: string;
  /** Leads to this address from now on. */
  leadTo(address: string): void;
  close(): Promise<void>;
}

/** The tests' browsers find it at 127.0.0.1 (see `mapped`). */
const tunnelHost = 'box.example';

/** For Chromium: every host name under .example is this machine. */
export const mapped = '--host-resolver-rules=MAP *.example 127.0.0.1';

/** For the window of a device. */
export const deviceContext: BrowserContextOptions = {
  ignoreHTTPSErrors: true,
  viewport: { width: 1000, height: 720 },
};

/** For `test.use`: its browser finds the tunnel. */
export const throughTunnel: Parameters<typeof test.use>[0] = {
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), mapped] }),
};

export async function startTunnel(): Promise<Tunnel> {
  let target: URL | null = null;
  const server = createServer(createAuthority([tunnelHost]).server, (client) => {
    client.on('error', () => client.destroy());
    if (target === null) return client.destroy();
    const host = connect(Number(target.port), target.hostname);
    host.on('error', () => client.destroy());
    client.on('close', () => host.destroy());
    client.pipe(host).pipe(client);
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const name = `${tunnelHost}:${(server.address() as AddressInfo).port}`;
  return {
    origin: `https://${name}`,
    name,
    leadTo(address) {
      target = new URL(address);
    },
    async close() {
      server.close();
    },
  };
}
