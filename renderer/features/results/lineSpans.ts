// Splits a diff line into spans by syntax color and by changed words.

import type { Token } from '../../core/state/textTools.ts';
import type { DiffSpan } from './changedWordSpans.ts';

export interface LineSpan {
  text: string;
  changed: boolean;
  color: string | undefined;
}

/** Tokens are ignored unless they contain the same characters as the text. */
export function lineSpans(
  text: string,
  marks: readonly DiffSpan[] | null,
  tokens: readonly Token[] | undefined,
): LineSpan[] {
  const same = tokens !== undefined && tokens.reduce((sum, token) => sum + token.text.length, 0) === text.length;
  const colours: readonly Token[] = same ? tokens : [{ text, color: undefined }];
  const spans: LineSpan[] = [];
  let token = 0;
  let left = colours[0]?.text.length ?? 0;
  for (const mark of marks ?? [{ text, changed: false }]) {
    for (let at = 0; at < mark.text.length; ) {
      while (left === 0 && token + 1 < colours.length) left = colours[++token]?.text.length ?? 0;
      const take = Math.min(mark.text.length - at, left || mark.text.length - at);
      spans.push({ text: mark.text.slice(at, at + take), changed: mark.changed, color: colours[token]?.color });
      at += take;
      left -= Math.min(left, take);
    }
  }
  return spans;
}
