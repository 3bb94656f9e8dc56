// Signing in to an MCP server: the SDK's own client and transport, a strict authorization server on a real socket, and
// a browser that is a plain request.

import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../electron/lib/clock.ts';
import { createMcpAuth, type McpAuth } from '../../electron/mcp/auth/mcpAuth.ts';
import { isSignInAddress } from '../../electron/mcp/auth/safeFetch.ts';
import { noNative } from '../../electron/ports/native.ts';
import { createKeychain } from '../../electron/stores/keychain.ts';
import type { McpServerRef } from '../../shared/features/mcp/methods.ts';
import { cite } from '../support/cite.ts';
import { globalServer, startMcpApp } from '../support/mcp/mcpApp.ts';
import { startSignInServer } from '../support/mcp/signInServer.ts';
import { variable } from '../support/mcp/variable.ts';
import { okValue } from '../support/result.ts';

const server: McpServerRef = { origin: { type: 'global' }, name: 'guarded' };

function openAuth(keychain = createKeychain({ service: 'test', memoryOnly: true })) {
  const opened: string[] = [];
  const secrets: string[] = [];
  const auth = createMcpAuth({
    keychain,
    remember: (secret) => secrets.push(secret),
    native: {
      ...noNative,
      openExternal: async (address) => {
        opened.push(address);
        return true;
      },
    },
    clock: systemClock,
    log: () => {},
  });
  onTestFinished(() => auth.close());
  return { auth, opened, secrets, keychain };
}

async function connect(auth: McpAuth, url: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { authProvider: auth.providerFor(server, url) }),
  );
  onTestFinished(() => client.close());
  return client;
}

function changeOf(auth: McpAuth): Promise<void> {
  return new Promise((resolve) => {
    const stop = auth.onChange(() => {
      stop();
      resolve();
    });
  });
}

async function signIn(auth: McpAuth, guarded: Awaited<ReturnType<typeof startSignInServer>>, how = {}) {
  const begun = okValue(await auth.signIn(server, guarded.url));
  const finished = changeOf(auth);
  const page = await guarded.visit(begun.url, how);
  return { begun, page, finished };
}

test(cite('MCP-6', 'a connection never asks the user on its own: it reports that a sign-in is needed'), async () => {
  const guarded = await startSignInServer();
  const { auth, opened } = openAuth();
  await expect(connect(auth, guarded.url)).rejects.toThrow(UnauthorizedError);
  expect(opened).toEqual([]);
  expect(guarded.requests.map(({ path }) => path)).not.toContain('/register');
  expect(await auth.state(server, guarded.url)).toBe('signed_out');
});

test(cite('MCP-6', 'signing in goes through the browser with PKCE, and the tokens are used from then on'), async () => {
  const guarded = await startSignInServer();
  const { auth, opened, secrets, keychain } = openAuth();
  const { begun, page, finished } = await signIn(auth, guarded);
  expect(opened).toEqual([begun.url]);
  expect(new URL(begun.url).searchParams.get('code_challenge_method')).toBe('S256');
  expect(page.text).toContain('You can close this page');
  await finished;
  expect(await auth.state(server, guarded.url)).toBe('signed_in');
  expect(auth.signInUrl(server)).toBeNull();
  const client = await connect(auth, guarded.url);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['whoami']);
  expect(secrets.some((secret) => secret.startsWith('access-'))).toBe(true);

  // Another start with the same keychain is already signed in.
  const again = openAuth(keychain);
  await connect(again.auth, guarded.url);
});

test(
  cite('MCP-6', 'an expired access token is refreshed without the user, once for many calls at the same time'),
  async () => {
    const guarded = await startSignInServer();
    const { auth } = openAuth();
    const { finished } = await signIn(auth, guarded);
    await finished;
    const client = await connect(auth, guarded.url);
    guarded.expire();
    const before = guarded.requests.length;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.callTool({ name: 'whoami', arguments: {} })),
    );
    expect(answers).toHaveLength(8);
    const refreshes = guarded.requests.slice(before).filter(({ body }) => body.includes('grant_type=refresh_token'));
    expect(refreshes).toHaveLength(1);
  },
);

test(cite('MCP-6', 'when the refresh is rejected too, a new sign-in is needed, and it works'), async () => {
  const guarded = await startSignInServer();
  const { auth } = openAuth();
  await (await signIn(auth, guarded)).finished;
  guarded.revoke();
  await expect(connect(auth, guarded.url)).rejects.toThrow(UnauthorizedError);
  await (await signIn(auth, guarded)).finished;
  await connect(auth, guarded.url);
});

test(cite('MCP-6', 'an answer with another state is ignored, and the sign-in keeps waiting'), async () => {
  const guarded = await startSignInServer();
  const { auth } = openAuth();
  const begun = okValue(await auth.signIn(server, guarded.url));
  expect((await guarded.visit(begun.url, { state: 'forged' })).status).toBe(404);
  expect(await auth.state(server, guarded.url)).toBe('waiting');
  const finished = changeOf(auth);
  await guarded.visit(begun.url);
  await finished;
  expect(await auth.state(server, guarded.url)).toBe('signed_in');
});

test(cite('MCP-6', 'a denial is reported, and nothing is stored'), async () => {
  const guarded = await startSignInServer();
  const { auth } = openAuth();
  const { finished, page } = await signIn(auth, guarded, { deny: true });
  await finished;
  expect(page.text).toContain('Sign-in failed');
  expect(auth.problem(server)).toEqual('The sign-in was refused: access_denied.');
  expect(await auth.state(server, guarded.url)).toBe('signed_out');
});

