// Strings about notifications to a paired device, in the window's language.

import { loadFeatureStrings } from '../../core/strings.ts';
import type { Wording } from '../../core/words/wording.ts';
import type { catalog as english } from './words/en.ts';

declare module '../../core/strings/languageFile.ts' {
  interface FeatureStrings {
    push: Wording<typeof english>;
  }
}

export const pushWords = await loadFeatureStrings('push', {
  en: () => import('./words/en.ts'),
  zh: () => import('./words/zh.ts'),
});
