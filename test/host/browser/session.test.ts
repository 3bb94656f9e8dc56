// How the token of a start becomes a session, and what else does not.

import { expect, test } from 'vitest';
import { createSessions, newSecret } from '../../../electron/host/browser/session.ts';
import { startTestServer, tokenRequest, upgradeRequest } from '../../support/browserServer.ts';
import { cite } from '../../support/cite.ts';

test(
  cite('SEC-2', 'the token becomes a cookie that scripts and other sites cannot use, and the cookie opens'),
  async () => {
    const server = await startTestServer();
    const answer = await server.send(tokenRequest(server.port, server.token));
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: '' });
    const [pair = '', ...attributes] = answer.headers['set-cookie']?.split('; ') ?? [];
    expect(pair).toMatch(new RegExp(`^throughline-${server.port}=[A-Za-z0-9_-]{43}$`));
    expect(attributes).toEqual(['Path=/contract', 'HttpOnly', 'SameSite=Strict']);
    expect(pair).not.toContain(server.token);
    const own = `127.0.0.1:${server.port}`;
    expect((await server.send(upgradeRequest(own, `other=1; ${pair}; more=2`))).status).toBe(101);
    expect(server.attached).toHaveLength(1);
  },
);

test(cite('SEC-2', 'without a session of this start nothing is opened'), async () => {
  const server = await startTestServer();
  const pair = await server.cookie();
  const own = `127.0.0.1:${server.port}`;
  const value = pair.slice(pair.indexOf('=') + 1);
  for (const cookie of [
    '',
    `throughline-${server.port}=`,
    `throughline-${server.port}=${server.token}`,
    `throughline-${server.port}=${newSecret()}`,
    `throughline-${server.port + 1}=${value}`,
    `throughline=${value}`,
    `x${pair}`,
  ]) {
    expect([cookie, (await server.send(upgradeRequest(own, cookie))).status]).toEqual([cookie, 401]);
  }
  const elsewhere = { ...upgradeRequest(own, pair), path: '/other' };
  expect((await server.send(elsewhere)).status).toBe(404);
  expect(server.attached).toEqual([]);
});

test(cite('SEC-2', 'a page may ask whether its session is one of this start'), async () => {
  const server = await startTestServer();
  const own = `127.0.0.1:${server.port}`;
  const ask = async (cookie: string): Promise<number | undefined> =>
    (await server.send({ path: '/contract', headers: [`Host: ${own}`, `Cookie: ${cookie}`] })).status;
  expect(await ask(await server.cookie())).toBe(204);
  expect(await ask(`throughline-${server.port}=${newSecret()}`)).toBe(401);
  expect(server.attached).toEqual([]);
});

test(cite('SEC-2', 'what is not the token in JSON is refused, and the token counts in no other place'), async () => {
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
  expect((await server.send(good)).status).toBe(204);
});

test(cite('SEC-2', 'wrong tokens are bounded in a minute, and lock nobody out'), async () => {
  let now = 1_000_000;
  const server = await startTestServer(() => now);
  const wrong = tokenRequest(server.port, newSecret());
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) statuses.push((await server.send(wrong)).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  expect((await server.send(tokenRequest(server.port, server.token))).status).toBe(204);
  now += 60_001;
  expect((await server.send(wrong)).status).toBe(401);
});

test(cite(['SEC-2', 'START-5'], 'a ticket opens once, within a minute, and only the token brings one'), async () => {
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
