// English: the language of the sources, and of whatever another language does not say.

import { en } from '../en.ts';
import type { WholeLanguage } from '../languageFile.ts';

export const language: WholeLanguage = {
  locale: 'en',
  strings: en,
  late: async () => (await import('../enLate.ts')).enLate,
};
