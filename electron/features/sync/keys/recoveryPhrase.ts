// The recovery phrase: a space's seed as 24 words of the English list of BIP 39, with a checksum in the last.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';

const wordCount = 24;
/** No two words of the list begin with the same four letters. */
const uniqueLetters = 4;

async function loadWords() {
  const [{ entropyToMnemonic, mnemonicToEntropy }, { wordlist }] = await Promise.all([
    import('@scure/bip39'),
    import('@scure/bip39/wordlists/english.js'),
  ]);
  return { entropyToMnemonic, mnemonicToEntropy, wordlist };
}

export async function phraseOf(seed: Uint8Array): Promise<string> {
  const { entropyToMnemonic, wordlist } = await loadWords();
  return entropyToMnemonic(seed, wordlist);
}

/** Accepts any case and spacing, numbers before the words, and words shortened to at least four letters. */
export async function readPhrase(typed: string): Promise<Result<Uint8Array>> {
  const { mnemonicToEntropy, wordlist } = await loadWords();
  const phrase: string[] = [];
  for (const text of typed
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)) {
    if (text === '') continue;
    const word = wordlist.includes(text) ? text : completed(wordlist, text);
    if (word === null)
      return fail('PARAMS_INVALID', say`Word ${phrase.length + 1}, “${text}”, is not a word of recovery phrases.`);
    phrase.push(word);
  }
  if (phrase.length !== wordCount) {
    return fail('PARAMS_INVALID', say`A recovery phrase has ${wordCount} words. These are ${phrase.length}.`);
  }
  try {
    return ok(mnemonicToEntropy(phrase.join(' '), wordlist));
  } catch {
    return fail(
      'PARAMS_INVALID',
      say`The words do not belong together: one of them is another word of the list, or two have changed places.`,
    );
  }
}

function completed(wordlist: readonly string[], text: string): string | null {
  if (text.length < uniqueLetters) return null;
  return wordlist.find((word) => word.startsWith(text)) ?? null;
}
