// Tavily: `POST /search` with a bearer key. 432 and 433 are its statuses for an exhausted plan or budget.

import { arrayOrNull, jsonHeaders, nestedField, type SearchBackend, stringValue } from './backend.ts';

export const tavily: SearchBackend = {
  request: (query, count, key) => ({
    method: 'POST',
    path: '/search',
    headers: { ...jsonHeaders, authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, max_results: count, search_depth: 'basic' }),
  }),

  results: (answer) =>
    arrayOrNull(nestedField(answer, 'results'))?.map((result) => ({
      title: nestedField(result, 'title'),
      url: nestedField(result, 'url'),
      text: nestedField(result, 'content'),
      date: nestedField(result, 'published_date'),
    })) ?? null,

  errorText: (answer) =>
    stringValue(nestedField(answer, 'detail', 'error')) || stringValue(nestedField(answer, 'detail')),

  meaning: ({ status }) => (status === 432 || status === 433 ? 'quota' : null),
};
