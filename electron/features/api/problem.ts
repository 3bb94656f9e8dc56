// Errors of the API as RFC 9457 problems.

import type { ServerResponse } from 'node:http';
import type { Problem } from '../../../shared/client/types.ts';
import type { AppError } from '../../../shared/core/errors.ts';

/** By error code; others are 422 for a request that was understood, or 500 for a bug. */
const statusByCode: Readonly<Record<string, number>> = {
  PARAMS_INVALID: 400,
  ID_INVALID: 400,
  CONFIRMATION_NEEDED: 403,
  NOT_SUPPORTED: 409,
  TOOL_DENIED: 409,
  CONVERSATION_NOT_FOUND: 404,
  MESSAGE_NOT_FOUND: 404,
  PROJECT_NOT_FOUND: 404,
  PROVIDER_NOT_FOUND: 404,
  CONVERSATION_BUSY: 409,
  DATA_FOLDER_BUSY: 503,
  STORE_WRITE_FAILED: 503,
  STORE_READ_FAILED: 503,
  STORE_READ_ONLY: 409,
  INTERNAL: 500,
};

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

export function problem(status: number, code: string, detail: string): Problem {
  return { type: 'about:blank', title: titles[status] ?? 'Error', status, detail, code };
}

export function problemOf({ code, message }: AppError): Problem {
  return problem(statusByCode[code] ?? 422, code, message);
}

export function sendProblem(response: ServerResponse, one: Problem, headers: Record<string, string> = {}): void {
  // Do not read the rest of an unwanted body.
  sendJson(response, one.status, one, { ...headers, Connection: 'close' }, 'application/problem+json');
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
  type = 'application/json',
): void {
  if (response.destroyed || response.headersSent) return;
  const body = Buffer.from(`${JSON.stringify(value)}\n`);
  response.writeHead(status, {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Type': type,
    'Content-Length': body.length,
  });
  response.end(body);
}
