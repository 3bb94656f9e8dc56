// Features answer paths of the loopback server: other apps reach them without an origin, other pages never do.

import { expect, it } from 'vitest';
import { startTestServer } from '../../support/browserServer.ts';
import { cite } from '../../support/cite.ts';

it(cite('SEC-2', 'a route answers other apps on its paths only, and is gone when it is closed'), async () => {
  const { port, routes, send } = await startTestServer();
  const close = routes.serve({
    prefix: '/things/',
    async answer(request, response, path) {
      response.end(`${request.method} ${path}`);
    },
  });
  const host = `Host: 127.0.0.1:${port}`;
  const response = await send({ method: 'DELETE', path: '/things/1?a=b', headers: [host] });
  expect([response.status, response.body]).toEqual([200, 'DELETE /things/1']);
  expect((await send({ method: 'DELETE', path: '/thing', headers: [host] })).status).toBe(405);
  close();
  expect((await send({ path: '/things/1', headers: [host] })).status).toBe(404);
});

it(
  cite('SEC-2', 'a route does not answer foreign pages, other host names, or a WebSocket that it has no use for'),
  async () => {
    const { port, routes, send } = await startTestServer();
    let answers = 0;
    routes.serve({ prefix: '/things/', answer: async (_request, response) => void response.end(String(++answers)) });
    const address = `127.0.0.1:${port}`;
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
    const requests = [
      [`Host: ${address}`, 'Origin: https://evil.example'],
      [`Host: ${address}`, 'Origin: null'],
      ['Host: evil.example'],
      [`Host: ${address}`, ...upgrade, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
    ];
    const statuses = [];
    for (const headers of requests) statuses.push((await send({ method: 'GET', path: '/things/1', headers })).status);
    expect(statuses).toEqual([403, 403, 403, 404]);
    expect(answers).toBe(0);
  },
);
