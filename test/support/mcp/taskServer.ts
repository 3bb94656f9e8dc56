// A Streamable HTTP server whose tool calls become tasks. A test scripts each answer, and the server outlives the app.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Row = Record<string, unknown>;

interface Asked {
  method: string;
  params: Row;
  headers: Record<string, unknown>;
}

export interface TaskScript {
  /** `extension`: protocol 2026-07-28. `utility`: 2025-11-25. */
  form: 'extension' | 'utility';
  /** The answer to the tool call; default: a working task. */
  created?: Row;
  /** Answers to `tasks/get`, in turn; the last one repeats. A string: an error. `cut`: the connection breaks. */
  states: (Row | string)[];
  /** The answer to `tasks/result`. */
  result?: Row | string;
  /** The error of `tasks/update`; default: none. */
  updates?: string;
  /** Tools of the server; default: `work`. */
  tools?: Row[];
}

export interface TaskServer {
  url: string;
  script: TaskScript;
  requests: Asked[];
  count(method: string): number;
  /** Resolves when the method has been called this many times. */
  reached(method: string, count?: number): Promise<void>;
}

export const textResult = (text: string): Row => ({ content: [{ type: 'text', text }] });

/** A state as the form writes it. */
export function taskFields(form: TaskScript['form'], status: string, more: Row = {}): Row {
  const at = '2026-11-30T10:00:00Z';
  const { pollMs = 250, ttlMs = 600_000, ...rest } = more;
  const times = form === 'extension' ? { ttlMs, pollIntervalMs: pollMs } : { ttl: ttlMs, pollInterval: pollMs };
  return { taskId: 'task-1', status, createdAt: at, lastUpdatedAt: at, ...times, ...rest };
}

export async function startTaskServer(script: TaskScript): Promise<TaskServer> {
  const requests: Asked[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    let text = '';
    for await (const part of request) text += String(part);
    const { id, method, params = {} } = JSON.parse(text) as { id?: number; method: string; params?: Row };
    requests.push({ method, params, headers: request.headers });
    for (const wake of waiting) wake();
    if (id === undefined) return void response.writeHead(202).end();
    const answer = answerOf(task.script, method, params);
    if (answer === 'cut') return void request.socket.destroy();
    const body = typeof answer === 'string' ? { error: { code: -32602, message: answer } } : { result: answer };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const count = (method: string): number => requests.filter((one) => one.method === method).length;
  const task: TaskServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    script,
    requests,
    count,
    async reached(method, times = 1) {
      while (count(method) < times) {
        await new Promise<void>((resolve) => {
          const wake = (): void => {
            waiting.delete(wake);
            resolve();
          };
          waiting.add(wake);
        });
      }
    },
  };
  return task;
}

function answerOf(script: TaskScript, method: string, params: Row): Row | string {
  const { form, tools = [] } = script;
  const modern = form === 'extension';
  const complete = modern ? { resultType: 'complete' } : {};
  const uncached = modern ? { ttlMs: 0, cacheScope: 'private' } : {};
  const name = { name: 'tasks', version: '1' };
  switch (method) {
    case 'server/discover': {
      if (!modern) return 'Method not found';
      const capabilities = { tools: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } };
      const _meta = { 'io.modelcontextprotocol/serverInfo': name };
      return { ...complete, ...uncached, supportedVersions: ['2026-07-28'], capabilities, _meta };
    }
    case 'initialize': {
      const capabilities = { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } };
      return { protocolVersion: params.protocolVersion, capabilities, serverInfo: name };
    }
    case 'tools/list': {
      const inputSchema = { type: 'object', properties: {} };
      const execution = modern ? {} : { execution: { taskSupport: 'required' } };
      return { ...complete, ...uncached, tools: [{ name: 'work', inputSchema, ...execution }, ...tools] };
    }
    case 'tools/call': {
      if (script.created) return script.created;
      const fields = taskFields(form, 'working');
      return modern ? { resultType: 'task', ...fields } : { task: fields };
    }
    case 'tasks/get': {
      const state = script.states.length > 1 ? script.states.shift() : script.states[0];
      return typeof state === 'string' ? state : { ...complete, ...state };
    }
    case 'tasks/update':
      return script.updates ?? { ...complete };
    case 'tasks/result':
      return script.result ?? 'there is no result';
    default:
      return { ...complete };
  }
}
