// Which addresses are pages of the web.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';

const maxLength = 8192;

/** Errors: ADDRESS_REFUSED. Private addresses are for the user to decide. */
export function parsePageAddress(text: string): Result<URL> {
  const url = text.length > maxLength ? null : URL.parse(text.trim());
  if (url === null) {
    return fail(
      'ADDRESS_REFUSED',
      say`“${text.slice(0, 200)}” is not an address. Give a full one, such as https://example.com/page.`,
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return fail('ADDRESS_REFUSED', say`The shared browser opens http and https addresses only, not ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '') {
    return fail(
      'ADDRESS_REFUSED',
      say`The address contains a user name or password. Leave them out: the user signs in on the page.`,
    );
  }
  return ok(url);
}

/** Null for everything that is not a page of the web. */
export function webOrigin(address: string): string | null {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.origin : null;
}
