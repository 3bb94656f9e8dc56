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
  say(told: UserTextData): string | null;
}

/** Until translations load, or if that fails, the host's text is used. */
export function createHostSpeech({ join, comma = ', ' }: HostGrammar = {}): HostSpeech {
  let learnt: HostTranslations = {};
  const knows = (said: SentenceData): boolean =>
    Object.hasOwn(learnt, said.key) ||
    (isOnlyHoles(said.key) && said.params.some((param) => typeof param === 'object' && knows(param)));
  const wordsOf = ({ key }: SentenceData): Translation => {
    if (Object.hasOwn(learnt, key)) return learnt[key] as Translation;
    return isOnlyHoles(key) ? key.replaceAll(', ', comma) : key;
  };
  return {
    learn(words) {
      learnt = words;
    },
    say(told) {
      const said = typeof told === 'string' ? { key: told, params: [] } : readSentenceData(told);
      return said && knows(said) ? renderSentence(said, wordsOf, join) : null;
    },
  };
}

/** Sequences of sentences or lists, made by `say.all` and `say.list`. */
const isOnlyHoles = (key: string): boolean => /^\{0\}(?:(?:, |\s+)\{\d+\})*$/.test(key);

/** The English text of a message from the contract or from disk. */
export function englishOf(told: UserTextData): string {
  if (typeof told === 'string') return told;
  const said = readSentenceData(told);
  return said === null ? '' : textOf(said);
}
