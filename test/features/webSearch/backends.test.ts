import { gzipSync } from 'node:zlib';
import { LLMock } from '@copilotkit/aimock';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultAskLimits } from '../../../electron/features/webSearch/askGuards.ts';
import type { WebSearchGuards } from '../../../electron/features/webSearch/webSearch.ts';
import {
  keyedBackends,
  type WebSearchBackend,
  webSearchBackends,
} from '../../../shared/features/webSearch/webSearch.ts';
import { cite } from '../../support/cite.ts';
import { openWebSearch } from '../../support/openWebSearch.ts';
import {
  doorsTo,
  json,
  type Page,
  rightKey,
  type SearchAnswer,
  startSearchServer,
} from '../../support/searchServers.ts';

const pages: Page[] = Array.from({ length: 25 }, (_, index) => ({
  title: `Page ${index + 1}`,
  url: `https://example.com/${index + 1}`,
  text: `What page ${index + 1} says.`,
  ...(index === 0 ? { date: '2026-11-10' } : {}),
}));
const signal = new AbortController().signal;

/** The backend with the right key, with its own server. */
async function opened(
  backend: WebSearchBackend,
  given: readonly Page[] = pages,
  key = rightKey,
  more: WebSearchGuards = {},
) {
  const server = await startSearchServer(backend, given);
  const search =
    backend === 'searxng'
      ? openWebSearch({ backend, address: `${server.url}/` }, more)
      : openWebSearch({ backend, address: '' }, { ...doorsTo(backend, server.url), ...more });
  if (backend !== 'searxng') expect(await search.setKey(backend, ` ${key}\n`)).toMatchObject({ ok: true });
  return { server, search };
}

async function sentence(backend: WebSearchBackend, answer: SearchAnswer): Promise<string> {
  const { server, search } = await opened(backend);
  server.answers(answer);
  const found = await search.search('x', 5, signal);
  return found.ok ? 'it was taken' : `${found.error.code} ${found.error.message}`;
}

