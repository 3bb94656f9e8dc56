// Reads the JSON body of a request, up to a limit.

import type { IncomingMessage } from 'node:http';
import type { Problem } from '../../../shared/client/types.ts';
import { isJson, readBody } from '../../lib/requestBody.ts';
import { problem } from './problem.ts';

export type ReadBody = { ok: true; value: unknown } | { ok: false; problem: Problem };

export async function readJsonBody(request: IncomingMessage, maxBytes: number): Promise<ReadBody> {
  if (!isJson(request)) return failed(415, 'Expected application/json.');
  const body = await readBody(request, maxBytes).catch(() => 'broken' as const);
  if (body === 'broken') return failed(400, 'The body did not arrive.');
  if (body === null) return failed(413, `The body is larger than ${maxBytes} bytes.`);
  try {
    return { ok: true, value: JSON.parse(body.toString()) };
  } catch {
    return failed(400, 'The body is not valid JSON.');
  }
}

function failed(status: number, detail: string): ReadBody {
  return { ok: false, problem: problem(status, 'BODY_INVALID', detail) };
}
