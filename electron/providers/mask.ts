// Makes server text safe to display and store: masked, single-line, bounded.

import { secretEncodings } from '../lib/secretMask.ts';

/** Masks all known secrets, and anything that looks like a bearer token or API key. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  let masked = text;
  for (const secret of secrets) {
    // Shorter values would mask ordinary words.
    if (secret.length < 4) continue;
    for (const form of secretEncodings(secret)) masked = masked.replaceAll(form, '[key]');
  }
  return masked
    .replace(/\bBearer\s+(?!\[key\])[^\s"',\]]+/gi, 'Bearer [key]')
    .replace(/\bsk-[A-Za-z0-9_-]{12,}/g, '[key]');
}

/** Returns one line of at most `limit` characters, without control characters or lone surrogates. */
export function oneLine(text: string, limit: number): string {
  const line = text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line.slice(0, limit * 2));
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : characters.join('');
}
