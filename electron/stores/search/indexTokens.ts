// What the index keeps of a text. Letters of scripts that write words with one or two (Chinese, Japanese, Korean) and emoji
// are kept one by one and in pairs; everything else as runs of three characters, which FTS5's trigram tokenizer makes. A
// query is cut the same way. Pure.

import { fold, isAscii } from '../../../shared/core/folding.ts';

/** Characters that mean something alone. */
const short =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\p{Extended_Pictographic}\\p{Regional_Indicator}\\u{30FC}\\u{FF70}';
const shortRun = new RegExp(`[${short}]+`, 'gu');

export interface IndexTexts {
  /** Folded, with a space where there were short characters. */
  plain: string;
  /** Single short characters and pairs of them, each once, with spaces between; empty when there are none. */
  pairs: string;
}

/** NUL would end a text for the index. */
const nul = /\0/g;

export function indexTexts(text: string): IndexTexts {
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
  /** Runs of three characters. */
  trigrams: string[];
  /** Pairs of short characters, and single ones that have no neighbour. */
  pairs: string[];
}

/** What must be in the index for a text that holds `term`, which is folded. */
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
