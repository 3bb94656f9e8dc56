// Who may talk to the browser host: every request and upgrade, sent as bytes over a real socket.

import { describe, expect, test } from 'vitest';
import { sessionIn, startTestServer, tokenRequest, upgradeRequest } from '../../support/browserServer.ts';
import { cite } from '../../support/cite.ts';

const foreignHosts = (port: number): string[] => [
  `attacker.test:${port}`,
  `127.0.0.1.attacker.test:${port}`,
  `localhost.:${port}`,
  `127.0.0.1.:${port}`,
  `LOCALHOST:${port}`,
  `Localhost:${port}`,
  `127.1:${port}`,
  `127.0.0.2:${port}`,
  `0.0.0.0:${port}`,
  `2130706433:${port}`,
  `[::]:${port}`,
  `[0:0:0:0:0:0:0:1]:${port}`,
  `[::ffff:127.0.0.1]:${port}`,
  `user@127.0.0.1:${port}`,
  `127.0.0.1:${port}@attacker.test`,
  `127.0.0.1:0${port}`,
  '127.0.0.1:',
  '',
];

const foreignOrigins = (port: number): string[] => [
  'null',
  'https://evil.test',
  `https://127.0.0.1:${port}`,
  `http://localhost:${port}`,
  `http://127.0.0.1:${port + 1}`,
  'http://127.0.0.1',
  `http://127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}.evil.test`,
  `HTTP://127.0.0.1:${port}`,
  '',
];

describe('the host name', () => {
  test(cite('SEC-2', 'any name but a loopback one is rejected for pages, tokens and upgrades alike'), async () => {
    const server = await startTestServer();
    const session = await server.session();
    for (const host of foreignHosts(server.port)) {
      const page = await server.send({ headers: [`Host: ${host}`] });
      const token = await server.send({
        ...tokenRequest(server.port, server.token),
        headers: [`Host: ${host}`, `Origin: http://${host}`, 'Content-Type: application/json'],
      });
      const upgrade = await server.send(upgradeRequest(host, session));
      expect([host, page.status, token.status, upgrade.status]).toEqual([host, 403, 403, 403]);
      expect(page.body).not.toContain('<title>');
      expect(sessionIn(token)).toBe('');
    }
    expect(server.attached).toEqual([]);
  });

  test(cite('SEC-2', 'a missing host and a duplicate one are rejected'), async () => {
    const server = await startTestServer();
    const own = `Host: 127.0.0.1:${server.port}`;
    expect((await server.send({ headers: [] })).status).toBe(400);
    expect((await server.send({ headers: [own, 'Host: attacker.test'] })).status).toBe(403);
    expect((await server.send({ headers: ['Host: attacker.test', own] })).status).toBe(403);
  });

  test(cite('SEC-2', 'through a tunnel the browser sees another port, and everything works there'), async () => {
    const server = await startTestServer();
    for (const host of ['localhost:9000', '[::1]:9001', '127.0.0.1:65535', 'localhost']) {
      const headers = [`Host: ${host}`, `Origin: http://${host}`, 'Content-Type: application/json'];
      const answer = await server.send({ ...tokenRequest(server.port, server.token), headers });
      expect((await server.send(upgradeRequest(host, sessionIn(answer)))).status).toBe(101);
    }
    expect(server.attached).toHaveLength(4);
  });
});

describe('the origin', () => {
  test(cite('SEC-2', 'any foreign origin is rejected, even with the right session and token'), async () => {
    const server = await startTestServer();
    const session = await server.session();
    const own = `127.0.0.1:${server.port}`;
    for (const origin of foreignOrigins(server.port)) {
      const token = await server.send({
        ...tokenRequest(server.port, server.token),
        headers: [`Host: ${own}`, `Origin: ${origin}`, 'Content-Type: application/json'],
      });
      const page = await server.send({ headers: [`Host: ${own}`, `Origin: ${origin}`] });
      const upgrade = await server.send(upgradeRequest(own, session, origin));
      expect([origin, token.status, page.status, upgrade.status]).toEqual([origin, 403, 403, 403]);
    }
    expect(server.attached).toEqual([]);
  });

  test(cite('SEC-2', 'a token and an upgrade must name their origin; two origins count as none'), async () => {
    const server = await startTestServer();
    const session = await server.session();
    const own = `127.0.0.1:${server.port}`;
    const json = 'Content-Type: application/json';
    const request = tokenRequest(server.port, server.token);
    expect((await server.send({ ...request, headers: [`Host: ${own}`, json] })).status).toBe(403);
    const twice = [`Host: ${own}`, `Origin: http://${own}`, 'Origin: https://evil.test', json];
    expect((await server.send({ ...request, headers: twice })).status).toBe(403);
    expect((await server.send(upgradeRequest(own, session, null))).status).toBe(403);
  });

  test(cite('SEC-2', 'no response has a CORS header, and a preflight is rejected'), async () => {
    const server = await startTestServer();
    const own = `127.0.0.1:${server.port}`;
    const asked = [
      `Host: ${own}`,
      'Origin: https://evil.test',
      'Access-Control-Request-Method: POST',
      'Access-Control-Request-Private-Network: true',
    ];
    const answers = [
      await server.send({ method: 'OPTIONS', path: '/session', headers: asked }),
      await server.send({ headers: [`Host: ${own}`, `Origin: http://${own}`] }),
      await server.send(tokenRequest(server.port, server.token)),
      await server.send({ headers: asked }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([405, 200, 200, 403]);
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

test(cite('SEC-2', 'only GET, HEAD and POST are answered, and only with a path'), async () => {
  const server = await startTestServer();
  for (const method of ['PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS', 'PROPFIND']) {
    const answer = await server.send({ method });
    expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'GET, HEAD, POST']);
  }
  const whole = await server.send({ path: `http://127.0.0.1:${server.port}/` });
  expect(whole.status).toBe(400);
  const garbage = await server.send({ method: 'GET /', path: '\u0001', headers: [] });
  expect(garbage.status).toBe(400);
});
