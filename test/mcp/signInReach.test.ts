// A public server that names something on the user's network as the place to sign in. The public part is simulated; the
// target is a real local server, which must receive nothing.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../electron/lib/clock.ts';
import { createMcpAuth } from '../../electron/mcp/auth/mcpAuth.ts';
import { systemNetwork } from '../../electron/mcp/auth/signInReach.ts';
import { noNative } from '../../electron/ports/native.ts';
import { createKeychain } from '../../electron/stores/keychain.ts';
import { cite } from '../support/cite.ts';
import { globalServer } from '../support/mcp/mcpApp.ts';

const mcp = 'https://mcp.example.com/mcp';
const login = 'https://login.example.com';
/** The stranger's names that lead elsewhere. */
const addresses: Record<string, string> = {
  'mcp.example.com': '93.184.216.34',
  'login.example.com': '93.184.216.35',
  'near.example.com': '127.0.0.1',
  'inner.example.com': '10.1.2.3',
  'cloud.example.com': '169.254.169.254',
  localhost: '127.0.0.1',
  'office.example.com': '10.1.2.3',
  'login.office.example.com': '10.1.2.4',
};

interface Played {
  [url: string]: { status?: number; location?: string; body?: unknown };
}

async function begin(server: string, pages: (here: string) => Played) {
  let heard = 0;
  const near = createServer((_request, response) => {
    heard++;
    response.end('{}');
  });
  await new Promise<void>((resolve) => near.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void near.close());
  const here = `127.0.0.1:${(near.address() as AddressInfo).port}`;
  const played = pages(here);
  const opened: string[] = [];
  const asked: string[] = [];
  const auth = createMcpAuth({
    keychain: createKeychain({ service: 'test', memoryOnly: true }),
    remember: () => {},
    native: { ...noNative, openExternal: async (address) => opened.push(address) > 0 },
    clock: systemClock,
    log: () => {},
    network: {
      lookup: async (hostname) => [{ address: addresses[hostname] ?? hostname, family: 4 }],
      fetchWith: (whyNot) => async (url, init) => {
        asked.push(String(url));
        const page = played[String(url)];
        if (!page && !String(url).includes('example.com')) return systemNetwork.fetchWith(whyNot)(url, init);
        const headers = page?.location === undefined ? {} : { Location: page.location };
        return new Response(JSON.stringify(page?.body ?? {}), { status: page?.status ?? (page ? 200 : 404), headers });
      },
    },
  });
  onTestFinished(() => auth.close());
  const result = await auth.signIn(globalServer('elsewhere'), server);
  return { result, opened, asked, heard: () => heard };
}

const resource = (authorization: string): Played => ({
  'https://mcp.example.com/.well-known/oauth-protected-resource/mcp': {
    body: { resource: mcp, authorization_servers: [authorization] },
  },
});
const metadata = (change: Record<string, string> = {}): Played => ({
  ...resource(login),
  [`${login}/.well-known/oauth-authorization-server`]: {
    body: {
      issuer: login,
      authorization_endpoint: `${login}/authorize`,
      token_endpoint: `${login}/token`,
      registration_endpoint: `${login}/register`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      ...change,
    },
  },
  [`${login}/register`]: { status: 201, body: { client_id: 'me', redirect_uris: ['http://127.0.0.1/'] } },
});

const rows: [what: string, pages: (here: string) => Played][] = [
  ['an authorization server on this machine', (here) => resource(`http://${here}`)],
  ['one by its name for this machine', (here) => resource(`http://localhost:${here.split(':')[1]}`)],
  ['one in IPv6', () => resource('https://[::1]:9')],
  ['one as an IPv4 address in IPv6', () => resource('https://[::ffff:127.0.0.1]:9')],
  ['one whose name leads to this machine', () => resource('https://near.example.com')],
  ['one in a private network', () => resource('https://192.168.1.1')],
  ['one whose name leads into a private network', () => resource('https://inner.example.com')],
  ["one that is a cloud's metadata", () => resource('https://cloud.example.com')],
  ['a page to sign in at on this machine', (here) => metadata({ authorization_endpoint: `http://${here}/a` })],
  ['a page whose name leads to this machine', () => metadata({ authorization_endpoint: 'https://near.example.com/a' })],
  ['a registration on this machine', (here) => metadata({ registration_endpoint: `http://${here}/register` })],
  [
    'a redirect of its metadata to this machine',
    (here) => ({
      'https://mcp.example.com/.well-known/oauth-protected-resource/mcp': { status: 302, location: `http://${here}/x` },
    }),
  ],
  [
    'a redirect of the registration',
    (here) => ({ ...metadata(), [`${login}/register`]: { status: 307, location: `http://${here}/register` } }),
  ],
];

test.each(rows)(cite('MCP-9', 'a server elsewhere leads no sign-in to %s'), async (_what, pages) => {
  const { result, opened, heard } = await begin(mcp, pages);
  expect(result).toMatchObject({ ok: false, error: { code: 'MCP_SIGN_IN_FAILED' } });
  expect(result.ok ? '' : result.error.message).toMatch(/refused at .*: |registration rejected/i);
  expect(opened).toEqual([]);
  expect(heard()).toBe(0);
});

test(
  cite('MCP-9', "targets on the public internet are followed, and on a private server's own network too"),
  async () => {
    const there = await begin(mcp, () => metadata());
    expect(there.result).toMatchObject({ ok: true });
    expect(there.opened[0]).toMatch(/^https:\/\/login\.example\.com\/authorize\?/);
    const move = (text: string): string =>
      text.replaceAll('mcp.example.com', 'office.example.com').replaceAll('login.example', 'login.office.example');
    const inOffice = await begin(move(mcp), () => JSON.parse(move(JSON.stringify(metadata()))) as Played);
    expect(inOffice.result).toMatchObject({ ok: true });
    const outOfOffice = await begin(move(mcp), (here) =>
      JSON.parse(move(JSON.stringify(metadata({ authorization_endpoint: `http://${here}/` })))),
    );
    expect(outOfOffice.result).toMatchObject({ ok: false });
    expect(outOfOffice.opened).toEqual([]);
  },
);
