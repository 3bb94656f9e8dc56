// Exa: `POST /search` with the key in `x-api-key`; snippets require requesting page text.

import { field, jsonHeaders, list, type SearchBackend, text } from './backend.ts';

const textLength = 1000;

export const exa: SearchBackend = {
  request: (query, count, key) => ({
    method: 'POST',
    path: '/search',
    headers: { ...jsonHeaders, 'x-api-key': key },
    body: JSON.stringify({ query, numResults: count, contents: { text: { maxCharacters: textLength } } }),
  }),

  results: (answer) =>
    list(field(answer, 'results'))?.map((result) => ({
      title: field(result, 'title'),
      url: field(result, 'url'),
      text: field(result, 'text'),
      date: field(result, 'publishedDate'),
    })) ?? null,

  said: (answer) => text(field(answer, 'error')) || text(field(answer, 'message')),
};
