// Misbehaving HTTP servers: too large, silent, cut off, redirecting, requiring sign-in, of the older protocol.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { globalServer, offeredNames, startMcpApp } from '../support/mcp/mcpApp.ts';

interface Asked {
  id?: number;
  method: string;
  params?: { name?: string; protocolVersion?: string };
}
type Answer = (asked: Asked, response: ServerResponse, request: IncomingMessage) => unknown;

/** Speaks Streamable HTTP with JSON answers; `odd` handles what it wants itself. */
async function httpServer(
  odd: Answer,
): Promise<{ url: string; seen: { method: string; headers: IncomingMessage['headers'] }[] }> {
  const seen: { method: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      const asked: Asked = request.method === 'POST' ? JSON.parse(body) : { method: `http ${request.method}` };
      seen.push({ method: asked.method, headers: request.headers });
      if (odd(asked, response, request) !== 'usual' || response.writableEnded) return;
      usual(asked, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, seen };
}

function usual({ id, method, params }: Asked, response: ServerResponse): void {
  const result =
    method === 'initialize'
      ? {
          protocolVersion: params?.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'odd', version: '1' },
        }
      : method === 'tools/list'
        ? { tools: [{ name: 'go', inputSchema: { type: 'object' } }] }
        : method === 'tools/call'
          ? { content: [{ type: 'text', text: 'went' }] }
          : null;
  if (id === undefined) return void response.writeHead(202).end();
  if (method.startsWith('http ')) return void response.writeHead(405).end();
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const error = { code: -32601, message: 'Method not found' };
  response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) }));
}

test(cite(['MCP-1', 'MCP-3'], 'headers go with each request; a hundred megabytes are rejected; the next call works'), {
  tags: ['all'],
}, async () => {
  let large = true;
  const { url, seen } = await httpServer(({ method }, response) => {
    if (method !== 'tools/call' || !large) return 'usual';
    large = false;
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const piece = Buffer.alloc(1024 * 1024, 'y');
    let left = 100;
    const write = (): void => {
      while (left-- > 0) if (!response.write(piece)) return void response.once('drain', write);
      response.end();
    };
    write();
  });
  const app = await startMcpApp();
  await app.save('odd', { url, headers: { 'X-Team': 'one' } });
  const id = await app.start();
  const [lost] = await app.calls(id, [['mcp__odd__go', {}]]);
  expect(lost).toMatchObject({ outcome: 'error' });
  expect((await app.logs('odd')).map(({ text }) => text).join('\n')).toContain(
    'Rejected a response of more than 16777216 bytes',
  );
  const [again] = await app.calls(id, [['mcp__odd__go', {}]]);
  expect(again).toMatchObject({ outcome: 'ok', content: 'went' });
  expect(new Set(seen.map(({ headers }) => headers['x-team']))).toEqual(new Set(['one']));
});

test(cite('MCP-3', 'a silent server, and one that cuts the connection, are reported'), { tags: ['all'] }, async () => {
  const silent = await httpServer(() => undefined);
  const cut = await httpServer(({ method }, response) => {
    if (method !== 'tools/call') return 'usual';
    response.destroy();
  });
  const app = await startMcpApp();
  await app.save('silent', { url: silent.url, timeout: 1 });
  await app.save('cut', { url: cut.url });
  const id = await app.start();
  const [result] = await app.calls(id, [['mcp__cut__go', {}]]);
  expect(result).toMatchObject({
    outcome: 'error',
    content: expect.stringMatching(/MCP server cut was lost while go ran/),
  });
  expect(await app.info('silent')).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('did not respond within 1 s'),
  });
});

test(cite(['MCP-3', 'MCP-5'], 'a redirect is not followed: the approval was for this address'), async () => {
  const elsewhere = await httpServer(() => 'usual');
  const { url } = await httpServer((_asked, response) => {
    response.writeHead(307, { Location: elsewhere.url }).end();
  });
  const app = await startMcpApp();
  await app.save('odd', { url, headers: { Authorization: 'Bearer abcdefghijklmnop' } });
  const id = await app.start();
  app.model.push({ text: 'Hello.' });
  await app.turn(id, 'hello');
  expect((await app.info('odd')).state).toBe('failed');
  expect(elsewhere.seen).toEqual([]);
});

