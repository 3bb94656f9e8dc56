// The environment variables that a provider comes from, as far as they can be determined: the key may be in one of
// several.

import { presetOf } from '../../../shared/features/models/knownProviders.ts';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';
import { modelWords } from './words.ts';

/** OpenAI's preset; its provider id has no suffix after `environment`. */
const openAi = 'openai';

const words = modelWords;

/** As a list in words; empty for an unknown provider. */
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
