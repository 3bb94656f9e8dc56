// Kagi: `POST /api/v1/search` with a bearer key. The old `/api/v0` (`Authorization: Bot`) rejects keys issued since
// 2026. Snippets are HTML. A failure may be an `error` next to an empty `data`.

import { field, jsonHeaders, list, type SearchBackend, text } from './backend.ts';

export const kagi: SearchBackend = {
  request: (query, count, key) => ({
    method: 'POST',
    path: '/api/v1/search',
    headers: { ...jsonHeaders, authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, limit: count }),
  }),

  results(answer) {
    const searchResults = list(field(answer, 'data', 'search'));
    // Kinds without results are omitted.
    if (searchResults === null)
      return typeof field(answer, 'data') === 'object' && kagi.said(answer) === '' ? [] : null;
    return searchResults.map((result) => ({
      title: field(result, 'title'),
      url: field(result, 'url'),
      text: field(result, 'snippet'),
      date: field(result, 'time'),
    }));
  },

  said(answer) {
    const [first] = list(field(answer, 'error')) ?? [];
    return text(field(first, 'message')) || text(field(first, 'msg'));
  },
};
