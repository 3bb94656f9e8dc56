// Kagi: `POST /api/v1/search` with a bearer key. The old `/api/v0` (`Authorization: Bot`) rejects keys issued since
// 2026. Snippets are HTML. A failure may be an `error` next to an empty `data`.

import { arrayOrNull, jsonHeaders, nestedField, type SearchBackend, stringValue } from './backend.ts';

export const kagi: SearchBackend = {
  request: (query, count, key) => ({
    method: 'POST',
    path: '/api/v1/search',
    headers: { ...jsonHeaders, authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, limit: count }),
  }),

  results(answer) {
    const searchResults = arrayOrNull(nestedField(answer, 'data', 'search'));
    // Kinds without results are omitted.
    if (searchResults === null)
      return typeof nestedField(answer, 'data') === 'object' && kagi.errorText(answer) === '' ? [] : null;
    return searchResults.map((result) => ({
      title: nestedField(result, 'title'),
      url: nestedField(result, 'url'),
      text: nestedField(result, 'snippet'),
      date: nestedField(result, 'time'),
    }));
  },

  errorText(answer) {
    const [first] = arrayOrNull(nestedField(answer, 'error')) ?? [];
    return stringValue(nestedField(first, 'message')) || stringValue(nestedField(first, 'msg'));
  },
};
