// Every string of the interface in the window's language. One catalog per language; only the current one is loaded,
// with English underneath if it is incomplete.

import { chosenLanguage, loadLanguage, timeLocaleOf } from './language.ts';
import { retryUntilLoaded } from './loadCode.ts';
import type { Strings } from './strings/en.ts';
import { type FeatureStrings, type LanguageFile, onTopOf, type PartOf, spokenOf } from './strings/languageFile.ts';
import type { HostSpeech } from './words/hostTranslations.ts';

/** The language that is spoken. */
export const language = chosenLanguage();

export const file = await loadLanguage(language);

/** The language of dates and numbers. */
export const locale = file.locale;

/** The locale of times and dates, as they are written where the user is. */
export const timeLocale = timeLocaleOf(locale, typeof navigator === 'undefined' ? [] : navigator.languages);

const spoken = await spokenOf(file, async () => (await import('./strings/en.ts')).en);

export const strings: Strings = spoken.strings;

/**
 * Resolves when the host's sentences can be translated into the window's language; null for English, the host's own.
 */
export const hostIsSpoken: Promise<void> | null = spoken.speech && learnHost(spoken.speech, file);

async function learnHost(speech: HostSpeech, { host = {}, earlierHost }: LanguageFile): Promise<void> {
  try {
    const [now, earlier] = await Promise.all([typeof host === 'function' ? host() : host, earlierHost?.()]);
    speech.learn({ ...earlier, ...now });
  } catch {
    // Not loaded: the host's sentences stay in English, each after its code's translation.
  }
}

type Catalog<Words> = () => Promise<{ catalog: Words }>;

/**
 * Loads the words of a feature together with it, so that the first screen does not wait for them. English fills in for a language
 * that has none, or only some.
 */
export async function loadFeatureStrings<Name extends keyof FeatureStrings>(
  name: Name,
  catalogs: Readonly<{ en: Catalog<FeatureStrings[Name]> } & Record<string, Catalog<FeatureStrings[Name]>>>,
): Promise<FeatureStrings[Name]> {
  const { catalog } = await retryUntilLoaded(catalogs[language] ?? catalogs.en);
  const part = 'partial' in file ? file.partial[name] : undefined;
  return onTopOf(catalog, part as PartOf<FeatureStrings[Name]> | undefined);
}
