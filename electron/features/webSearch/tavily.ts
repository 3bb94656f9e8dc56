// Tavily: `POST /search` with a bearer key. 432 and 433 are its statuses for an exhausted plan or budget.

import { field, jsonHeaders, list, type SearchBackend, text } from './backend.ts';

export const tavily: SearchBackend = {
  request: (query, count, key) => ({
    method: 'POST',
    path: '/search',
    headers: { ...jsonHeaders, authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, max_results: count, search_depth: 'basic' }),
  }),

  results: (answer) =>
    list(field(answer, 'results'))?.map((result) => ({
      title: field(result, 'title'),
      url: field(result, 'url'),
      text: field(result, 'content'),
      date: field(result, 'published_date'),
    })) ?? null,

  said: (answer) => text(field(answer, 'detail', 'error')) || text(field(answer, 'detail')),

  meaning: ({ status }) => (status === 432 || status === 433 ? 'quota' : null),
};
