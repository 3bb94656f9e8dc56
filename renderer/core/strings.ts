// Every word of the interface, in the language of the window. One catalogue for each language; only the one that is
// spoken is loaded.

import { chosenLanguage, localeOf, timeLocaleOf } from './language.ts';
import type { Strings } from './strings/en.ts';
import type { HostWords } from './strings/hostWords.ts';

/** The language that is spoken. */
export const language = chosenLanguage();

/** The language of dates and numbers. */
export const locale = localeOf[language];

/** The language of times of day and dates, as they are written where the person is. */
export const timeLocale = timeLocaleOf(language, typeof navigator === 'undefined' ? [] : navigator.languages);

const chinese = language === 'zh' ? await import('./strings/zh.ts') : null;

export const strings: Strings = chinese ? chinese.zh : (await import('./strings/en.ts')).en;

/** Resolves when what the host says can be said in the language of the window; English is the host's own. */
export const hostIsSpoken: Promise<void> | null = chinese && learnHost(chinese.learnHostWords);

async function learnHost(learn: (words: HostWords) => void): Promise<void> {
  try {
    learn((await import('./strings/zh/host.ts')).hostWords);
  } catch {
    // Not loaded: the host's sentences stay as they are, each behind that of its code.
  }
}
