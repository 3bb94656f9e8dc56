// The words of costs in the window's language.

import type { Wording } from '../../core/strings/wording.ts';
import { loadWords } from '../../core/strings.ts';
import type { words as english } from './words/en.ts';

declare module '../../core/strings/languageFile.ts' {
  interface FeatureStrings {
    costs: Wording<typeof english>;
  }
}

export const costWords = await loadWords('costs', {
  en: () => import('./words/en.ts'),
  zh: () => import('./words/zh.ts'),
});
