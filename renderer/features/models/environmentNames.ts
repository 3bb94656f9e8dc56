// The variables that a provider of the environment comes from, as far as it can be told: the key may be in one of several.

import { presetOf } from '../../../shared/features/models/knownProviders.ts';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';
import { modelWords } from './words.ts';

/** The one of OpenAI's names has no word of its own in its id. */
const openAi = 'openai';

const words = modelWords;

/** In a row of words; empty where it is none of the well-known. */
export function environmentNames({ id, baseUrl, key }: ProviderInfo): string {
  const preset = presetOf(/^environment-(.+)$/.exec(id)?.[1] ?? openAi);
  if (!preset) return '';
  const { addressNames = [], keyNames, tokenName } = preset;
  const isElsewhere = preset.local === true || baseUrl !== preset.baseUrl;
  const ofKey = key === 'environment' ? [...keyNames, ...(tokenName ? [tokenName] : [])] : [];
  const ofAddress = isElsewhere ? addressNames : [];
  return [ofKey, ofAddress]
    .filter((names) => names.length > 0)
    .map((names) => names.join(words.environmentOr))
    .join(words.environmentAnd);
}
