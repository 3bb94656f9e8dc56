// Normalises an API address as people type it into the one stored form.

import { fail, ok, type Result } from '../../../shared/errors.ts';
import { say } from '../../../shared/sentence.ts';

/**
 * http or https, without a slash at the end, and without the last part of a pasted endpoint. An address with a name and
 * password, or with anything after the path, is refused: settings are a file in clear.
 */
export function normaliseBaseUrl(text: string): Result<string> {
  const url = parse(text.trim());
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
  if (url.search !== '' || url.hash !== '') {
    return fail(
      'SETTINGS_INVALID',
      say`The address ends with its path, usually /v1: leave out anything from ? or # on.`,
    );
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(chat\/completions|models)$/, '');
  return ok(`${url.protocol}//${url.host}${path}`);
}

/** True for an address of this machine: servers there usually need no key. */
export function isLoopback(baseUrl: string): boolean {
  const host = parse(baseUrl)?.hostname ?? '';
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
