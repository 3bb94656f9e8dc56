// What a model writes as an address, as the one that would be asked: http or https, without credentials, to a name or number
// of the public internet. The system's own reading (`URL`) comes first, so that no check sees another form than the request.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { whyNotPublicName } from './publicAddress.ts';

const maxAddressLength = 8192;

/** Errors: TOOL_EXEC_FAILED for what is no address, ADDRESS_REFUSED for one that is never asked. */
export function webAddress(text: string, whyNot: (hostname: string) => string | null = whyNotPublicName): Result<URL> {
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
  if (why !== null) return refusedAddress(url.hostname, why);
  url.hash = '';
  return ok(url);
}

export function refusedAddress(hostname: string, why: string): Result<never> {
  return fail(
    'ADDRESS_REFUSED',
    `${hostname} is ${why}, and fetch_url only reaches the public internet. For something on this machine, use run_command with curl.`,
  );
}

function wrong(message: string): Result<never> {
  return fail('TOOL_EXEC_FAILED', message);
}
