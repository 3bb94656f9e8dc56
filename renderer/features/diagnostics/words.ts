// The strings for diagnostics in the window's language.

import { loadFeatureStrings } from '../../core/strings.ts';
import type { Wording } from '../../core/words/wording.ts';
import type { catalog as english } from './words/en.ts';

declare module '../../core/strings/languageFile.ts' {
  interface FeatureStrings {
    diagnostics: Wording<typeof english>;
  }
}

export const diagnosticsWords = await loadFeatureStrings('diagnostics', {
  en: () => import('./words/en.ts'),
  zh: () => import('./words/zh.ts'),
});
