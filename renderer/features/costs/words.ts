// Cost strings in the window's language.

import type { CostSum } from '../../../shared/features/costs/methods.ts';
import { formatUsd } from '../../core/format/amounts.ts';
import { loadFeatureStrings } from '../../core/strings.ts';
import type { Wording } from '../../core/words/wording.ts';
import type { catalog as english } from './words/en.ts';

declare module '../../core/strings/languageFile.ts' {
  interface FeatureStrings {
    costs: Wording<typeof english>;
  }
}

export const costWords = await loadFeatureStrings('costs', {
  en: () => import('./words/en.ts'),
  zh: () => import('./words/zh.ts'),
});

/** Unknown costs are never shown as zero, even alongside free replies. */
export function formatCost({
  usd,
  unknown,
  atLeast,
}: Pick<CostSum, 'usd' | 'unknown'> & { atLeast?: CostSum['atLeast'] }): string {
  if (unknown > 0 && usd === 0) return costWords.unknown;
  return atLeast || unknown > 0 ? costWords.atLeast(formatUsd(usd)) : formatUsd(usd);
}
