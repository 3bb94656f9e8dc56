// The strings for queries in the window's language.

import { loadFeatureStrings } from '../../core/strings.ts';
import type { Wording } from '../../core/words/wording.ts';
import type { catalog as english } from './words/en.ts';

declare module '../../core/strings/languageFile.ts' {
  interface FeatureStrings {
    query: Wording<typeof english>;
  }
}

export const queryWords = await loadFeatureStrings('query', {
  en: () => import('./words/en.ts'),
  zh: () => import('./words/zh.ts'),
});
