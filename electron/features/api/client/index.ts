// `@throughline/client`: a typed client of Throughline's local API, without dependencies. It runs in Node 22 and later and in
// browsers' runtimes that have `fetch` and `WebSocket`. scripts/clientPackage.ts makes the package.

import type {
  ApiEvent,
  ClientOptions,
  EventSocket,
  Problem,
  ThroughlineClient,
} from '../../../../shared/client/types.ts';

export type * from '../../../../shared/client/types.ts';

/** A request that the API refused. */
export class ApiError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ApiError';
    this.problem = problem;
  }

  get code(): string {
    return this.problem.code;
  }

  get status(): number {
    return this.problem.status;
  }
}

type Fields = Record<string, unknown>;

/** Waits before the first attempts to connect again, in milliseconds. */
const reconnectMs = [250, 1000, 3000, 10_000];

export function createClient(options: ClientOptions): ThroughlineClient {
  const base = `${options.address.replace(/\/+$/, '')}/api/v1`;
  const send = options.fetch ?? globalThis.fetch;

  /** Sends only `names` of the input: results of other calls are valid inputs, too. */
  async function call(
    method: 'GET' | 'POST',
    path: string,
    names: readonly string[],
    input: object = {},
    key?: string,
  ): Promise<never> {
    const rest: Fields = Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)));
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = encodeURIComponent(String(rest[name]));
      delete rest[name];
      return value;
    });
    const query = new URLSearchParams();
    if (method === 'GET')
      for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value));
    const headers: Record<string, string> = { Authorization: `Bearer ${options.token}` };
    if (method === 'POST') headers['Content-Type'] = 'application/json';
    if (key !== undefined) headers['Idempotency-Key'] = key;
    const response = await send(`${base}${filled}${query.size > 0 ? `?${query}` : ''}`, {
      method,
      headers,
      redirect: 'error',
      ...(method === 'POST' ? { body: JSON.stringify(rest) } : {}),
    });
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) return body as never;
    throw new ApiError((body as Problem | null) ?? unknownProblem(response.status));
  }

  return {
    listProjects: () => call('GET', '/projects', []),
    listConversations: (input) => call('GET', '/conversations', ['project', 'tag', 'state', 'cursor', 'limit'], input),
    getConversation: (input) => call('GET', '/conversations/{conversationId}', ['conversationId'], input),
    listMessages: (input) =>
      call('GET', '/conversations/{conversationId}/messages', ['conversationId', 'before', 'limit'], input),
    getCall: (input) =>
      call(
        'GET',
        '/conversations/{conversationId}/calls/{messageId}/{index}',
        ['conversationId', 'messageId', 'index', 'offset'],
        input,
      ),
    search: (input) => call('GET', '/search', ['text', 'conversation', 'project', 'cursor', 'limit'], input),
    startConversation: (input, how) =>
      call('POST', '/conversations', ['text', 'project', 'provider', 'model'], input, how?.idempotencyKey),
    sendMessage: (input, how) =>
      call('POST', '/conversations/{conversationId}/messages', ['conversationId', 'text'], input, how?.idempotencyKey),
    getRun: (input) => call('GET', '/conversations/{conversationId}/run', ['conversationId', 'wait'], input),
    stopRun: (input) => call('POST', '/conversations/{conversationId}/stop', ['conversationId'], input),
    answerApproval: (input) =>
      call(
        'POST',
        '/conversations/{conversationId}/approvals/{approvalId}',
        ['conversationId', 'approvalId', 'decision', 'reason'],
        input,
      ),
    events: (how = {}) => eventsOf(`${base.replace(/^http/, 'ws')}/events`, options, how),
  };
}

async function* eventsOf(
  address: string,
  { token, WebSocket = globalThis.WebSocket }: ClientOptions,
  { conversationId, after, signal }: { conversationId?: string; after?: string; signal?: AbortSignal },
): AsyncGenerator<ApiEvent, void, undefined> {
  let cursor = after;
  let failures = 0;
  while (!signal?.aborted) {
    const query = new URLSearchParams();
    if (conversationId !== undefined) query.set('conversation', conversationId);
    if (cursor !== undefined) query.set('after', cursor);
    const socket = new WebSocket(`${address}?${query}`, ['throughline.v1', `bearer.${token}`]);
    const incoming = queueOf(socket, signal);
    for (;;) {
      const event = await incoming.next();
      if (event === null) break;
      failures = 0;
      if (event === 'open') continue;
      cursor = event.cursor;
      try {
        yield event;
      } catch (thrown) {
        socket.close();
        throw thrown;
      }
    }
    if (signal?.aborted) return;
    if (incoming.refused() || failures >= reconnectMs.length)
      throw new ApiError({ ...unknownProblem(0), detail: 'The connection for events was refused or lost.' });
    await pause(reconnectMs[failures++] ?? 0, signal);
  }
}

/** The messages of a socket in order; null when it has closed. */
function queueOf(socket: EventSocket, signal: AbortSignal | undefined) {
  const waiting: (ApiEvent | 'open' | null)[] = [];
  let wake = (): void => {};
  let code = 0;
  const add = (one: ApiEvent | 'open' | null): void => {
    waiting.push(one);
    wake();
  };
  const close = (): void => socket.close();
  signal?.addEventListener('abort', close, { once: true });
  socket.addEventListener('open', () => add('open'));
  socket.addEventListener('message', ({ data }) => add(JSON.parse(String(data)) as ApiEvent));
  socket.addEventListener('close', (event) => {
    code = event.code ?? 0;
    signal?.removeEventListener('abort', close);
    add(null);
  });
  return {
    async next(): Promise<ApiEvent | 'open' | null> {
      while (waiting.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return waiting.shift() ?? null;
    },
    /** The token was revoked. */
    refused: () => code === 1008,
  };
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener('abort', finish, { once: true });
  });
}

function unknownProblem(status: number): Problem {
  return { type: 'about:blank', title: 'Error', status, detail: `The API answered ${status}.`, code: 'UNKNOWN' };
}