test(cite('MCP-3', 'a server that requires sign-in reports it, at the start and later, and the others work'), {
  tags: ['all'],
}, async () => {
  let isOpen = false;
  const { url } = await httpServer((_asked, response) => {
    if (isOpen) return 'usual';
    response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end();
  });
  const app = await startMcpApp();
  await app.save('locked', { url });
  await app.saveOdd('sound', []);
  const id = await app.start();
  await app.calls(id, [['mcp__sound__say', {}]]);
  expect(await app.info('locked')).toMatchObject({ state: 'needs_sign_in', signedIn: false });
  isOpen = true;
  await app.call('mcp.restart', { server: globalServer('locked') });
  await app.calls(id, [['mcp__locked__go', {}]]);
  expect(offeredNames(app)).toContain('mcp__locked__go');
  isOpen = false;
  const [refused] = await app.calls(id, [['mcp__locked__go', {}]]);
  expect(refused?.content).toMatch(/the user needs to sign in to the MCP server locked/);
  expect((await app.info('locked')).state).toBe('needs_sign_in');
});

test(cite('MCP-3', 'a rejected call is made once; one with an unknown session is repeated'), {
  tags: ['all'],
}, async () => {
  const made: Record<string, number> = {};
  let session = 0;
  const { url } = await httpServer(({ id, method, params }, response, request) => {
    if (method === 'initialize') response.setHeader('mcp-session-id', `s${++session}`);
    if (method === 'tools/list') {
      const tools = ['go', 'bad', 'absent', 'lost', 'worse'].map((name) => ({ name, inputSchema: { type: 'object' } }));
      response.writeHead(200, { 'Content-Type': 'application/json' });
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { tools } }));
    }
    const isOld = request.headers['mcp-session-id'] !== `s${session}` && method !== 'initialize';
    if (method === 'ping') {
      response.writeHead(isOld ? 404 : 200, { 'Content-Type': 'application/json' });
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id, result: {} }));
    }
    if (method !== 'tools/call') return 'usual';
    const name = params?.name ?? '';
    made[name] = (made[name] ?? 0) + 1;
    if (name === 'lost' && made[name] === 1) session++;
    if (name === 'worse') session++;
    const status = { bad: 400, absent: 404, lost: made[name] === 1 ? 404 : 200, worse: 400 }[name] ?? 200;
    if (status === 200) return 'usual';
    response.writeHead(status, { 'Content-Type': 'application/json' });
    return void response.end(
      JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message: `no ${name}` } }),
    );
  });
  const app = await startMcpApp();
  await app.save('odd', { url });
  const id = await app.start();
  const call = async (name: string) => (await app.calls(id, [[`mcp__odd__${name}`, {}]]))[0];
  for (const name of ['bad', 'absent']) {
    expect((await call(name))?.content).toBe(`Error: ${name} of the MCP server odd: no ${name} (code -32000)`);
  }
  expect(session).toBe(1);
  // With 404 a server says that it did not process it: the session is started again, and the call repeated.
  expect(await call('lost')).toMatchObject({ outcome: 'ok', content: 'went' });
  // 400 may mean anything.
  expect((await call('worse'))?.content).toMatch(/no worse.*The next call reconnects to the server/);
  expect(await call('go')).toMatchObject({
    outcome: 'ok',
    details: { mcp: { server: 'odd', tool: 'go', protocol: expect.any(String), transport: 'http' } },
  });
  expect(made).toEqual({ bad: 1, absent: 1, lost: 2, worse: 1, go: 1 });
});

test(cite('MCP-3', 'a tool list that is too large is rejected, which is reported'), async () => {
  const { url } = await httpServer(({ method }, response) => {
    if (method !== 'tools/list') return 'usual';
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools: [], x: 'x'.repeat(3e6) } }));
  });
  const app = await startMcpApp();
  await app.save('odd', { url });
  const id = await app.start();
  app.model.push({ text: 'Hello.' });
  await app.turn(id, 'hello');
  expect((await app.info('odd')).state).toBe('failed');
  expect((await app.logs('odd')).map(({ text }) => text).join('\n')).toContain('more than 2097152 bytes');
});
