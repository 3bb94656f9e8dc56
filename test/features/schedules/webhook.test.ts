// Webhooks: signed requests start a run once, and nothing else does.

import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { checkSignature } from '../../../electron/features/schedules/triggers/webhook.ts';
import { createWebhookRoute } from '../../../electron/features/schedules/triggers/webhookRoute.ts';
import { ok } from '../../../shared/core/errors.ts';
import type { RunCause } from '../../../shared/features/schedules/schedule.ts';
import { cite } from '../../support/cite.ts';
import { scheduleOf } from '../../support/scheduleWorld.ts';

const now = new Date('2026-03-02T09:00:00.000Z');
const secret = `whsec_${Buffer.from('a secret of some length, for tests').toString('base64')}`;
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');

function standard(body: string, { id = 'msg_1', seconds = now.getTime() / 1000, by = key } = {}) {
  const signature = createHmac('sha256', by).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1a,x v1,${signature}`,
  };
}

function github(body: string, by = secret) {
  return { 'x-hub-signature-256': `sha256=${createHmac('sha256', by).update(body).digest('hex')}` };
}

test(cite('SCHED-1', 'a request counts only if it is signed, whole and recent'), () => {
  const verify = (headers: Record<string, string>, body = 'hello') =>
    checkSignature(secret, headers, Buffer.from(body), now);
  expect(verify(standard('hello'))).toEqual({ ok: true, event: 'webhook msg_1' });
  expect(verify(standard('hello'), 'hullo')).toEqual({ ok: false, reason: 'wrong' });
  expect(verify(standard('hello', { by: Buffer.from('other') }))).toEqual({ ok: false, reason: 'wrong' });
  expect(verify({ ...standard('hello'), 'webhook-id': 'msg_2' })).toEqual({ ok: false, reason: 'wrong' });
  expect(verify(standard('hello', { seconds: now.getTime() / 1000 - 301 }))).toEqual({ ok: false, reason: 'late' });
  expect(verify(standard('hello', { seconds: now.getTime() / 1000 + 301 }))).toEqual({ ok: false, reason: 'late' });
  expect(verify({})).toEqual({ ok: false, reason: 'unsigned' });
  const signed = github('hello');
  expect(verify(signed)).toEqual({ ok: true, event: `github ${signed['x-hub-signature-256'].slice(7)}` });
  expect(verify(github('hello', 'wrong'))).toEqual({ ok: false, reason: 'wrong' });
  for (const empty of ['', 'whsec_']) {
    const bySecret = checkSignature(empty, standard('hello', { by: Buffer.alloc(0) }), Buffer.from('hello'), now);
    expect(bySecret).toEqual({ ok: false, reason: 'wrong' });
    expect(checkSignature(empty, github('hello', empty), Buffer.from('hello'), now).ok).toBe(false);
  }
});

test(cite('SCHED-1', 'over HTTP, a signed request starts one run, and a stranger learns nothing'), async () => {
  const taken: RunCause[] = [];
  const secretsRead: string[] = [];
  let paused: { at: string; reason: null } | null = null;
  const route = createWebhookRoute({
    scheduler: async () => ({
      read: async (id) =>
        id === 'known' || id === 'timed'
          ? ok(scheduleOf({ paused, ...(id === 'known' ? { trigger: { type: 'webhook' } } : {}) }, now.toISOString()))
          : ({ ok: false, error: { code: 'SETTINGS_INVALID', message: 'none' } } as never),
      async take(_id, cause) {
        const isNew = !taken.some(({ event }) => event === cause.event);
        if (isNew) taken.push(cause);
        return ok(isNew);
      },
    }),
    async secretOf(id) {
      secretsRead.push(id);
      return secret;
    },
    clock: { now: () => now },
  });
  const server = createServer((request, response) => void route.answer(request, response, request.url ?? ''));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const post = async (id: string, headers: Record<string, string>, body = 'hello', method = 'POST') =>
    (await fetch(`http://127.0.0.1:${port}/hooks/${id}`, { method, headers, ...(method === 'POST' ? { body } : {}) }))
      .status;

  expect(await post('known', standard('hello'))).toBe(202);
  expect(await post('known', standard('hello'))).toBe(200);
  expect(taken).toEqual([{ type: 'webhook', event: 'webhook msg_1', about: 'hello' }]);
  expect(await post('known', {})).toBe(401);
  expect(await post('unknown', standard('hello'))).toBe(401);
  expect(await post('timed', standard('hello'))).toBe(401);
  expect(await post('known', standard('hello'), '', 'GET')).toBe(405);
  const large = 'x'.repeat(65 * 1024);
  expect(await post('known', standard(large), large)).toBe(413);
  // The size of a stream is not stated.
  const streamed = { method: 'POST', body: new Blob([large]).stream(), duplex: 'half' } as RequestInit;
  expect((await fetch(`http://127.0.0.1:${port}/hooks/known`, streamed)).status).toBe(413);
  paused = { at: now.toISOString(), reason: null };
  expect(await post('known', standard('more', { id: 'msg_3' }), 'more')).toBe(409);
  expect(taken).toHaveLength(1);
  // A stranger's guesses do not reach the keychain.
  expect(new Set(secretsRead)).toEqual(new Set(['known']));
  expect(route.tunnel).toBe(true);
});
