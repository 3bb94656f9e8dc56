// The chosen model options in a few words: effort first, the sent value where it differs.

import type { ModelOptions, ModelRef, OptionDeviations } from '../../../shared/features/models/modelOptions.ts';
import { strings } from '../../core/strings.ts';
import { useSentOptions } from './useSentOptions.ts';

const words = strings.modelOptions;

const nothingElse: OptionDeviations = { left: [], instead: {} };

interface OptionsSummary {
  texts: readonly string[];
  /** Some are not sent as chosen. */
  differs: boolean;
}

export function useOptionsSummary(model: ModelRef | null, options: ModelOptions): OptionsSummary {
  const answer = useSentOptions(model, options, Object.keys(options).length > 0);
  const sent = answer?.ok ? answer.value.sent : nothingElse;
  return {
    texts: model === null ? [] : chosenWords(options, sent),
    differs: sent.left.length > 0 || Object.keys(sent.instead).length > 0,
  };
}

/** The first text, and the number of others. */
export function shortSummary([first, ...others]: readonly string[]): string {
  return first === undefined ? '' : others.length > 0 ? words.andMore(first, others.length) : first;
}

function chosenWords(options: ModelOptions, { left, instead }: OptionDeviations): string[] {
  const { effort, temperature, maxOutputTokens, showThinking, providerSearch } = { ...options, ...instead };
  return [
    effort === undefined || left.includes('effort') ? '' : words.efforts[effort],
    temperature === undefined || left.includes('temperature') ? '' : words.temperatureOf(temperature),
    maxOutputTokens === undefined ? '' : words.mostOf(maxOutputTokens),
    showThinking === false ? words.thinkingOff : '',
    providerSearch === true ? words.searchOn : '',
  ].filter(Boolean);
}
