// The words of a feature in the window's language. They load with the feature, so the first screen does not wait for them.

import { file, language } from '../strings.ts';
import { type FeatureWords, onTopOf, type PartOf } from './languageFile.ts';

type Catalogue<Words> = () => Promise<{ words: Words }>;

/** Returns the words of a feature. English fills in for a language that has none, or only some. */
export async function loadWords<Name extends keyof FeatureWords>(
  name: Name,
  catalogues: Readonly<{ en: Catalogue<FeatureWords[Name]> } & Record<string, Catalogue<FeatureWords[Name]>>>,
): Promise<FeatureWords[Name]> {
  const { words } = await (catalogues[language] ?? catalogues.en)();
  const part = 'partial' in file ? file.partial[name] : undefined;
  return onTopOf(words, part as PartOf<FeatureWords[Name]> | undefined);
}
