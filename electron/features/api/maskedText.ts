// Masks secrets in parts of texts: a secret that begins before a part or ends after it must not show there either.

import { ok, type Result } from '../../../shared/core/errors.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { ResultPage } from '../../ports/tool.ts';

/** More than the longest secret that the mask finds. */
const contextBytes = 32 * 1024;

/** A page of a long result. Consecutive pages together are the masked whole. */
export async function readMaskedPage(
  read: (offset: number, limit: number) => Promise<Result<ResultPage>>,
  mask: SecretMask,
  offset: number,
  limit: number,
): Promise<Result<ResultPage>> {
  const from = Math.max(0, offset - contextBytes);
  const page = await read(from, offset - from + limit);
  if (!page.ok) return page;
  const bytes = Buffer.from(page.value.text);
  let cut = Math.min(bytes.length, Math.max(0, offset - page.value.offset));
  while (cut > 0 && ((bytes[cut] ?? 0) & 0xc0) === 0x80) cut--;
  const stream = mask.stream();
  stream.add(bytes.toString('utf8', 0, cut));
  const text = stream.add(bytes.toString('utf8', cut));
  const rest = page.value.nextOffset === null ? stream.end() : '';
  return ok({ ...page.value, offset: page.value.offset + cut, text: text + rest });
}

/** The beginning of a text that still grows. */
export function maskedStart(mask: SecretMask, text: string): string {
  return mask.stream().add(text);
}

/** Excerpts cut secrets, which the mask then cannot find: leaves out words that are cut, and lines of keys. */
export function withoutCutWords(excerpt: string): string {
  return excerpt.replace(/^…[\w+/=.-]+|[\w+/=.-]{12,}$|[A-Za-z0-9+/=]{60,}/g, '…');
}
