// The host's sentences in the window's language, by key (shared/core/sentence.ts). They load after the first render,
// and no host message is processed before (renderer/app/createSession.ts). Sentences without a translation stay in
// English.

import {
  readSentenceData,
  renderSentence,
  type SentenceData,
  type Translation,
  textOf,
  type UserTextData,
} from '../../../shared/core/sentence.ts';

/** Translations by key: with `{0}`, `{1}` placeholders, or a function of the parameters. */
export type HostTranslations = Readonly<Record<string, Translation>>;

export interface HostGrammar {
  /** Joins the fixed and inserted parts of a sentence. */
  join?(parts: readonly string[]): string;
  /** List separator. */
  comma?: string;
}

export interface HostSpeech {
  learn(words: HostTranslations): void;
  /** Null without a translation. Ignores malformed data. */
  say(text: UserTextData): string | null;
}

/** Until translations load, or if that fails, the host's text is used. */
export function createHostSpeech({ join, comma = ', ' }: HostGrammar = {}): HostSpeech {
  let learnt: HostTranslations = {};
  const knows = (sentence: SentenceData): boolean =>
    Object.hasOwn(learnt, sentence.key) ||
    (isOnlyHoles(sentence.key) && sentence.params.some((param) => typeof param === 'object' && knows(param)));
  const wordsOf = ({ key }: SentenceData): Translation => {
    if (Object.hasOwn(learnt, key)) return learnt[key] as Translation;
    return isOnlyHoles(key) ? key.replaceAll(', ', comma) : key;
  };
  return {
    learn(words) {
      learnt = words;
    },
    say(text) {
      const sentence = typeof text === 'string' ? { key: text, params: [] } : readSentenceData(text);
      return sentence && knows(sentence) ? renderSentence(sentence, wordsOf, join) : null;
    },
  };
}

/** Sequences of sentences or lists, made by `say.all` and `say.list`. */
const isOnlyHoles = (key: string): boolean => /^\{0\}(?:(?:, |\s+)\{\d+\})*$/.test(key);

/** The English text of a message from the contract or from disk. */
export function englishOf(text: UserTextData): string {
  if (typeof text === 'string') return text;
  const sentence = readSentenceData(text);
  return sentence === null ? '' : textOf(sentence);
}
