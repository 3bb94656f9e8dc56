// Answers devices that have no session yet: POST requests with JSON, from a page of the same origin.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Route } from '../../lib/localServer.ts';
import { readSmallJson } from '../../lib/requestBody.ts';
import type { CodeOutcome, PairingRequest, PairingState } from './pairing.ts';

export interface DeviceDesk {
  /** Null: too many attempts, or the list cannot be changed. */
  pair(request: PairingRequest): Promise<CodeOutcome | null>;
  state(id: string, ticket: string): Promise<PairingState>;
  /** Null: no such device. */
  challenge(deviceId: string, origin: string): Promise<{ nonce: string; host: string } | null>;
  /** Null: it is not that device. */
  session(deviceId: string, origin: string, nonce: string, signature: string): Promise<{ session: string } | null>;
}

const maxBodyBytes = 4096;
const text = z.string().max(200);
const coordinate = z.string().regex(/^[\w-]{43}$/);
const bodies = {
  '/devices/pair': z.object({
    code: z.string().max(40),
    name: z.string().trim().min(1).max(60),
    key: z.object({ x: coordinate, y: coordinate }),
  }),
  '/devices/paired': z.object({ pairing: text, ticket: text }),
  '/devices/challenge': z.object({ device: text }),
  '/devices/session': z.object({ device: text, nonce: text, signature: text }),
};

interface Answer {
  status: 200 | 400 | 401 | 404 | 405 | 410 | 429 | 500;
  value?: object;
}

export function createDeviceRoute(desk: DeviceDesk): Route {
  return {
    prefix: '/devices/',
    tunnel: true,
    async answer(request, response, path) {
      send(response, await answerTo(request, path, desk).catch(() => ({ status: 500 as const })));
    },
  };
}

async function answerTo(request: IncomingMessage, path: string, desk: DeviceDesk): Promise<Answer> {
  if (request.method !== 'POST') return { status: 405 };
  // The guard has compared it with the host name. Other apps have no business here.
  const { origin } = request.headers;
  if (origin === undefined || !Object.hasOwn(bodies, path)) return { status: 404 };
  const body = await readSmallJson(request, maxBodyBytes);
  switch (path) {
    case '/devices/pair': {
      const parsed = bodies[path].safeParse(body);
      if (!parsed.success) return { status: 400 };
      const presented = await desk.pair({ ...parsed.data, origin });
      if (presented === null) return { status: 429 };
      if (presented.kind === 'waiting') return { status: 200, value: presented };
      return { status: presented.kind === 'wrong' ? 401 : 410 };
    }
    case '/devices/paired': {
      const parsed = bodies[path].safeParse(body);
      return parsed.success
        ? { status: 200, value: await desk.state(parsed.data.pairing, parsed.data.ticket) }
        : { status: 400 };
    }
    case '/devices/challenge': {
      const parsed = bodies[path].safeParse(body);
      if (!parsed.success) return { status: 400 };
      return orUnknown(await desk.challenge(parsed.data.device, origin));
    }
    default: {
      const parsed = bodies['/devices/session'].safeParse(body);
      if (!parsed.success) return { status: 400 };
      const { device, nonce, signature } = parsed.data;
      return orUnknown(await desk.session(device, origin, nonce, signature));
    }
  }
}

function orUnknown(value: object | null): Answer {
  return value === null ? { status: 401 } : { status: 200, value };
}

function send(response: ServerResponse, { status, value = {} }: Answer): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    // The rest of an unwanted body is not read.
    ...(status !== 200 && { Connection: 'close' }),
  });
  response.end(body);
}
