// The type of `language`, which each file in ./languages exports. The file is named after the language's tag (BCP
// 47), such as fr or pt-BR. A partial language falls back to English for each missing sentence; a complete one needs
// every key to compile.

import { createHostSpeech, englishOf, type HostSpeech, type HostTranslations } from '../words/hostTranslations.ts';
import type { Strings } from './en.ts';
import type { LateStrings } from './enLate.ts';

/** The words of each feature, by its name. A feature declares its own in its words.ts. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it.
export interface FeatureStrings {}

interface Language {
  /** The locale of dates and numbers. */
  locale: string;
  /** The host's sentences by key (shared/core/sentence.ts), or a function that loads them after the first render. */
  host?: HostTranslations | (() => Promise<HostTranslations>);
  /** Translations of sentences that earlier versions stored, by keys that the host no longer uses. */
  earlierHost?: () => Promise<HostTranslations>;
}

export interface WholeLanguage extends Language {
  strings: Strings;
  late: () => Promise<LateStrings>;
  /** How its sentences include the host's; by default those stay as they are. */
  speech?: HostSpeech;
}

/** @internal */
export interface PartialLanguage extends Language {
  partial: PartOf<Strings & LateStrings & FeatureStrings>;
}

export type LanguageFile = WholeLanguage | PartialLanguage;

export type PartOf<T> = T extends (...args: never[]) => string
  ? T
  : T extends string
    ? string
    : T extends readonly unknown[]
      ? T
      : { readonly [Key in keyof T]?: PartOf<T[Key]> };

/** The window's catalog, and what adds the host's translations; null if there are none. */
export interface Spoken {
  strings: Strings;
  speech: HostSpeech | null;
}

/** `english`: of a language that is not whole. */
export async function spokenOf(file: LanguageFile, english: () => Promise<Strings>): Promise<Spoken> {
  if ('strings' in file) return { strings: file.strings, speech: file.speech ?? null };
  const speech = createHostSpeech();
  const under = await english();
  const strings = onTopOf<Strings>(under, file.partial);
  const sentences: Strings['sentences'] = {
    ...strings.sentences,
    error: (_code, message, sentence) => speech.say(sentence ?? message.trim()) ?? message,
    host: (text) => speech.say(text) ?? englishOf(text),
    text: (text, sentence) => (sentence === undefined ? null : speech.say(sentence)) ?? text,
  };
  return { strings: { ...strings, sentences }, speech };
}

/** The words that come later. `english`: of a language that is not whole. */
export async function lateOf(file: LanguageFile, english: () => Promise<LateStrings>): Promise<LateStrings> {
  return 'late' in file ? file.late() : onTopOf<LateStrings>(await english(), file.partial);
}

/** Returns `part`, with everything missing taken from `under`. */
export function onTopOf<T>(under: T, part: PartOf<T> | undefined): T {
  if (part === undefined) return under;
  if (typeof under !== 'object' || under === null || Array.isArray(under)) return part as T;
  const own = part as Readonly<Record<string, PartOf<unknown> | undefined>>;
  return Object.fromEntries(
    Object.entries(under).map(([key, value]) => [key, Object.hasOwn(own, key) ? onTopOf(value, own[key]) : value]),
  ) as T;
}
