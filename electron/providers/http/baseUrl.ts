// Normalizes API addresses, typed, pasted or from the environment, to the stored form.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ProviderKind } from '../../../shared/features/models/providerKind.ts';

/** Endpoint paths, often included when an address is copied from docs or a command. */
const endpoint = /\/(?:chat\/completions|completions|responses|messages(?:\/count_tokens)?|models(?:\/[^/]+:\w+)?)$/;
/** Paths to cut per API: added by our client, or part of another API on the same server. */
const ends: Partial<Record<ProviderKind, RegExp>> = {
  ollama: /\/(?:v1|api(?:\/(?:chat|generate|tags|show|ps|version))?)$/,
  gemini: /\/openai$/,
};
const ollamaPort = 11434;

/**
 * Returns an http(s) URL without trailing slash or endpoint path. Rejects credentials, queries and fragments: settings
 * are stored in clear text. For Ollama, accepts the format of OLLAMA_HOST, without a scheme.
 */
export function normalizeBaseUrl(text: string, kind: ProviderKind = 'openai'): Result<string> {
  const url = URL.parse(kind === 'ollama' ? ollamaHost(text.trim()) : text.trim());
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') {
    return fail(
      'SETTINGS_INVALID',
      say`Enter an address that starts with http:// or https://, such as https://api.example.com/v1.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    return fail(
      'SETTINGS_INVALID',
      say`The address must not contain a user name or password. Enter the key in the key field.`,
    );
  }
  const isStream = url.search === '?alt=sse' && /:\w+$/.test(url.pathname);
  if ((url.search !== '' && !isStream) || url.hash !== '') {
    return fail(
      'SETTINGS_INVALID',
      say`The address must end with its path, usually /v1. Remove everything from ? or # on.`,
    );
  }
  // The wildcard address is for listening; some systems cannot connect to it.
  if (/^(0\.0\.0\.0|\[::\])$/.test(url.hostname)) url.hostname = '127.0.0.1';
  const path = url.pathname.replace(/\/+$/, '').replace(endpoint, '');
  const end = ends[kind];
  return ok(`${url.protocol}//${url.host}${end ? path.replace(end, '') : path}`);
}

/** Like Ollama: `host`, `:port`, `host:port`, `http://host`; default port unless there is a scheme or port. */
function ollamaHost(text: string): string {
  if (text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  const [place = '', ...path] = text.split('/');
  const host = place.startsWith(':') ? `127.0.0.1${place}` : place;
  const hasPort = /:\d+$/.test(host.replace(/^\[.*\]/, ''));
  return `http://${host}${hasPort ? '' : `:${ollamaPort}`}/${path.join('/')}`;
}

/** True for loopback addresses; local servers rarely need a key. */
export function isLoopback(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
