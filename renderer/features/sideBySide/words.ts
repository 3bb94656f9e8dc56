// The strings for two conversations side by side, in the window's language.

import { loadFeatureStrings } from '../../core/strings.ts';
import type { Wording } from '../../core/words/wording.ts';
import type { catalog as english } from './words/en.ts';

declare module '../../core/strings/languageFile.ts' {
  interface FeatureStrings {
    sideBySide: Wording<typeof english>;
  }
}

export const sideWords = await loadFeatureStrings('sideBySide', {
  en: () => import('./words/en.ts'),
  zh: () => import('./words/zh.ts'),
});
