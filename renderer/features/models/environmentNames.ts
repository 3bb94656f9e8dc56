// The environment variables that a provider comes from, as far as they can be determined: the key may be in one of
// several.

import { findKnownProvider } from '../../../shared/features/models/knownProviders.ts';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';
import { modelWords } from './words.ts';

/** OpenAI's entry; its provider id has no suffix after `environment`. */
const openAi = 'openai';

const words = modelWords;

/** As a list in words; empty for an unknown provider. */
export function environmentNames({ id, baseUrl, key }: ProviderInfo): string {
  const knownProvider = findKnownProvider(/^environment-(.+)$/.exec(id)?.[1] ?? openAi);
  if (!knownProvider) return '';
  const { addressNames = [], keyNames, tokenName } = knownProvider;
  const isElsewhere = knownProvider.local === true || baseUrl !== knownProvider.baseUrl;
  const ofKey = key === 'environment' ? [...keyNames, ...(tokenName ? [tokenName] : [])] : [];
  const ofAddress = isElsewhere ? addressNames : [];
  return [ofKey, ofAddress]
    .filter((names) => names.length > 0)
    .map((names) => names.join(words.environmentOr))
    .join(words.environmentAnd);
}
