// Brave Search: `GET /res/v1/web/search` with the key in `X-Subscription-Token`. A key that it does not know is a 422 with
// SUBSCRIPTION_TOKEN_INVALID, and a spent month a 429 as a quick repeat is. Titles and descriptions are HTML.

import { field, list, type SearchBackend, text } from './backend.ts';

export const brave: SearchBackend = {
  request: (query, count, key) => ({
    method: 'GET',
    path: `/res/v1/web/search?${new URLSearchParams({
      q: query,
      count: String(count),
      result_filter: 'web',
      text_decorations: 'false',
    })}`,
    headers: { accept: 'application/json', 'x-subscription-token': key },
  }),

  results(answer) {
    const found = list(field(answer, 'web', 'results'));
    // Where nothing was found there is no `web`.
    if (found === null) return field(answer, 'type') === 'search' ? [] : null;
    return found.map((result) => ({
      title: field(result, 'title'),
      url: field(result, 'url'),
      text: field(result, 'description'),
      date: field(result, 'page_age'),
    }));
  },

  said: (answer) => text(field(errorOf(answer), 'detail')),

  meaning({ answer }) {
    const code = text(field(errorOf(answer), 'code'));
    if (/SUBSCRIPTION_TOKEN|SUBSCRIPTION_NOT_FOUND/.test(code)) return 'key';
    return /QUOTA|USAGE_LIMIT/.test(code) ? 'quota' : null;
  },
};

/** Its documentation has a list where its servers send one. */
function errorOf(answer: unknown): unknown {
  return field(answer, 'error') ?? list(field(answer, 'errors'))?.[0];
}
