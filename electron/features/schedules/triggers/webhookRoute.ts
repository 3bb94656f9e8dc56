// POST /hooks/<schedule>: starts a run of a schedule if the request is signed with its secret. Answers when the run is recorded.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from '../../../lib/localServer.ts';
import { readBody } from '../../../lib/requestBody.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Scheduler } from '../scheduler.ts';
import { checkSignature } from './webhook.ts';

interface WebhookDeps {
  scheduler(): Promise<Pick<Scheduler, 'read' | 'take'>>;
  /** Null: it has none. */
  secretOf(id: string): Promise<string | null>;
  clock: Pick<Clock, 'now'>;
}

const maxBodyBytes = 64 * 1024;
const webhookPrefix = '/hooks/';

export function createWebhookRoute(deps: WebhookDeps): Route {
  async function statusOf(request: IncomingMessage, path: string): Promise<number> {
    if (request.method !== 'POST') return 405;
    const body = await readBody(request, maxBodyBytes);
    if (body === null) return 413;
    const id = path.slice(webhookPrefix.length);
    const scheduler = await deps.scheduler();
    const read = await scheduler.read(id);
    // A stranger does not learn which schedules exist.
    if (!read.ok || read.value.trigger.type !== 'webhook') return 401;
    const secret = await deps.secretOf(id);
    const signature = secret === null ? null : checkSignature(secret, request.headers, body, deps.clock.now());
    if (!signature?.ok) return 401;
    if (read.value.paused) return 409;
    const taken = await scheduler.take(id, { type: 'webhook', event: signature.event, about: body.toString('utf8') });
    if (!taken.ok) return taken.error.code === 'CONVERSATION_BUSY' ? 429 : 503;
    return taken.value ? 202 : 200;
  }

  return {
    prefix: webhookPrefix,
    // Whatever the way here, only the signature counts.
    tunnel: true,
    async answer(request: IncomingMessage, response: ServerResponse, path: string) {
      const status = await statusOf(request, path).catch(() => 500);
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
      response.end(`${texts[status] ?? ''}\n`);
    },
  };
}

const texts: Record<number, string> = {
  200: 'This request has started a run before.',
  202: 'A run will start.',
  401: 'The request is not signed with the secret of a schedule.',
  405: 'Send a POST request.',
  409: 'The schedule is paused.',
  413: 'The request is larger than 64 kB.',
  429: 'Too many runs are waiting.',
  500: 'Something went wrong.',
  503: 'The run could not be recorded. Try again.',
};
