// Normalises an API address as people type it, paste it, or have it in their environment, into the one stored form.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { WireKind } from '../../../shared/features/models/providerKind.ts';

/** What follows the base in the addresses of requests: pasted from a document or a command. */
const endpoint = /\/(?:chat\/completions|completions|responses|messages(?:\/count_tokens)?|models(?:\/[^/]+:\w+)?)$/;
/** What else is cut from the base of one wire: its own code puts it in, or it belongs to another wire of the same server. */
const ends: Partial<Record<WireKind, RegExp>> = {
  ollama: /\/(?:v1|api(?:\/(?:chat|generate|tags|show|ps|version))?)$/,
  gemini: /\/openai$/,
};
const ollamaPort = 11434;

/**
 * http or https, without a slash at the end, and without the last part of a pasted endpoint. An address with a name and
 * password, or with anything after the path, is refused: settings are a file in clear. One of Ollama may be as OLLAMA_HOST has
 * it, without a scheme.
 */
export function normaliseBaseUrl(text: string, kind: WireKind = 'openai'): Result<string> {
  const url = URL.parse(kind === 'ollama' ? ollamaHost(text.trim()) : text.trim());
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') {
    return fail(
      'SETTINGS_INVALID',
      say`Enter an address that begins with http:// or https://, such as https://api.example.com/v1.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    return fail(
      'SETTINGS_INVALID',
      say`The address must not contain a user name or password. Enter the key in its own field.`,
    );
  }
  const isStream = url.search === '?alt=sse' && /:\w+$/.test(url.pathname);
  if ((url.search !== '' && !isStream) || url.hash !== '') {
    return fail(
      'SETTINGS_INVALID',
      say`The address ends with its path, usually /v1: leave out anything from ? or # on.`,
    );
  }
  // What a server listens on is no address to call, on every system.
  if (/^(0\.0\.0\.0|\[::\])$/.test(url.hostname)) url.hostname = '127.0.0.1';
  const path = url.pathname.replace(/\/+$/, '').replace(endpoint, '');
  const end = ends[kind];
  return ok(`${url.protocol}//${url.host}${end ? path.replace(end, '') : path}`);
}

/** As Ollama reads it: `host`, `:port`, `host:port`, `http://host`; the port is its own unless a scheme or a port is given. */
function ollamaHost(text: string): string {
  if (text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  const [place = '', ...path] = text.split('/');
  const host = place.startsWith(':') ? `127.0.0.1${place}` : place;
  const hasPort = /:\d+$/.test(host.replace(/^\[.*\]/, ''));
  return `http://${host}${hasPort ? '' : `:${ollamaPort}`}/${path.join('/')}`;
}

/** True for an address of this machine: servers there usually need no key. */
export function isLoopback(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
