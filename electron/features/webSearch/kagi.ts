// Kagi: `POST /api/v1/search` with a bearer key. The former `/api/v0` (`Authorization: Bot`) refuses the keys that are given
// out since 2026. Snippets are HTML. A failure may come as `error` beside an empty `data`.

import { field, jsonHeaders, list, type SearchBackend, text } from './backend.ts';

export const kagi: SearchBackend = {
  request: (query, count, key) => ({
    method: 'POST',
    path: '/api/v1/search',
    headers: { ...jsonHeaders, authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, limit: count }),
  }),

  results(answer) {
    const found = list(field(answer, 'data', 'search'));
    // The kinds of results that were not found are left out.
    if (found === null) return typeof field(answer, 'data') === 'object' && kagi.said(answer) === '' ? [] : null;
    return found.map((result) => ({
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
