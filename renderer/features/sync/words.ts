// The strings of sync in the window's language.

import { loadFeatureStrings } from '../../core/strings.ts';
import type { Wording } from '../../core/words/wording.ts';
import type { catalog as english } from './words/en.ts';

declare module '../../core/strings/languageFile.ts' {
  interface FeatureStrings {
    sync: Wording<typeof english>;
  }
}

export const syncWords = await loadFeatureStrings('sync', {
  en: () => import('./words/en.ts'),
  zh: () => import('./words/zh.ts'),
});
