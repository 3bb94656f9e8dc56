// The search services on loopback: each accepts only the real service's requests and answers in its format. A wrong key
// is rejected like the real one does.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { WebSearchGuards } from '../../electron/features/webSearch/webSearch.ts';
import type { WebSearchBackend } from '../../shared/features/webSearch/webSearch.ts';

export interface Page {
  title: string;
  url: string;
  text: string;
  date?: string;
}

interface SeenSearch {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Answers instead of the service. */
export type SearchAnswer = (request: SeenSearch, response: ServerResponse) => void;

export interface SearchServer {
  url: string;
  seen: SeenSearch[];
  /** Applies to requests from now on. */
  answers(next: SearchAnswer): void;
}

export const rightKey = 'right-key-0123456789abcdef';

export async function startSearchServer(backend: WebSearchBackend, pages: readonly Page[]): Promise<SearchServer> {
  const seen: SeenSearch[] = [];
  let answer: SearchAnswer = (request, response) => services[backend](request, response, pages);
  const server = createServer(async (incoming, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    const { method = '', url = '', headers } = incoming;
    const request = { method, path: url, headers, body: Buffer.concat(pieces).toString() };
    seen.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answers(next) {
      answer = next;
    },
  };
}

/** Lets a local service pass for one on the public internet. */
export function doorsTo(backend: Exclude<WebSearchBackend, 'searxng'>, url: string): WebSearchGuards {
  return { addresses: { [backend]: url }, whyNotAddress: (address) => (address === '127.0.0.1' ? null : 'not it') };
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

type Service = (request: SeenSearch, response: ServerResponse, pages: readonly Page[]) => void;

const services: Record<WebSearchBackend, Service> = {
  searxng({ method, path }, response, pages) {
    const url = new URL(path, 'http://local');
    const q = url.searchParams.get('q');
    if (method !== 'GET' || url.pathname !== '/search' || !q) return json(response, 404, {});
    if (url.searchParams.get('format') !== 'json') return void response.writeHead(200).end('<html>');
    json(response, 200, {
      query: q,
      number_of_results: 0,
      results: pages.map(({ title, url: address, text, date }) => ({
        url: address,
        title,
        content: text,
        publishedDate: date ?? null,
        thumbnail: '',
        engine: 'bing',
        template: 'default.html',
        parsed_url: ['https', 'a.example', '/', '', '', ''],
        engines: ['bing'],
        positions: [1],
        score: 1,
        category: 'general',
      })),
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: ['another'],
      unresponsive_engines: [['google', 'Suspended: too many requests']],
    });
  },

  brave({ method, path, headers }, response, pages) {
    const url = new URL(path, 'http://local');
    const count = Number(url.searchParams.get('count'));
    const q = url.searchParams.get('q') ?? '';
    if (method !== 'GET' || url.pathname !== '/res/v1/web/search') return json(response, 404, {});
    const refuse = (code: string, detail: string): void =>
      json(response, 422, { type: 'ErrorResponse', error: { id: 'x', status: 422, code, detail, meta: {} }, time: 1 });
    if (headers['x-subscription-token'] !== rightKey) {
      return refuse('SUBSCRIPTION_TOKEN_INVALID', 'The provided subscription token is invalid.');
    }
    if (q === '' || q.length > 400 || !(count >= 1 && count <= 20)) return refuse('VALIDATION', 'Unable to validate');
    json(response, 200, {
      type: 'search',
      query: { original: q, more_results_available: true },
      ...(pages.length === 0
        ? {}
        : {
            web: {
              type: 'search',
              results: pages.slice(0, count).map(({ title, url: address, text, date }) => ({
                type: 'search_result',
                title,
                url: address,
                description: text,
                ...(date ? { age: '3 weeks ago', page_age: `${date}T10:00:00` } : {}),
                profile: { name: 'A', url: address },
                meta_url: { hostname: 'a.example' },
              })),
            },
          }),
      mixed: { type: 'mixed', main: [] },
    });
  },

  tavily({ method, path, headers, body }, response, pages) {
    const asked = JSON.parse(body || '{}') as { query?: unknown; max_results?: number };
    if (method !== 'POST' || path !== '/search') return json(response, 404, {});
    if (headers.authorization !== `Bearer ${rightKey}`) {
      return json(response, 401, { detail: { error: 'Unauthorized: missing or invalid API key.' } });
    }
    if (typeof asked.query !== 'string' || asked.query.length > 400) {
      return json(response, 400, { detail: { error: 'Query is too long. Max query length is 400 characters.' } });
    }
    json(response, 200, {
      query: asked.query,
      follow_up_questions: null,
      answer: null,
      images: [],
      results: pages.slice(0, asked.max_results).map(({ title, url, text, date }) => ({
        url,
        title,
        content: text,
        score: 0.9,
        raw_content: null,
        ...(date ? { published_date: `Tue, ${date.slice(8)} Nov ${date.slice(0, 4)} 10:00:00 GMT` } : {}),
      })),
      response_time: 0.8,
      request_id: 'x',
    });
  },

  exa({ method, path, headers, body }, response, pages) {
    const asked = JSON.parse(body || '{}') as { query?: unknown; numResults?: number; contents?: { text?: unknown } };
    if (method !== 'POST' || path !== '/search') return json(response, 404, {});
    if (headers['x-api-key'] !== rightKey) {
      return json(response, 401, { requestId: 'x', error: 'Invalid API key', tag: 'INVALID_API_KEY' });
    }
    if (typeof asked.query !== 'string') return json(response, 400, { requestId: 'x', error: 'query', tag: 'INVALID' });
    json(response, 200, {
      requestId: 'x',
      resolvedSearchType: 'neural',
      results: pages.slice(0, asked.numResults).map(({ title, url, text, date }) => ({
        id: url,
        title,
        url,
        publishedDate: date ? `${date}T00:00:00.000Z` : null,
        author: null,
        ...(asked.contents?.text ? { text } : {}),
      })),
      costDollars: { total: 0.005 },
    });
  },

  kagi({ method, path, headers, body }, response, pages) {
    const asked = JSON.parse(body || '{}') as { query?: unknown; limit?: number };
    if (method !== 'POST' || path !== '/api/v1/search') return json(response, 404, {});
    if (headers.authorization !== `Bearer ${rightKey}`) {
      return json(response, 401, {
        meta: { trace: 'x' },
        data: null,
        error: [{ code: 'auth', message: 'Unauthorized' }],
      });
    }
    if (typeof asked.query !== 'string') return json(response, 400, { error: [{ message: 'query is required' }] });
    json(response, 200, {
      meta: { trace: 'x', ms: 12 },
      data: {
        search: pages.slice(0, asked.limit).map(({ title, url, text, date }) => ({
          url,
          title,
          snippet: text,
          ...(date ? { time: `${date}T10:00:00Z` } : {}),
        })),
        related_search: [{ title: 'another' }],
      },
    });
  },
};
