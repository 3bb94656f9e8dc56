// The host's sentences in the language of the window, by their keys (shared/core/sentence.ts). They are many, and the first drawing
// needs none of them: they are loaded beside it, and nothing of the host is heard before they are there
// (renderer/app/createSession.ts). A key without words is said in English, each sentence for itself.

import {
  readSentenceData,
  renderSentence,
  type SentenceData,
  type Translation,
  textOf,
  type UserTextData,
} from '../../../shared/core/sentence.ts';

/** The words of each key: with `{0}`, `{1}` where they belong, or a function of what is filled in. */
export type HostTranslations = Readonly<Record<string, Translation>>;

export interface HostGrammar {
  /** Puts the parts of one sentence together: its own text and what is filled in, by turns. */
  join?(parts: readonly string[]): string;
  /** Between names of a list. */
  comma?: string;
}

export interface HostSpeech {
  learn(words: HostTranslations): void;
  /** Null: it has no words here. What is not of the form that is known is left out. */
  say(told: UserTextData): string | null;
}

/** Until the words are learnt, and where they could not be loaded, all is as the host said it. */
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

/** Several sentences, or a list, which `say.all` and `say.list` make. */
const isOnlyHoles = (key: string): boolean => /^\{0\}(?:(?:, |\s+)\{\d+\})*$/.test(key);

/** What came over the contract or from a record, in English. */
export function englishOf(told: UserTextData): string {
  if (typeof told === 'string') return told;
  const said = readSentenceData(told);
  return said === null ? '' : textOf(said);
}
