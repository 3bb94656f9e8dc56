// `/api/v1/…`: finds the operation, checks the token's scope and the parameters, runs it once per idempotency key.

import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Problem } from '../../../shared/client/types.ts';
import { fail, type Result } from '../../../shared/core/errors.ts';
import { issueSentence } from '../../../shared/core/issueSentence.ts';
import { say, textOf } from '../../../shared/core/sentence.ts';
import { type OperationName, operationNames, operations } from '../../../shared/features/api/operations.ts';
import type { Route } from '../../lib/localServer.ts';
import { type Admissions, missingScope } from './admission.ts';
import type { Caller, RunOperation } from './operationsOf.ts';
import { problem, problemOf, sendJson, sendProblem } from './problem.ts';
import { readJsonBody } from './requestBody.ts';

export const apiPrefix = '/api/v1';

/** Two million characters, each at most four bytes, and the rest. */
const maxBodyBytes = 9_000_000;
const maxKeys = 1000;
const maxKeyCharacters = 255;

export interface ApiRouteParts {
  admissions: Admissions;
  operations: RunOperation;
  upgrade: NonNullable<Route['upgrade']>;
  openApi(): unknown;
  /** A bug, for the log. */
  onDefect(operation: string, thrown: unknown): void;
}

/** A request that has been answered, or is being answered. */
interface Answered {
  fingerprint: string;
  result: Promise<Result<unknown>>;
}

const routes = operationNames.map((name) => {
  const { method, path } = operations[name];
  const pattern = path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { name, method: method.toUpperCase(), form: new RegExp(`^${apiPrefix}${pattern}$`) };
});

export function createApiRoute(parts: ApiRouteParts): Route {
  const answered = new Map<string, Answered>();

  async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const admitted = await parts.admissions.admit(request);
    if (!admitted.ok) return sendProblem(response, admitted.problem, admitted.headers);
    const { caller } = admitted;
    if (path === `${apiPrefix}/openapi.json` && request.method === 'GET')
      return sendJson(response, 200, parts.openApi());
    const there = routes.filter(({ form }) => form.test(path));
    const route = there.find(({ method }) => method === request.method);
    if (!route) {
      if (there.length === 0) return sendProblem(response, problem(404, 'NOT_FOUND', 'There is no such operation.'));
      const allowed = there.map(({ method }) => method).join(', ');
      return sendProblem(response, problem(405, 'METHOD_NOT_ALLOWED', `Use ${allowed}.`), { Allow: allowed });
    }
    const { scope } = operations[route.name];
    if (!caller.scopes.has(scope)) return sendProblem(response, missingScope(scope));
    const input = await inputOf(request, route.name, route.form.exec(path)?.groups ?? {});
    if ('status' in input) return sendProblem(response, input);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const result = await runOnce(route.name, input.value, caller, request, gone.signal);
    if ('status' in result) return sendProblem(response, result);
    if (!result.ok) return sendProblem(response, problemOf(result.error));
    sendJson(response, 200, result.value);
  }

  async function runOnce(
    name: OperationName,
    input: unknown,
    caller: Caller,
    request: IncomingMessage,
    signal: AbortSignal,
  ): Promise<Result<unknown> | Problem> {
    const header = request.headers['idempotency-key'];
    if (!('idempotent' in operations[name]) || header === undefined) return run(name, input, caller, signal);
    if (typeof header !== 'string' || header === '' || header.length > maxKeyCharacters)
      return problem(400, 'KEY_INVALID', `An Idempotency-Key has 1 to ${maxKeyCharacters} characters.`);
    const key = `${caller.id}/${header}`;
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([name, input]))
      .digest('base64url');
    const earlier = answered.get(key);
    if (earlier) {
      if (earlier.fingerprint !== fingerprint)
        return problem(422, 'KEY_REUSED', 'This Idempotency-Key was used for another request.');
      return earlier.result;
    }
    // The caller may be gone before it has started: that must not stop it halfway.
    const result = run(name, input, caller, new AbortController().signal);
    answered.set(key, { fingerprint, result });
    if (answered.size > maxKeys) answered.delete(answered.keys().next().value ?? '');
    // A request that failed may be tried again.
    void result.then(({ ok }) => ok || answered.delete(key));
    return result;
  }

  async function run(
    name: OperationName,
    input: unknown,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<Result<unknown>> {
    try {
      const operation = parts.operations[name] as RunOperation[OperationName];
      return await operation(input as never, caller, signal);
    } catch (thrown) {
      parts.onDefect(name, thrown);
      return fail('INTERNAL', say`This is a bug in Throughline. It has been logged.`);
    }
  }

  return {
    prefix: '/api/',
    answer: (request, response, path) =>
      answer(request, response, path).catch((thrown: unknown) => {
        parts.onDefect(path, thrown);
        sendProblem(response, problem(500, 'INTERNAL', 'This is a bug in Throughline. It has been logged.'));
      }),
    upgrade: parts.upgrade,
  };
}

/** Validates path, query and body as one object. Unknown fields are refused: they are usually typing mistakes. */
async function inputOf(
  request: IncomingMessage,
  name: OperationName,
  inPath: Record<string, string>,
): Promise<{ value: unknown } | Problem> {
  const query = Object.fromEntries(new URLSearchParams(request.url?.split('?', 2)[1] ?? ''));
  let raw: object = query;
  if (request.method === 'POST') {
    const isEmpty = request.headers['content-length'] === '0' || request.headers['content-type'] === undefined;
    const body = isEmpty ? { ok: true as const, value: {} } : await readJsonBody(request, maxBodyBytes);
    if (!body.ok) return body.problem;
    if (typeof body.value !== 'object' || body.value === null || Array.isArray(body.value))
      return problem(400, 'BODY_INVALID', 'The body is not an object.');
    raw = body.value;
  }
  let decoded: Record<string, string>;
  try {
    decoded = Object.fromEntries(Object.entries(inPath).map(([key, value]) => [key, decodeURIComponent(value)]));
  } catch {
    return problem(400, 'PARAMS_INVALID', 'The path is malformed.');
  }
  const parsed = operations[name].input.strict().safeParse({ ...raw, ...decoded });
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  const detail = issue ? `${issue.path.join('.') || 'request'}: ${textOf(issueSentence(issue))}` : 'Invalid request.';
  return problem(400, 'PARAMS_INVALID', detail);
}
