// How a start's token becomes a session, and what does not.

import { expect, test } from 'vitest';
import { createSessions, generateSecret } from '../../../electron/host/browser/session.ts';
import { sessionIn, startTestServer, tokenRequest, upgradeRequest } from '../../support/browserServer.ts';
import { cite } from '../../support/cite.ts';

test(cite('SEC-2', 'the token becomes a session, which is never in a cookie and opens the contract'), async () => {
  const server = await startTestServer();
  const answer = await server.send(tokenRequest(server.port, server.token));
  expect(answer.status).toBe(200);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(answer.headers['cache-control']).toBe('no-store');
  const session = sessionIn(answer);
  expect(session).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(session).not.toContain(server.token);
  const opened = await server.send(upgradeRequest(`127.0.0.1:${server.port}`, session));
  expect(opened.status).toBe(101);
  // The answer says which protocol was accepted, not the secret.
  expect(opened.headers['sec-websocket-protocol']).toBe('throughline');
  expect(server.attached).toHaveLength(1);
});

test(
  cite('SEC-2', 'nothing that a browser sends automatically opens the contract: no cookie, whatever is in it'),
  async () => {
    const server = await startTestServer();
    const session = await server.session();
    const own = `127.0.0.1:${server.port}`;
    const bare = upgradeRequest(own, '');
    for (const line of [
      `Cookie: throughline-${server.port}=${session}`,
      `Cookie: session=${session}`,
      `Authorization: Bearer ${session}`,
      `Sec-WebSocket-Protocol: ${session}`,
      `Sec-WebSocket-Protocol: throughline`,
      `Sec-WebSocket-Protocol: throughline, ${session}, more`,
      `Sec-WebSocket-Protocol: other, ${session}`,
    ]) {
      const status = (await server.send({ ...bare, headers: [...(bare.headers ?? []), line] })).status;
      expect([line, status]).toEqual([line, 401]);
    }
    expect((await server.send({ ...bare, path: `/contract?session=${session}` })).status).toBe(401);
    expect(server.attached).toEqual([]);
  },
);

test(cite('SEC-2', 'nothing opens without a session of this start'), async () => {
  const server = await startTestServer();
  const session = await server.session();
  const own = `127.0.0.1:${server.port}`;
  for (const wrong of ['', server.token, generateSecret(), `${session}x`, session.slice(1)]) {
    expect([wrong, (await server.send(upgradeRequest(own, wrong))).status]).toEqual([wrong, 401]);
  }
  const elsewhere = { ...upgradeRequest(own, session), path: '/other' };
  expect((await server.send(elsewhere)).status).toBe(404);
  expect(server.attached).toEqual([]);
});

test(cite('SEC-2', 'a page may ask whether its session is from this start'), async () => {
  const server = await startTestServer();
  const ask = async (line: string): Promise<number> =>
    (await server.send({ path: '/contract', headers: [`Host: 127.0.0.1:${server.port}`, line] })).status;
  const session = await server.session();
  expect(await ask(`Authorization: Bearer ${session}`)).toBe(204);
  expect(await ask(`Authorization: Bearer ${generateSecret()}`)).toBe(401);
  expect(await ask(`Cookie: throughline-${server.port}=${session}`)).toBe(401);
  expect(server.attached).toEqual([]);
});

test(cite('SEC-2', 'anything but the token in JSON is rejected, and the token works nowhere else'), async () => {
  const server = await startTestServer();
  const good = tokenRequest(server.port, server.token);
  const refused = [
    { ...good, body: '' },
    { ...good, body: 'null' },
    { ...good, body: '{' },
    { ...good, body: JSON.stringify([server.token]) },
    { ...good, body: JSON.stringify({ token: { toString: 1 } }) },
    { ...good, body: JSON.stringify({ token: server.token, filler: 'x'.repeat(5000) }) },
    { ...good, headers: good.headers?.map((line) => line.replace('application/json', 'text/plain')) ?? [] },
    { ...good, path: `/session?token=${server.token}`, body: '{}' },
  ];
  for (const request of refused) expect((await server.send(request)).status).toBe(400);
  expect((await server.send({ ...good, path: '/contract' })).status).toBe(404);
  expect((await server.send(good)).status).toBe(200);
});

test(cite('SEC-2', 'wrong tokens are limited per minute, and lock out no valid one'), async () => {
  let now = 1_000_000;
  const server = await startTestServer(() => now);
  const wrong = tokenRequest(server.port, generateSecret());
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) statuses.push((await server.send(wrong)).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  expect((await server.send(tokenRequest(server.port, server.token))).status).toBe(200);
  now += 60_001;
  expect((await server.send(wrong)).status).toBe(401);
});

test(cite(['SEC-2', 'START-5'], 'a ticket works once, within a minute, and only the token creates one'), async () => {
  let now = 1_000_000;
  const sessions = createSessions('the token', () => now);
  const first = sessions.ticket('the token');
  expect(first.ok && sessions.open(first.secret).ok).toBe(true);
  expect(first.ok && sessions.open(first.secret).ok).toBe(false);
  const second = sessions.ticket('the token');
  now += 60_001;
  expect(second.ok && sessions.open(second.secret).ok).toBe(false);
  const third = sessions.ticket('the token');
  expect(third.ok && sessions.ticket(third.secret).ok).toBe(false);
  expect(sessions.ticket('wrong').ok).toBe(false);
  expect(sessions.open('the token').ok).toBe(true);
});
