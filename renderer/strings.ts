// Every word of the interface, in the language of the window. One catalogue for each language; only the one that is
// spoken is loaded.

import { chosenLanguage, localeOf } from './language.ts';
import type { Strings } from './strings/en.ts';

/** The language that is spoken. */
export const language = chosenLanguage();

/** The language of dates and numbers. */
export const locale = localeOf[language];

export const strings: Strings =
  language === 'zh' ? (await import('./strings/zh.ts')).zh : (await import('./strings/en.ts')).en;
