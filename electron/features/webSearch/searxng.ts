// SearXNG, a self-hosted server: `GET /search?format=json`. No key and no result count. JSON is off unless enabled in
// its settings (docs.searxng.org, Search API), and then fails with a 403 page.

import { say } from '../../../shared/core/sentence.ts';
import { arrayOrNull, nestedField, type SearchBackend, stringValue } from './backend.ts';

export const searxng: SearchBackend = {
  request: (query) => ({
    method: 'GET',
    path: `/search?${new URLSearchParams({ q: query, format: 'json' })}`,
    headers: { accept: 'application/json' },
  }),

  results: (answer) =>
    arrayOrNull(nestedField(answer, 'results'))?.map((result) => ({
      title: nestedField(result, 'title'),
      url: nestedField(result, 'url'),
      text: nestedField(result, 'content'),
      date: nestedField(result, 'publishedDate'),
    })) ?? null,

  whyEmpty(answer) {
    const silent = (arrayOrNull(nestedField(answer, 'unresponsive_engines')) ?? [])
      .map((entry) => (Array.isArray(entry) ? stringValue(entry[0]) : ''))
      .filter(Boolean);
    return silent.length === 0 ? null : say`Its engines did not respond: ${silent.slice(0, 8).join(', ')}.`;
  },

  errorText: (answer) => stringValue(nestedField(answer, 'message')),

  meaning({ status }) {
    if (status === 403) {
      return say`This SearXNG does not allow JSON (403). Add “json” under search → formats in its settings.yml and restart it.`;
    }
    if (status === 429) {
      return say`This SearXNG’s limiter blocked the search (429). Wait, or allow this machine in its limiter.toml.`;
    }
    if (status === 401) return say`This SearXNG requires sign-in (401), which is not supported.`;
    if (status === 404) return say`There is no SearXNG at this address (404). Check the path.`;
    return null;
  },
};
