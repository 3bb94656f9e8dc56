// Splits text into index tokens. Characters of scripts with very short words (Chinese, Japanese, Korean) and emoji are
// indexed singly and in pairs; everything else by FTS5's trigram tokenizer. Queries are split the same way. Pure.

import { fold, isAscii } from '../../../shared/core/folding.ts';

/** Characters that are meaningful alone. */
const short =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\p{Extended_Pictographic}\\p{Regional_Indicator}\\u{30FC}\\u{FF70}';
const shortRun = new RegExp(`[${short}]+`, 'gu');

export interface IndexTexts {
  /** Case-folded, with short characters replaced by spaces. */
  plain: string;
  /** Distinct short characters and pairs of them, space-separated; may be empty. */
  pairs: string;
}

/** FTS5 would end the text at a NUL. */
const nul = /\0/g;

export function toIndexTexts(text: string): IndexTexts {
  const folded = fold(text).replace(nul, ' ');
  if (isAscii(folded)) return { plain: folded, pairs: '' };
  const tokens = new Set<string>();
  const plain = folded.replace(shortRun, (run) => {
    let before = '';
    for (const character of run) {
      tokens.add(character);
      if (before !== '') tokens.add(before + character);
      before = character;
    }
    return ' ';
  });
  return { plain, pairs: [...tokens].join(' ') };
}

export interface QueryTokens {
  /** Three-character runs. */
  trigrams: string[];
  /** Pairs of short characters, and isolated single ones. */
  pairs: string[];
}

/** The tokens that any text containing `term` (already folded) must have. */
export function queryTokens(term: string): QueryTokens {
  const pairs = new Set<string>();
  const clean = term.replace(nul, ' ');
  const plain = clean.split(shortRun);
  for (const [run] of clean.matchAll(shortRun)) {
    const characters = [...run];
    if (characters.length === 1) pairs.add(run);
    for (let at = 1; at < characters.length; at++) pairs.add(`${characters[at - 1]}${characters[at]}`);
  }
  const trigrams = new Set<string>();
  for (const piece of plain) {
    const characters = [...piece];
    for (let at = 0; at + 3 <= characters.length; at++) trigrams.add(characters.slice(at, at + 3).join(''));
  }
  return { trigrams: [...trigrams], pairs: [...pairs] };
}
