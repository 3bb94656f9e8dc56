// Brave Search: `GET /res/v1/web/search` with the key in `X-Subscription-Token`. An unknown key is a 422 with
// SUBSCRIPTION_TOKEN_INVALID; an exhausted month is a 429, just like a quick repeat. Titles and descriptions are HTML.

import { arrayOrNull, nestedField, type SearchBackend, stringValue } from './backend.ts';

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
    const webResults = arrayOrNull(nestedField(answer, 'web', 'results'));
    // Without results, `web` is missing.
    if (webResults === null) return nestedField(answer, 'type') === 'search' ? [] : null;
    return webResults.map((result) => ({
      title: nestedField(result, 'title'),
      url: nestedField(result, 'url'),
      text: nestedField(result, 'description'),
      date: nestedField(result, 'page_age'),
    }));
  },

  errorText: (answer) => stringValue(nestedField(errorOf(answer), 'detail')),

  meaning({ answer }) {
    const code = stringValue(nestedField(errorOf(answer), 'code'));
    if (/SUBSCRIPTION_TOKEN|SUBSCRIPTION_NOT_FOUND/.test(code)) return 'key';
    return /QUOTA|USAGE_LIMIT/.test(code) ? 'quota' : null;
  },
};

/** Documented as a list, but servers send an object. */
function errorOf(answer: unknown): unknown {
  return nestedField(answer, 'error') ?? arrayOrNull(nestedField(answer, 'errors'))?.[0];
}
