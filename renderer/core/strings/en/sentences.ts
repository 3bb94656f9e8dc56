// Whole sentences built from stored or sent data: what a call does, what a rule covers, what went wrong. In English
// they are the host's own.

import { questionStrings } from '../../../../shared/conversation/questionStrings.ts';
import type { SentenceData, UserTextData } from '../../../../shared/core/sentence.ts';
import { callSentence } from '../../../../shared/features/tools/toolInfo.ts';
import { describeMatch } from '../../../../shared/permission/ruleText.ts';

import { englishOf } from '../../words/hostTranslations.ts';

export const sentenceStrings = {
  /** Describes what a call does or did, from its tool and arguments. */
  call: callSentence,
  /** What a rule covers; follows “Allow”. */
  rule: describeMatch,
  /** An error by its code, the host's message, and its key. */
  error: (_code: string, message: string, _said?: SentenceData) => message,
  /** Any other sentence of the host. */
  host: (text: UserTextData) => englishOf(text),
  /** A conversation's title, translating the host's placeholder for untitled ones. */
  title: (title: string) => title,
  /** Text from any source, with its key if the host wrote it. */
  text: (text: string, _said?: SentenceData) => text,
  /** What is wrong with a form value; follows its name. */
  question: questionStrings,
  /** Words as the beginning of a line. */
  sentence: (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
  /** A name and its value. */
  pair: (name: string, value: string) => `${name}: ${value}`,
  /** Words that go after a name, as a sentence of their own. */
  alone: (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`,
  /** The separator between `before` and the following text: not every language uses a space. */
  gap: (_before: string): string => ' ',
  /** Whole sentences, one after the other; empty ones are left out. */
  beside: (sentences: readonly string[]) => sentences.filter((sentence) => sentence !== '').join(' '),
  /** Names, one after the other. */
  list: (names: readonly string[]) => names.join(', '),
  /** A row's accessible name: its sentence, state and cost. */
  row: (parts: readonly string[]) => parts.filter((part) => part !== '').join(', '),
};
