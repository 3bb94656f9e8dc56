// English: the language of the sources, and the fallback for untranslated strings.

import { en } from '../en.ts';
import type { WholeLanguage } from '../languageFile.ts';

export const language: WholeLanguage = {
  locale: 'en',
  strings: en,
  late: async () => (await import('../enLate.ts')).enLate,
};