describe.each(webSearchBackends)('%s', (backend) => {
  test(
    cite('WORK-6', 'a search is sent as the service expects and returns title, address, text and date'),
    async () => {
      const { server, search } = await opened(backend);
      const found = await search.search('健康 & checks?', 3, signal);
      expect(found).toEqual({ ok: true, value: { backend, origin: server.url, sources: pages.slice(0, 3) } });
      expect(await search.target()).toEqual({ backend, origin: server.url });
      expect(server.seen).toHaveLength(1);
      expect(Object.keys(server.seen[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['cookie', 'referer']));
    },
  );

  test('no matches is an answer, not an error', async () => {
    const { server, search } = await opened(backend, []);
    if (backend === 'searxng') server.answers((_request, response) => json(response, 200, { query: 'x', results: [] }));
    expect(await search.search('x', 3, signal)).toMatchObject({ ok: true, value: { sources: [] } });
  });

  test('anything but the expected JSON is reported', async () => {
    const page: SearchAnswer = (_request, response) => void response.writeHead(200).end('<html>Sign in</html>');
    expect(await sentence(backend, page)).toMatch(
      /did not return JSON\. Is http:\/\/127\.0\.0\.1:\d+ the right address\?$/,
    );
    const other: SearchAnswer = (_request, response) => json(response, 200, { object: 'list' });
    expect(await sentence(backend, other)).toMatch(/responded in an unknown format\.$/);
    const nothing: SearchAnswer = (_request, response) => json(response, 200, null);
    expect(await sentence(backend, nothing)).toMatch(/responded in an unknown format\.$/);
  });

  test(cite('WORK-6', 'a redirect is not followed, wherever it leads'), async () => {
    const other = await startSearchServer(backend, pages);
    for (const location of ['http://169.254.169.254/latest/meta-data/', other.url, '/search']) {
      const told = await sentence(backend, (_request, response) => void response.writeHead(302, { location }).end());
      expect(told).toMatch(/redirects searches to http:\/\/[\d.:]+ \(302\)\. Nothing was sent there\./);
    }
    expect(other.seen).toEqual([]);
  });

  test('a response of 10 MB is not read to its end, compressed or not', async () => {
    const large: SearchAnswer = (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"results":["${'x'.repeat(10_000_000)}"]}`);
    expect(await sentence(backend, large)).toMatch(/is larger than 2 MB and was not read\.$/);
    const packed = gzipSync(JSON.stringify({ results: ['x'.repeat(10_000_000)] }));
    const bomb: SearchAnswer = (_request, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    expect(await sentence(backend, bomb)).toMatch(/larger than 2 MB and was not read\.$/);
  });

  test('a stopped search ends immediately', async () => {
    const { server, search } = await opened(backend);
    const stopping = new AbortController();
    server.answers(() => stopping.abort());
    expect(await search.search('x', 3, stopping.signal)).toMatchObject({
      ok: false,
      error: { code: 'ENGINE_ABORTED' },
    });
  });

  test('a server that responds only in part times out', async () => {
    const limits = { ...defaultAskLimits, timeoutMs: 150 };
    const { server, search } = await opened(backend, pages, rightKey, { limits });
    server.answers((_request, response) => void response.writeHead(200).write('{"results":['));
    const found = await search.search('x', 3, signal);
    expect(found).toMatchObject({ ok: false, error: { code: 'TOOL_TIMEOUT' } });
    expect(!found.ok && found.error.message).toMatch(/did not finish responding within 0\.15 s\.$/);
  });

  test("a server's fault is reported as its own", async () => {
    const broken: SearchAnswer = (_request, response) => void response.writeHead(503).end('upstream');
    expect(await sentence(backend, broken)).toMatch(/has a server problem \(503\)\. Try again later\.$/);
  });
});

describe.each(keyedBackends)('%s and its key', (backend) => {
  test(cite('WORK-6', 'an unknown or missing key is reported with where to enter it'), async () => {
    const { search } = await opened(backend, pages, 'another-key-0123456789');
    const refused = await search.search('x', 3, signal);
    expect(refused).toMatchObject({ ok: false, error: { code: 'LLM_AUTH_FAILED' } });
    expect(!refused.ok && refused.error.message).toMatch(/rejected the key \(4\d\d\)\. Enter it again in Settings/);
    expect(await search.setKey(backend, '')).toMatchObject({ ok: true, value: { keys: { [backend]: 'none' } } });
    const missing = await search.search('x', 3, signal);
    expect(!missing.ok && missing.error.message).toMatch(/^There is no key for /);
  });

  test('a key that the service repeats is hidden in its messages and in its results', async () => {
    const echo: SearchAnswer = (_request, response) =>
      json(response, 400, {
        error:
          backend === 'kagi'
            ? [{ message: `bad ${rightKey}` }]
            : backend === 'exa'
              ? `bad ${rightKey}`
              : { detail: `bad ${rightKey}` },
        detail: { error: `bad ${rightKey}` },
      });
    const told = await sentence(backend, echo);
    expect(told).toContain('Details: bad');
    expect(told).not.toContain(rightKey);
    const { search } = await opened(backend, [{ ...(pages[0] as Page), text: `your key is ${rightKey}` }]);
    expect(JSON.stringify(await search.search('x', 3, signal))).not.toContain(rightKey);
  });

  test('too many searches report when more are possible; a used-up account says so', async () => {
    const wait: SearchAnswer = (_request, response) => json(response, 429, {}, { 'retry-after': '17' });
    expect(await sentence(backend, wait)).toMatch(/^LLM_RATE_LIMITED .* Try again in 17 s\.$/);
    const odd: SearchAnswer = (_request, response) => json(response, 429, {}, { 'retry-after': 'soon' });
    expect(await sentence(backend, odd)).toMatch(/^LLM_RATE_LIMITED .* Wait before searching again\.$/);
    const spent: SearchAnswer = (_request, response) => json(response, 402, {});
    expect(await sentence(backend, spent)).toMatch(
      /^LLM_QUOTA_EXCEEDED The account at .* has no searches left \(402\)/,
    );
  });

  test('a service is never contacted at an address of this machine or its network', async () => {
    const server = await startSearchServer(backend, pages);
    const search = openWebSearch({ backend, address: '' }, { addresses: { [backend]: server.url } });
    await search.setKey(backend, rightKey);
    expect(await search.search('x', 3, signal)).toMatchObject({ ok: false, error: { code: 'ADDRESS_REFUSED' } });
    const named = openWebSearch(
      { backend, address: '' },
      {
        lookup: async () => [{ address: '127.0.0.1', family: 4 }],
        addresses: { [backend]: server.url.replace('127.0.0.1', 'api.example.com') },
      },
    );
    await named.setKey(backend, rightKey);
    expect(await named.search('x', 3, signal)).toMatchObject({ ok: false, error: { code: 'ADDRESS_REFUSED' } });
    expect(server.seen).toEqual([]);
  });
});

test("individual services' messages for a used-up account", async () => {
  for (const status of [432, 433]) {
    const spent: SearchAnswer = (_request, response) =>
      json(response, status, { detail: { error: "This request exceeds your plan's set usage limit." } });
    expect(await sentence('tavily', spent)).toMatch(/^LLM_QUOTA_EXCEEDED .*Details: This request exceeds/);
  }
  const month: SearchAnswer = (_request, response) =>
    json(
      response,
      429,
      { type: 'ErrorResponse', error: { code: 'RATE_LIMITED', detail: 'Request rate limit exceeded' } },
      {
        'x-ratelimit-limit': '1, 2000',
        'x-ratelimit-remaining': '0, 1200',
        'x-ratelimit-reset': '1, 419704',
      },
    );
  expect(await sentence('brave', month)).toMatch(/Try again in 1 s\. Details: Request rate limit exceeded$/);
});

describe('SearXNG, the user’s own server', () => {
  test(cite('WORK-6', 'its rejections are explained: no JSON, a limiter, no such page, no server'), async () => {
    const status = (code: number): Promise<string> =>
      sentence('searxng', (_request, response) => void response.writeHead(code).end('<!doctype html>'));
    expect(await status(403)).toMatch(
      /does not allow JSON \(403\)\. Add “json” under search → formats in its settings\.yml/,
    );
    expect(await status(429)).toMatch(/limiter .* \(429\)/);
    expect(await status(404)).toMatch(/no SearXNG at this address \(404\)/);
    const gone = await openWebSearch({ backend: 'searxng', address: 'http://127.0.0.1:1' }).search('x', 3, signal);
    expect(!gone.ok && gone.error.message).toMatch(/^Nothing responds at 127\.0\.0\.1:1/);
  });

  test('silent engines are reported if nothing was found', async () => {
    const silent: SearchAnswer = (_request, response) =>
      json(response, 200, {
        results: [],
        unresponsive_engines: [
          ['google', 'CAPTCHA'],
          ['bing', 'timeout'],
        ],
      });
    expect(await sentence('searxng', silent)).toMatch(
      /found no results\. Its engines did not respond: google, bing\.$/,
    );
  });

  test.each([
    'http://169.254.169.254',
    'http://[fe80::1]',
    'http://100.100.100.200',
    'http://0.0.0.0:8080',
    'http://[fd00:ec2::254]',
  ])('%s is never contacted, even if the user entered it', async (address) => {
    const found = await openWebSearch({ backend: 'searxng', address }).search('x', 3, signal);
    expect(found).toMatchObject({ ok: false, error: { code: 'ADDRESS_REFUSED' } });
  });

  test('its address may have a path, and comes from the environment unless set in the settings', async () => {
    const server = await startSearchServer('searxng', pages);
    server.answers((_request, response) => json(response, 200, { results: [] }));
    const search = openWebSearch(
      { backend: 'searxng', address: '' },
      {},
      { SEARXNG_URL: `${server.url}/searx/search?q=1` },
    );
    expect(await search.info()).toMatchObject({ environmentAddress: `${server.url}/searx` });
    expect(await search.search('a b', 3, signal)).toMatchObject({ ok: true });
    expect(server.seen[0]?.path).toBe('/searx/search?q=a+b&format=json');
    expect(await openWebSearch({ backend: 'searxng', address: '' }).target()).toBeNull();
  });
});

test(
  cite('WORK-6', 'a key from the environment is used, reported as such, hidden, and overridden by an entered one'),
  async () => {
    const server = await startSearchServer('brave', [{ ...(pages[0] as Page), text: `is it ${rightKey}?` }]);
    const search = openWebSearch({ backend: 'brave', address: '' }, doorsTo('brave', server.url), {
      BRAVE_SEARCH_API_KEY: rightKey,
      TAVILY_API_KEY: 'tvly-0123456789',
    });
    expect((await search.info()).keys).toEqual({
      brave: 'environment',
      tavily: 'environment',
      exa: 'none',
      kagi: 'none',
    });
    const found = await search.search('x', 3, signal);
    expect(found.ok && found.value.sources[0]?.text).toMatch(/^is it \[.*\]\?$/);
    await search.setKey('brave', 'entered-0123456789');
    expect(await search.search('x', 3, signal)).toMatchObject({ ok: false });
    expect(server.seen.map(({ headers }) => headers['x-subscription-token'])).toEqual([rightKey, 'entered-0123456789']);
    expect(await search.setKey('brave', 'with space')).toMatchObject({
      ok: false,
      error: { code: 'SETTINGS_INVALID' },
    });
  },
);

test(cite('WORK-6', 'a third-party server is searched'), async () => {
  const mock = new LLMock({ port: 0, logLevel: 'silent' });
  await mock.start();
  onTestFinished(async () => void (await mock.stop()));
  mock.onSearch('checks', [
    { title: 'Health checks', url: 'https://example.com/health', content: 'Ask for one row.', score: 0.9 },
    { title: 'Other', url: 'https://example.com/other', content: 'More.' },
  ]);
  const search = openWebSearch({ backend: 'tavily', address: '' }, doorsTo('tavily', mock.url));
  await search.setKey('tavily', rightKey);
  expect(await search.search('health checks', 1, signal)).toMatchObject({
    ok: true,
    value: { sources: [{ title: 'Health checks', url: 'https://example.com/health', text: 'Ask for one row.' }] },
  });
});
