// Exa: `POST /search` with the key in `x-api-key`; snippets require requesting page text.

import { arrayOrNull, jsonHeaders, nestedField, type SearchBackend, stringValue } from './backend.ts';

const textLength = 1000;

export const exa: SearchBackend = {
  request: (query, count, key) => ({
    method: 'POST',
    path: '/search',
    headers: { ...jsonHeaders, 'x-api-key': key },
    body: JSON.stringify({ query, numResults: count, contents: { text: { maxCharacters: textLength } } }),
  }),

  results: (answer) =>
    arrayOrNull(nestedField(answer, 'results'))?.map((result) => ({
      title: nestedField(result, 'title'),
      url: nestedField(result, 'url'),
      text: nestedField(result, 'text'),
      date: nestedField(result, 'publishedDate'),
    })) ?? null,

  errorText: (answer) => stringValue(nestedField(answer, 'error')) || stringValue(nestedField(answer, 'message')),
};
