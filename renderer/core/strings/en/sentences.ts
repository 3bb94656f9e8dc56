// Whole sentences that are made from what is stored or sent: what a call does, what a rule says, what went wrong. In
// English they are the host's own.

import { questionStrings } from '../../../../shared/conversation/questionStrings.ts';
import type { SentenceData, UserTextData } from '../../../../shared/core/sentence.ts';
import { callSentence } from '../../../../shared/features/tools/toolInfo.ts';
import { matchWords } from '../../../../shared/permission/ruleText.ts';

import { englishOf } from '../../words/hostTranslations.ts';

export const sentenceStrings = {
  /** What a call does or did, from its tool and its arguments. */
  call: callSentence,
  /** What a rule is about; goes after “Allow”. */
  rule: matchWords,
  /** An error by its code, what the host said of it, and the key of that. */
  error: (_code: string, message: string, _said?: SentenceData) => message,
  /** Any other sentence of the host. */
  host: (told: UserTextData) => englishOf(told),
  /** What a conversation is called: its own title, but for the one that the host gives to what has none. */
  title: (title: string) => title,
  /** A text that may be anybody's, and its key where the host said it. */
  text: (text: string, _said?: SentenceData) => text,
  /** What is wrong with a value of a form; goes after its name. */
  question: questionStrings,
  /** Words as the beginning of a line. */
  sentence: (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
  /** A name and what it is set to. */
  pair: (name: string, value: string) => `${name}: ${value}`,
  /** Words that go after a name, as a sentence of their own. */
  alone: (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`,
  /** What stands between `before` and what is written after it: not every language has a space there. */
  gap: (_before: string): string => ' ',
  /** Whole sentences, one after the other; empty ones are left out. */
  beside: (sentences: readonly string[]) => sentences.filter((sentence) => sentence !== '').join(' '),
  /** Names, one after the other. */
  list: (names: readonly string[]) => names.join(', '),
  /** What a row is called by those who hear it: its sentence, its state, what it cost. */
  row: (parts: readonly string[]) => parts.filter((part) => part !== '').join(', '),
};
