// The web search with a proxy in the environment: services are contacted through it, a local server is not.

import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { openWebSearch } from '../../support/openWebSearch.ts';
import { startProxyServer } from '../../support/proxyServer.ts';
import { rightKey, startSearchServer } from '../../support/searchServers.ts';

const pages = [{ title: 'One', url: 'https://example.com/1', text: 'What it says.' }];
const signal = new AbortController().signal;
const address = 'http://search.invalid';

async function opened(env: (proxy: string) => Record<string, string>, refuses?: number) {
  const server = await startSearchServer('tavily', pages);
  const proxy = await startProxyServer({
    to: Number(new URL(server.url).port),
    password: 'me:secret-0123456789',
    ...(refuses ? { refuses } : {}),
  });
  const named = proxy.address.replace('http://', 'http://me:secret-0123456789@');
  const search = openWebSearch({ backend: 'tavily', address: '' }, { addresses: { tavily: address } }, env(named));
  await search.setKey('tavily', rightKey);
  return { server, proxy, search };
}

test(cite('WORK-6', "a service is contacted through the environment's proxy"), async () => {
  const { proxy, search, server } = await opened((named) => ({ HTTP_PROXY: named }));
  expect(await search.search('x', 3, signal)).toEqual({
    ok: true,
    value: { backend: 'tavily', origin: address, sources: pages },
  });
  expect(proxy.asked).toEqual([`POST ${address}/search`]);
  expect(server.seen).toHaveLength(1);
});

test('a service excluded by NO_PROXY is contacted directly, and an invalid proxy address is reported', async () => {
  const { proxy, search } = await opened((named) => ({ HTTP_PROXY: named, NO_PROXY: 'search.invalid' }));
  expect(await search.search('x', 3, signal)).toMatchObject({ ok: false });
  expect(proxy.asked).toEqual([]);
  const wrong = (await opened(() => ({ HTTPS_PROXY: 'ftp://x' }))).search;
  expect(await wrong.search('x', 3, signal)).toMatchObject({
    error: { message: expect.stringContaining('HTTPS_PROXY in the environment is not a proxy address') },
  });
});

test('a missing proxy is reported, without its password', async () => {
  const { search } = await opened(() => ({ HTTP_PROXY: 'http://me:secret-0123456789@127.0.0.1:2' }));
  const found = await search.search('x', 3, signal);
  expect(found).toMatchObject({
    error: {
      message: expect.stringContaining('search.invalid could not be reached. The connection through the proxy'),
    },
  });
  expect(JSON.stringify(found)).not.toContain('secret-');
});

test('the user’s own SearXNG is contacted directly', async () => {
  const server = await startSearchServer('searxng', pages);
  const proxy = await startProxyServer({ to: 1 });
  const env = { HTTP_PROXY: proxy.address };
  const search = openWebSearch({ backend: 'searxng', address: server.url }, {}, env);
  expect(await search.search('x', 3, signal)).toMatchObject({ ok: true });
  expect(proxy.asked).toEqual([]);
});
