// Makes provider IDs from names.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { oneLine } from '../mask.ts';

const maxNameLength = 80;
const maxIdLength = 40;

export function checkName(text: string): Result<string> {
  const name = oneLine(text, maxNameLength);
  return name === '' ? fail('SETTINGS_INVALID', say`Enter a name for the provider.`) : ok(name);
}

/** Returns lower-case letters, digits and hyphens, at most 40 characters, and unique. */
export function uniqueSlug(name: string, isTaken: (id: string) => boolean): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, maxIdLength)
    .replace(/-+$/, '');
  const base = plain || 'provider';
  let slug = base;
  for (let n = 2; isTaken(slug); n++) slug = `${base.slice(0, maxIdLength - 1 - String(n).length)}-${n}`;
  return slug;
}
