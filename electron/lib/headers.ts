// Validates custom headers for a provider's requests: allowed names and values.

import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import type { ConnectionInput } from '../../shared/features/models/methods.ts';

/** They control how a request is transferred or what its body is; overriding them would break it. */
const ownedByTheWire = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** A token of RFC 9110. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;

/** Trims names and values. The error names the field: `details.field` is `headers.<index>`. */
export function checkHeaders(headers: ConnectionInput['headers']): Result<ConnectionInput['headers']> {
  const seen = new Set<string>();
  const checked: ConnectionInput['headers'] = [];
  for (const [at, header] of headers.entries()) {
    const [name, value] = [header.name.trim(), header.value.trim()];
    // An empty row of the form.
    if (name === '' && value === '') continue;
    const refused = problemOf(name, value, seen);
    if (refused) return fail('SETTINGS_INVALID', refused, { field: `headers.${at}` });
    seen.add(name.toLowerCase());
    checked.push({ name, value });
  }
  return ok(checked);
}

function problemOf(name: string, value: string, seen: ReadonlySet<string>) {
  if (!headerName.test(name)) return say`“${name}” is not a valid header name. Use only letters, digits and hyphens.`;
  const plain = name.toLowerCase();
  if (plain.startsWith('proxy-')) {
    return say`The header “${name}” is for the proxy. Put the proxy’s user name and password in its address.`;
  }
  if (ownedByTheWire.has(plain)) return say`The header “${name}” is set by Throughline and cannot be changed.`;
  if (seen.has(plain)) return say`The header “${name}” appears twice.`;
  return /^[\x20-\x7e]*$/.test(value)
    ? null
    : say`The value of the header “${name}” can contain only plain letters, digits and symbols.`;
}
