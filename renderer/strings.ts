// Every word of the interface, in the language of the window. One catalogue for each language; only the one that is
// spoken is loaded.

import { chosenLanguage } from './language.ts';
import type { Strings } from './strings/en.ts';

const language = chosenLanguage();

/** The language of dates and numbers. */
export const locale = language === 'zh' ? 'zh-CN' : 'en';

export const strings: Strings =
  language === 'zh' ? (await import('./strings/zh.ts')).zh : (await import('./strings/en.ts')).en;