test(cite('MCP-6', 'signing out deletes the tokens; another address gets none of them'), async () => {
  const guarded = await startSignInServer();
  const other = await startSignInServer();
  const { auth } = openAuth();
  await (await signIn(auth, guarded)).finished;
  await expect(connect(auth, other.url)).rejects.toThrow(UnauthorizedError);
  expect(other.requests.every(({ authorization }) => authorization === undefined)).toBe(true);
  await auth.signOut(server, guarded.url);
  expect(await auth.state(server, guarded.url)).toBe('signed_out');
  await expect(connect(auth, guarded.url)).rejects.toThrow(UnauthorizedError);
});

test(cite('MCP-6', 'signing out during the code exchange leaves no sign-in'), async () => {
  const guarded = await startSignInServer();
  const { auth } = openAuth();
  const begun = okValue(await auth.signIn(server, guarded.url));
  const asked = guarded.hold('/token');
  const page = guarded.visit(begun.url);
  const release = await asked;
  await auth.signOut(server, guarded.url);
  release();
  await page;
  await systemClock.wait(100);
  expect(await auth.state(server, guarded.url)).toBe('signed_out');
  expect(auth.problem(server)).toBeNull();
});

test(cite('MCP-6', 'a second sign-in is not ended by the late end of the first'), async () => {
  const guarded = await startSignInServer();
  const { auth } = openAuth();
  const first = okValue(await auth.signIn(server, guarded.url));
  const asked = guarded.hold('/token');
  const page = guarded.visit(first.url);
  const release = await asked;
  const second = okValue(await auth.signIn(server, guarded.url));
  release();
  await page;
  await systemClock.wait(100);
  expect(await auth.state(server, guarded.url)).toBe('waiting');
  expect(auth.signInUrl(server)).toBe(second.url);
  const finished = changeOf(auth);
  await guarded.visit(second.url);
  await finished;
  expect(await auth.state(server, guarded.url)).toBe('signed_in');
});

test(cite('MCP-6', 'two sign-ins at the same time are one, and after the end no page waits for either'), async () => {
  const guarded = await startSignInServer();
  const { auth } = openAuth();
  const both = await Promise.all([auth.signIn(server, guarded.url), auth.signIn(server, guarded.url)]);
  expect(both.map(({ ok }) => ok)).toEqual([false, true]);
  const late = auth.signIn(server, guarded.url);
  auth.close();
  expect((await late).ok).toBe(false);
  const pages = guarded.requests.flatMap(({ path, body }) =>
    path === '/register' ? (JSON.parse(body) as { redirect_uris: string[] }).redirect_uris : [],
  );
  expect(pages.length).toBeGreaterThan(0);
  for (const page of pages) await expect(fetch(page)).rejects.toThrow('fetch failed');
});

test(cite('MCP-6', 'an outage of the token endpoint needs no new sign-in: it passes'), async () => {
  const guarded = await startSignInServer();
  const { auth } = openAuth();
  await (await signIn(auth, guarded)).finished;
  guarded.expire();
  guarded.breakTokens(true);
  const failed = await connect(auth, guarded.url).catch((thrown: unknown) => thrown);
  expect(failed).toBeInstanceOf(Error);
  expect(failed).not.toBeInstanceOf(UnauthorizedError);
  expect(String(failed)).toContain('could not be renewed: the server answered 503');
  expect(await auth.state(server, guarded.url)).toBe('signed_in');
  guarded.breakTokens(false);
  await connect(auth, guarded.url);
});

test(cite('MCP-6', 'a sign-in uses the connected address, with its variables replaced'), async () => {
  const guarded = await startSignInServer();
  const { origin, pathname } = new URL(guarded.url);
  const app = await startMcpApp({ env: { GUARDED: origin } });
  await app.save('guarded', { url: variable('GUARDED') + pathname });
  const begun = await app.call('mcp.signIn', { server: globalServer('guarded') });
  await guarded.visit(begun.url);
  await expect.poll(async () => (await app.info('guarded')).signInUrl).toBeNull();
  const restarted = await app.call('mcp.restart', { server: globalServer('guarded') });
  expect(restarted).toMatchObject({ state: 'ready', signedIn: true });
});

test.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://evil.test/authorize',
  'ms-msdt:/id',
  '\\\\evil\\share',
  '-flag',
  'https://user:secret@evil.test/',
])(
  cite('MCP-6', 'a server that sends the user to %s is rejected, and nothing is opened'),
  async (authorizationEndpoint) => {
    const guarded = await startSignInServer({ authorizationEndpoint });
    const { auth, opened } = openAuth();
    const begun = await auth.signIn(server, guarded.url);
    expect(begun).toMatchObject({ ok: false, error: { code: 'MCP_SIGN_IN_FAILED' } });
    expect(opened).toEqual([]);
  },
);

test('a sign-in contacts only secure addresses and this machine', () => {
  const may = (address: string): boolean => isSignInAddress(address);
  expect(['https://a.test/x', 'http://127.0.0.1:9/x', 'http://localhost:9/', 'http://[::1]:9/'].every(may)).toBe(true);
  const not = [
    'http://a.test/',
    'http://127.0.0.1.evil.test/',
    'http://localhost.evil.test/',
    'ftp://a.test/',
    'x',
    '',
  ];
  expect(not.some(may)).toBe(false);
});
