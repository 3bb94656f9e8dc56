// An MCP server over HTTP that requires sign-in, and its authorization server (RFC 9728, 8414, 7591, 7636), on real
// local sockets. It is strict: codes, refresh tokens and verifiers work once, and every request is recorded.

import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface SignInServer {
  /** URL of the MCP endpoint. */
  url: string;
  requests: { method: string; path: string; authorization: string | undefined; body: string }[];
  /** Access tokens expire: the next request needs a refresh. */
  expire(): void;
  /** Refresh tokens expire too. */
  revoke(): void;
  /** Holds the next request of this path; resolves when it has arrived, with a function that lets it be answered. */
  hold(path: string): Promise<() => void>;
  /** The token endpoint answers with 503. */
  breakTokens(broken: boolean): void;
  /** Acts as the user's browser: signs in and returns. Resolves to the final page. */
  visit(address: string, how?: { deny?: boolean; state?: string }): Promise<{ status: number; text: string }>;
}

export async function startSignInServer(change: { authorizationEndpoint?: string } = {}): Promise<SignInServer> {
  const requests: SignInServer['requests'] = [];
  const clients = new Map<string, string[]>();
  const codes = new Map<string, { challenge: string; redirect: string; client: string }>();
  const live = { access: new Set<string>(), refresh: new Set<string>() };
  let base = '';
  let broken = false;
  const held = new Map<string, (release: () => void) => void>();

  const json = (
    response: ServerResponse,
    status: number,
    value: unknown,
    headers: Record<string, string> = {},
  ): unknown => {
    return response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
  const grant = (): Record<string, unknown> => {
    const access = `access-${randomBytes(12).toString('hex')}`;
    const refresh = `refresh-${randomBytes(12).toString('hex')}`;
    live.access.add(access);
    live.refresh.add(refresh);
    return { access_token: access, refresh_token: refresh, token_type: 'Bearer', expires_in: 3600 };
  };

  function token(response: ServerResponse, form: URLSearchParams): unknown {
    if (form.get('grant_type') === 'refresh_token') {
      const given = form.get('refresh_token') ?? '';
      if (!live.refresh.delete(given)) return json(response, 400, { error: 'invalid_grant' });
      return json(response, 200, grant());
    }
    const code = form.get('code') ?? '';
    const asked = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const right =
      asked?.challenge === challenge &&
      asked.redirect === form.get('redirect_uri') &&
      asked.client === form.get('client_id');
    if (!right) return json(response, 400, { error: 'invalid_grant' });
    return json(response, 200, grant());
  }

  function authorize(response: ServerResponse, url: URL): unknown {
    const asked = url.searchParams;
    const client = asked.get('client_id') ?? '';
    const redirect = asked.get('redirect_uri') ?? '';
    const known = clients.get(client)?.includes(redirect) && asked.get('code_challenge_method') === 'S256';
    if (!known) return json(response, 400, { error: 'invalid_request' });
    const back = new URL(redirect);
    back.searchParams.set('state', asked.get('x-state') ?? asked.get('state') ?? '');
    if (asked.has('x-deny')) {
      back.searchParams.set('error', 'access_denied');
    } else {
      const code = randomBytes(12).toString('hex');
      codes.set(code, { challenge: asked.get('code_challenge') ?? '', redirect, client });
      back.searchParams.set('code', code);
    }
    return response.writeHead(302, { Location: back.href }).end();
  }

  function mcp(request: IncomingMessage, response: ServerResponse, body: string): unknown {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!live.access.has(bearer)) {
      const challenge = `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`;
      return json(response, 401, { error: 'unauthorized' }, { 'WWW-Authenticate': challenge });
    }
    if (request.method !== 'POST') return json(response, 405, {});
    const { id, method } = JSON.parse(body) as { id?: number; method: string };
    if (id === undefined) return response.writeHead(202).end();
    const result = results[method];
    return json(response, 200, result ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error: unknownMethod });
  }

  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', async () => {
      const url = new URL(request.url ?? '/', base);
      const tell = held.get(url.pathname);
      held.delete(url.pathname);
      if (tell) await new Promise<void>((resolve) => tell(resolve));
      requests.push({
        method: request.method ?? '',
        path: url.pathname,
        authorization: request.headers.authorization,
        body,
      });
      switch (url.pathname) {
        case '/mcp':
          return mcp(request, response, body);
        case '/.well-known/oauth-protected-resource/mcp':
          return json(response, 200, { resource: `${base}/mcp`, authorization_servers: [base] });
        case '/.well-known/oauth-authorization-server':
          return json(response, 200, {
            issuer: base,
            authorization_endpoint: change.authorizationEndpoint ?? `${base}/authorize`,
            token_endpoint: `${base}/token`,
            registration_endpoint: `${base}/register`,
            response_types_supported: ['code'],
            code_challenge_methods_supported: ['S256'],
            token_endpoint_auth_methods_supported: ['none'],
          });
        case '/register': {
          const asked = JSON.parse(body) as { redirect_uris: string[] };
          const id = `client-${clients.size + 1}`;
          clients.set(id, asked.redirect_uris);
          return json(response, 201, { ...asked, client_id: id });
        }
        case '/authorize':
          return authorize(response, url);
        case '/token':
          if (broken) return json(response, 503, {});
          return token(response, new URLSearchParams(body));
        default:
          return json(response, 404, {});
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });

  return {
    url: `${base}/mcp`,
    requests,
    expire: () => live.access.clear(),
    revoke() {
      live.access.clear();
      live.refresh.clear();
    },
    hold: (path) => new Promise((resolve) => held.set(path, resolve)),
    breakTokens(now) {
      broken = now;
    },
    async visit(address, { deny = false, state } = {}) {
      const url = new URL(address);
      if (deny) url.searchParams.set('x-deny', '1');
      if (state !== undefined) url.searchParams.set('x-state', state);
      const page = await fetch(url);
      return { status: page.status, text: await page.text() };
    },
  };
}

const unknownMethod = { code: -32601, message: 'Method not found' };
const results: Record<string, unknown> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'guarded', version: '1.0.0' },
  },
  ping: {},
  'tools/list': { tools: [{ name: 'whoami', description: 'Says who you are.', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'You are signed in.' }] },
};
