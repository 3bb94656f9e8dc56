// Decodes text from the user or another app: by its byte-order mark, else as UTF-8, as UTF-16 if the zero bytes leave
// no doubt, or as Chinese if plausible. It guesses nothing else, since a wrong guess would reach the model as garbage.

import { decodeChineseText } from './chineseText.ts';

type Utf16 = 'utf-16le' | 'utf-16be';

/**
 * Returns the text without its byte-order mark, or null if the encoding is unknown or the bytes are not text. `cut`:
 * the last character may be incomplete and is then dropped.
 */
export function decodePlainText(bytes: Buffer, { cut = false } = {}): string | null {
  const wide = detectUtf16(bytes);
  if (wide !== null) {
    const text = decoded(wide, bytes, cut);
    return text?.includes('\0') ? null : text;
  }
  if (bytes.includes(0)) return null;
  return decoded('utf-8', bytes, cut) ?? decodeChineseText(bytes, { cut });
}

function decoded(encoding: Utf16 | 'utf-8', bytes: Buffer, cut: boolean): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: cut });
  } catch {
    return null;
  }
}

const sampleBytes = 4096;

/** UTF-16 by its mark, or clearly UTF-16 without one: many zeros at every second byte, and no control characters. */
export function detectUtf16(bytes: Buffer): Utf16 | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, Math.min(sampleBytes, bytes.length - (bytes.length % 2)));
  let first = 0;
  let second = 0;
  for (let at = 0; at < sample.length; at += 2) {
    if (sample[at] === 0) first++;
    if (sample[at + 1] === 0) second++;
  }
  const [zeros, others, encoding] =
    second > first ? [second, first, 'utf-16le' as const] : [first, second, 'utf-16be' as const];
  if (zeros === 0 || zeros * 8 < sample.length || others * 4 > zeros) return null;
  const text = decoded(encoding, sample, true);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what no text has is looked for
  return text === null || /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f]/.test(text) ? null : encoding;
}
