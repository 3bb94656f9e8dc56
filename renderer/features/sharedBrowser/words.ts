// Strings of the shared browser in the window's language.

import { loadFeatureStrings } from '../../core/strings.ts';
import type { Wording } from '../../core/words/wording.ts';
import type { catalog as english } from './words/en.ts';

declare module '../../core/strings/languageFile.ts' {
  interface FeatureStrings {
    sharedBrowser: Wording<typeof english>;
  }
}

export const sharedBrowserWords = await loadFeatureStrings('sharedBrowser', {
  en: () => import('./words/en.ts'),
  zh: () => import('./words/zh.ts'),
});
