// A quick token estimate from the characters: no tokenizer, a single pass. It is meant to be calibrated against what
// providers report. It is within about a quarter on plain text, and within about a half on code, JSON and other
// scripts. No real text exceeds twice the estimate.

import type { ApiTool } from '../../shared/conversation/apiMessage.ts';

/** Assumed cost of an image; providers scale images down to about this. */
export const imageTokens = 1_100;
/** Assumed cost of a PDF page (Anthropic's PDF guide: 1,500 to 3,000 tokens of text, plus the page as an image). */
export const pdfPageTokens = 2_500;
/** Overhead per message: its role and delimiters. */
export const messageTokens = 4;
/** Overhead per call or tool. */
export const callTokens = 8;

/** Hundredths of a token per UTF-16 unit, measured with o200k_base on prose, code, JSON and other scripts. */
const weights = makeWeights();

/** Returns at least one token unless the text is empty. */
export function estimateTextTokens(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += weights[text.charCodeAt(at)] as number;
  return Math.ceil(sum / 100);
}

/** Returns a tool's text as it appears in a request. */
export function toolText({ function: { name, description, parameters } }: ApiTool): string {
  return `${name}\n${description}\n${JSON.stringify(parameters)}`;
}

function makeWeights(): Uint8Array {
  const table = new Uint8Array(0x10000).fill(100);
  const set = (from: number, to: number, weight: number): void => void table.fill(weight, from, to + 1);
  // Punctuation and digits form short tokens, words long ones.
  set(0x00, 0x7f, 45);
  set(0x30, 0x39, 42);
  set(0x41, 0x5a, 30);
  set(0x61, 0x7a, 21);
  set(0x20, 0x20, 12);
  set(0x0a, 0x0a, 40);
  // Latin with diacritics, Greek, Cyrillic, Hebrew, Arabic: two or three letters per token.
  set(0x80, 0x24f, 60);
  set(0x370, 0x6ff, 45);
  // Indic and Southeast Asian scripts.
  set(0x900, 0xdff, 50);
  set(0xe00, 0xfff, 60);
  // Chinese, Japanese, Korean.
  set(0x3040, 0x30ff, 75);
  set(0x3400, 0x9fff, 80);
  set(0xac00, 0xd7af, 75);
  set(0xff00, 0xffef, 90);
  return table;
}
