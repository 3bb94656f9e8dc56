// Parses an address from a model into the one to request: http or https, without credentials, to a public name or IP
// address. Normalized by `URL` first, so that checks see the same form as the request.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { nonPublicNameReason } from './publicAddress.ts';

const maxAddressLength = 8192;

/** Errors: TOOL_EXEC_FAILED for an invalid address, ADDRESS_REFUSED for a forbidden one. */
export function parseWebAddress(
  text: string,
  whyNot: (hostname: string) => string | null = nonPublicNameReason,
): Result<URL> {
  if (text.length > maxAddressLength) return wrong(`The address is longer than ${maxAddressLength} characters.`);
  const url = URL.parse(text.trim());
  if (url === null)
    return wrong(`"${text.slice(0, 200)}" is not an address. Give a full one, such as https://example.com/page.`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return wrong(`"${url.protocol}" cannot be fetched, only http and https. For files, use read_file.`);
  }
  if (url.username !== '' || url.password !== '') {
    return wrong('The address contains a user name or password. Credentials are never sent: leave them out.');
  }
  const why = whyNot(url.hostname);
  if (why !== null) return refusedAddressError(url.hostname, why);
  url.hash = '';
  return ok(url);
}

export function refusedAddressError(hostname: string, why: string): Result<never> {
  return fail(
    'ADDRESS_REFUSED',
    `${hostname} is ${why}, and fetch_url only reaches the public internet. For something on this machine, use run_command with curl.`,
  );
}

function wrong(message: string): Result<never> {
  return fail('TOOL_EXEC_FAILED', message);
}
