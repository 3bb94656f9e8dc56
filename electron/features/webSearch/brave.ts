// Brave Search: `GET /res/v1/web/search` with the key in `X-Subscription-Token`. An unknown key is a 422 with
// SUBSCRIPTION_TOKEN_INVALID; an exhausted month is a 429, just like a quick repeat. Titles and descriptions are HTML.

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
    const webResults = list(field(answer, 'web', 'results'));
    // Without results, `web` is missing.
    if (webResults === null) return field(answer, 'type') === 'search' ? [] : null;
    return webResults.map((result) => ({
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

/** Documented as a list, but servers send an object. */
function errorOf(answer: unknown): unknown {
  return field(answer, 'error') ?? list(field(answer, 'errors'))?.[0];
}
