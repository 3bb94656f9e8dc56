// A quick reckoning of tokens from the letters alone: no tokenizer, one pass, the same everywhere. It is made to be held
// against what providers report, not to be right by itself: on plain text it is within about a quarter, on code, JSON and
// other scripts within about a half. Twice the reckoning is never exceeded by text that people or tools write.

import type { ApiTool } from '../../shared/conversation/apiMessage.ts';

/** What a picture is taken to cost; providers scale them down to about this. */
export const imageTokens = 1_100;
/** What a page of a PDF is taken to cost (Anthropic's PDF guide: 1,500 to 3,000 tokens of text, and the page as an image). */
export const pdfPageTokens = 2_500;
/** What frames a message on the wire: its role and its ends. */
export const messageTokens = 4;
/** What frames a call or a tool beside its words. */
export const callTokens = 8;

/** Hundredths of a token for each UTF-16 unit, from counts with o200k_base over prose, code, JSON and other scripts. */
const weights = makeWeights();

/** Tokens of a text, at least one unless it is empty. */
export function estimateTextTokens(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += weights[text.charCodeAt(at)] as number;
  return Math.ceil(sum / 100);
}

/** The words of a tool as they stand in a request. */
export function toolText({ function: { name, description, parameters } }: ApiTool): string {
  return `${name}\n${description}\n${JSON.stringify(parameters)}`;
}

function makeWeights(): Uint8Array {
  const table = new Uint8Array(0x10000).fill(100);
  const set = (from: number, to: number, weight: number): void => void table.fill(weight, from, to + 1);
  // Punctuation and digits come in short pieces, words in long ones.
  set(0x00, 0x7f, 45);
  set(0x30, 0x39, 42);
  set(0x41, 0x5a, 30);
  set(0x61, 0x7a, 21);
  set(0x20, 0x20, 12);
  set(0x0a, 0x0a, 40);
  // Latin with marks, Greek, Cyrillic, Hebrew, Arabic: two or three letters in a token.
  set(0x80, 0x24f, 60);
  set(0x370, 0x6ff, 45);
  // Indic and south-east Asian scripts.
  set(0x900, 0xdff, 50);
  set(0xe00, 0xfff, 60);
  // Chinese, Japanese, Korean.
  set(0x3040, 0x30ff, 75);
  set(0x3400, 0x9fff, 80);
  set(0xac00, 0xd7af, 75);
  set(0xff00, 0xffef, 90);
  return table;
}
